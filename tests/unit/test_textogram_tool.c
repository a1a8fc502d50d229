/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The bytes of textogram and st: own samples, the mails of the sched-idle series, and the collected answers. */
#include "test.h"

#include "dashboards/st.h"
#include "dashboards/textogram_tool.h"

#define BLANKS "                                                  "

static void check(const struct dist_run *runs, size_t len, int64_t a, int64_t z, size_t n,
	enum textogram_share share, const char *wanted)
{
	scoped(dist_freep) struct dist *d = NULL;
	scoped(buf_fini) struct buf out = {0};

	assert_ok(dist_from_runs(runs, len, &d, NULL));
	textogram_tool(&out, d, a, z, n, share, 0);
	assert_string_equal(buf_cstr(&out), wanted);
}

/* Test 2A of the mail: 1218 of 4710 above 1000, told as 34 %; one sample was exactly 1000 and is on no line. */
static void test_mail(void **state)
{
	static const struct dist_run runs[] = {{50, 3102}, {150, 148}, {250, 41}, {350, 27},
		{450, 33}, {550, 32}, {650, 36}, {750, 27}, {850, 19}, {950, 26}, {1000, 1},
		{67664, 1218}};

	(void)state;
	check(runs, ARRAY_LEN(runs), 0, 1000, 10, TEXTOGRAM_OF_INSIDE,
		"\n"
		"   0 - 100  : ##################################################   88% (3102)\n"
		" 100 - 200  : ##                                                    4% (148)\n"
		" 200 - 300  : " BLANKS "    1% (41)\n"
		" 300 - 400  : " BLANKS "    0% (27)\n"
		" 400 - 500  : " BLANKS "    0% (33)\n"
		" 500 - 600  : " BLANKS "    0% (32)\n"
		" 600 - 700  : " BLANKS "    1% (36)\n"
		" 700 - 800  : " BLANKS "    0% (27)\n"
		" 800 - 900  : " BLANKS "    0% (19)\n"
		" 900 - 1000 : " BLANKS "    0% (26)\n"
		"      >1000 : 34% (1218)\n"
		"\n");
}

static void test_shares_of_all(void **state)
{
	static const struct dist_run runs[] = {{0, 1}, {10, 1}, {20, 1}, {21, 5}};

	(void)state;
	check(runs, ARRAY_LEN(runs), 0, 20, 2, TEXTOGRAM_OF_ALL,
		"\n"
		" 0 - 10 : ##################################################   12% (1)\n"
		"10 - 20 : ##################################################   12% (1)\n"
		"    >20 : 62% (5)\n"
		"\n");
}

/* Below the first edge: labels move down by one. */
static void test_below(void **state)
{
	static const struct dist_run runs[] = {{-7, 1}, {0, 2}, {10, 1}};

	(void)state;
	check(runs, ARRAY_LEN(runs), 0, 20, 2, TEXTOGRAM_OF_ALL,
		"    < 0 : 25% (1)\n"
		"\n"
		"    < 0 : ##################################################   50% (2)\n"
		" 0 - 10 : #########################                            25% (1)\n"
		"\n");
}

static void test_nothing_inside(void **state)
{
	static const struct dist_run runs[] = {{30, 2}};

	(void)state;
	check(runs, ARRAY_LEN(runs), 0, 20, 1, TEXTOGRAM_OF_ALL,
		"\n 0 - 20 : " BLANKS "\n    >20 : 100% (2)\n\n");
	check(runs, ARRAY_LEN(runs), 0, 20, 1, TEXTOGRAM_OF_INSIDE,
		"\n 0 - 20 : " BLANKS "\n    >20 : (2)\n\n");
}

static void test_censored_are_above(void **state)
{
	static const struct dist_run runs[] = {{5, 1}};
	scoped(dist_freep) struct dist *d = NULL;
	scoped(buf_fini) struct buf out = {0};

	(void)state;
	assert_ok(dist_from_runs(runs, 1, &d, NULL));
	assert_ok(dist_set_censored(d, 60, 3, NULL));
	textogram_tool(&out, d, 0, 20, 2, TEXTOGRAM_OF_ALL, 0);
	assert_non_null(strstr(buf_cstr(&out), "    >20 : 75% (3)\n"));
}

/* Samples in steps of 1/100. */
static void test_decimals(void **state)
{
	static const struct dist_run runs[] = {{150, 1}, {225, 1}, {300, 1}};
	scoped(dist_freep) struct dist *d = NULL;
	scoped(buf_fini) struct buf out = {0};

	(void)state;
	assert_ok(dist_from_runs(runs, ARRAY_LEN(runs), &d, NULL));
	textogram_tool(&out, d, 0, 300, 2, TEXTOGRAM_OF_ALL, 2);
	assert_string_equal(buf_cstr(&out),
		"\n"
		"0 - 1 : " BLANKS "\n"
		"1 - 3 : ##################################################   66% (2)\n"
		"\n");
}

static void test_st(void **state)
{
	static const struct {
		struct dist_run runs[2];
		size_t len;
		int shift;
		const char *wanted;
	} rows[] = {
		{{{7, 1}}, 1, 0, "1\t7\t7\t7\t7\t0\n"},
		{{{-1, 1}, {2, 1}}, 2, 0, "2\t-1\t2\t1\t0.5\t2.12132\n"},
		{{{1116, 4710}, {5000, 1}}, 2, 0,
			"4711\t1116\t5000\t5.26136e+06\t1116.82\t56.5878\n"},
		{{{0, 1000000}, {1, 1000000}}, 2, 0, "2e+06\t0\t1\t1e+06\t0.5\t0.5\n"},
		{{{150, 1}, {225, 1}}, 2, 2, "2\t1.5\t2.25\t3.75\t1.875\t0.53033\n"},
		{{{1, 1}, {3, 1}}, 2, -3, "2\t1000\t3000\t4000\t2000\t1414.21\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scoped(dist_freep) struct dist *d = NULL;
		scoped(buf_fini) struct buf out = {0};

		assert_ok(dist_from_runs(rows[i].runs, rows[i].len, &d, NULL));
		st_line(&out, d, rows[i].shift);
		assert_string_equal(buf_cstr(&out), rows[i].wanted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mail),
		cmocka_unit_test(test_shares_of_all),
		cmocka_unit_test(test_below),
		cmocka_unit_test(test_nothing_inside),
		cmocka_unit_test(test_censored_are_above),
		cmocka_unit_test(test_decimals),
		cmocka_unit_test(test_st),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
