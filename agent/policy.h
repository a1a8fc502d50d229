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

/*
 * Tells each thread of process pid with its name (at most 15 characters), reading each name once: a machine of 512 CPUs
 * runs 832 threads, and looking for each of them apart took longer than the warm-up.
 */
void policy_each_thread(pid_t pid, void (*seen)(void *arg, pid_t tid, const char *comm), void *arg);

int policy_set(pid_t tid, int policy, int priority, struct err *e);
/* The policy in effect, or a negative code when the thread is gone. */
int policy_get(pid_t tid);

/* Tries it on a child of ours: 0, or E_DENIED with the mend. */
int policy_may_set(const char *name, int priority, struct err *e);

#endif
