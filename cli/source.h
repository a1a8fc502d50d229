/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the operands FILES name: files, the files of folders that are some tool's output, and "-" for standard input. */
#ifndef LATLAB_CLI_SOURCE_H
#define LATLAB_CLI_SOURCE_H

#include "agent/outputs/output.h"
#include "base/buf.h"

struct source {
	char *path; /* owned; "-" for standard input */
	char *thread; /* owned: "cfs_thread0-3" of rt-app-cfs_thread0-3.log.gz; of other files, their name */
	char *group; /* owned: the thread without what numbers it, "cfs_thread" */
};

struct sources {
	struct source *source; /* owned */
	size_t len;
};

void sources_fini(struct sources *s);

/*
 * Appends what one operand names. In a folder that has rt-app logs these are its sources; in another, every file of a
 * known format. Folders in it are not entered. E_NOT_FOUND where there is none. The names of files that end
 * in .log and yet are passed over are added to passed_over, a blank before each.
 */
int sources_add(struct sources *s, const char *operand, struct buf *passed_over, struct err *e);

/*
 * Reads a source, unpacked, as whatever format it is; o as for output_read(). column: the one that is wanted of an
 * rt-app log, and then of all formats where `always`. Errors do not name the file.
 */
int source_read(
	const struct source *s, const char *column, bool always, struct output *o, struct err *e);

#endif
