/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A workload as people write it: jobs/workloads/NAME/workload.json. It says what threads run and for how long,
 * counted per CPU, and what is measured of them. resolved.h makes of it what runs on a board of N CPUs.
 */
#ifndef LATLAB_WORKLOAD_WORKLOAD_H
#define LATLAB_WORKLOAD_WORKLOAD_H

#include "base/buf.h"

#define WORKLOAD_BYTES_MAX (64u << 10) /* of the file */
#define WORKLOAD_NAME_MAX  64
#define WORKLOAD_GROUP_MAX \
	9 /* "%s-%d" of a group and a task fits the kernel's 15 characters of a thread name */
#define WORKLOAD_GROUPS_MAX  16
#define WORKLOAD_METRICS_MAX 16
#define WORKLOAD_TAILS_MAX   8
#define WORKLOAD_CPUS_MAX    4096
#define WORKLOAD_TASKS_MAX   4096

/* Tasks of one kind. Either on a timer (period_us, unequal by spread) or burning with short sleeps (sleep_us). */
struct workload_group {
	char name[WORKLOAD_GROUP_MAX + 1];
	const char *policy; /* a static string: "SCHED_OTHER", "SCHED_IDLE", ... */
	int64_t priority;   /* of a real-time policy, else 0 */
	int64_t per, cpus;  /* floor(per * online / cpus) tasks, at least 1 */
	int64_t runtime_us,
		runtime_step_us; /* task i runs runtime_us + i * runtime_step_us at a time */
	int64_t period_us;	 /* 0: no timer */
	int64_t spread_ppm; /* the periods lie within period_us * (1 - spread / 2 .. 1 + spread / 2) */
	int64_t sleep_us; /* 0: on a timer */
};

struct workload_metric {
	char name[WORKLOAD_NAME_MAX + 1]; /* GROUP:QUANTITY */
	char unit[WORKLOAD_NAME_MAX + 1];
	const char *direction;		  /* a static string: "lower" or "higher" is better */
	int64_t resolution;		  /* smallest step of the tool, in units */
	int64_t margin_percent;		  /* a smaller change is of no relevance */
	int64_t tail[WORKLOAD_TAILS_MAX]; /* show the share above each; rising */
	size_t ntails;
};

struct workload {
	char name[WORKLOAD_NAME_MAX + 1];
	const char *kind; /* a static string: "rt-app" */
	char *summary;	  /* owned */
	int64_t duration_ms, warm_up_ms;
	int64_t repeats; /* runs in one boot */
	int64_t calibration_ns; /* rt-app's time of one loop, pinned: measuring it takes seconds and differs each time */
	struct workload_group group[WORKLOAD_GROUPS_MAX];
	size_t ngroups;
	struct workload_metric metric[WORKLOAD_METRICS_MAX];
	size_t nmetrics;
};

void workload_free(struct workload *w);
DEFINE_FREEP(workload, struct workload);

/* Reads and checks bytes; every error names `from`, the key and what would be right. */
int workload_parse(
	const void *bytes, size_t len, const char *from, struct workload **ret, struct err *e);
/* The same from a file. */
int workload_read(const char *path, struct workload **ret, struct err *e);

/* The group a metric is measured on. */
const struct workload_group *workload_group_of(
	const struct workload *w, const struct workload_metric *m);

#endif
