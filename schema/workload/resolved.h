/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A workload as it runs on a board of N CPUs: so many tasks, each with its own times. Its JSON, without folders and
 * file names, is what the workload digest is of: equal digests mean the same load.
 *
 * Periods must differ: threads that start in step with one period lock into one placement pattern for the whole run,
 * and thousands of wakeups are then worth about one observation.
 */
#ifndef LATLAB_WORKLOAD_RESOLVED_H
#define LATLAB_WORKLOAD_RESOLVED_H

#include <jansson.h>

#include "schema/workload/workload.h"

#define WORKLOAD_TASK_NAME 16 /* with the NUL; what the kernel keeps of a thread's name */

struct resolved_task {
	char name[WORKLOAD_TASK_NAME]; /* "cfs-0": also the thread's name */
	size_t group;
	int64_t runtime_us;
	int64_t period_us; /* 0: sleeps sleep_us of its group instead */
};

struct resolved {
	const struct workload *w; /* borrowed */
	int cpus;
	struct resolved_task *task; /* owned; in order of groups */
	size_t len;
};

int workload_resolve(const struct workload *w, int cpus, struct resolved *ret, struct err *e);
void resolved_fini(struct resolved *r);

size_t resolved_count(const struct resolved *r, size_t group);

/* *ret is the caller's. */
int resolved_json(const struct resolved *r, json_t **ret, struct err *e);

#endif
