/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/quantile.h"
#include "tests/unit/read_output.h"

static const struct output_format *const f = &format_cyclictest_hist;

#define FOOT(total, min, max, over)                                                    \
	"# Total: " total "\n# Min Latencies: " min "\n# Avg Latencies: 00001 00001\n" \
	"# Max Latencies: " max "\n# Histogram Overflows: " over "\n"                  \
	"# Histogram Overflow at cycle number:\n# Thread 0:\n# Thread 1: 00004 # 00002 others\n"

static const char two_threads[] =
	"# /dev/cpu_dma_latency set to 0us\n# Histogram\n"
	"000000 000000\t000000\n000001 000010\t000000\n000002 000005\t000007\n" FOOT(
		"000000015 000000007", "00001 00002", "00002 00090", "00000 00003");

static struct dist *dist_of(const struct output *o, const char *name)
{
	struct dist *d = NULL;

	assert_ok(output_dist(series(o, name), &d, NULL));
	return d;
}

static void columns_are_threads(void **state)
{
	struct dist *d;
	struct output o;
	bool beyond;

	(void)state;
	read_text(f, two_threads, &o);
	d = dist_of(&o, "T:0");
	assert_int_equal(d->encoding, DIST_EXACT);
	assert_int_equal(d->n, 15);
	assert_int_equal(dist_quantile(d, 0.5, NULL), 1);
	assert_int_equal(dist_quantile(d, 1, NULL), 2);
	dist_free(d);
	d = dist_of(&o, "T:1");
	assert_int_equal(d->n, 10);
	assert_int_equal(d->censored, 3);
	assert_int_equal(dist_quantile(d, 0.7, &beyond), 2);
	assert_false(beyond);
	assert_int_equal(dist_quantile(d, 0.71, &beyond), 2);
	assert_true(beyond); /* more than 2, not 2 */
	dist_free(d);
	assert_scalar(&o, "T:1:max", 90);
	assert_null(output_find(&o, "T:0:max"));
	assert_note(&o, NOTE_INFO, 3, "the largest is 90 us");
	assert_sound(&o);
	output_fini(&o);
}

static void the_sum_of_all_is_no_thread(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		"# Histogram\n000001 000010\t000000\t000010\n000002 000005\t000007\t000012\n"
		"# Total: 15 7 22\n# Min Latencies: 1 2\n# Avg Latencies: 1 2\n"
		"# Max Latencies: 2 2 2\n# Histogram Overflows: 0 0 0\n",
		&o);
	assert_int_equal(o.nseries, 2);
	assert_sound(&o);
	output_fini(&o);
	read_text(f,
		"# Histogram\n000001 000010\t000000\t000010\n000002 000005\t000007\t000013\n"
		"# Min Latencies: 1 2\n# Max Latencies: 2 2 2\n# Histogram Overflows: 0 0 0\n",
		&o);
	assert_int_equal(o.nseries, 2);
	assert_note(&o, NOTE_MISMATCH, 1, "hold 22 samples, the column of all 23");
	output_fini(&o);
}

static void missing_rows(void **state)
{
	struct output o;

	(void)state;
	/* with a total it says how many */
	read_text(f,
		"# Histogram\n000004 000002\n# Total: 1000\n# Min Latencies: 1\n"
		"# Max Latencies: 70\n# Histogram Overflows: 10\n",
		&o);
	assert_note(&o, NOTE_CUT, 998, "of 1000 samples 998 are in no row");
	assert_int_equal(series(&o, "T:0")->unknown, 998);
	output_fini(&o);
	/* without one, as the newest releases print, min and max tell */
	read_text(f,
		"# Histogram\n000004 000002\n# Min Latencies: 1\n# Max Latencies: 4\n"
		"# Histogram Overflows: 0\n",
		&o);
	assert_note(&o, NOTE_CUT, 1, "go from 4 to 4, its min is 1");
	output_fini(&o);
	read_text(f,
		"# Histogram\n000004 000002\n# Min Latencies: 4\n# Max Latencies: 6\n"
		"# Histogram Overflows: 0\n",
		&o);
	assert_note(&o, NOTE_CUT, 1, "its max is 6");
	output_fini(&o);
	read_text(f,
		"# Histogram\n000004 000002\n# Total: 1\n# Min Latencies: 4\n"
		"# Max Latencies: 4\n# Histogram Overflows: 0\n",
		&o);
	assert_note(&o, NOTE_MISMATCH, 1, "its total says 1");
	output_fini(&o);
}

