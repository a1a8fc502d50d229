/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/buckets.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- 1, 2, 5, 10 ... ----------------------------------------------------------------------- */

static int64_t step_125(int i)
{
	int64_t v = (int[]){1, 2, 5}[i % 3];

	for (; i >= 3; i -= 3)
		v *= 10;
	return v;
}

/* The index of the smallest step above v. */
static int index_above(int64_t v)
{
	int i = 0;

	while (step_125(i) <= v)
		i++;
	return i;
}

int64_t buckets_above_125(int64_t v)
{
	return step_125(index_above(v));
}

int64_t buckets_floor_125(int64_t v)
{
	assert(v >= 1);
	return step_125(index_above(v) - 1);
}

bool buckets_range(const struct dist *d, int64_t *lo, int64_t *hi)
{
	size_t i = 0;

	while (i < d->len && d->runs[i].value < 1)
		i++;
	if (i == d->len)
		return false;
	*lo = buckets_floor_125(d->runs[i].value);
	*hi = buckets_above_125(d->runs[d->len - 1].value);
	for (bool up = true; *hi / *lo < 10; up = !up) {
		if (up)
			*hi = buckets_above_125(*hi);
		else if (*lo > 1)
			*lo = buckets_floor_125(*lo - 1);
	}
	return true;
}

/* ---- edges --------------------------------------------------------------------------------- */

static void start(struct buckets *b, bool log, int64_t edge)
{
	memset(b, 0, sizeof *b);
	b->log = log;
	b->edge[0] = edge;
}

/* Only an edge that rises makes a bucket; the last one takes what no longer fits. */
static void add(struct buckets *b, int64_t edge)
{
	if (edge <= b->edge[b->len])
		return;
	if (b->len < BUCKETS_MAX)
		b->len++;
	b->edge[b->len] = edge;
}

void buckets_linear(struct buckets *b, int64_t a, int64_t z, size_t n)
{
	assert(z > a && n && n <= BUCKETS_MAX);
	start(b, false, a);
	for (size_t i = 1; i <= n; i++)
		add(b, a + (int64_t)((__int128)(z - a) * (__int128)i / (__int128)n));
}

void buckets_none(struct buckets *b)
{
	start(b, true, 1);
}

void buckets_125(struct buckets *b, int64_t lo, int64_t hi)
{
	start(b, true, lo);
	for (int64_t v = lo; v < hi;) {
		v = MIN(buckets_above_125(v), hi);
		add(b, v);
	}
}

void buckets_log(struct buckets *b, int64_t lo, int64_t hi, int per_decade, int64_t resolution)
{
	int k = (int)ceil(log10((double)lo) * per_decade - 1e-9);
	double narrow = pow(10, 0.5 / per_decade); /* no sliver at either end */

	start(b, true, lo);
	for (;; k++) {
		double v = pow(10, (double)k / per_decade);
		int64_t edge = llround(v / (double)resolution) * resolution;

		if ((double)edge * narrow >= (double)hi)
			break;
		if ((double)edge >= (double)lo * narrow)
			add(b, edge);
	}
	add(b, hi);
}

/* ---- counts -------------------------------------------------------------------------------- */

void buckets_fill(struct buckets *b, const struct dist *d)
{
	size_t at = 0;

	b->censored = d->censored;
	for (size_t i = 0; i < d->len; i++) {
		const struct dist_run *r = &d->runs[i];

		while (at + 1 < b->len && r->value >= b->edge[at + 1])
			at++;
		if (r->value < b->edge[0])
			b->below += r->count;
		else if (r->value > b->edge[b->len])
			b->above += r->count;
		else
			b->count[at] += r->count;
	}
}
