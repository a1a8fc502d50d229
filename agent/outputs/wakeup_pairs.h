/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Wakeup latency out of scheduler events: from the first wakeup of a task after its last switch-in until it is switched in
 * again. Tasks are told apart by pid alone, names change. Feed events in order of time; one of these per kind of wakeup
 * event (sched_waking is the waker's decision, sched_wakeup is on the target CPU after the IPI: different quantities).
 *
 * Where it may be wrong: a task that is woken while it still runs (it had just decided to sleep) is not waiting for a CPU
 * from that moment on, but the rule counts so until its next switch-in. Those are counted in `running`. (trace-cmd report
 * -w counts from the last wakeup instead.)
 */
#ifndef LATLAB_OUTPUTS_WAKEUP_PAIRS_H
#define LATLAB_OUTPUTS_WAKEUP_PAIRS_H

#include "agent/outputs/names.h"

struct wakeup_sample {
	int64_t latency_ns;
	bool rt; /* its priority at the switch-in is above all normal tasks': RT or deadline */
};

struct wakeup_pairs {
	struct names pids;
	int64_t *since; /* owned; by number of pid: when it was woken, or -1 */
	size_t since_cap;
	struct wakeup_sample *sample; /* owned; in order of the switch-ins */
	size_t n, cap;
	int digits;	  /* behind the point of a second in the finest stamp; set by the caller */
	uint64_t woken;	  /* events */
	uint64_t again;	  /* of them: of a task that waits already */
	uint64_t running; /* of them: before the task was switched out */
	uint64_t forgotten; /* waits that events were lost in */
	uint64_t backwards; /* switch-ins that are stamped before their wakeup */
};

void wakeup_pairs_fini(struct wakeup_pairs *p);

/* Times are >= 0. 0 or -E_NOMEM. */
int wakeup_pairs_woken(struct wakeup_pairs *p, int64_t pid, int64_t ns);
int wakeup_pairs_switch(
	struct wakeup_pairs *p, int64_t prev_pid, int64_t next_pid, int64_t next_prio, int64_t ns);
/* Events were lost here: a switch-in may be among them, so nobody is known to wait. */
void wakeup_pairs_lost(struct wakeup_pairs *p);
/* Who still waits. */
uint64_t wakeup_pairs_open(const struct wakeup_pairs *p);

/* One more sample; also for those a tool has paired itself. */
int wakeup_pairs_add(struct wakeup_pairs *p, int64_t latency_ns, int64_t prio);

#endif
