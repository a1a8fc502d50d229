/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include <jansson.h>

#include "agent/outputs/output.h"
#include "dashboards/export.h"

static struct dist *made(void)
{
	static const struct dist_run runs[] = {{-3, 1}, {10, 2}, {400, 1}};
	struct dist *d = NULL;

	assert_ok(dist_from_runs(runs, ARRAY_LEN(runs), &d, NULL));
	d->missed = 1;
	return d;
}

static void test_json(void **state)
{
	scoped(dist_freep) struct dist *d = made();
	struct export_row rows[] = {{"all \"x\"", "us", "lower", d}, {"b", "ns", "higher", d}};
	scoped(buf_fini) struct buf out = {0};
	json_t *all, *root, *hist;

	(void)state;
	assert_ok(dist_set_censored(d, 400, 2, NULL));
	export_json(&out, rows, 2);
	all = json_loads(buf_cstr(&out), 0, NULL);
	assert_non_null(all);
	root = json_array_get(json_object_get(all, "series"), 0);
	assert_string_equal(json_string_value(json_object_get(root, "name")), "all \"x\"");
	assert_int_equal(json_integer_value(json_object_get(root, "n")), 6);
	assert_int_equal(json_integer_value(json_object_get(root, "missed")), 1);
	assert_int_equal(json_integer_value(json_object_get(root, "censored")), 2);
	assert_int_equal(json_integer_value(json_object_get(root, "bound")), 400);
	hist = json_object_get(root, "hist");
	assert_int_equal(json_array_size(hist), 3);
	assert_int_equal(json_integer_value(json_array_get(json_array_get(hist, 1), 1)), 2);
	json_decref(all);
}

static void test_csv(void **state)
{
	scoped(dist_freep) struct dist *d = made();
	struct export_row rows[] = {{"a,\"b\"", "us", "lower", d}, {"c", "us", "lower", d}};
	scoped(buf_fini) struct buf one = {0}, two = {0};

	(void)state;
	export_csv(&one, rows, 1);
	assert_string_equal(buf_cstr(&one), "value,count\n-3,1\n10,2\n400,1\n");
	export_csv(&two, rows, 2);
	assert_string_equal(buf_cstr(&two),
		"series,value,count\n"
		"\"a,\"\"b\"\"\",-3,1\n\"a,\"\"b\"\"\",10,2\n"
		"\"a,\"\"b\"\"\",400,1\nc,-3,1\nc,10,2\nc,400,1\n");
}

static void test_hgrm(void **state)
{
	scoped(dist_freep) struct dist *d = made();
	scoped(buf_fini) struct buf out = {0};

	(void)state;
	export_hgrm(&out, d);
	assert_string_equal(buf_cstr(&out),
		"       Value     Percentile TotalCount 1/(1-Percentile)\n"
		"\n"
		"      -3.000 0.250000000000          1           1.33\n"
		"      10.000 0.750000000000          3           4.00\n"
		"     400.000 1.000000000000          4\n"
		"#[Mean    =      104.250, StdDeviation   =      170.834]\n"
		"#[Max     =      400.000, Total count    =            4]\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_csv),
		cmocka_unit_test(test_hgrm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
