/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/read_output.h"

static const struct output_format *const f = &format_cyclictest_json;

#define HEAD(cmdline, ns)                                                                   \
	"{\"file_version\": 1, \"cmdline\": \"" cmdline "\", \"rt_test_version\": \"2.4\"," \
	"\"return_code\": 0, \"num_threads\": 1, \"resolution_in_ns\": " ns ", \"thread\": {\n"
#define ENDS(cycles, min, max) \
	"\"cycles\": " cycles ", \"min\": " min ", \"max\": " max ", \"avg\": 5.83"

static void histograms(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		HEAD("cyclictest -h 100",
			"0") "\"0\": {\"histogram\": {\"5\": 12, \"6\": 40}, " ENDS("52", "5",
			"6") "}}}",
		&o);
	assert_int_equal(o.nseries, 1);
	assert_int_equal(series(&o, "T:0")->nruns, 2);
	assert_string_equal(series(&o, "T:0")->unit, "us");
	assert_sound(&o);
	output_fini(&o);
}

static void what_is_above_the_histogram(void **state)
{
	static const struct {
		const char *text;
		int64_t bound;
	} cases[] = {
		{HEAD("cyclictest -q -h 100 -m", "0") "\"0\": {\"histogram\": {\"5\": 12}, " ENDS(
			 "15", "5", "400") "}}}",
			99},
		{HEAD("cyclictest -h80", "0") "\"0\": {\"histogram\": {\"5\": 12}, " ENDS(
			 "15", "5", "400") "}}}",
			79},
		{HEAD("cyclictest --histogram=70", "0") "\"0\": {\"histogram\": {\"5\": 12}, " ENDS(
			 "15", "5", "400") "}}}",
			69},
		/* not said: then more than the largest bucket that is there */
		{HEAD("cyclictest", "0") "\"0\": {\"histogram\": {\"5\": 12}, " ENDS(
			 "15", "5", "400") "}}}",
			5},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		scoped(dist_freep) struct dist *d = NULL;
		struct output o;

		read_text(f, cases[i].text, &o);
		assert_ok(output_dist(series(&o, "T:0"), &d, NULL));
		assert_int_equal(d->n, 15);
		assert_int_equal(d->censored, 3);
		assert_int_equal(d->bound, cases[i].bound);
		assert_scalar(&o, "T:0:max", 400);
		assert_sound(&o);
		output_fini(&o);
	}
}

static void contradictions(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		HEAD("cyclictest -h 100", "1") "\"0\": {\"histogram\": {\"5\": 12}, " ENDS(
			"15", "5", "6") "}, \"1\": {" ENDS("0", "0", "0") "}}}",
		&o);
	assert_string_equal(series(&o, "T:0")->unit, "ns");
	assert_note(&o, NOTE_MISMATCH, 1, "holds 12 samples, cycles are 15");
	assert_note(&o, NOTE_MISMATCH, 1, "num_threads is 1, 2 threads");
	assert_note(&o, NOTE_NOT_AVAILABLE, 1, "T:1: no cycle");
	output_fini(&o);
	read_text(f,
		"{\"rt_test_version\": \"2.4\", \"cmdline\": \"cyclictest\", \"num_threads\": 0, "
		"\"return_code\": 1, \"thread\": {}}",
		&o);
	assert_note(&o, NOTE_ERROR, 1, "code 1");
	output_fini(&o);
}

static void without_a_histogram(void **state)
{
	struct output o;

	(void)state;
	read_text(f, HEAD("cyclictest", "0") "\"0\": {" ENDS("15", "5", "400") "}}}", &o);
	assert_scalar(&o, "T:0:min", 5);
	assert_scalar(&o, "T:0:max", 400);
	assert_scalar(&o, "T:0:avg", 5830);
	assert_string_equal(series(&o, "T:0:avg")->unit, "ns");
	assert_int_equal(series(&o, "T:0:avg")->resolution, 10);
	output_fini(&o);
}

static void refused(void **state)
{
	(void)state;
	assert_refused(f, "{\n\"thread\": {\n", "line 3: ");
	assert_refused(f, "{\"thread\": 1}", "no object \"thread\"");
	assert_refused(f, "[]", "no object \"thread\"");
	assert_refused(f, "{\"thread\": {}, \"thread\": {}}", "duplicate");
	assert_refused(f, "{\"thread\": {\"x\": {}}}", "thread \"x\": not a thread's number");
	assert_refused(f, "{\"thread\": {\"-1\": {}}}", "not a thread's number");
	assert_refused(f, "{\"thread\": {\"0\": {\"cycles\": 1}}}", "not all there");
	assert_refused(f, "{\"thread\": {\"0\": {\"histogram\": [], " ENDS("1", "1", "1") "}}}",
		"no object");
	assert_refused(f,
		"{\"thread\": {\"0\": {\"histogram\": {\"x\": 1}, " ENDS("1", "1", "1") "}}}",
		"a bucket's name");
	assert_refused(f,
		"{\"thread\": {\"0\": {\"histogram\": {\"1\": -1}, " ENDS("1", "1", "1") "}}}",
		"a bucket's count");
}

static void sniffs(void **state)
{
	static const char yes[] = " \n" HEAD("cyclictest", "0"),
			  no[] = "{\"cmdline\": \"cyclictest\"}";

	(void)state;
	assert_int_equal(f->sniff(cursor_over(yes, sizeof yes - 1)), 95);
	assert_int_equal(f->sniff(cursor_over(no, sizeof no - 1)), 0);
	assert_int_equal(f->sniff(cursor_over("", 0)), 0);
}

static void failures(void **state)
{
	(void)state;
	walk_failures(f,
		HEAD("cyclictest", "0") "\"0\": {\"histogram\": {\"5\": 12}, " ENDS(
			"15", "5", "400") "}, \"1\": {" ENDS("1", "1", "1") "}}}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(histograms),
		cmocka_unit_test(what_is_above_the_histogram),
		cmocka_unit_test(contradictions),
		cmocka_unit_test(without_a_histogram),
		cmocka_unit_test(refused),
		cmocka_unit_test(sniffs),
		cmocka_unit_test(failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
