/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SQLite as this program uses it, and the only place that knows it: connections of one thread each,
 * tables of statements that are all prepared at open, arguments bound by name, errors in sentences.
 */
#ifndef LATLAB_SERVER_DB_H
#define LATLAB_SERVER_DB_H

#include "base/err.h"

struct db;
struct sqlite3_stmt;

enum db_mode {
	DB_READ,  /* an existing file, changes refused */
	DB_WRITE, /* made when missing */
};

/* WAL, synchronous=FULL, foreign keys on. One thread at a time may use it. */
int db_open(const char *path, enum db_mode mode, struct db **ret, struct err *e);
void db_free(struct db *db);
DEFINE_FREEP(db, struct db);

/* One or several statements without parameters or rows. */
int db_exec(struct db *db, const char *sql, struct err *e);
/* The first column of the only row, as a number. */
int db_number(struct db *db, const char *sql, int64_t *ret, struct err *e);
/* SQLite's own look at every page; E_MALFORMED with its first complaint. */
int db_check(struct db *db, struct err *e);

/* Transactions. begin takes the write lock at once. rollback is harmless where none is open. */
int db_begin(struct db *db, struct err *e);
int db_commit(struct db *db, struct err *e);
void db_rollback(struct db *db);
/* False also after SQLite itself rolled back, as it does when the disk is full. */
bool db_in_transaction(const struct db *db);

/* A part of a transaction that can be undone alone. */
int db_save(struct db *db, struct err *e);
int db_keep(struct db *db, struct err *e);
void db_undo(struct db *db);

/* The prepared statements of one table of SQL texts. */
struct db_stmts {
	struct db *db; /* borrowed */
	struct sqlite3_stmt **stmt;
	const char *const *sql;
	size_t n;
};

/* Prepares them all; a mistake in any, or text after its end, is an error with that statement. */
int db_prepare(
	struct db *db, const char *const *sql, size_t n, struct db_stmts *ret, struct err *e);
void db_stmts_fini(struct db_stmts *stmts); /* before db_free() */

/* A value and the parameter it is for; texts and bytes are borrowed until the query ends. */
struct db_arg {
	const char *name;
	enum { DB_NULL, DB_INT, DB_REAL, DB_TEXT, DB_BYTES } kind;
	int64_t number;
	double real;
	const void *bytes;
	size_t len;
};

struct db_arg db_int(const char *name, int64_t v);
struct db_arg db_real(const char *name, double v);
struct db_arg db_text(const char *name, const char *s); /* NULL: NULL */
struct db_arg db_bytes(const char *name, const void *bytes, size_t len);

/* A list of arguments and its length, for the calls below. */
#define DB_ARGS(...)                          \
	(const struct db_arg[]){__VA_ARGS__}, \
		sizeof((const struct db_arg[]){__VA_ARGS__}) / sizeof(struct db_arg)

/*
 * A running statement: `scoped(query_end) struct query q = query_on(stmts, WHICH, DB_ARGS(...));`
 * then query_step() until it gives 0. What the columns give is valid until the next step. A mistake
 * made while binding comes out of the first step.
 */
struct query {
	struct db_stmts *stmts;
	size_t which;
	int code;
};

struct query query_on(
	struct db_stmts *stmts, size_t which, const struct db_arg *args, size_t nargs);
void query_end(struct query *q);
int query_step(struct query *q, struct err *e); /* 1: a row; 0: the end */

int64_t query_int(const struct query *q, int column);
double query_real(const struct query *q, int column);
const char *query_text(const struct query *q, int column); /* NULL for NULL */
const void *query_bytes(const struct query *q, int column, size_t *len);

/* A statement run to its end; rows it gives are dropped. Returns how many rows it changed. */
int query_run(struct db_stmts *stmts, size_t which, const struct db_arg *args, size_t nargs,
	struct err *e);
/* The first column of its first row: 1, or 0 and *ret untouched where there is none. */
int query_id(struct db_stmts *stmts, size_t which, const struct db_arg *args, size_t nargs,
	int64_t *ret, struct err *e);

#endif
