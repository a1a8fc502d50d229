/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "schema/wire/dist.h"

#include <math.h>

#include "base/mem.h"
#include "schema/wire/limits.h"
#include "test.h"

static struct dist *of(const int64_t *samples, size_t n)
{
	struct dist *d = NULL;

	assert_ok(dist_from_samples(samples, n, &d, NULL));
	return d;
}

#define OF(...) of((const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / 8)

static void encode(const struct dist *d, struct buf *out)
{
	buf_clear(out);
	assert_ok(dist_encode(d, out, NULL));
}

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Latencies as boards give them: a mode, a shoulder, a heavy tail; scale 1 for us, 1000 for ns. */
static int64_t *made_samples(size_t n, int64_t scale, uint64_t seed)
{
	int64_t *s = mem_array(n, sizeof *s);

	assert_non_null(s);
	for (size_t i = 0; i < n; i++) {
		double u = (double)(test_random(&seed) >> 11) / 9007199254740992.0;
		double v = u < 0.8 ? 60 + 20 * u : u < 0.99 ? 80 / (1.0 - u) : 0;

		s[i] = (int64_t)(v * (double)scale);
	}
	return s;
}

static void what_was_put_in_comes_out(void **state)
{
	static const int64_t scales[] = {1, 1000, 1000000000};
	static const size_t sizes[] = {0, 1, 2, 17, 1000, 50000};

	(void)state;
	for (size_t k = 0; k < ARRAY_LEN(scales) * ARRAY_LEN(sizes); k++) {
		size_t n = sizes[k / ARRAY_LEN(scales)], at = 0;
		scoped(mem_freep)
			int64_t *s = made_samples(n, scales[k % ARRAY_LEN(scales)], k + 1);
		scoped(dist_freep) struct dist *d = of(s, n), *back = NULL;
		scoped(buf_fini) struct buf b = {0}, again = {0};

		encode(d, &b);
		assert_ok(dist_decode(cursor_over(b.data, b.len), &back, NULL));
		qsort(s, n, sizeof *s, by_value);
		assert_int_equal(back->n, n);
		for (size_t i = 0; i < back->len; i++)
			for (uint64_t c = 0; c < back->runs[i].count; c++)
				assert_int_equal(back->runs[i].value, s[at++]);
		assert_int_equal(at, n);
		encode(back, &again);
		assert_int_equal(again.len, b.len);
		assert_memory_equal(again.data, b.data, b.len);
	}
}

static void the_ends_of_the_range_hold(void **state)
{
	scoped(dist_freep) struct dist *d = OF(SAMPLE_ABS_MAX, -SAMPLE_ABS_MAX, 0, -1, -1),
				       *back = NULL;
	scoped(buf_fini) struct buf b = {0};
	struct dist *none = NULL;
	int64_t beyond = SAMPLE_ABS_MAX + 1;
	struct err e = {0};

	(void)state;
	encode(d, &b);
	assert_ok(dist_decode(cursor_over(b.data, b.len), &back, NULL));
	assert_int_equal(back->runs[0].value, -SAMPLE_ABS_MAX);
	assert_int_equal(back->runs[3].value, SAMPLE_ABS_MAX);
	assert_int_equal(dist_from_samples(&beyond, 1, &none, &e), -E_TOO_BIG);
	assert_null(none);
}

static void quantiles_are_those_of_sorting(void **state)
{
	static const double qs[] = {0, 0.001, 0.07, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1};

	(void)state;
	for (size_t n = 1; n <= 2000; n += n < 130 ? 1 : 617) {
		scoped(mem_freep) int64_t *s = made_samples(n, 1, n);
		scoped(dist_freep) struct dist *d = of(s, n);

		qsort(s, n, sizeof *s, by_value);
		for (size_t k = 0; k < ARRAY_LEN(qs); k++) {
			/* the rank in whole numbers: q in ten-thousandths */
			size_t rank = (n * (size_t)llround(qs[k] * 10000) + 9999) / 10000;

			assert_int_equal(dist_quantile(d, qs[k], NULL), s[rank ? rank - 1 : 0]);
		}
	}
}

static void merging_is_encoding_together(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 60; seed++) {
		uint64_t dice = seed;
		size_t na = test_random(&dice) % 900, nb = test_random(&dice) % 900;
		scoped(mem_freep) int64_t *s = made_samples(na + nb, seed % 2 ? 1 : 1000, seed);
		scoped(dist_freep) struct dist *a = of(s, na), *b = of(s + na, nb),
					       *both = of(s, na + nb), *merged = NULL;
		scoped(buf_fini) struct buf x = {0}, y = {0};

		assert_ok(dist_merge(a, b, &merged, NULL));
		encode(merged, &x);
		encode(both, &y);
		assert_int_equal(x.len, y.len);
		assert_memory_equal(x.data, y.data, y.len);
	}
}

