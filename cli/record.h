/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run record made from files: what is not in them is given, or said to be unknown. */
#ifndef LATLAB_CLI_RECORD_H
#define LATLAB_CLI_RECORD_H

#include "dashboards/export.h"

/* All may be NULL: "imported" and "unknown" then, and a boot id made from the numbers themselves. */
struct record_ask {
	const char *board, *workload, *kernel, *boot;
	int64_t warm_up_ms;
};

/* One metric a row. *run_id gets the new run's id. */
int record_of_rows(const struct record_ask *ask, const struct export_row *row, size_t n,
	struct buf *out, char run_id[37], struct err *e);

#endif
