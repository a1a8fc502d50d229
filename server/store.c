/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/store.h"

#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "server/blob.h"
#include "server/store_inside.h"

/* Says whose file it is, to file(1) and to us: "latl". */
#define APPLICATION_ID 0x6c61746c

extern const unsigned char store_0001_runs[];

/* In order; user_version is how many of them a database has had. A released one is never edited. */
static const unsigned char *const migrations[] = {
	store_0001_runs,
};

static int check_owner(struct db *db, int64_t *version, struct err *e)
{
	int64_t id, tables;
	int r = db_number(db, "PRAGMA application_id", &id, e);

	if (r == 0)
		r = db_number(db, "PRAGMA user_version", version, e);
	if (r == 0)
		r = db_number(db, "SELECT count(*) FROM sqlite_schema", &tables, e);
	if (r < 0)
		return r;
	if (id != APPLICATION_ID && (id || tables || *version))
		return err_set(e, E_DAMAGED, "this is a database of another program");
	if (*version > (int64_t)ARRAY_LEN(migrations))
		return err_set(e, E_NEWER,
			"the database has version %lld and this latlabd knows up to %zu: install a newer "
			"latlabd, or restore a backup",
			(long long)*version, ARRAY_LEN(migrations));
	return 0;
}

static int set_version(struct db *db, int64_t version, struct err *e)
{
	char sql[128];

	snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %lld",
		APPLICATION_ID, (long long)version);
	return db_exec(db, sql, e);
}

/* One step, unless another process was faster: whether it is still due is asked under the lock. */
static int migrate_one(struct db *db, int64_t from, struct err *e)
{
	int64_t now;
	int r = db_begin(db, e);

	if (r == 0)
		r = db_number(db, "PRAGMA user_version", &now, e);
	if (r == 0 && now == from) {
		r = db_exec(db, (const char *)migrations[from], e);
		if (r == 0)
			r = set_version(db, from + 1, e);
	}
	if (r == 0)
		r = db_commit(db, e);
	if (r < 0)
		db_rollback(db);
	return err_add(e, r, "bringing the database to version %lld", (long long)from + 1);
}

static int bring_up_to_date(struct db *db, enum store_mode mode, struct err *e)
{
	int64_t version = 0;
	int r = check_owner(db, &version, e);

	if (r == 0 && mode == STORE_READ && version < (int64_t)ARRAY_LEN(migrations))
		return err_set(
			e, E_NOT_FOUND, "the database is not up to date: start latlabd serve once");
	for (; r == 0 && version < (int64_t)ARRAY_LEN(migrations); version++)
		r = migrate_one(db, version, e);
	return r;
}

static int prepare_all(struct store *s, struct err *e)
{
	int r = db_prepare(s->db, run_sql, run_nsql, &s->run, e);

	if (r == 0)
		r = db_prepare(s->db, derive_sql, derive_nsql, &s->derive, e);
	if (r == 0)
		r = db_prepare(s->db, read_sql, read_nsql, &s->read, e);
	if (r == 0)
		r = db_prepare(s->db, token_sql, token_nsql, &s->token, e);
	if (r == 0)
		r = db_prepare(s->db, check_sql, check_nsql, &s->check, e);
	return r;
}

int store_open(const char *data_dir, enum store_mode mode, struct store **ret, struct err *e)
{
	scoped(store_freep) struct store *s = mem_alloc(sizeof *s);
	char path[FILE_PATH_MAX];
	int r;

	if (!s)
		return err_set(e, E_NOMEM, "out of memory for a store");
	s->data_dir = mem_str(data_dir);
	if (!s->data_dir)
		return err_set(e, E_NOMEM, "out of memory for a store");
	r = path_join(path, data_dir, "latlab.db", e);
	if (r == 0 && mode == STORE_READ && access(path, F_OK) < 0)
		r = err_set(e, E_NOT_FOUND, "there is no %s: start latlabd serve once", path);
	if (r == 0 && mode == STORE_WRITE)
		r = blob_make_folders(data_dir, e);
	if (r == 0)
		r = db_open(path, mode == STORE_WRITE ? DB_WRITE : DB_READ, &s->db, e);
	if (r < 0)
		return r;
	r = bring_up_to_date(s->db, mode, e);
	if (r == 0)
		r = prepare_all(s, e);
	if (r < 0)
		return err_add(e, r, "%s", path);
	*ret = take(s);
	return 0;
}

void store_free(struct store *s)
{
	if (!s)
		return;
	db_stmts_fini(&s->run);
	db_stmts_fini(&s->derive);
	db_stmts_fini(&s->read);
	db_stmts_fini(&s->token);
	db_stmts_fini(&s->check);
	db_free(s->db);
	mem_free(s->data_dir);
	mem_free(s);
}

int store_begin(struct store *s, struct err *e)
{
	return db_begin(s->db, e);
}

int store_commit(struct store *s, struct err *e)
{
	return db_commit(s->db, e);
}

void store_rollback(struct store *s)
{
	db_rollback(s->db);
}

bool store_in_transaction(const struct store *s)
{
	return db_in_transaction(s->db);
}

int store_limit_pages(struct store *s, int64_t pages, struct err *e)
{
	char sql[64];
	int64_t got;

	snprintf(sql, sizeof sql, "PRAGMA max_page_count = %lld",
		pages ? (long long)pages : (long long)UINT32_MAX - 1);
	return db_number(s->db, sql, &got, e);
}
