/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one thread that writes runs. It takes whatever queued up while its last COMMIT was on its way to
 * the disk and commits all of that together: under load a sync pays for many runs, and a lone board waits
 * for nobody. A run that fails does not take the others of its batch with it.
 */
#ifndef LATLAB_SERVER_WRITER_H
#define LATLAB_SERVER_WRITER_H

#include "server/store.h"

/* One run on its way to the disk. The caller owns it and keeps it until done() is called. */
struct write_job {
	const struct upload *upload;
	void (*done)(struct write_job *job); /* once, on the writer's thread; may free the job */
	void *arg;			     /* the caller's */

	/* the answer, set before done() */
	int r;		    /* 0: on disk */
	enum store_put put; /* where r is 0 */
	struct err err;

	struct write_job *next; /* the writer's */
};

struct writer_stats {
	int64_t runs, commits; /* new runs on disk, and the transactions they took */
	int64_t refused;       /* jobs that failed */
	int64_t queued;	       /* now */
};

struct writer;

/* Takes the store over, also on failure. */
int writer_start(struct store *s, struct writer **ret, struct err *e);
/* Writes what is queued, then ends the thread. Later pushes are refused, so w stays until writer_free(). */
void writer_stop(struct writer *w);
void writer_free(struct writer *w); /* a stopped one, or NULL */

/* E_BUSY when the queue is full or the writer is stopping: then done() is not called. */
int writer_push(struct writer *w, struct write_job *job, struct err *e);
void writer_read_stats(struct writer *w, struct writer_stats *ret);

/* What the thread does with a batch, without the thread. */
void writer_write(struct store *s, struct write_job *first, struct writer_stats *stats);

#endif
