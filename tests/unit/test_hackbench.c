/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/read_output.h"

static const struct output_format *const f = &format_hackbench, *const perf = &format_perf_bench;

#define RUN "Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)\n"

static void a_time_a_run(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		"Iterations: 1\n" RUN "perf version 6.1\nTime: 0.443\nIterations: 2\n" RUN
		"Time: 1.5\n",
		&o);
	assert_series(&o, "time", "us", 443000, 1500000);
	assert_int_equal(series(&o, "time")->resolution, 1000);
	assert_string_equal(series(&o, "time")->direction, "lower");
	assert_sound(&o);
	output_fini(&o);
}

static void runs_without_a_time(void **state)
{
	struct output o;

	(void)state;
	read_text(f, RUN "Time: 0.443\n" RUN "fork() (error: Resource temporarily unavailable)\n",
		&o);
	assert_series(&o, "time", "us", 443000);
	assert_note(&o, NOTE_CUT, 1, "2 runs began and 1 printed");
	assert_note(&o, NOTE_ERROR, 1, "(error: ...)");
	output_fini(&o);
	read_text(f, RUN "Time: 0.44", &o); /* of 0.443 */
	assert_int_equal(o.nseries, 0);
	assert_note(&o, NOTE_CUT, 1, "the last line is cut");
	output_fini(&o);
}

static void refused(void **state)
{
	(void)state;
	assert_refused(f, "nothing\n", "no time");
	assert_refused(f, RUN "Time: fast\n", "line 2: no time");
	assert_refused(f, RUN "Time: -0.1\n", "line 2: no time");
	assert_refused(f, RUN "Time: 0.1234567\n", "line 2: no time");
	assert_refused(perf, "     Total time: x [sec]\n", "line 1: no time");
}

static void perf_bench(void **state)
{
	static const char pipe[] = "# Running 'sched/pipe' benchmark:\n# Executed 1000000 pipe "
				   "operations between two processes\n\n     Total time: 5.123 "
				   "[sec]\n\n       5.123456 usecs/op\n         195180 ops/sec\n";
	struct output o;

	(void)state;
	read_text(perf, pipe, &o);
	assert_series(&o, "time", "us", 5123000);
	assert_series(&o, "per_op", "ps", 5123456);
	assert_int_equal(series(&o, "per_op")->resolution, 1);
	assert_sound(&o);
	output_fini(&o);
	read_text(perf, "# Running 'sched/messaging' benchmark:\n", &o);
	assert_note(&o, NOTE_CUT, 1, "1 runs began and 0 printed");
	output_fini(&o);
	assert_int_equal(perf->sniff(cursor_over(pipe, sizeof pipe - 1)), 95);
	assert_int_equal(f->sniff(cursor_over(pipe, sizeof pipe - 1)), 0);
}

static void sniffs(void **state)
{
	static const char whole[] = RUN "Time: 0.443\n", bare[] = "Time: 0.443\n";

	(void)state;
	assert_int_equal(f->sniff(cursor_over(whole, sizeof whole - 1)), 95);
	assert_int_equal(f->sniff(cursor_over(bare, sizeof bare - 1)), 40);
	assert_int_equal(f->sniff(cursor_over(RUN, sizeof RUN - 1)), 60);
	assert_int_equal(perf->sniff(cursor_over(whole, sizeof whole - 1)), 0);
}

static void failures(void **state)
{
	(void)state;
	walk_failures(f, RUN "Time: 0.443\n" RUN "(error: x)\nTime: 0.1");
	walk_failures(perf, "Total time: 5.1 [sec]\n5.1 usecs/op\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_time_a_run),
		cmocka_unit_test(runs_without_a_time),
		cmocka_unit_test(refused),
		cmocka_unit_test(perf_bench),
		cmocka_unit_test(sniffs),
		cmocka_unit_test(failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
