/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What stat, hist and convert share: their options, reading all files into sets, and telling on standard error
 * what was wrong with which file.
 */
#ifndef LATLAB_CLI_MEASURE_H
#define LATLAB_CLI_MEASURE_H

#include "base/opt.h"
#include "cli/sets.h"

struct measure {
	const char *program; /* "latlab stat", for the messages */
	const char *column, *by;
	int64_t warm_up_ms;
	struct sets sets; /* owned; all that could be read */
	int unreadable;	  /* files and operands that could not */

	struct told { /* owned: what was said of the last files, to say it once of many */
		char *path, *text;
		const char *kind;
		size_t more;
	} * told;
	size_t ntold;
};

#define MEASURE_OPTS(m)                                                                         \
	{"column", 'c', OPT_TEXT, &(m).column, "NAME", NULL,                                    \
		"wu_lat (default), slack, run, period, c_duration or c_period of rt-app logs; " \
		"the one series of that name of other formats",                                 \
		0, 0},                                                                          \
		{"by", 'b', OPT_TEXT, &(m).by, "WHAT", NULL,                                    \
			"thread, group, file or all: what stands alone; default: all threads "  \
			"of rt-app together, other series by their names",                      \
			0, 0},                                                                  \
		{"warm-up", 'w', OPT_INT, &(m).warm_up_ms, "MS", NULL,                          \
			"leaves out the loops of rt-app that began in the first MS "            \
			"milliseconds (default 0)",                                             \
			0, 1000000000},

/* For the help of each. */
#define MEASURE_FILES                                                                \
	"FILES are what latency tools printed, folders of that, or - for standard\n" \
	"input; what gzip, xz or zstd packed is unpacked. A folder stands for its\n" \
	"rt-app logs where it has some, else for all its files in a known format."

void measure_fini(struct measure *m);

/*
 * Reads all operands. What cannot be read is told and counted, the rest goes on; E_NOT_FOUND where nothing is left,
 * E_USAGE, or E_NOMEM.
 */
int measure_read(struct measure *m, char **operands, struct err *e);

/* "latlab stat: warning: ..." on standard error. */
void measure_warn(const struct measure *m, const char *fmt, ...) printf_like(2, 3);

/* Writes all of out to standard output. */
int measure_print(const struct buf *out, struct err *e);

/* The exit code of a verb that got as far as r. */
int measure_end(const struct measure *m, int r, const struct err *e);

#endif
