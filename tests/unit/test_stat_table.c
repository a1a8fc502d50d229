/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stat_table.c, and the exact decimals of format.c it stands on. */
#include "test.h"

#include <math.h>

#include "dashboards/format.h"
#include "dashboards/stat_table.h"
#include "page_check.h"
#include "schema/wire/limits.h"

static struct dist *dist_of(const struct dist_run *runs, size_t len)
{
	struct dist *d = NULL;

	assert_ok(dist_from_runs(runs, len, &d, NULL));
	return d;
}

static void test_decimals(void **state)
{
	static const struct {
		int64_t v;
		int shift;
		const char *wanted;
	} rows[] = {
		{65255, 3, "65.255"},
		{65255, -3, "65255000"},
		{65255, 0, "65255"},
		{-5, 3, "-0.005"},
		{-1184, 3, "-1.184"},
		{0, -6, "0"},
		{0, 9, "0.000000000"},
		{-SAMPLE_ABS_MAX, -9, "-9007199254740992000000000"},
		{SAMPLE_ABS_MAX, 9, "9007199.254740992"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_string_equal(format_decimal(rows[i].v, rows[i].shift).s, rows[i].wanted);
	assert_string_equal(format_six(1116.6809).s, "1116.68");
	assert_string_equal(format_six(12345678.9).s, "12345679");
	assert_string_equal(format_six(0.00001234).s, "0.000012");
	assert_string_equal(format_six((double)NAN).s, "-");
}

static void test_plain_table(void **state)
{
	static const struct dist_run one[] = {{1, 1}}, some[] = {{0, 2}, {10, 1}, {400, 1}};
	scoped(dist_freep) struct dist *a = dist_of(some, 3), *b = dist_of(one, 1),
				       *none = dist_of(NULL, 0);
	struct stat_row rows[] = {{"all", a, 0}, {"b\tc", b, 0}, {"none", none, 0}};
	scoped(buf_fini) struct buf out = {0};

	(void)state;
	a->missed = 2;
	stat_table(&out, "wu_lat in us", rows, 3, 0);
	assert_string_equal(buf_cstr(&out),
		"wu_lat in us\n"
		"      N  missed  censored  min   mean   stddev\n"
		"all   4       2         0    0  102.5  198.389\n"
		"b?c   1       0         0    1      1        -\n"
		"none  0       0         0    -      -        -\n"
		"\n"
		"      p50  p90  p95  p99  p99.9  max\n"
		"all     0  400  400  400    400  400\n"
		"b?c     1    1    1    1      1    1\n"
		"none    -    -    -    -      -    -\n");
}

static void test_beyond_and_unknown(void **state)
{
	static const struct dist_run runs[] = {{5, 900}, {6, 90}};
	scoped(dist_freep) struct dist *d = dist_of(runs, 2);
	struct stat_row rows[] = {{"beyond", d, 0}, {"unknown", d, 100}, {"hardly", d, 1}};
	scoped(buf_fini) struct buf out = {0};

	(void)state;
	assert_ok(dist_set_censored(d, 59, 10, NULL));
	stat_table(&out, "t", rows, 3, 0);
	assert_non_null(strstr(buf_cstr(&out), "beyond   1000       0        10    5  5.09091"));
	assert_non_null(strstr(buf_cstr(&out), "unknown  1100       0        10    ?        ?"));
	assert_non_null(strstr(buf_cstr(&out), "beyond     5    5    6    6    >59  >59\n"));
	assert_non_null(strstr(buf_cstr(&out), "unknown    5    ?    ?    ?    >59  >59\n"));
	assert_non_null(strstr(buf_cstr(&out), "hardly     5    ?    6    ?    >59  >59\n"));
}

static void test_width(void **state)
{
	static const int64_t size[] = {1, 1000, 1000000000, SAMPLE_ABS_MAX};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(size); i++) {
		const struct dist_run runs[] = {{-size[i], 1}, {size[i], UINT64_C(1) << 39}};
		scoped(dist_freep) struct dist *d = dist_of(runs, 2);
		scoped(dist_freep) struct dist *scalar = NULL;
		struct stat_row rows[] = {
			{"a/very/long/path/of/a/log/rt-app-cfs_thread-1.log", d, 0}, {"", d, 3}};

		assert_ok(dist_from_scalar(size[i], &scalar, NULL));
		for (int shift = -9; shift <= 9; shift += 3) {
			scoped(buf_fini) struct buf out = {0};
			struct stat_row number = {rows[0].label, scalar, 0};
			const char *wrong;

			stat_table(&out, "a title", rows, 2, shift);
			stat_scalars(&out, "numbers", &number, 1, shift);
			wrong = page_check_text(&out);
			if (wrong)
				fail_msg("%s:\n%s", wrong, buf_cstr(&out));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_decimals),
		cmocka_unit_test(test_plain_table),
		cmocka_unit_test(test_beyond_and_unknown),
		cmocka_unit_test(test_width),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
