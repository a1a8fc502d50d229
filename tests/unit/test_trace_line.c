/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/trace_line.h"
#include "agent/outputs/words.h"
#include "tests/unit/test.h"

static struct cursor over(const char *s)
{
	return cursor_over(s, strlen(s));
}

static void events(void **state)
{
	static const struct {
		const char *line, *name, *body;
		int64_t ns;
		int digits;
	} row[] = {
		{"  <idle>-0     [001]    76.211713: sched_wakeup:  comm=a", "sched_wakeup",
			"comm=a", INT64_C(76211713000), 6},
		{"  <...>-1701   [001] d..2. 6.5: cpu_idle: state=0 cpu_id=0", "cpu_idle",
			"state=0 cpu_id=0", INT64_C(6500000000), 1},
		{"a b: [3] c-12-34 [000] dNh3 2.861518123: x:", "x", "", INT64_C(2861518123), 9},
		{"x [001] 1.5: y:-7 [002] 3.25: z: q", "z", "q", INT64_C(3250000000), 2},
		{"sh-1 [0] 1.000001: (+10) y: b=c=d", "y", "b=c=d", INT64_C(1000001000), 6},
		{"sh-1 ( 120) [000] .... 1.000001: y: b", "y", "b", INT64_C(1000001000), 6},
		{"sh-1 (-----) [000] .... 1.000001: y: b", "y", "b", INT64_C(1000001000), 6},
		{"sh-1 [000] 99999999999999: y: b", "y", "b", 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct trace_event ev;

		if (!trace_line_event(over(row[i].line), &ev))
			fail_msg("no event: %s", row[i].line);
		assert_true(words_is(&ev.name, row[i].name) && words_is(&ev.body, row[i].body));
		assert_int_equal(ev.ns, row[i].ns);
		assert_int_equal(ev.digits, row[i].digits);
	}
}

static void other_lines(void **state)
{
	static const char *const line[] = {"", "cpus=6", "version = 6", "CPU 3 is empty",
		"CPU:3 [LOST 12 EVENTS]", "[...]", "sh [000] 1.5: y: b", "-1 [000] 1.5: y: b",
		"sh-1 [000 1.5: y: b", "sh-1 [000] 1.5: y", "sh-1 [000] 1.5:", "sh-1 [000]",
		"sh-1 [000] x.5: y: b", "sh-1 [000] -1.5: y: b",
		"Maximum Latency: 1.5 usecs at timestamp: 2.5"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(line); i++) {
		struct trace_event ev;

		if (trace_line_event(over(line[i]), &ev))
			fail_msg("an event: %s", line[i]);
	}
}

static void wakeups_in_both_dialects(void **state)
{
	static const struct {
		const char *body;
		int64_t pid;
		bool woken;
	} row[] = {
		{"comm=sh pid=1642 prio=120 success=1 target_cpu=2", 1642, true},
		{"comm=sh pid=1642 prio=120 target_cpu=002", 1642, true},
		{"comm=sh pid=1642 prio=120 success=0 target_cpu=2", 1642, false},
		{"comm=a pid=1 prio=1 pid=5 prio=120 target_cpu=2", 5, true},
		{"comm=kworker/0:1 x pid=5 prio=-1 target_cpu=2", 5, true},
		{"rtfleet-w:97 [98] CPU:004", 97, true},
		{"CPU 2/KVM:(2):97 [98] success=1 CPU:004", 97, true},
		{"x:1 [2] y:97 [98] success=0 CPU:004", 97, false},
	};
	int64_t pid;
	bool woke;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		if (!trace_line_woken(over(row[i].body), &pid, &woke))
			fail_msg("not read: %s", row[i].body);
		assert_int_equal(pid, row[i].pid);
		assert_int_equal(woke, row[i].woken);
	}
	assert_false(trace_line_woken(over("comm=sh pid=16"), &pid, &woke)); /* cut: 1642? */
	assert_false(trace_line_woken(over("comm=sh"), &pid, &woke));
	assert_false(trace_line_woken(over("sh:97 [9"), &pid, &woke));
	assert_false(trace_line_woken(over("97 [98]"), &pid, &woke));
	assert_false(trace_line_woken(over(""), &pid, &woke));
}

static void switches_in_both_dialects(void **state)
{
	static const struct {
		const char *body;
		struct trace_switch want;
	} row[] = {
		{"prev_comm=a prev_pid=1 prev_prio=120 prev_state=1024 next_comm=b next_pid=2 next_prio=0",
			{1, 2, 0}},
		{"prev_comm=a prev_pid=1 prev_prio=120 prev_state=R+ ==> next_comm=b next_pid=2 next_prio=-1",
			{1, 2, -1}},
		{"prev_comm=a prev_pid=9 prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b prev_pid=8 next_pid=2 next_prio=3",
			{1, 2, 3}},
		{"rtfleet-w:96 [98] S ==> swapper/5:0 [120]", {96, 0, 120}},
		{"x:1 [2] y:96 [98] R+ ==> a b:7 [-1] Latency: 32.902 usecs", {96, 7, -1}},
	};
	struct trace_switch sw;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		if (!trace_line_switch(over(row[i].body), &sw))
			fail_msg("not read: %s", row[i].body);
		assert_memory_equal(&sw, &row[i].want, sizeof sw);
	}
	assert_false(
		trace_line_switch(over("prev_comm=a prev_pid=1 prev_prio=120 prev_state=S"), &sw));
	assert_false(trace_line_switch(over("a:1 [120] S ==> b"), &sw));
	assert_false(trace_line_switch(over("a:1 [120] S"), &sw));
}

static void latencies_of_report_w(void **state)
{
	int64_t ns;

	(void)state;
	assert_true(trace_line_latency(over("a:1 [1] S ==> b:2 [1] Latency: 5042.285 usecs"), &ns));
	assert_int_equal(ns, 5042285);
	assert_false(trace_line_latency(over("a:1 [1] S ==> b:2 [1]"), &ns));
	assert_false(trace_line_latency(over("a:1 [1] S ==> b:2 [1] Latency: 5042.28"), &ns));
}

static void lost_events(void **state)
{
	uint64_t n = 0;

	(void)state;
	assert_true(trace_line_lost(over("CPU:3 [LOST 12 EVENTS]"), &n) && n == 12);
	assert_true(trace_line_lost(over("CPU:3 [130 EVENTS DROPPED]"), &n) && n == 130);
	assert_true(trace_line_lost(over("CPU:3 [EVENTS DROPPED]"), &n) && n == 1);
	assert_true(trace_line_lost(over("CPU:3 [LOST EVENTS]"), &n) && n == 1);
	assert_false(trace_line_lost(over("CPU:3 [SUBBUFFER START]"), &n));
	assert_false(trace_line_lost(over("CPU 3 is empty"), &n));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events),
		cmocka_unit_test(other_lines),
		cmocka_unit_test(wakeups_in_both_dialects),
		cmocka_unit_test(switches_in_both_dialects),
		cmocka_unit_test(latencies_of_report_w),
		cmocka_unit_test(lost_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
