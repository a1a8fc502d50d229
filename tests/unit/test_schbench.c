/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/read_output.h"

static const struct output_format *const f = &format_schbench;

#define WAKEUP(t, p99)                                                                  \
	"Wakeup Latencies percentiles (usec) runtime " t " (s) (100 total samples)\n"   \
	"\t  50.0th: 5          (50 samples)\n\t* 99.0th: " p99 "        (4 samples)\n" \
	"\t  99.9th: 13         (1 samples)\n\t  min=1, max=119\n"
#define RPS                                                             \
	"RPS percentiles (requests) runtime 30 (s) (3 total samples)\n" \
	"\t* 50.0th: 17376      (1 samples)\n\t  min=15869, max=18042\n"

static void only_the_last_report_counts(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		WAKEUP("10", "8") "current rps: 15869.42\n" WAKEUP("20",
			"9") "current rps: 1.00\n" WAKEUP("20", "11") RPS "average rps: 17108.70\n",
		&o);
	assert_scalar(&o, "wakeup:p50", 5);
	assert_scalar(&o, "wakeup:p99", 11);
	assert_scalar(&o, "wakeup:p99.9", 13);
	assert_scalar(&o, "wakeup:min", 1);
	assert_scalar(&o, "wakeup:max", 119);
	assert_scalar(&o, "rps:p50", 17376);
	assert_scalar(&o, "rps:average", 17108700);
	assert_string_equal(series(&o, "wakeup:p50")->unit, "us");
	assert_string_equal(series(&o, "wakeup:p50")->direction, "lower");
	assert_string_equal(series(&o, "rps:p50")->unit, "Hz");
	assert_string_equal(series(&o, "rps:p50")->direction, "higher");
	assert_string_equal(series(&o, "rps:average")->direction, "higher");
	assert_note(&o, NOTE_INFO, 2, "interim");
	assert_sound(&o);
	output_fini(&o);
}

static void several_runs(void **state)
{
	struct output o;

	(void)state;
	/* each ends in another way: "average rps", "Iteration", a time that goes back, the end */
	read_text(f,
		WAKEUP("30", "8") RPS
		"average rps: 17108.70\n" WAKEUP("30", "9") "Iteration : 3\n" WAKEUP("20", "10")
			WAKEUP("30", "11") WAKEUP("10", "12"),
		&o);
	assert_series(&o, "wakeup:p99", "us", 8, 9, 11, 12);
	assert_series(&o, "rps:p50", "Hz", 17376);
	output_fini(&o);
}

static void old_releases(void **state)
{
	static const char old[] = "Latency percentiles (usec)\n\t50.0000th: 11\n\t75.0000th: "
				  "12\n\t*99.0000th: 600\n\t99.5000th: 1000\n\tOver=0, min=0, "
				  "max=0\n\tmin=3, max=1200\n";
	char twice[2 * sizeof old];
	struct output o;

	(void)state;
	snprintf(twice, sizeof twice, "%s%s", old, old);
	read_text(f, twice, &o); /* without a time there are no interim reports */
	assert_series(&o, "latency:p50", "us", 11, 11);
	assert_series(&o, "latency:p99", "us", 600, 600);
	assert_series(&o, "latency:p99.5", "us", 1000, 1000);
	assert_sound(&o);
	output_fini(&o);
}

static void cut_runs(void **state)
{
	struct output o;

	(void)state;
	read_text(f, WAKEUP("10", "8") "current rps: 1.00\n", &o);
	assert_scalar(&o, "wakeup:p99", 8);
	assert_note(&o, NOTE_CUT, 1, "run 1 has no final report");
	output_fini(&o);
	read_text(f,
		WAKEUP("10",
			"8") "current rps: 1.00\n" /* the next one began */
			     "Wakeup Latencies percentiles (usec) runtime 20 (s) (100 total samples)\n"
			     "\t  50.0th: 6  (50 samples)\n\t* 99.0th: 1",
		&o);
	assert_int_equal(o.nseries, 1); /* nothing of the report before, no "1" of "14" */
	assert_scalar(&o, "wakeup:p50", 6);
	assert_note(&o, NOTE_CUT, 1, "the last line is cut");
	assert_note(&o, NOTE_CUT, 1, "section wakeup has no line \"min=\"");
	output_fini(&o);
}

static void refused(void **state)
{
	(void)state;
	assert_refused(f, "", "no report");
	assert_refused(f, "Latency percentiles (msec)\n", "no report");
	assert_refused(f, "Latency percentiles (usec)\n50.0th: x\n", "line 2: latency:p50 has no");
	assert_refused(
		f, "Latency percentiles (usec)\n50.0th: 1\n50.00th: 1\n", "p50 is there twice");
	assert_refused(f, "Latency percentiles (usec)\nmin=1, mux=2\n", "line 2: not \"min=");
	assert_refused(f, WAKEUP("1", "2") "average rps: x\n", "\"average rps\" has no number");
}

static void failures(void **state)
{
	(void)state;
	walk_failures(f,
		WAKEUP("10", "8") "current rps: 1.00\n" WAKEUP(
			"20", "9") "current rps: 1.00\nIteration\n" WAKEUP("20", "9") RPS
		"average rps: 17108.70\n");
	walk_failures(f, "Latency percentiles (usec)\n50.0th: 1\n5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_last_report_counts),
		cmocka_unit_test(several_runs),
		cmocka_unit_test(old_releases),
		cmocka_unit_test(cut_runs),
		cmocka_unit_test(refused),
		cmocka_unit_test(failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
