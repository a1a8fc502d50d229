/* SPDX-License-Identifier: GPL-2.0-or-later */
/* svg.c, and what histogram.c and plots.c draw with it. */
#include "test.h"

#include <math.h>

#include "dashboards/histogram.h"
#include "dashboards/plots.h"
#include "dashboards/svg.h"
#include "page_check.h"

static void test_places(void **state)
{
	struct svg_axis linear = {false, 0, 10, 100, 200}, log_down = {true, 1, 100, 300, 100};

	(void)state;
	assert_true(svg_at(&linear, 5) == 150);
	assert_true(svg_at(&linear, -1e300) == 100);
	assert_true(svg_at(&linear, INFINITY) == 200);
	assert_true(svg_at(&linear, NAN) == 100);
	assert_true(fabs(svg_at(&log_down, 10) - 200) < 1e-9);
	assert_true(svg_at(&log_down, 0) == 300);
	assert_true(svg_at(&log_down, -5) == 300);
	assert_true(svg_at(&log_down, 1e9) == 100);
}

/* For any range: some ticks, never too many, rising, on the axis. */
static void test_ticks(void **state)
{
	double tick[SVG_TICKS_MAX];

	(void)state;
	for (int i = 0; i < 400; i++) {
		bool is_log = i % 2;
		double lo = is_log ? pow(10, i % 5) * (1 + i % 2) : 0,
		       hi = (lo + 1) * pow(1.1, 1 + i);
		struct svg_axis a = {is_log, lo, is_log ? MAX(hi, lo * 10) : hi, 64, 650};
		size_t n = svg_ticks(&a, tick);

		assert_in_range(n, 1, SVG_TICKS_MAX);
		for (size_t k = 0; k < n; k++) {
			assert_true(tick[k] >= a.lo * 0.999 && tick[k] <= a.hi * 1.001);
			assert_true(!k || tick[k] > tick[k - 1]);
			assert_false(signbit(tick[k]));
		}
	}
}

static void metric_with(struct run_metric *m, struct dist *d)
{
	*m = (struct run_metric){.name = (char *)(uintptr_t) "m",
		.unit = (char *)(uintptr_t) "us",
		.resolution = 1,
		.dist = d};
}

static void expect(
	const struct dist_run *runs, size_t len, uint64_t missed, const char *text, bool there)
{
	scoped(dist_freep) struct dist *d = NULL;
	scoped(buf_fini) struct buf out = {0};
	struct run_metric m;

	assert_ok(dist_from_runs(runs, len, &d, NULL));
	d->missed = missed;
	metric_with(&m, d);
	histogram_svg(&out, &m, "h");
	assert_null(page_check_html(&out));
	if ((strstr(buf_cstr(&out), text) != NULL) != there)
		fail_msg("\"%s\" is %s: %s", text, there ? "missing" : "there", buf_cstr(&out));
}

/* Missed activations never stand among what was measured. */
static void test_missed_apart(void **state)
{
	static const struct dist_run zeros[] = {{0, 30}, {70, 500}}, none[] = {{70, 500}, {90, 2}};

	(void)state;
	expect(zeros, 2, 20, "<title>missed: 20</title>", true);
	expect(zeros, 2, 20, "<title>0: 10</title>", true);
	expect(zeros, 2, 30, "<title>0: ", false);
	expect(zeros, 2, 0, "missed", false);
	expect(none, 2, 5, "<title>missed", false);
	expect(none, 2, 5,
		"5 of 502 activations were missed (0.996 %): not measured, yet counted among the bars",
		true);
}

static void test_sentences(void **state)
{
	static const struct dist_run one[] = {{70, 1}}, zero[] = {{0, 5}};

	(void)state;
	expect(NULL, 0, 0, "No samples", true);
	expect(one, 1, 0, "One sample: 70 us.", true);
	expect(zero, 1, 5, "All 5 activations were missed", true);
	expect(zero, 1, 0, "at or below 0", true);
	expect(zero, 1, 0, "<svg", false);
}

/* Every sample of the buckets' titles together, with the bars apart, is the distribution. */
static void test_bars_hold_all(void **state)
{
	static int64_t sample[3000];
	scoped(dist_freep) struct dist *d = NULL;
	scoped(buf_fini) struct buf out = {0};
	struct run_metric m;
	uint64_t random = 3, sum = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(sample); i++)
		sample[i] = (int64_t)(test_random(&random) % 100000) - 100;
	assert_ok(dist_from_samples(sample, ARRAY_LEN(sample), &d, NULL));
	assert_ok(dist_set_censored(d, 200000, 17, NULL));
	metric_with(&m, d);
	histogram_svg(&out, &m, "h");
	for (const char *at = buf_cstr(&out); (at = strstr(at, "<g><title>")); at++)
		sum += strtoull(strstr(at, ": ") + 2, NULL, 10);
	assert_int_equal(sum, d->n);
}

static void test_percentiles_need_ten(void **state)
{
	static const struct dist_run nine[] = {{70, 9}}, ten[] = {{70, 10}};
	scoped(dist_freep) struct dist *few = NULL, *enough = NULL;
	scoped(buf_fini) struct buf out = {0};
	struct run_metric m;

	(void)state;
	assert_ok(dist_from_runs(nine, 1, &few, NULL));
	assert_ok(dist_from_runs(ten, 1, &enough, NULL));
	metric_with(&m, few);
	plots_percentiles(&out, &m, "p");
	assert_int_equal(out.len, 0);
	metric_with(&m, enough);
	plots_percentiles(&out, &m, "p");
	assert_non_null(strstr(buf_cstr(&out), "<svg"));
	assert_null(page_check_html(&out));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_ticks),
		cmocka_unit_test(test_missed_apart),
		cmocka_unit_test(test_sentences),
		cmocka_unit_test(test_bars_hold_all),
		cmocka_unit_test(test_percentiles_need_ten),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
