/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "schema/wire/dist.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "schema/wire/limits.h"

void dist_free(struct dist *d)
{
	if (!d)
		return;
	mem_free(d->runs);
	mem_free(d);
}

static struct dist *dist_new(enum dist_encoding encoding, size_t len)
{
	struct dist *d = mem_alloc(sizeof *d);

	if (!d)
		return NULL;
	d->encoding = encoding;
	d->runs = mem_array(len, sizeof *d->runs);
	if (!d->runs) {
		dist_free(d);
		return NULL;
	}
	return d;
}

static int no_memory(struct err *e)
{
	return err_set(e, E_NOMEM, "out of memory for a distribution");
}

/* ---- from samples -------------------------------------------------------------------------- */

/* Up to this many distinct values fit a table of counts; wider ranges are sorted. */
#define COUNT_RANGE_MAX (UINT64_C(1) << 21)
#define DIGIT_BITS	11

static void count_samples(const int64_t *samples, size_t n, int64_t min, uint64_t *count)
{
	for (size_t i = 0; i < n; i++)
		count[samples[i] - min]++;
}

static int from_counts(const int64_t *samples, size_t n, int64_t min, uint64_t range,
	struct dist **ret, struct err *e)
{
	scoped(mem_freep) uint64_t *count = mem_array(range + 1, sizeof *count);
	struct dist *d;
	size_t len = 0;

	if (!count)
		return no_memory(e);
	count_samples(samples, n, min, count);
	for (uint64_t v = 0; v <= range; v++)
		len += count[v] != 0;
	d = dist_new(DIST_EXACT, len);
	if (!d)
		return no_memory(e);
	d->n = n;
	for (uint64_t v = 0; v <= range; v++)
		if (count[v])
			d->runs[d->len++] = (struct dist_run){min + (int64_t)v, count[v]};
	*ret = d;
	return 0;
}

/* Least significant digit first; a digit in which all values agree is passed over. */
static uint64_t *radix_sort(uint64_t *from, uint64_t *to, size_t n, uint64_t max)
{
	for (int shift = 0; shift < 64 && max >> shift; shift += DIGIT_BITS) {
		size_t at[1 << DIGIT_BITS] = {0}, sum = 0;
		uint64_t *swap = from;

		for (size_t i = 0; i < n; i++)
			at[from[i] >> shift & (ARRAY_LEN(at) - 1)]++;
		for (size_t b = 0; b < ARRAY_LEN(at); b++) {
			size_t here = at[b];

			at[b] = sum;
			sum += here;
		}
		for (size_t i = 0; i < n; i++)
			to[at[from[i] >> shift & (ARRAY_LEN(at) - 1)]++] = from[i];
		from = to;
		to = swap;
	}
	return from;
}

static int from_sorted(
	const uint64_t *sorted, size_t n, int64_t min, struct dist **ret, struct err *e)
{
	size_t len = n > 0;
	struct dist *d;

	for (size_t i = 1; i < n; i++)
		len += sorted[i] != sorted[i - 1];
	d = dist_new(DIST_EXACT, len);
	if (!d)
		return no_memory(e);
	d->n = n;
	for (size_t i = 0; i < n; i++) {
		if (i && sorted[i] == sorted[i - 1])
			d->runs[d->len - 1].count++;
		else
			d->runs[d->len++] = (struct dist_run){min + (int64_t)sorted[i], 1};
	}
	*ret = d;
	return 0;
}

static int from_sorting(const int64_t *samples, size_t n, int64_t min, uint64_t range,
	struct dist **ret, struct err *e)
{
	scoped(mem_freep) uint64_t *a = mem_array(n, sizeof *a);
	scoped(mem_freep) uint64_t *b = mem_array(n, sizeof *b);

	if (!a || !b)
		return no_memory(e);
	for (size_t i = 0; i < n; i++)
		a[i] = (uint64_t)samples[i] - (uint64_t)min;
	return from_sorted(radix_sort(a, b, n, range), n, min, ret, e);
}

int dist_from_samples(const int64_t *samples, size_t n, struct dist **ret, struct err *e)
{
	int64_t min = n ? samples[0] : 0, max = min;
	uint64_t range;

	if (n > DIST_SAMPLES_MAX)
		return err_set(e, E_TOO_BIG, "%zu samples are too many for a distribution", n);
	for (size_t i = 0; i < n; i++) {
		min = MIN(min, samples[i]);
		max = MAX(max, samples[i]);
	}
	if (min < -SAMPLE_ABS_MAX || max > SAMPLE_ABS_MAX)
		return err_set(e, E_TOO_BIG, "a sample of %lld is beyond 2^53",
			(long long)(min < -SAMPLE_ABS_MAX ? min : max));
	range = (uint64_t)max - (uint64_t)min;
	if (range < COUNT_RANGE_MAX && range / 16 <= n)
		return from_counts(samples, n, min, range, ret, e);
	return from_sorting(samples, n, min, range, ret, e);
}

