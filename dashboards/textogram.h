/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Histograms in plain text, in the shape scheduler mails use (the tools textogram and st), at most 75
 * columns wide:
 *
 *	  0 - 100 : ################################################## 72% (3688)
 *	100 - 200 : #################                                  24% (1253)
 *
 * Unlike textogram's, the percentages are of all samples, those outside the edges included; bars are
 * scaled to the largest share. The last bucket holds its upper edge.
 */
#ifndef LATLAB_DASHBOARDS_TEXTOGRAM_H
#define LATLAB_DASHBOARDS_TEXTOGRAM_H

#include "schema/wire/dist.h"

/* From a to z in n equal steps. */
void textogram_linear(struct buf *out, const struct dist *d, int64_t a, int64_t z, size_t n);

/* In steps of 1-2-5 over the whole range; fits any distribution. */
void textogram_log(struct buf *out, const struct dist *d);

/* The line of `st`: N min max sum mean stddev of the known samples. */
void textogram_st(struct buf *out, const struct dist *d);

/* The seed's form (0 to 1000 us in ten steps) where it says something about d. */
bool textogram_seed_fits(const struct dist *d, const char *unit);

#endif
