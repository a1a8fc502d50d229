/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Records on the board's disk until the server has them: tmp/ ready/ sent/ rejected/. The file is the cursor: it moves
 * from ready/ to sent/ only after the server took it, to rejected/ beside the server's reason after an answer that will
 * not change, and stays otherwise. So a board may lose power at any point and no run is lost or sent as two.
 */
#ifndef LATLAB_AGENT_SPOOL_H
#define LATLAB_AGENT_SPOOL_H

#include "base/file.h"
#include "schema/wire/record.h"

struct spool {
	char tmp[FILE_PATH_MAX], ready[FILE_PATH_MAX], sent[FILE_PATH_MAX], rejected[FILE_PATH_MAX];
	char lock[FILE_PATH_MAX], run_lock[FILE_PATH_MAX], runs[FILE_PATH_MAX];
};

#define SPOOL_SENT_KEEP \
	64 /* records kept after they were sent, for a look; older ones are removed */

/* Makes the folders below state_dir where they are missing. */
int spool_open(struct spool *s, const char *state_dir, struct err *e);

/*
 * Only one agent measures at a time (E_BUSY): two would disturb each other. Then what an agent that was killed left of
 * its runs and half-written records is removed. Held until the descriptor is closed.
 */
int spool_lock_run(const struct spool *s, int *ret_fd, struct err *e);

/* Encodes run into ready/; on disk when it returns. */
int spool_put(const struct spool *s, const struct run *run, struct err *e);

/* Names of the records in ready/, oldest first (ids are in order of time). */
int spool_list(const struct spool *s, struct dir_names *ret, struct err *e);

/* The id in a spool file's name; false for a file that is none of ours. */
bool spool_run_id(const char *name, char out[37]);

/* A plain file, no link, folder or pipe that was put there. */
bool spool_is_file(const struct spool *s, const char *name);
int spool_read(const struct spool *s, const char *name, struct buf *ret, struct err *e);
int spool_sent(const struct spool *s, const char *name, struct err *e);
int spool_reject(const struct spool *s, const char *name, const char *reason, struct err *e);

#endif