/* (a + b) - b = a, byte for byte. */
static void subtracting_undoes_merging(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 40; seed++) {
		uint64_t dice = seed;
		size_t na = test_random(&dice) % 900, nb = test_random(&dice) % 900;
		scoped(mem_freep) int64_t *s = made_samples(na + nb, seed % 2 ? 1 : 1000, seed);
		scoped(dist_freep) struct dist *a = of(s, na), *b = of(s + na, nb), *both = NULL,
					       *back = NULL;
		scoped(buf_fini) struct buf x = {0}, y = {0};

		a->missed = na / 3;
		b->missed = nb / 4;
		assert_ok(dist_merge(a, b, &both, NULL));
		assert_ok(dist_subtract(both, b, &back, NULL));
		encode(back, &x);
		encode(a, &y);
		assert_int_equal(x.len, y.len);
		assert_memory_equal(x.data, y.data, y.len);
	}
}

static void only_a_part_can_be_subtracted(void **state)
{
	scoped(dist_freep) struct dist *whole = OF(1, 2, 2, 5), *value = OF(3), *count = OF(1, 1),
				       *bound = OF(1), *ret = NULL;

	(void)state;
	assert_int_equal(dist_subtract(whole, value, &ret, NULL), -E_MALFORMED);
	assert_int_equal(dist_subtract(whole, count, &ret, NULL), -E_MALFORMED);
	assert_ok(dist_set_censored(bound, 9, 1, NULL));
	assert_int_equal(dist_subtract(whole, bound, &ret, NULL), -E_UNSUPPORTED);
	assert_null(ret);
}

static void bins_hold_what_lies_between_their_edges(void **state)
{
	static const int64_t edge[] = {0, 10, 20, 21};
	scoped(dist_freep) struct dist *d = OF(-1, 0, 9, 10, 20, 20, 21, 99);
	uint64_t count[3] = {7, 7, 7};

	(void)state;
	dist_bins(d, edge, 4, count);
	assert_int_equal(count[0], 2);
	assert_int_equal(count[1], 1);
	assert_int_equal(count[2], 2);
	dist_bins(d, edge, 1, count);
	dist_bins(d, edge, 0, count);
}

static void a_bound_is_never_reported_as_a_value(void **state)
{
	scoped(dist_freep) struct dist *d = OF(1, 2, 3, 4, 5, 6), *back = NULL;
	scoped(buf_fini) struct buf b = {0};
	bool beyond;

	(void)state;
	assert_int_equal(dist_set_censored(d, 5, 4, NULL), -E_MALFORMED);
	assert_ok(dist_set_censored(d, 59, 4, NULL));
	encode(d, &b);
	assert_ok(dist_decode(cursor_over(b.data, b.len), &back, NULL));
	assert_int_equal(back->n, 10);
	assert_int_equal(dist_quantile(back, 0.6, &beyond), 6);
	assert_false(beyond);
	assert_int_equal(dist_quantile(back, 0.61, &beyond), 59);
	assert_true(beyond);
	assert_int_equal(dist_count_above(back, 4), 6);
	assert_int_equal(dist_count_above(back, 60), 0);
	assert_int_equal(dist_summarise(back).max, 6);
}

static void a_bound_not_reached_leaves_it_exact(void **state)
{
	scoped(dist_freep) struct dist *d = OF(1, 2);

	(void)state;
	assert_ok(dist_set_censored(d, 59, 0, NULL));
	assert_int_equal(d->encoding, DIST_EXACT);
}

static void unlike_ones_do_not_merge(void **state)
{
	scoped(dist_freep) struct dist *a = OF(1, 2), *b = OF(1), *high = OF(100), *scalar = NULL,
				       *ret = NULL;

	(void)state;
	assert_ok(dist_from_scalar(7, &scalar, NULL));
	assert_int_equal(dist_merge(a, scalar, &ret, NULL), -E_UNSUPPORTED);
	assert_ok(dist_set_censored(a, 50, 1, NULL));
	assert_int_equal(dist_merge(a, high, &ret, NULL), -E_UNSUPPORTED);
	assert_ok(dist_set_censored(b, 60, 1, NULL));
	assert_int_equal(dist_merge(a, b, &ret, NULL), -E_UNSUPPORTED);
	assert_null(ret);
}

