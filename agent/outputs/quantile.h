/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Quantiles of a series of which some samples are known to have been, and nothing else (output_series.unknown). */
#ifndef LATLAB_OUTPUTS_QUANTILE_H
#define LATLAB_OUTPUTS_QUANTILE_H

#include "agent/outputs/output.h"

/*
 * The q-quantile by nearest rank, as dist_quantile(). -E_UNSUPPORTED where the unknown samples could move it, or
 * there are none at all.
 */
int quantile_of(const struct output_series *s, double q, int64_t *ret, bool *beyond, struct err *e);

#endif
