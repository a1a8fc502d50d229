/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kinds of workloads: one row each in kinds[]. A kind knows its tool: how to start it, what it hides, what its output
 * means. What the tool did wrong is an outcome of the run, not an error of the agent.
 */
#ifndef LATLAB_AGENT_KIND_H
#define LATLAB_AGENT_KIND_H

#include "schema/wire/record.h"
#include "schema/workload/resolved.h"

struct kind {
	const char *name;
	/* Whether this board can run it: 0, or a code with the sentence that says what is missing and the mend. */
	int (*probe)(const struct workload *w, struct err *e);
	/*
	 * Runs it once with `folder` as its own. Fills outcome, reason, policies, tool.*, started_at, duration, metrics
	 * and raw log of run. Fails only where the agent itself failed (memory, disk).
	 */
	int (*measure)(
		const struct resolved *r, const char *folder, struct run *run, struct err *e);
};

const struct kind *kind_find(const char *name); /* NULL: none of that name */

extern const struct kind kind_rtapp;

/* Sets outcome and reason of a run; the first reason stays. */
int run_ended(struct run *run, enum run_outcome outcome, const char *fmt, ...) printf_like(3, 4);

#endif
