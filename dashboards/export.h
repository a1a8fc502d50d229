/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Distributions in forms that other programs read. All are exact; what a form cannot say is told here. */
#ifndef LATLAB_DASHBOARDS_EXPORT_H
#define LATLAB_DASHBOARDS_EXPORT_H

#include "schema/wire/dist.h"

struct export_row {
	const char *name, *unit;
	const char *direction; /* "lower" or "higher" is better */
	const struct dist *d;
};

/* {"series": [{"name", "unit", "better", "n", "missed", "censored", "bound", "hist": [[value, count] ...]}]}; bound: null without censored ones. */
void export_json(struct buf *out, const struct export_row *row, size_t n);

/* value,count of the known samples; with a column "series" in front where there are several. */
void export_csv(struct buf *out, const struct export_row *row, size_t n);

/*
 * HdrHistogram's percentile table, a line a distinct value: exact, where its own writer rounds. Censored samples
 * count in the total and have no line.
 */
void export_hgrm(struct buf *out, const struct dist *d);

#endif
