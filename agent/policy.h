/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scheduling policies of another program's threads: set from outside and read back. What was in effect counts, not
 * what was asked for: a policy set before the threads exist changes nothing and looks like "no effect" of a patch.
 */
#ifndef LATLAB_AGENT_POLICY_H
#define LATLAB_AGENT_POLICY_H

#include <sys/types.h>

#include "base/err.h"

/* The kernel's number of "SCHED_IDLE"; -1 for a name that is none. */
int policy_number(const char *name);
/* "SCHED_IDLE" of a number; "unknown" for others. */
const char *policy_name(int number);

/* The thread of process pid whose name is comm (at most 15 characters); 0 where there is none (yet). */
pid_t policy_find_thread(pid_t pid, const char *comm);

int policy_set(pid_t tid, int policy, int priority, struct err *e);
/* The policy in effect, or a negative code when the thread is gone. */
int policy_get(pid_t tid);

/* Tries it on a child of ours: 0, or E_DENIED with the mend. */
int policy_may_set(const char *name, int priority, struct err *e);

#endif
