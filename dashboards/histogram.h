/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The picture of one distribution: counts over latency, both axes logarithmic, so that the one
 * sample in a million that people come for is as visible as the median. What a log axis cannot hold has
 * bars of its own: missed activations (hatched: nothing was measured), values at or below 0, and
 * what lay beyond the tool's bound.
 */
#ifndef LATLAB_DASHBOARDS_HISTOGRAM_H
#define LATLAB_DASHBOARDS_HISTOGRAM_H

#include "schema/wire/record.h"

/* A <figure>, or a sentence where there is nothing to draw. id: unique on the page. */
void histogram_svg(struct buf *out, const struct run_metric *m, const char *id);

/*
 * Where d needs no picture, the sentence that says all of it is appended to out and the answer is true:
 * empty, a lone number, one sample, none above 0, all beyond the bound.
 */
bool histogram_sentence(struct buf *out, const struct dist *d, const char *unit);

#endif
