/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ftrace's function profile: trace_stat/functionN of each CPU N. Functions are known by their base name (func_name.h); parse
 * the files of all CPUs into one of these to sum over them.
 */
#ifndef LATLAB_OUTPUTS_TRACE_STAT_H
#define LATLAB_OUTPUTS_TRACE_STAT_H

#include "agent/outputs/names.h"
#include "agent/outputs/output.h"

struct trace_stat_func {
	int64_t hits;
	int64_t time_ns;       /* -1: the kernel counts hits alone (no function graph) */
	int64_t avg_ns;	       /* as printed, while it comes from one row */
	int64_t resolution_ns; /* of the time: the kernel prints seven digits */
	size_t rows;
	struct names full; /* the names of the rows */
};

struct trace_stat {
	struct names base;
	struct trace_stat_func *func; /* owned; by number of its base name */
	size_t cap;
	size_t tables;	     /* headers seen: CPUs */
	uint64_t mismatched; /* rows whose hits * average is not their time */
	char mismatch[64];   /* the first of them */
	bool cut;
};

void trace_stat_fini(struct trace_stat *t);

/* Adds one file. Errors name the line. */
int trace_stat_parse(struct cursor in, struct trace_stat *t, struct err *e);

/* "NAME:time" (total ns), "NAME:hits", "NAME:avg" (ns) of each function, as scalars, and notes. 0, -E_NOMEM, -E_TOO_BIG. */
int trace_stat_output(const struct trace_stat *t, struct output *ret);

#endif
