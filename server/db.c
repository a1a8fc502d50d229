/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/db.h"

#include <assert.h>
#include <sqlite3.h>
#include <string.h>

#include "base/fault.h"
#include "base/mem.h"

struct db {
	sqlite3 *handle;
};

/* What SQLite's codes mean to a caller. The rest is E_IO. */
static const struct {
	int sqlite;
	enum err_code code;
	const char *mend; /* added to SQLite's own words */
} meanings[] = {
	{SQLITE_FULL, E_FULL, "; free some space on the disk of the data folder"},
	{SQLITE_BUSY, E_BUSY, "; another program holds the database"},
	{SQLITE_LOCKED, E_BUSY, ""},
	{SQLITE_NOMEM, E_NOMEM, ""},
	{SQLITE_NOTADB, E_DAMAGED, ""},
	{SQLITE_CORRUPT, E_DAMAGED, "; restore a backup"},
	/* what comes from outside was checked before it came here: these are mistakes of ours */
	{SQLITE_TOOBIG, E_DAMAGED, ""},
	{SQLITE_CONSTRAINT, E_DAMAGED, ""},
	{SQLITE_READONLY, E_DENIED, "; the data folder must be writable"},
	{SQLITE_CANTOPEN, E_DENIED, "; the data folder must exist and be writable"},
	{SQLITE_PERM, E_DENIED, ""},
};

static int set_error(struct err *e, sqlite3 *handle, int sqlite)
{
	const char *words = handle ? sqlite3_errmsg(handle) : sqlite3_errstr(sqlite);

	for (size_t i = 0; i < ARRAY_LEN(meanings); i++)
		if ((sqlite & 0xff) == meanings[i].sqlite)
			return err_set(
				e, meanings[i].code, "database: %s%s", words, meanings[i].mend);
	return err_set(e, E_IO, "database: %s (code %d)", words, sqlite);
}

static int fault(enum fault_kind kind, struct err *e)
{
	return fault_here(kind) ? err_set(e, E_IO, "database: failed by a test") : 0;
}

int db_exec(struct db *db, const char *sql, struct err *e)
{
	int r = fault(FAULT_SQL, e);

	if (r < 0)
		return r;
	r = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);
	return r == SQLITE_OK ? 0 : set_error(e, db->handle, r);
}

/* The first row's first column as text, or NULL; the statement must be finalized. */
static int first_row(struct db *db, const char *sql, sqlite3_stmt **ret, struct err *e)
{
	int r = fault(FAULT_SQL, e);

	if (r < 0)
		return r;
	r = sqlite3_prepare_v2(db->handle, sql, -1, ret, NULL);
	if (r == SQLITE_OK)
		r = sqlite3_step(*ret);
	return r == SQLITE_ROW ? 0 : set_error(e, db->handle, r);
}

int db_number(struct db *db, const char *sql, int64_t *ret, struct err *e)
{
	sqlite3_stmt *s = NULL;
	int r = first_row(db, sql, &s, e);

	if (r == 0)
		*ret = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	return r;
}

int db_check(struct db *db, struct err *e)
{
	sqlite3_stmt *s = NULL;
	int r = first_row(db, "PRAGMA integrity_check(1)", &s, e);
	const char *said = r == 0 ? (const char *)sqlite3_column_text(s, 0) : NULL;

	if (r == 0 && (!said || strcmp(said, "ok") != 0))
		r = err_set(e, E_DAMAGED, "database: %s", said ? said : "no answer");
	sqlite3_finalize(s);
	return r;
}

/*
 * Page size comes first: it holds for a new file only, and not after WAL. A long WAL that is reused is
 * overwritten in place, which syncs faster than a growing one: it is never truncated while open.
 */
static const char *const settings[] = {
	"PRAGMA page_size = 16384",
	"PRAGMA journal_mode = WAL",
	"PRAGMA synchronous = FULL",
	"PRAGMA foreign_keys = ON",
	"PRAGMA trusted_schema = OFF",
	"PRAGMA cache_size = -16384",
};

enum { WAIT_FOR_LOCK_MS = 5000 };

