/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Exactly the bytes of the tool `st`, for scripts that read them: tab-separated, every value as %g, the
 * standard deviation that of a sample (divided by n - 1; 0 for a single one). Sums are exact before
 * they are printed, so the sixth digit is right where st's running sum may not be.
 */
#ifndef LATLAB_DASHBOARDS_ST_H
#define LATLAB_DASHBOARDS_ST_H

#include "schema/wire/dist.h"

void st_header(struct buf *out);

/* The line of the known samples of d (at least one), each divided by 10^shift; the sum, mean and sd so too. */
void st_line(struct buf *out, const struct dist *d, int shift);

#endif
