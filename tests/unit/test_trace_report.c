/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/read_output.h"

#define WAKE(pid, us) \
	"  <idle>-0  [001]  1.0000" us ": sched_wakeup: comm=t pid=" pid " prio=98 target_cpu=1\n"
#define SWITCH(from, to, prio, us)                                                      \
	"  <...>-9  [001] d..2. 1.0000" us ": sched_switch: prev_comm=a prev_pid=" from \
	" prev_prio=120 prev_state=1024 next_comm=b next_pid=" to " next_prio=" prio "\n"

static void pairs_by_pid_alone(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_report,
		"version = 6\nCPU 3 is empty\ncpus=6\n" WAKE("5", "10") WAKE("6", "12")
			SWITCH("0", "6", "120", "20") SWITCH("6", "5", "98", "40"),
		&o);
	assert_series(&o, "all tasks (sched_wakeup)", "us", 8, 30);
	assert_series(&o, "rt tasks (sched_wakeup)", "us", 30);
	assert_int_equal(series(&o, "all tasks (sched_wakeup)")->resolution, 1);
	assert_sound(&o);
	output_fini(&o);
}

static void waking_and_wakeup_are_two_quantities(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_report,
		"a-1 [000] 1.5: sched_waking: comm=t pid=5 prio=120 target_cpu=1\n"
		"a-1 [000] 1.6: sched_wakeup: comm=t pid=5 prio=120 target_cpu=1\n"
		"a-1 [000] 1.7: sched_wakeup_new: comm=t pid=6 prio=120 target_cpu=1\n"
		"a-1 [000] 1.9: sched_switch: a:1 [120] S ==> t:5 [120]\n"
		"a-1 [000] 2.0: sched_switch: t:5 [120] S ==> t:6 [120]\n",
		&o);
	assert_series(&o, "all tasks (sched_waking)", "us", 400000);
	assert_series(&o, "all tasks (sched_wakeup)", "us", 300000, 300000);
	assert_int_equal(series(&o, "all tasks (sched_waking)")->resolution, 100000);
	assert_sound(&o);
	output_fini(&o);
}

static void stamps_in_ns_give_ns(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_report,
		"a-1 [000] 1.000000001: sched_waking: comm=t pid=5 prio=120 target_cpu=1\n"
		"a-1 [000] 1.000000900: sched_switch: a:1 [120] S ==> t:5 [120]\n",
		&o);
	assert_series(&o, "all tasks (sched_waking)", "ns", 899);
	output_fini(&o);
}

static void no_wakeup_is_not_0_us(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_report, "cpus=2\n" SWITCH("0", "5", "98", "40"), &o);
	assert_int_equal(o.nseries, 0);
	assert_note(&o, NOTE_NOT_AVAILABLE, 1, "no sched_wakeup");
	output_fini(&o);
	read_text(&format_trace_report, WAKE("5", "10"), &o);
	assert_int_equal(o.nseries, 0);
	assert_note(&o, NOTE_NOT_AVAILABLE, 1, "no sched_switch");
	assert_note(&o, NOTE_CUT, 1, "the trace ends before");
	output_fini(&o);
	read_text(&format_trace_report, WAKE("5", "10") SWITCH("0", "6", "98", "40"), &o);
	assert_note(&o, NOTE_NOT_AVAILABLE, 1, "no wakeup is followed");
	output_fini(&o);
	read_text(&format_trace_report,
		"a-1 [000] 123456789: sched_waking: comm=t pid=5 prio=1 target_cpu=1\n", &o);
	assert_note(&o, NOTE_NOT_AVAILABLE, 1, "clock");
	output_fini(&o);
}

static void the_last_line_needs_no_end(void **state)
{
	const char *whole = WAKE("5", "10") SWITCH("0", "5", "98", "40");
	struct output o;
	struct err e;

	(void)state;
	assert_ok(read_bytes(&format_trace_report, whole, strlen(whole) - 1, &o, &e));
	assert_series(&o, "rt tasks (sched_wakeup)", "us", 30);
	assert_sound(&o);
	output_fini(&o);
	assert_ok(read_bytes(&format_trace_report, whole, strlen(whole) - 20, &o, &e));
	assert_int_equal(o.nseries, 0);
	assert_note(&o, NOTE_CUT, 1, "no end");
	output_fini(&o);
}

static void what_is_not_read_is_counted(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_report,
		WAKE("5", "10") "a-1 [000] 1.5: thermal: [FAILED TO PARSE] x=1\n"
				"a-1 [000] 1.5: sched_wakeup: [FAILED TO PARSE] pid=7\n"
				"a-1 [000] 1.5: sched_wakeup: something new\n"
				"a-1 [000] 1.5: unknown_event: a=b=c\n"
				"hello\n" SWITCH("0", "5", "120", "40"),
		&o);
	assert_series(&o, "all tasks (sched_wakeup)", "us", 30);
	assert_note(&o, NOTE_UNPARSED, 2, "FAILED TO PARSE");
	assert_note(&o, NOTE_UNPARSED, 2, "the first is line 4");
	output_fini(&o);
}