static int set_up(struct db *db, enum db_mode mode, struct err *e)
{
	int r = sqlite3_busy_timeout(db->handle, WAIT_FOR_LOCK_MS);

	if (r != SQLITE_OK)
		return set_error(e, db->handle, r);
	r = 0;
	for (size_t i = 0; r == 0 && i < ARRAY_LEN(settings); i++)
		r = db_exec(db, settings[i], e);
	return r == 0 && mode == DB_READ ? db_exec(db, "PRAGMA query_only = ON", e) : r;
}

int db_open(const char *path, enum db_mode mode, struct db **ret, struct err *e)
{
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, r;
	scoped(db_freep) struct db *db = mem_alloc(sizeof *db);

	if (!db)
		return err_set(e, E_NOMEM, "out of memory for a database connection");
	r = sqlite3_open_v2(
		path, &db->handle, flags | (mode == DB_WRITE ? SQLITE_OPEN_CREATE : 0), NULL);
	if (r != SQLITE_OK)
		return err_add(e, set_error(e, db->handle, r), "%s", path);
	r = set_up(db, mode, e);
	if (r < 0)
		return err_add(e, r, "%s", path);
	*ret = take(db);
	return 0;
}

void db_free(struct db *db)
{
	if (!db)
		return;
	/* the only way this fails is a statement left prepared: a mistake of ours */
	if (sqlite3_close(db->handle) != SQLITE_OK)
		assert(!"a statement outlives its database");
	mem_free(db);
}

int db_begin(struct db *db, struct err *e)
{
	return db_exec(db, "BEGIN IMMEDIATE", e);
}

int db_commit(struct db *db, struct err *e)
{
	int r = fault(FAULT_COMMIT, e);

	return r < 0 ? r : db_exec(db, "COMMIT", e);
}

bool db_in_transaction(const struct db *db)
{
	return !sqlite3_get_autocommit(db->handle);
}

void db_rollback(struct db *db)
{
	/* cannot fail in a way that leaves the transaction open */
	if (db_in_transaction(db))
		(void)sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
}

int db_save(struct db *db, struct err *e)
{
	return db_exec(db, "SAVEPOINT part", e);
}

int db_keep(struct db *db, struct err *e)
{
	return db_exec(db, "RELEASE part", e);
}

void db_undo(struct db *db)
{
	/* where even this fails the transaction is beyond use: none of it may be committed */
	if (db_in_transaction(db) &&
		sqlite3_exec(db->handle, "ROLLBACK TO part; RELEASE part", NULL, NULL, NULL) !=
			SQLITE_OK)
		db_rollback(db);
}

static int prepare_one(struct db *db, const char *sql, sqlite3_stmt **ret, struct err *e)
{
	const char *rest = NULL;
	int r = fault(FAULT_SQL, e);

	if (r < 0)
		return r;
	r = sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, ret, &rest);
	if (r != SQLITE_OK)
		return err_add(e, set_error(e, db->handle, r), "in \"%.120s\"", sql);
	if (!*ret || *rest)
		return err_set(e, E_MALFORMED, "not one statement: \"%.120s\"", sql);
	return 0;
}

int db_prepare(struct db *db, const char *const *sql, size_t n, struct db_stmts *ret, struct err *e)
{
	struct db_stmts made = {.db = db, .sql = sql, .n = n};
	int r = 0;

	made.stmt = mem_array(n, sizeof(struct sqlite3_stmt *));
	if (!made.stmt)
		return err_set(e, E_NOMEM, "out of memory for statements");
	for (size_t i = 0; r == 0 && i < n; i++)
		r = prepare_one(db, sql[i], &made.stmt[i], e);
	if (r < 0)
		db_stmts_fini(&made);
	else
		*ret = made;
	return r;
}

void db_stmts_fini(struct db_stmts *stmts)
{
	for (size_t i = 0; stmts->stmt && i < stmts->n; i++)
		sqlite3_finalize(stmts->stmt[i]);
	mem_free(stmts->stmt);
	*stmts = (struct db_stmts){0};
}

