/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the logs of a run's threads to its metrics. Pure: no files, no clock. */
#ifndef LATLAB_AGENT_COLLECT_H
#define LATLAB_AGENT_COLLECT_H

#include "agent/outputs/rtapp_log.h"
#include "schema/wire/record.h"
#include "schema/workload/resolved.h"

/*
 * Fills run->metric from one log a task of r (log[i] is task i's). The warm-up is cut from the distributions and kept
 * in the blocks. A sample is missed where the slack is negative: rt-app was late already and wrote a latency of 0.
 * E_NOT_FOUND with the reason where a metric has no samples or its column is not in the log.
 */
int collect_rtapp(
	const struct resolved *r, const struct rtapp_log *log, struct run *run, struct err *e);

/* The largest share of missed activations over run's metrics. */
double collect_missed_share(const struct run *run);

#endif
