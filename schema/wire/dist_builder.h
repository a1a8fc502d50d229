/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A distribution made sample by sample, for data that does not fit in memory. Whole microseconds below a second are
 * counted in a table of 8 MB; what lies outside is gathered, sorted and merged now and then. So memory is bounded by
 * the table and the distinct values, whatever the number of samples.
 */
#ifndef LATLAB_WIRE_DIST_BUILDER_H
#define LATLAB_WIRE_DIST_BUILDER_H

#include "schema/wire/dist.h"

#define DIST_BUILDER_COUNTED (INT64_C(1) << 20)

struct dist_builder {
	uint64_t *count; /* owned; of values 0 .. DIST_BUILDER_COUNTED - 1 */
	int64_t *rest;	 /* owned; samples outside, not merged yet */
	size_t nrest, cap;
	struct dist *merged; /* owned; of what was in rest before */
	uint64_t missed;     /* the caller's to count */
};

int dist_builder_init(struct dist_builder *b, struct err *e);
void dist_builder_fini(struct dist_builder *b);

/* For samples outside the table; use dist_builder_add(). */
int dist_builder_add_rest(struct dist_builder *b, int64_t v);

static inline int dist_builder_add(struct dist_builder *b, int64_t v)
{
	if ((uint64_t)v < (uint64_t)DIST_BUILDER_COUNTED) {
		b->count[v]++;
		return 0;
	}
	return dist_builder_add_rest(b, v);
}

/* The distribution of all samples so far, missed included; b goes on unchanged. */
int dist_builder_take(struct dist_builder *b, struct dist **ret, struct err *e);

#endif
