/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/read_output.h"

static const struct output_format *const f = &format_hgrm;

#define HEADER "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
#define FOOT(total)                                                         \
	"#[Mean    =        5.421, StdDeviation   =        0.912]\n"        \
	"#[Max     =       57.000, Total count    =           " total "]\n" \
	"#[Buckets =           22, SubBuckets     =         2048]\n"

static void differences_are_runs(void **state)
{
	struct output o;
	const struct output_series *s;

	(void)state;
	read_text(f,
		HEADER "       4.000 0.000000000000          2           1.00\n"
		       "       5.000 0.500000000000         60           2.00\n"
		       "       5.000 0.550000000000         60           2.22\n"
		       "      57.000 1.000000000000        100          inf\n" FOOT("100"),
		&o);
	s = series(&o, "values");
	assert_string_equal(s->unit, "");
	assert_int_equal(s->nruns, 3);
	assert_int_equal(s->run[0].value, 4);
	assert_int_equal(s->run[0].count, 2);
	assert_int_equal(s->run[1].count, 58);
	assert_int_equal(s->run[2].value, 57);
	assert_int_equal(s->run[2].count, 40);
	assert_note(&o, NOTE_INFO, 1, "later one");
	assert_sound(&o);
	output_fini(&o);
}

static void fractions_and_csv(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		"\"Value\",\"Percentile\",\"TotalCount\",\"1/(1-Percentile)\"\n"
		"0.500,0.000000000000,1,1.00\n2.250,1.000000000000,4,Infinity\n" FOOT("4"),
		&o);
	assert_string_equal(series(&o, "values")->unit, "e-2");
	assert_int_equal(series(&o, "values")->run[0].value, 50);
	assert_int_equal(series(&o, "values")->run[1].value, 225);
	assert_int_equal(series(&o, "values")->run[1].count, 3);
	assert_sound(&o);
	output_fini(&o);
}

static void cut(void **state)
{
	struct output o;

	(void)state;
	read_text(f, HEADER "4.000 0.0 2 1.00\n5.000 0.5 6", &o);
	assert_int_equal(series(&o, "values")->nruns, 1);
	assert_note(&o, NOTE_CUT, 1, "ends before");
	output_fini(&o);
	read_text(f, HEADER "4.000 0.0 2 1.00\n" FOOT("100"), &o);
	assert_note(&o, NOTE_CUT, 1, "counts 2 samples, its foot says 100");
	output_fini(&o);
	read_text(f, HEADER "4.000 0.0 2 1.00\n" FOOT("1"), &o);
	assert_note(&o, NOTE_MISMATCH, 1, "counts 2 samples, its foot says 1");
	output_fini(&o);
}

static void refused(void **state)
{
	(void)state;
	assert_refused(f, "4.000 0.0 2 1.00\n", "no header line");
	assert_refused(f, HEADER HEADER, "line 3: a second table");
	assert_refused(f, HEADER "4.000 0.0\n", "line 3: not a line of");
	assert_refused(f, HEADER "x 0.0 2\n", "line 3: a value that is no number");
	assert_refused(f, HEADER "0.0000000001 0.0 2\n", "line 3: a value that is no number");
	assert_refused(f, HEADER "4 0.0 2\n5 0.5 1\n", "line 4: its count is smaller");
	assert_refused(f, HEADER "4 0.0 2\n3 0.5 4\n", "line 4: its value is smaller");
	assert_refused(f, HEADER "4 0.0 -2\n", "line 3: its count is smaller");
}

static void failures(void **state)
{
	(void)state;
	walk_failures(f, HEADER "4.000 0.0 2 1.00\n" FOOT("100"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(differences_are_runs),
		cmocka_unit_test(fractions_and_csv),
		cmocka_unit_test(cut),
		cmocka_unit_test(refused),
		cmocka_unit_test(failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
