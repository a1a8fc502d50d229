/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include <math.h>

#include "dashboards/format.h"

static void test_values(void **state)
{
	static const struct {
		double v;
		const char *unit, *text;
	} rows[] = {
		{1117, "us", "1.117 ms"},
		{102.683, "us", "102.7 us"},
		{66, "us", "66 us"},
		{0, "us", "0 us"},
		{67664, "us", "67.66 ms"},
		{999.96, "us", "1 ms"},
		{999.9, "us", "999.9 us"},
		{0.5, "us", "500 ns"},
		{1e9, "ns", "1 s"},
		{12340, "s", "12340 s"},
		{-1117, "us", "-1.117 ms"},
		{0.25, "ns", "0.25 ns"},
		{1234567, "loops", "1234567 loops"},
		{12.3456, "%", "12.35 %"},
		{9007199254740992.0, "ns", "9007199 s"},
		{NAN, "us", "-"},
		{INFINITY, "us", "-"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_string_equal(format_value(rows[i].v, rows[i].unit).s, rows[i].text);
	assert_string_equal(format_exact(67664, "us").s, "67664 us");
	assert_string_equal(format_exact(-(INT64_C(1) << 53), "ns").s, "-9007199254740992 ns");
}

static void test_long_unit(void **state)
{
	char unit[300];

	(void)state;
	memset(unit, 'u', sizeof unit - 1);
	unit[299] = 0;
	assert_in_range(strlen(format_value(1, unit).s), 1, sizeof(struct formatted) - 1);
	assert_in_range(strlen(format_exact(1, unit).s), 1, sizeof(struct formatted) - 1);
}

static void test_shares(void **state)
{
	(void)state;
	assert_string_equal(format_share(0, 0).s, "0 %");
	assert_string_equal(format_share(0, 5).s, "0 %");
	assert_string_equal(format_share(5, 5).s, "100 %");
	assert_string_equal(format_share(1, 3).s, "33.3 %");
	assert_string_equal(format_share(1, 10000000).s, "< 0.001 %");
	assert_string_equal(format_share(9999999, 10000000).s, "> 99.99 %");
	assert_string_equal(format_share(9995, 10000).s, "99.95 %");
}

static void test_times(void **state)
{
	(void)state;
	assert_string_equal(format_time(INT64_C(1796089200000000000)).s, "2026-12-01 01:40:00 UTC");
	assert_string_equal(format_minute(INT64_C(1796089200000000000)).s, "2026-12-01 01:40");
	assert_string_equal(format_iso(INT64_C(1796089200000000000)).s, "2026-12-01T01:40:00Z");
	assert_string_equal(format_time(0).s, "1970-01-01 00:00:00 UTC");
	assert_string_equal(format_duration(INT64_C(9020000000)).s, "9.02 s");
	assert_string_equal(format_duration(INT64_C(125000000000)).s, "2 min 5 s");
	assert_string_equal(format_duration(INT64_C(3780000000000)).s, "1 h 3 min");
	assert_string_equal(format_duration(0).s, "0 ns");
}

static void test_st_numbers(void **state)
{
	(void)state;
	assert_string_equal(format_g(5259560).s, "5.25956e+06");
	assert_string_equal(format_g(104.358).s, "104.358");
	assert_string_equal(format_g(NAN).s, "-");
	assert_string_equal(format_count(1, "boot").s, "1 boot");
	assert_string_equal(format_count(0, "boot").s, "0 boots");
}

static void test_quantiles(void **state)
{
	static const int64_t sample[] = {5, 6, 7, 8};
	scoped(dist_freep) struct dist *d = NULL;
	struct dist empty = {.encoding = DIST_EXACT};
	struct dist_summary s;

	(void)state;
	assert_ok(dist_from_samples(sample, ARRAY_LEN(sample), &d, NULL));
	s = dist_summarise(d);
	assert_true(fabs(format_sd(&s) - 1.2909944487358056) < 1e-12);
	assert_ok(dist_set_censored(d, 1000, 4, NULL));
	assert_string_equal(format_quantile(d, 0.5, "us").s, "8 us");
	assert_string_equal(format_quantile(d, 0.9, "us").s, "> 1000 us");
	assert_string_equal(format_quantile_short(d, 1, "us").s, "> 1 ms");
	assert_string_equal(format_quantile(&empty, 0.5, "us").s, "-");
	s = (struct dist_summary){.n = 1};
	assert_true(isnan(format_sd(&s)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_long_unit),
		cmocka_unit_test(test_shares),
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_st_numbers),
		cmocka_unit_test(test_quantiles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
