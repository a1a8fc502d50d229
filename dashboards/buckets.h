/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting a distribution's samples between edges: what both histograms, of text and of SVG, show. */
#ifndef LATLAB_DASHBOARDS_BUCKETS_H
#define LATLAB_DASHBOARDS_BUCKETS_H

#include "schema/wire/dist.h"

#define BUCKETS_MAX 128

/* Every sample is counted once: below + count[] + above + censored = n. */
struct buckets {
	size_t len;
	bool log; /* then every sample below the edges is <= 0 */
	int64_t edge[BUCKETS_MAX +
		1]; /* bucket i holds edge[i] <= v < edge[i + 1], the last also v = its end */
	uint64_t count[BUCKETS_MAX];
	uint64_t below, above; /* known samples outside the edges */
	uint64_t censored;     /* above the tool's bound, wherever that lies */
};

/* n equal steps (at most BUCKETS_MAX) from a to z > a; fewer where the step would be below 1. */
void buckets_linear(struct buckets *b, int64_t a, int64_t z, size_t n);

/* From lo >= 1 to hi > lo in steps 1, 2, 5, 10, 20, 50 ... */
void buckets_125(struct buckets *b, int64_t lo, int64_t hi);

/* From lo >= 1 to hi > lo, per_decade a decade, edges on multiples of resolution. */
void buckets_log(struct buckets *b, int64_t lo, int64_t hi, int per_decade, int64_t resolution);

void buckets_fill(struct buckets *b, const struct dist *d);

/* The largest 1-2-5 number <= v, and the smallest > v; for v >= 1 below 10^17. */
int64_t buckets_floor_125(int64_t v);
int64_t buckets_above_125(int64_t v);

/* No edges: the set of a distribution that has no sample above 0. */
void buckets_none(struct buckets *b);

/* The range of 1-2-5 numbers around the samples above 0, at least a decade wide; false where there is none. */
bool buckets_range(const struct dist *d, int64_t *lo, int64_t *hi);

#endif