static void lost_events_leave_waits_out(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_report,
		WAKE("5", "10") "CPU:1 [LOST 12 EVENTS]\nCPU:2 [EVENTS DROPPED]\n" WAKE("5", "30")
			SWITCH("0", "5", "120", "40"),
		&o);
	assert_series(&o, "all tasks (sched_wakeup)", "us", 10);
	assert_note(&o, NOTE_LOST_EVENTS, 13, "lost");
	assert_note(&o, NOTE_LOST_EVENTS, 1, "left out");
	output_fini(&o);
}

#define LISTED                                                                               \
	"a-1 [000] 1.000010: sched_wakeup: b:2 [98] CPU:000\n"                               \
	"a-1 [000] 1.000020: sched_switch: a:1 [120] S ==> b:2 [98] Latency: 10.400 usecs\n" \
	"a-1 [000] 1.000030: sched_wakeup: c:3 [120] CPU:000\n"                              \
	"a-1 [000] 1.000050: sched_switch: b:2 [98] S ==> c:3 [120] Latency: 20.201 usecs\n"
#define TOTALS(average, max, min)                                          \
	"Average wakeup latency: " average " usecs\nMaximum Latency: " max \
	" usecs at timestamp: 1.000050\nMinimum Latency: " min " usecs at timestamp: 1.000020\n\n"

static void latencies_and_totals_of_report_w(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_report,
		LISTED "\n" TOTALS("15.300", "20.201", "10.400") "RT task timings:\n\n" TOTALS(
			"10.400", "10.400", "10.400"),
		&o);
	assert_series(&o, "all tasks (sched_wakeup)", "ns", 10400, 20201);
	assert_series(&o, "rt tasks (sched_wakeup)", "ns", 10400);
	assert_scalar(&o, "all tasks (report -w): average", 15300);
	assert_scalar(&o, "all tasks (report -w): maximum", 20201);
	assert_scalar(&o, "rt tasks (report -w): minimum", 10400);
	assert_sound(&o);
	output_fini(&o);
}

static void totals_that_do_not_fit_are_kept_and_noted(void **state)
{
	static const char *const text[] = {
		LISTED TOTALS("15.301", "20.201", "10.400"),
		LISTED TOTALS("15.300", "20.202", "10.400"),
		LISTED TOTALS("15.300", "20.201", "10.399"),
		"[...]\n" LISTED TOTALS("15.300", "20.201", "10.400"),
	};
	struct output o;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(text); i++) {
		read_text(&format_trace_report, text[i], &o);
		assert_note(&o, NOTE_MISMATCH, 2, "all tasks");
		assert_int_equal(noted(&o, NOTE_CUT), *text[i] == '[');
		assert_non_null(output_find(&o, "all tasks (report -w): average"));
		output_fini(&o);
	}
	assert_refused(&format_trace_report,
		TOTALS("1.000", "1.000", "1.000") TOTALS("1.000", "1.000", "1.000"),
		"line 5: a second \"Average wakeup latency:\"");
	assert_refused(
		&format_trace_report, "Maximum Latency: x usecs\n", "line 1: no \"... usecs\"");
}

static void totals_alone(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_report, TOTALS("15.301", "20.201", "10.400"), &o);
	assert_int_equal(o.nseries, 3);
	assert_sound(&o);
	output_fini(&o);
}

static void averages_of_2011(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_report,
		"Wakeup Latency\nAverage: 2.551 usecs Max: 188.409 usecs\n"
		"Average: 2.372 usecs Max: 187.185 usecs\n"
		"Wakeup Latency\nAverage: 0.730 usecs Max: 8.037 usecs\n",
		&o);
	assert_series(&o, "all tasks (report -w): average", "ns", 2551, 2372);
	assert_false(series(&o, "all tasks (report -w): average")->scalar);
	assert_series(&o, "all tasks (report -w): maximum", "ns", 188409, 187185);
	assert_scalar(&o, "all tasks (report -w) #2: average", 730);
	assert_scalar(&o, "all tasks (report -w) #2: maximum", 8037);
	assert_sound(&o);
	output_fini(&o);
}

static void memory_ends(void **state)
{
	(void)state;
	walk_failures(&format_trace_report,
		"[...]\nhello\nCPU:1 [EVENTS DROPPED]\nAverage: 1.000 usecs Max: 2.000 usecs\n" LISTED
			TOTALS("1.000", "1.000", "1.000") WAKE("5", "10") "cut");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_by_pid_alone),
		cmocka_unit_test(waking_and_wakeup_are_two_quantities),
		cmocka_unit_test(stamps_in_ns_give_ns),
		cmocka_unit_test(no_wakeup_is_not_0_us),
		cmocka_unit_test(the_last_line_needs_no_end),
		cmocka_unit_test(what_is_not_read_is_counted),
		cmocka_unit_test(lost_events_leave_waits_out),
		cmocka_unit_test(latencies_and_totals_of_report_w),
		cmocka_unit_test(totals_that_do_not_fit_are_kept_and_noted),
		cmocka_unit_test(totals_alone),
		cmocka_unit_test(averages_of_2011),
		cmocka_unit_test(memory_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
