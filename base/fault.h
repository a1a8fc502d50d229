/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fault points: places that tests make fail, in the order the program meets them.
 *
 * A test walks them: arm(0) fails the first point met, arm(1) the second, until a run meets
 * none and succeeds. A whole program is armed from outside by the environment:
 * LATLAB_FAULT=commit:2 fails the third commit, LATLAB_FAULT=commit:2:kill ends the process there
 * with SIGKILL. Release builds compile every point to `false`.
 */
#ifndef LATLAB_BASE_FAULT_H
#define LATLAB_BASE_FAULT_H

#include "base/util.h"

enum fault_kind {
	FAULT_ALLOC,  /* memory */
	FAULT_WRITE,  /* a write to a file, also a short one */
	FAULT_SYNC,   /* fsync, fdatasync, rename */
	FAULT_SQL,    /* a statement */
	FAULT_COMMIT, /* before COMMIT; with :kill, a crash that loses the transaction */
	FAULT_REPLY,  /* after COMMIT, before the answer is sent: the answer is lost */
	FAULT_NKINDS
};

#ifdef LATLAB_FAULTS
/* Makes the nth point (from 0) of any kind, or of one kind, fail once in this thread. */
void fault_arm(int n);
void fault_arm_kind(enum fault_kind kind, int n);
/* Ends it; true when the armed point was met. */
bool fault_disarm(void);
/* True when this is the point that must fail. */
bool fault_here(enum fault_kind kind);
#else
static inline bool fault_here(enum fault_kind kind)
{
	(void)kind;
	return false;
}
#endif

#endif
