/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scheduler events of one trace, text or binary, and the rows of samples that come of them. */
#ifndef LATLAB_OUTPUTS_WAKEUP_TRACE_H
#define LATLAB_OUTPUTS_WAKEUP_TRACE_H

#include "agent/outputs/output.h"
#include "agent/outputs/wakeup_pairs.h"

/* What a wakeup is counted from. A task's first wakeup is a sched_wakeup_new and counts as a sched_wakeup. */
enum wakeup_event { FROM_WAKEUP, FROM_WAKING, FROM_NEVENTS };

struct wakeup_trace {
	struct wakeup_pairs from[FROM_NEVENTS];
	uint64_t switches;
	uint64_t lost; /* events that the tracer says it lost; a loss of unknown size counts 1 */
};

void wakeup_trace_fini(struct wakeup_trace *t);

/* "sched_wakeup", "sched_wakeup_new" and "sched_waking"; -1 for any other event. */
int wakeup_trace_event(const char *name, size_t len);

/* Feeding, in order of time: 0 or -E_NOMEM. */
int wakeup_trace_woken(struct wakeup_trace *t, enum wakeup_event from, int64_t pid, int64_t ns);
int wakeup_trace_switch(
	struct wakeup_trace *t, int64_t prev_pid, int64_t next_pid, int64_t next_prio, int64_t ns);
void wakeup_trace_lost(struct wakeup_trace *t, uint64_t count);

/*
 * "all tasks (sched_wakeup)" and, where there are any, "rt tasks (sched_wakeup)" for each event that was seen, with notes
 * of what is in doubt; where there is no latency, a note says why. Samples are in us where the stamps have no more digits
 * than that, else in ns. 0 or -E_NOMEM, -E_TOO_BIG.
 */
int wakeup_trace_output(const struct wakeup_trace *t, struct output *ret);

#endif
