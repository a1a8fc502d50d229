/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One run of a workload, from its file to a struct run that says all that happened. */
#ifndef LATLAB_AGENT_RUN_H
#define LATLAB_AGENT_RUN_H

#include "schema/wire/record.h"
#include "schema/workload/workload.h"

struct run_ask {
	const struct workload *workload;
	const char *board;	   /* NULL: what the board says of itself */
	const char *want_build_id; /* NULL: any kernel will do */
	const char *commit,
		*config_name;  /* of the kernel, where who booted it knows; NULL otherwise */
	const char *state_dir; /* the run gets a folder of its own below, gone afterwards */
};

/*
 * Always gives a run, whatever the tool and the board did: its outcome and reason say it. Fails only where the agent
 * itself cannot go on (memory, disk, no random bits).
 */
int run_workload(const struct run_ask *ask, struct run **ret, struct err *e);

/* A few lines about a run for whoever started it. */
void run_print(const struct run *run);

#endif