static void the_summary_is_exact(void **state)
{
	scoped(dist_freep) struct dist *d = OF(4, 2, 2, 8),
				       *far = OF(SAMPLE_ABS_MAX, SAMPLE_ABS_MAX - 2);
	struct dist_summary s = dist_summarise(d);

	(void)state;
	assert_int_equal(s.n, 4);
	assert_int_equal(s.min, 2);
	assert_int_equal(s.max, 8);
	assert_true(s.mean == 4.0);
	assert_true(s.m2 == 24.0);
	assert_int_equal(s.p50, 2);
	assert_int_equal(s.p90, 8);
	s = dist_summarise(far);
	assert_true(s.mean == (double)(SAMPLE_ABS_MAX - 1));
	assert_true(s.m2 == 2.0);
}

/* One input a fault: what a hostile or broken encoder could send. */
static void what_encode_cannot_write_is_refused(void **state)
{
	static const struct {
		const char *what, *bytes;
		size_t len;
	} bad[] = {
#define BAD(what, bytes) {what, bytes, sizeof(bytes) - 1}
		BAD("nothing", ""),
		BAD("encoding 0", "\0\1\0\1\0\3"),
		BAD("encoding 4", "\4\1\0\1\0\3"),
		BAD("n above its limit", "\1\xff\xff\xff\xff\xff\xff\x7f\0\1\0\3"),
		BAD("more missed than samples", "\1\1\2\1\0\3"),
		BAD("more values than samples", "\1\1\0\2\0\3"),
		BAD("samples without values", "\1\1\0\0"),
		BAD("more values than the bits can hold", "\1\x80\x80\x80\1\0\xff\xff\1\0\3"),
		BAD("counts sum to less", "\1\5\0\1\0\1"),
		BAD("padding bits", "\1\1\0\1\0\3"),
		BAD("a byte too many", "\1\1\0\1\0\1\0"),
		BAD("bits missing", "\1\1\0\1\0"),
		BAD("a varint with padding", "\1\x81\0\0\1\0\1"),
		BAD("a value beyond 2^53", "\1\1\0\1\xff\xff\xff\xff\xff\xff\xff\x7f\1"),
		BAD("censored none", "\2\1\0\1\2\0\0\1"),
		BAD("a value above the bound", "\2\2\0\1\2\1\4\1"),
		BAD("a scalar of two", "\3\2\0\1\0\2"),
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		struct dist *d = NULL;
		struct err e = {0};

		if (dist_decode(cursor_over(bad[i].bytes, bad[i].len), &d, &e) != -E_MALFORMED)
			fail_msg("accepted: %s", bad[i].what);
		assert_null(d);
		assert_true(e.text[0]);
	}
}

static void memory_can_run_out(void **state)
{
	int64_t samples[] = {5, 1, 5, 1000000000};
	int r = 0;

	(void)state;
	for (int n = 0;; n++) {
		scoped(dist_freep) struct dist *d = NULL, *back = NULL, *both = NULL;
		scoped(buf_fini) struct buf b = {0};
		struct err e = {0};

		fault_arm(n);
		r = dist_from_samples(samples, ARRAY_LEN(samples), &d, &e);
		if (r == 0)
			r = dist_encode(d, &b, &e);
		if (r == 0)
			r = dist_decode(cursor_over(b.data, b.len), &back, &e);
		if (r == 0)
			r = dist_merge(d, back, &both, &e);
		if (!fault_disarm())
			break;
		assert_int_equal(r, -E_NOMEM);
		assert_null(both);
	}
	assert_int_equal(r, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_put_in_comes_out),
		cmocka_unit_test(the_ends_of_the_range_hold),
		cmocka_unit_test(quantiles_are_those_of_sorting),
		cmocka_unit_test(merging_is_encoding_together),
		cmocka_unit_test(subtracting_undoes_merging),
		cmocka_unit_test(only_a_part_can_be_subtracted),
		cmocka_unit_test(bins_hold_what_lies_between_their_edges),
		cmocka_unit_test(a_bound_is_never_reported_as_a_value),
		cmocka_unit_test(a_bound_not_reached_leaves_it_exact),
		cmocka_unit_test(unlike_ones_do_not_merge),
		cmocka_unit_test(the_summary_is_exact),
		cmocka_unit_test(what_encode_cannot_write_is_refused),
		cmocka_unit_test(memory_can_run_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