int dist_from_runs(const struct dist_run *runs, size_t len, struct dist **ret, struct err *e)
{
	scoped(dist_freep) struct dist *d = dist_new(DIST_EXACT, len);

	if (!d)
		return no_memory(e);
	for (size_t i = 0; i < len; i++) {
		if (!runs[i].count || (i && runs[i].value <= runs[i - 1].value))
			return err_set(e, E_MALFORMED,
				"value %lld: counts must be above 0 and values rise",
				(long long)runs[i].value);
		if (runs[i].value < -SAMPLE_ABS_MAX || runs[i].value > SAMPLE_ABS_MAX ||
			runs[i].count > DIST_SAMPLES_MAX - d->n)
			return err_set(e, E_TOO_BIG, "value %lld: value or count is too large",
				(long long)runs[i].value);
		d->runs[d->len++] = runs[i];
		d->n += runs[i].count;
	}
	*ret = take(d);
	return 0;
}

int dist_from_scalar(int64_t value, struct dist **ret, struct err *e)
{
	int r = dist_from_runs(&(struct dist_run){value, 1}, 1, ret, e);

	if (r == 0)
		(*ret)->encoding = DIST_SCALAR;
	return r;
}

int dist_set_censored(struct dist *d, int64_t bound, uint64_t above, struct err *e)
{
	if (d->encoding != DIST_EXACT)
		return err_set(e, E_UNSUPPORTED, "only an exact distribution can get a bound");
	if (d->len && d->runs[d->len - 1].value > bound)
		return err_set(e, E_MALFORMED, "bound %lld is below the largest value %lld",
			(long long)bound, (long long)d->runs[d->len - 1].value);
	if (bound < -SAMPLE_ABS_MAX || bound > SAMPLE_ABS_MAX || above > DIST_SAMPLES_MAX - d->n)
		return err_set(
			e, E_TOO_BIG, "bound %lld or its count is too large", (long long)bound);
	if (!above)
		return 0; /* nothing lies above: the distribution is exact */
	d->encoding = DIST_CENSORED;
	d->bound = bound;
	d->censored = above;
	d->n += above;
	return 0;
}

/* ---- merge --------------------------------------------------------------------------------- */

static int merged_bound(const struct dist *a, const struct dist *b, struct dist *d, struct err *e)
{
	const struct dist *with = a->censored ? a : b;

	if (!a->censored && !b->censored)
		return 0;
	if ((a->censored && b->censored && a->bound != b->bound) ||
		(d->len && d->runs[d->len - 1].value > with->bound))
		return err_set(e, E_UNSUPPORTED,
			"distributions with different upper bounds cannot be merged");
	d->encoding = DIST_CENSORED;
	d->bound = with->bound;
	d->censored = a->censored + b->censored;
	return 0;
}

int dist_merge(const struct dist *a, const struct dist *b, struct dist **ret, struct err *e)
{
	scoped(dist_freep) struct dist *d = NULL;
	size_t i = 0, j = 0;
	int r;

	if (a->encoding == DIST_SCALAR || b->encoding == DIST_SCALAR)
		return err_set(e, E_UNSUPPORTED, "a lone number cannot be merged");
	if (a->n > DIST_SAMPLES_MAX - b->n)
		return err_set(e, E_TOO_BIG, "the merged distribution has too many samples");
	d = dist_new(DIST_EXACT, a->len + b->len);
	if (!d)
		return no_memory(e);
	while (i < a->len || j < b->len) {
		bool from_a = j == b->len || (i < a->len && a->runs[i].value <= b->runs[j].value);
		bool from_b = i == a->len || (j < b->len && b->runs[j].value <= a->runs[i].value);
		struct dist_run *to = &d->runs[d->len++];

		to->value = from_a ? a->runs[i].value : b->runs[j].value;
		to->count = (from_a ? a->runs[i].count : 0) + (from_b ? b->runs[j].count : 0);
		i += from_a;
		j += from_b;
	}
	d->n = a->n + b->n;
	d->missed = a->missed + b->missed;
	r = merged_bound(a, b, d, e);
	if (r < 0)
		return r;
	*ret = take(d);
	return 0;
}

static int cannot_subtract(struct err *e)
{
	return err_set(e, E_MALFORMED, "the part holds samples that the whole does not");
}

