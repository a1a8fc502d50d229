/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What pages show, as plain structs: the server fills them from the store, dashboards turn them
 * into HTML, text and JSON. All pointers are borrowed for the call.
 */
#ifndef LATLAB_DASHBOARDS_VIEW_H
#define LATLAB_DASHBOARDS_VIEW_H

#include <jansson.h>

#include "schema/wire/record.h"

/* One run in a list. */
struct run_line {
	const char *run_id, *board, *workload, *kernel_release, *outcome;
	int64_t received_at_ns;
	const char *metric, *unit; /* its first metric; NULL where it has none */
	struct dist_summary sum;   /* of that metric */
};

struct board_line {
	const char *name, *arch;
	int64_t runs, last_at_ns;
};

struct kernel_line {
	int64_t id;
	const char *release, *build_id; /* build_id "" where unknown */
	int64_t boots, runs;
};

struct series_line {
	int64_t id;
	const char *board, *workload, *metric, *unit, *config_name;
	int64_t points;
};

/* "/": what is there. */
struct home_view {
	const struct run_line *run; /* newest first */
	size_t nruns;
	const struct board_line *board;
	size_t nboards;
	const struct series_line *series;
	size_t nseries;
};

/* "/runs" */
struct runs_view {
	const struct run_line *run; /* newest first */
	size_t nruns;
	const char *board, *workload; /* what the list is narrowed to; NULL: nothing */
};

struct boards_view {
	const struct board_line *board;
	size_t nboards;
};

struct board_view {
	struct board_line board;
	const json_t *facts; /* the newest */
	size_t nfacts;	     /* how many different ones it ever had */
	const struct series_line *series;
	size_t nseries;
	const struct run_line *run;
	size_t nruns;
};

struct kernels_view {
	const struct kernel_line *kernel;
	size_t nkernels;
};

struct kernel_view {
	struct kernel_line kernel;
	const struct run_line *run;
	size_t nruns;
};

/* One boot of one kernel in a series. */
struct point_line {
	int64_t kernel_id;
	const char *kernel_release, *boot_id;
	int64_t started_at_ns;
	bool segment_starts; /* workload digest or board facts differ from the point before */
	struct dist_summary sum;
};

struct series_view {
	struct series_line series;
	const char *direction;
	const struct point_line *point; /* in order of time */
	size_t npoints;
};

/* Where the run stands, beside what its record says. */
struct run_view {
	const struct run *run;
	int64_t kernel_id, received_at_ns;
	const int64_t *series_id; /* one for each run->metric; 0 where it is no point */
};

#endif
