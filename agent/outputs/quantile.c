/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The unknown samples of a histogram lay in rows that are gone: at or below its bound, anywhere. A quantile is known if
 * it is the same with all of them below every other sample and with all of them at the bound; wherever they really
 * were, it lies between these two.
 */
#include "agent/outputs/quantile.h"

#include "schema/wire/limits.h"

static int dist_with(
	const struct dist *known, int64_t value, uint64_t unknown, struct dist **ret, struct err *e)
{
	const struct dist_run run = {value, unknown};
	scoped(dist_freep) struct dist *there = NULL;
	int r = dist_from_runs(&run, unknown ? 1 : 0, &there, e);

	return r < 0 ? r : dist_merge(known, there, ret, e);
}

int quantile_of(const struct output_series *s, double q, int64_t *ret, bool *beyond, struct err *e)
{
	scoped(dist_freep) struct dist *known = NULL, *low = NULL, *high = NULL;
	bool low_beyond, high_beyond;
	int64_t at_low, at_high;
	int r = output_dist(s, &known, e);

	if (r == 0)
		r = dist_with(known, -SAMPLE_ABS_MAX, s->unknown, &low, e);
	if (r == 0)
		r = dist_with(known, s->bound, s->unknown, &high, e);
	if (r < 0)
		return r;
	if (!low->n)
		return err_set(e, E_UNSUPPORTED, "%s: no sample", s->name);
	at_low = dist_quantile(low, q, &low_beyond);
	at_high = dist_quantile(high, q, &high_beyond);
	if (at_low != at_high || low_beyond != high_beyond)
		return err_set(e, E_UNSUPPORTED, "%s: %llu samples are in no row of the histogram",
			s->name, (unsigned long long)s->unknown);
	*ret = at_high;
	*beyond = high_beyond;
	return 0;
}