/* Takes part's run out of whole's, which has at least that value. */
static int subtract_runs(const struct dist *whole, const struct dist *part, struct dist *d)
{
	size_t j = 0;

	for (size_t i = 0; i < whole->len; i++) {
		struct dist_run left = whole->runs[i];

		if (j < part->len && part->runs[j].value == left.value) {
			if (part->runs[j].count > left.count)
				return -E_MALFORMED;
			left.count -= part->runs[j++].count;
		}
		if (left.count)
			d->runs[d->len++] = left;
	}
	return j == part->len ? 0 : -E_MALFORMED;
}

int dist_subtract(
	const struct dist *whole, const struct dist *part, struct dist **ret, struct err *e)
{
	scoped(dist_freep) struct dist *d = NULL;

	if (whole->encoding == DIST_SCALAR || part->encoding == DIST_SCALAR ||
		(part->censored && part->bound != whole->bound))
		return err_set(e, E_UNSUPPORTED,
			"lone numbers and distributions with different upper bounds cannot be subtracted");
	if (part->n > whole->n || part->missed > whole->missed || part->censored > whole->censored)
		return cannot_subtract(e);
	d = dist_new(DIST_EXACT, whole->len);
	if (!d)
		return no_memory(e);
	if (subtract_runs(whole, part, d) < 0)
		return cannot_subtract(e);
	d->n = whole->n - part->n;
	d->missed = whole->missed - part->missed;
	d->censored = whole->censored - part->censored;
	if (d->censored) {
		d->encoding = DIST_CENSORED;
		d->bound = whole->bound;
	}
	*ret = take(d);
	return 0;
}

/* ---- reading ------------------------------------------------------------------------------- */

/* q has nine decimals of meaning: 0.95 * 100 is 95, not the 95.00000000000001 of doubles. */
static uint64_t rank_of(uint64_t n, double q)
{
	unsigned __int128 parts = (unsigned __int128)n * (uint64_t)llround(q * 1e9);
	uint64_t rank = (uint64_t)((parts + 999999999) / 1000000000);

	return MAX(rank, 1);
}

int64_t dist_quantile(const struct dist *d, double q, bool *beyond)
{
	uint64_t rank = rank_of(d->n, q), below = 0;

	assert(d->n && q >= 0 && q <= 1);
	if (beyond)
		*beyond = false;
	for (size_t i = 0; i < d->len; i++) {
		below += d->runs[i].count;
		if (below >= rank)
			return d->runs[i].value;
	}
	if (beyond)
		*beyond = true;
	return d->bound;
}

uint64_t dist_count_above(const struct dist *d, int64_t value)
{
	uint64_t above = d->censored && d->bound >= value ? d->censored : 0;

	for (size_t i = d->len; i && d->runs[i - 1].value > value; i--)
		above += d->runs[i - 1].count;
	return above;
}

void dist_bins(const struct dist *d, const int64_t *edge, size_t n, uint64_t *count)
{
	size_t bin = 0;

	for (size_t i = 0; i + 1 < n; i++)
		count[i] = 0;
	for (size_t i = 0; n && i < d->len; i++) {
		int64_t v = d->runs[i].value;

		while (bin + 1 < n && v >= edge[bin + 1])
			bin++;
		if (v >= edge[0] && bin + 1 < n)
			count[bin] += d->runs[i].count;
	}
}

double dist_missed_share(const struct dist *d)
{
	return d->n ? (double)d->missed / (double)d->n : 0;
}

/*
 * The mean is exact before its one rounding: values are below 2^53 and counts sum to less than 2^40.
 * m2 adds non-negative terms around it, so nothing cancels.
 */
static void moments(const struct dist *d, struct dist_summary *s)
{
	uint64_t known = d->n - d->censored;
	__int128 sum = 0;

	for (size_t i = 0; i < d->len; i++)
		sum += (__int128)d->runs[i].value * (__int128)d->runs[i].count;
	s->mean = (double)sum / (double)known;
	for (size_t i = 0; i < d->len; i++) {
		double off = (double)d->runs[i].value - s->mean;

		s->m2 += off * off * (double)d->runs[i].count;
	}
}

struct dist_summary dist_summarise(const struct dist *d)
{
	struct dist_summary s = {.n = d->n, .missed = d->missed, .censored = d->censored};

	if (d->len) {
		s.min = d->runs[0].value;
		s.max = d->runs[d->len - 1].value;
		moments(d, &s);
	}
	if (!d->n)
		return s;
	s.p50 = dist_quantile(d, 0.5, NULL);
	s.p90 = dist_quantile(d, 0.9, NULL);
	s.p95 = dist_quantile(d, 0.95, NULL);
	s.p99 = dist_quantile(d, 0.99, NULL);
	s.p999 = dist_quantile(d, 0.999, NULL);
	return s;
}
