/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A distribution: the exact multiset of one metric's integer samples in one run, in the tool's own
 * unit, as (value, count) runs in rising order of value. Lossless: every later statistic is
 * computed from it, and quantiles are bit-equal to sorting the samples.
 */
#ifndef LATLAB_WIRE_DIST_H
#define LATLAB_WIRE_DIST_H

#include "base/buf.h"
#include "base/cursor.h"

/* The first byte on the wire. */
enum dist_encoding {
	DIST_EXACT = 1, /* all samples */
	DIST_CENSORED =
		2, /* all samples up to a bound, and how many lay above it (an overflow bucket) */
	DIST_SCALAR = 3, /* one number that the tool computed; not a sample of anything */
};

struct dist_run {
	int64_t value;
	uint64_t count; /* >= 1 */
};

struct dist {
	enum dist_encoding encoding;
	uint64_t n; /* samples, those above the bound included */
	uint64_t
		missed; /* of the n: written by the tool for activations that were already late, not measured */
	uint64_t censored; /* of the n: above bound, value unknown; 0 unless DIST_CENSORED */
	int64_t bound;	   /* DIST_CENSORED: every censored sample is > bound */
	struct dist_run *runs;
	size_t len; /* distinct values */
};

/* Numbers that stand beside a distribution. Units: those of the samples. */
struct dist_summary {
	uint64_t n, missed, censored;
	int64_t min, max; /* max of the known samples */
	double mean;	  /* of the known samples */
	double m2; /* sum of squared differences from the mean; sd = sqrt(m2 / (n - censored - 1)) */
	int64_t p50, p90, p95, p99, p999;
};

void dist_free(struct dist *d);
DEFINE_FREEP(dist, struct dist);

/*
 * Makes one from n samples in any order; the samples are borrowed and left as they are. n = 0 gives
 * an empty distribution. E_TOO_BIG for a sample beyond SAMPLE_ABS_MAX.
 */
int dist_from_samples(const int64_t *samples, size_t n, struct dist **ret, struct err *e);
/* From (value, count) pairs in rising order; copied. */
int dist_from_runs(const struct dist_run *runs, size_t len, struct dist **ret, struct err *e);
int dist_from_scalar(int64_t value, struct dist **ret, struct err *e);
/* Says that above samples more lay beyond bound, which must be >= the largest value. */
int dist_set_censored(struct dist *d, int64_t bound, uint64_t above, struct err *e);

/*
 * Wire form, appended to out. dist_encode(dist_merge(a, b)) is byte for byte dist_encode() of all
 * samples together. dist_decode() refuses anything dist_encode() cannot have written.
 */
int dist_encode(const struct dist *d, struct buf *out, struct err *e);
int dist_decode(struct cursor in, struct dist **ret, struct err *e);

/*
 * The union. Both must be of samples: a scalar has no union (E_UNSUPPORTED), and two censored ones must
 * share their bound.
 */
int dist_merge(const struct dist *a, const struct dist *b, struct dist **ret, struct err *e);

/*
 * What is left of `whole` without `part`: the samples of a boot less those of one run. E_MALFORMED where part holds what
 * whole does not; unlike bounds and lone numbers as in dist_merge().
 */
int dist_subtract(
	const struct dist *whole, const struct dist *part, struct dist **ret, struct err *e);

/*
 * Thinned to bins: count[i] is of the samples with edge[i] <= value < edge[i + 1], for n - 1 bins of n rising edges.
 * What lies below, above, or is censored is in none of them.
 */
void dist_bins(const struct dist *d, const int64_t *edge, size_t n, uint64_t *count);

/*
 * The q-quantile by nearest rank: the smallest value with at least q * n samples at or below it. Undefined
 * for an empty d (asserts). *beyond is set where the rank falls among the censored ones; the answer is
 * then the bound and means "> bound". beyond may be NULL.
 */
int64_t dist_quantile(const struct dist *d, double q, bool *beyond);

/* Samples strictly above value; censored ones count when the bound is >= value. */
uint64_t dist_count_above(const struct dist *d, int64_t value);

/* missed / n; 0 for an empty one. */
double dist_missed_share(const struct dist *d);

struct dist_summary dist_summarise(const struct dist *d);

#endif