struct db_arg db_int(const char *name, int64_t v)
{
	return (struct db_arg){.name = name, .kind = DB_INT, .number = v};
}

struct db_arg db_real(const char *name, double v)
{
	return (struct db_arg){.name = name, .kind = DB_REAL, .real = v};
}

struct db_arg db_text(const char *name, const char *s)
{
	return (struct db_arg){
		.name = name, .kind = s ? DB_TEXT : DB_NULL, .bytes = s, .len = s ? strlen(s) : 0};
}

struct db_arg db_bytes(const char *name, const void *bytes, size_t len)
{
	/* a NULL pointer would bind NULL: an empty blob is not that */
	return (struct db_arg){
		.name = name, .kind = DB_BYTES, .bytes = bytes ? bytes : "", .len = len};
}

static int bind(sqlite3_stmt *s, const struct db_arg *a)
{
	int at = sqlite3_bind_parameter_index(s, a->name);

	assert(at > 0); /* the statement has no such parameter: a mistake of ours */
	switch (a->kind) {
	case DB_NULL:
		return sqlite3_bind_null(s, at);
	case DB_INT:
		return sqlite3_bind_int64(s, at, a->number);
	case DB_REAL:
		return sqlite3_bind_double(s, at, a->real);
	case DB_TEXT:
		return sqlite3_bind_text64(s, at, a->bytes, a->len, SQLITE_STATIC, SQLITE_UTF8);
	case DB_BYTES:
		return sqlite3_bind_blob64(s, at, a->bytes, a->len, SQLITE_STATIC);
	}
	return SQLITE_MISUSE;
}

static sqlite3_stmt *stmt_of(const struct query *q)
{
	return q->stmts->stmt[q->which];
}

struct query query_on(struct db_stmts *stmts, size_t which, const struct db_arg *args, size_t nargs)
{
	struct query q = {.stmts = stmts, .which = which, .code = SQLITE_OK};

	assert(!sqlite3_stmt_busy(stmt_of(&q)));
	for (size_t i = 0; q.code == SQLITE_OK && i < nargs; i++)
		q.code = bind(stmt_of(&q), &args[i]);
	return q;
}

void query_end(struct query *q)
{
	/* what it returns is the last step's error, which that step has told already */
	(void)sqlite3_reset(stmt_of(q));
	(void)sqlite3_clear_bindings(stmt_of(q));
}

int query_step(struct query *q, struct err *e)
{
	int r = fault(FAULT_SQL, e);

	if (r < 0)
		return r;
	if (q->code == SQLITE_OK)
		q->code = sqlite3_step(stmt_of(q));
	if (q->code == SQLITE_ROW) {
		q->code = SQLITE_OK;
		return 1;
	}
	if (q->code == SQLITE_DONE)
		return 0;
	return set_error(e, q->stmts->db->handle, q->code);
}

int64_t query_int(const struct query *q, int column)
{
	return sqlite3_column_int64(stmt_of(q), column);
}

double query_real(const struct query *q, int column)
{
	return sqlite3_column_double(stmt_of(q), column);
}

const char *query_text(const struct query *q, int column)
{
	return (const char *)sqlite3_column_text(stmt_of(q), column);
}

const void *query_bytes(const struct query *q, int column, size_t *len)
{
	const void *bytes = sqlite3_column_blob(stmt_of(q), column);

	*len = (size_t)sqlite3_column_bytes(stmt_of(q), column);
	return bytes;
}

int query_run(struct db_stmts *stmts, size_t which, const struct db_arg *args, size_t nargs,
	struct err *e)
{
	scoped(query_end) struct query q = query_on(stmts, which, args, nargs);
	int r;

	while ((r = query_step(&q, e)) > 0)
		;
	return r < 0 ? r : sqlite3_changes(stmts->db->handle);
}

int query_id(struct db_stmts *stmts, size_t which, const struct db_arg *args, size_t nargs,
	int64_t *ret, struct err *e)
{
	scoped(query_end) struct query q = query_on(stmts, which, args, nargs);
	int r = query_step(&q, e);

	if (r > 0)
		*ret = query_int(&q, 0);
	return r;
}
