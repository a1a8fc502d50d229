/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Distributions side by side in plain text, a line each:
 *
 *	wu_lat in us
 *	                N  missed  censored  min     mean   stddev
 *	all          5136       0         0    0  119.409  522.941
 *
 * and the percentiles, beside it or below. In at most 75 columns whatever the numbers, all integers in all their digits.
 * What is counted from: the samples that are known for min, mean and stddev; all for percentiles, where "> 59"
 * means that the rank falls among the censored ones.
 */
#ifndef LATLAB_DASHBOARDS_STAT_TABLE_H
#define LATLAB_DASHBOARDS_STAT_TABLE_H

#include "schema/wire/dist.h"

struct stat_row {
	const char *label;
	const struct dist *d;
	uint64_t
		unknown; /* more samples, of which nothing is known: part of N; what they could move is "?" */
};

/* Values are shown divided by 10^shift, exactly. */
void stat_table(
	struct buf *out, const char *title, const struct stat_row *row, size_t n, int shift);

/* Numbers that a tool worked out: each d is a scalar. */
void stat_scalars(
	struct buf *out, const char *title, const struct stat_row *row, size_t n, int shift);

#endif
