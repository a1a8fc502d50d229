/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The totals that `trace-cmd report -w` prints below its events. Today a block for all tasks and one for RT tasks,
 *
 *     Average wakeup latency: 20082.580 usecs
 *     Maximum Latency: 1032049.277 usecs at timestamp: 162574.787022
 *     Minimum Latency: 29.023 usecs at timestamp: 162583.189731
 *
 * in 2011 one line: "Average: 2.551 usecs Max: 188.409 usecs".
 */
#ifndef LATLAB_OUTPUTS_REPORT_TOTALS_H
#define LATLAB_OUTPUTS_REPORT_TOTALS_H

#include "agent/outputs/output.h"
#include "agent/outputs/wakeup_pairs.h"

enum total_kind { TOTAL_AVERAGE, TOTAL_MAXIMUM, TOTAL_MINIMUM, TOTAL_NKINDS };

struct report_totals {
	bool in_rt, in_2011;	   /* which block the next line belongs to */
	bool has[2][TOTAL_NKINDS]; /* [rt] */
	int64_t ns[2][TOTAL_NKINDS];
	size_t block_2011; /* "Wakeup Latency" headings so far */
};

/* 1 where the line is one of theirs, 0 where it is not, or negative. The form of 2011 goes to ret at once. */
int report_totals_line(
	struct report_totals *t, struct cursor line, struct output *ret, struct err *e);

/* Adds "all tasks (report -w): average" ... ; notes totals that the listed samples do not give. */
int report_totals_output(const struct report_totals *t, const struct wakeup_pairs *listed,
	bool elided, struct output *ret);

#endif
