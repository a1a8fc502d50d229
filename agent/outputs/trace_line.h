/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One line of a trace as text, by `trace-cmd report` or out of tracefs itself:
 *
 *           <idle>-0     [001] d..2. 162583.268833: sched_switch:         swapper/1:0 [120] R ==> sleep:89142 [120]
 *
 * The flags may be absent. A task's name may hold blanks, colons, brackets and '=', or be <...>.
 */
#ifndef LATLAB_OUTPUTS_TRACE_LINE_H
#define LATLAB_OUTPUTS_TRACE_LINE_H

#include "base/cursor.h"

struct trace_event {
	struct cursor name, body;
	int64_t ns;
	int digits; /* of the stamp behind its point; 0: the trace clock does not count seconds */
};

/* False where the line is no event. */
bool trace_line_event(struct cursor line, struct trace_event *ret);

struct trace_switch {
	int64_t prev_pid, next_pid, next_prio;
};

/* The body of sched_wakeup, sched_wakeup_new or sched_waking, raw fields or trace-cmd's own form. *woken: success is not 0. */
bool trace_line_woken(struct cursor body, int64_t *pid, bool *woken);
bool trace_line_switch(struct cursor body, struct trace_switch *ret);

/* "Latency: 65.255 usecs" at the end of a sched_switch, which `report -w` puts there. */
bool trace_line_latency(struct cursor body, int64_t *ns);

/* "CPU:3 [LOST 12 EVENTS]", "CPU:3 [12 EVENTS DROPPED]", "CPU:3 [EVENTS DROPPED]" (1). */
bool trace_line_lost(struct cursor line, uint64_t *count);

#endif
