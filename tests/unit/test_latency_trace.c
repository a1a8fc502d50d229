/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/read_output.h"

static void head_of_2006(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_latency_trace,
		"preemption latency trace v1.1.5 on 2.6.18-rt1\n"
		"----\n latency: 7 us, #3/3, CPU#0 | (M:rt VP:0, KP:0, SP:1 HP:1)\n"
		"    | task: rt_thread-2 (uid:0 nice:0 policy:1 rt_prio:99)\n"
		"  <idle>-0     0Dnh2    0us : f (g)\n  <idle>-0     0Dnh2    1us+: f <<...>-2> (0 0)\n"
		"  <idle>-0     0Dnh2    7us!: f (g)\n",
		&o);
	assert_scalar(&o, "latency", 7);
	assert_string_equal(series(&o, "latency")->unit, "us");
	assert_note(&o, NOTE_INFO, 1, "on 2.6.18-rt1; task rt_thread-2 (uid");
	assert_sound(&o);
	output_fini(&o);
}

static void head_of_today(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_latency_trace,
		"# tracer: wakeup_rt\n#\n# wakeup_rt latency trace v1.1.5 on 6.1.0\n# ----\n"
		"# latency: 55 us, #2/9, CPU#3 | (M:preempt VP:0, KP:0, SP:0 HP:0 #P:4)\n"
		"#    -----------------\n#    | task: sleep-2055 (uid:0 nice:0 policy:1 rt_prio:5)\n"
		"#  cmd     pid   ||||| time  |   caller      \n"
		"  <idle>-0       3d.h4    1us+:      0:120:R   + [003]  2055: 94:R sleep\n",
		&o);
	assert_scalar(&o, "latency", 55);
	assert_note(&o, NOTE_CUT, 1, "1 of the 2 entries");
	assert_note(&o, NOTE_LOST_EVENTS, 7, "7 of 9");
	output_fini(&o);
}

static void faults_are_named(void **state)
{
	(void)state;
	assert_refused(&format_latency_trace, "x latency trace v1\n", "no line \"latency:");
	assert_refused(&format_latency_trace, "x latency trace v1\nlatency: x us\n", "line 2: not");
	assert_refused(&format_latency_trace, "latency: 5 us, #4/3, CPU#0\n", "line 1: not");
	assert_refused(&format_latency_trace, "latency: 5 us, #3/3, C\nlatency: 5 us, #3/3, C\n",
		"line 2: a second");
}

static void memory_ends(void **state)
{
	(void)state;
	walk_failures(&format_latency_trace, "x latency trace v1\nlatency: 5 us, #3/4, CPU#0\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(head_of_2006),
		cmocka_unit_test(head_of_today),
		cmocka_unit_test(faults_are_named),
		cmocka_unit_test(memory_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
