/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the lab knows, in one folder: latlab.db (SQLite) and blobs/ (raw logs too large for it). A
 * struct store is one connection; one thread at a time may use it. Runs are the truth: series and points
 * are derived from them and can be made again.
 */
#ifndef LATLAB_SERVER_STORE_H
#define LATLAB_SERVER_STORE_H

#include "dashboards/view.h"
#include "server/arena.h"
#include "server/ingest.h"

struct store;

enum store_mode {
	STORE_READ,
	STORE_WRITE, /* makes what is missing and brings an older database up to date */
};

/*
 * E_NEWER for a database of a newer latlab, E_MALFORMED for a file of another program, E_NOT_FOUND for
 * reading where there is nothing yet.
 */
int store_open(const char *data_dir, enum store_mode mode, struct store **ret, struct err *e);
void store_free(struct store *s);
DEFINE_FREEP(store, struct store);

/* ---- writing: store_run.c. All of it happens inside a transaction of the caller. ---------------- */

int store_begin(struct store *s, struct err *e);
int store_commit(struct store *s, struct err *e);
void store_rollback(struct store *s); /* harmless where none is open */
bool store_in_transaction(const struct store *s);

enum store_put {
	STORE_NEW,
	STORE_SAME, /* that run is there already, byte for byte */
};

/*
 * Inserts a run and all it refers to, and derives its points. All or nothing: on failure the
 * transaction is as it was before (store_in_transaction() says whether it still lives). E_EXISTS where the
 * run id has another content, or the boot another kernel.
 */
int store_put_run(struct store *s, const struct upload *up, enum store_put *ret, struct err *e);

/* 1: that run is there, byte for byte; 0: it is not; E_EXISTS where its id has another content. Reads only. */
int store_has_run(struct store *s, const struct upload *up, struct err *e);

/* Drops series and points and derives them again, in a transaction of its own. */
int store_rebuild(struct store *s, struct err *e);

/*
 * Whether the database is sound, every row has what it refers to, and every blob file is there with its
 * digest: a line to out for each thing that is not; *faults counts them. A file nobody asks for gets a line
 * too, but is no fault: an upload that was refused, or cut by a crash, leaves one.
 */
int store_check(struct store *s, struct buf *out, int64_t *faults, struct err *e);

/*
 * Removes blob files that no run refers to, an hour after they were written: only while no server runs, whose
 * uploads write theirs before the row.
 */
int store_sweep_blobs(struct store *s, struct err *e);

/* Limits the database to so many pages, as a full disk does; 0: no limit. For tests. */
int store_limit_pages(struct store *s, int64_t pages, struct err *e);

/* ---- reading: store_read.c. Views point into the arena. E_NOT_FOUND for an unknown name. -------- */

int store_read_home(struct store *s, struct arena *a, struct home_view *ret, struct err *e);
int store_read_boards(struct store *s, struct arena *a, struct boards_view *ret, struct err *e);
int store_read_board(
	struct store *s, const char *name, struct arena *a, struct board_view *ret, struct err *e);
int store_read_kernels(struct store *s, struct arena *a, struct kernels_view *ret, struct err *e);
int store_read_kernel(
	struct store *s, int64_t id, struct arena *a, struct kernel_view *ret, struct err *e);
int store_read_series(
	struct store *s, int64_t id, struct arena *a, struct series_view *ret, struct err *e);
/* board and workload narrow the list; NULL: any. */
int store_read_runs(struct store *s, const char *board, const char *workload, struct arena *a,
	struct runs_view *ret, struct err *e);
int store_read_run(
	struct store *s, const char *run_id, struct arena *a, struct run_view *ret, struct err *e);
int store_count_runs(struct store *s, int64_t *ret, struct err *e);

/* ---- tokens: store_token.c ---------------------------------------------------------------------- */

enum scope {
	SCOPE_NONE = 0, /* anyone */
	SCOPE_BOARD = 1,
	SCOPE_SUBMIT = 2,
	SCOPE_ADMIN = 4, /* may do what the others may */
};

#define TOKEN_TEXT_LEN 72 /* with the NUL */

bool scope_parse(const char *name, enum scope *ret);
/* The text is shown once and not kept. days 0: for ever. */
int store_token_add(struct store *s, const char *name, enum scope scope, int64_t days,
	char ret_text[TOKEN_TEXT_LEN], struct err *e);
/* Which scopes the bearer of text has: 0 where there is no such token, or its time is over. */
int store_token_scopes(struct store *s, const char *text, unsigned *ret, struct err *e);
/* A line a token: name, scope, until when. */
int store_token_list(struct store *s, struct buf *out, struct err *e);

#endif