static void cut_files(void **state)
{
	struct output o;

	(void)state;
	read_text(f, "# Histogram\n000001 000010\n000002 0000", &o);
	assert_int_equal(series(&o, "T:0")->nruns, 1);
	assert_note(&o, NOTE_CUT, 1, "how many lie above the last row is unknown");
	output_fini(&o);
	/* "1" of 12 overflows must not be read as 1 */
	read_text(f,
		"# Histogram\n000001 000010\n# Total: 10\n# Min Latencies: 1\n"
		"# Max Latencies: 9\n# Histogram Overflows: 1",
		&o);
	assert_int_equal(series(&o, "T:0")->above, 0);
	assert_note(&o, NOTE_CUT, 1, "unknown");
	output_fini(&o);
	/* the lists of cycles are not needed */
	read_text(f,
		"# Histogram\n000001 000010\n# Total: 10\n# Min Latencies: 1\n"
		"# Max Latencies: 1\n# Histogram Overflows: 0\n# Thread 0: 12",
		&o);
	assert_sound(&o);
	output_fini(&o);
}

static void nanoseconds(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		"T: 0 (  812) P:80 I:1000 C:    100 Min:   1200 Act:    1500 Avg:    1420 Max:   "
		"1500\n# Histogram\n001200 01\n001500 01\n# Total: 2\n# Min Latencies: 1200\n"
		"# Max Latencies: 1500\n# Histogram Overflows: 0\n",
		&o);
	assert_string_equal(series(&o, "T:0")->unit, "ns");
	assert_sound(&o);
	output_fini(&o);
}

static void refused(void **state)
{
	(void)state;
	assert_refused(f, "# Histogram\n", "no row");
	assert_refused(f, "# Histogram\n000001 000010\n000001 000010\n", "line 3: bucket 1 comes");
	assert_refused(f, "# Histogram\n000001 01 02\n000002 01\n", "line 3: bucket 2 has fewer");
	assert_refused(f, "# Histogram\n000001 01\n000002 01 02\n", "line 3: bucket 2 has more");
	assert_refused(f, "# Histogram\n000001 01\n000002 0x\n", "line 3: bucket 2: not a row");
	assert_refused(f, "# Histogram\n000001 -1\n", "line 2: bucket 1: not a row");
	assert_refused(f, "# Histogram\n000001\n", "line 2: a bucket without counts");
	assert_refused(f, "# Histogram\n000001 01\n# Total: 1\n# Total: 1\n", "there twice");
	assert_refused(f, "# Histogram\n000001 01\n# Total: x\n", "line 3: not a row of numbers");
	assert_refused(f, "# Histogram\n000001 01\n# Histogram\n", "a second histogram");
	assert_refused(f, "# Histogram\n9007199254740993 01\n", "too large");
}

static void quantiles_beside_unknown_samples(void **state)
{
	const struct output_series *s;
	struct output o;
	struct err e;
	int64_t v;
	bool beyond;

	(void)state;
	/* 100 samples up to row 59, of which 10 are in rows 58 and 59, and 5 above */
	read_text(f,
		"# Histogram\n000058 000009\n000059 000001\n# Total: 100\n# Min Latencies: 4\n"
		"# Max Latencies: 99\n# Histogram Overflows: 5\n",
		&o);
	s = series(&o, "T:0");
	assert_ok(quantile_of(s, 0.96, &v, &beyond, &e));
	assert_true(beyond);
	assert_int_equal(v, 59);
	assert_ok(quantile_of(s, 100 / 105.0 + 1e-6, &v, &beyond, &e));
	assert_true(beyond);
	assert_int_equal(quantile_of(s, 100 / 105.0 - 1e-6, &v, &beyond, &e), 0);
	assert_false(beyond); /* the 100th is in the last row wherever the others are */
	assert_int_equal(v, 59);
	assert_int_equal(quantile_of(s, 0.9, &v, &beyond, &e), -E_UNSUPPORTED);
	assert_non_null(strstr(err_text(&e), "90 samples"));
	assert_int_equal(quantile_of(s, 0.5, &v, &beyond, &e), -E_UNSUPPORTED);
	output_fini(&o);
	read_text(f, two_threads, &o);
	assert_ok(quantile_of(series(&o, "T:0"), 0.5, &v, &beyond, &e));
	assert_int_equal(v, 1);
	assert_false(beyond);
	output_fini(&o);
}

static void failures(void **state)
{
	(void)state;
	walk_failures(f, two_threads);
	walk_failures(f,
		"# Histogram\n01 01 02 04\n# Total: 9 9 9\n# Min Latencies: 0 0\n"
		"# Max Latencies: 8 8 8\n# Histogram Overflows: 1 1 2\n# Break value: 3\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_threads),
		cmocka_unit_test(the_sum_of_all_is_no_thread),
		cmocka_unit_test(missing_rows),
		cmocka_unit_test(cut_files),
		cmocka_unit_test(nanoseconds),
		cmocka_unit_test(refused),
		cmocka_unit_test(quantiles_beside_unknown_samples),
		cmocka_unit_test(failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
