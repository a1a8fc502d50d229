/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Line plots: percentiles of a run, its course over time, and a series over boots. */
#ifndef LATLAB_DASHBOARDS_PLOTS_H
#define LATLAB_DASHBOARDS_PLOTS_H

#include "dashboards/view.h"

/* A <figure> each, or nothing where too little was measured for one. id: unique on the page. */

/* Latency over the "number of nines": 50, 90, 99, 99.9 ... Needs ten samples. */
void plots_percentiles(struct buf *out, const struct run_metric *m, const char *id);

/* Mean and largest of each slice of the run's time, warm-up shaded. Needs two slices. */
void plots_course(struct buf *out, const struct run_metric *m, int64_t warm_up_ms, const char *id);

/* p50, p99 and largest of each boot in order of time. Needs two points. */
void plots_series(struct buf *out, const struct series_view *v, const char *id);

#endif
