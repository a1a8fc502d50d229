/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/db.h"

#include "test.h"

struct place {
	char *dir, path[FILE_PATH_MAX];
};

static void place_fini(struct place *p)
{
	test_dir_fini(&p->dir);
}

static struct place place_new(void)
{
	struct place p = {.dir = test_dir()};

	assert_ok(path_join(p.path, p.dir, "x.db", NULL));
	return p;
}

static int64_t number(struct db *db, const char *sql)
{
	int64_t v = -1;

	assert_ok(db_number(db, sql, &v, NULL));
	return v;
}

static void a_new_file_has_our_settings(void **state)
{
	scoped(place_fini) struct place p = place_new();
	scoped(db_freep) struct db *db = NULL, *reader = NULL;
	struct err e = {0};

	(void)state;
	assert_int_equal(db_open(p.path, DB_READ, &reader, &e), -E_DENIED); /* does not make it */
	assert_non_null(strstr(err_text(&e), p.path));
	assert_ok(db_open(p.path, DB_WRITE, &db, &e));
	assert_ok(db_exec(db, "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL)", &e));
	assert_int_equal(number(db, "PRAGMA page_size"), 16384);
	assert_int_equal(number(db, "PRAGMA synchronous"), 2);
	assert_int_equal(number(db, "PRAGMA foreign_keys"), 1);
	assert_int_equal(number(db, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1);
	assert_ok(db_check(db, &e));
	assert_ok(db_open(p.path, DB_READ, &reader, &e));
	assert_int_equal(db_exec(reader, "INSERT INTO t VALUES (1, 'x')", &e), -E_DENIED);
}

static void a_file_that_is_no_database_is_refused(void **state)
{
	scoped(place_fini) struct place p = place_new();
	scoped(db_freep) struct db *db = NULL;
	static char text[4096] = "this is a letter, not a database";
	struct err e = {0};

	(void)state;
	assert_ok(file_write(p.path, text, sizeof text, &e));
	assert_int_equal(db_open(p.path, DB_WRITE, &db, &e), -E_DAMAGED);
	assert_null(db);
}

static void every_kind_of_value_comes_back(void **state)
{
	static const char *const sql[] = {
		"INSERT INTO t VALUES (:i, :r, :t, :b, :none)",
		"SELECT i, r, t, b, none FROM t",
		"SELECT i FROM t WHERE t = :t",
	};
	scoped(place_fini) struct place p = place_new();
	scoped(db_freep) struct db *db = NULL;
	struct db_stmts s = {0};
	int64_t id = 7;
	size_t len;

	(void)state;
	assert_ok(db_open(p.path, DB_WRITE, &db, NULL));
	assert_ok(db_exec(db, "CREATE TABLE t (i, r, t, b, none)", NULL));
	assert_ok(db_prepare(db, sql, ARRAY_LEN(sql), &s, NULL));
	assert_int_equal(query_run(&s, 0,
				 DB_ARGS(db_int(":i", INT64_MIN), db_real(":r", 0.1),
					 db_text(":t", "it's; DROP TABLE t"),
					 db_bytes(":b", NULL, 0), db_text(":none", NULL)),
				 NULL),
		1);
	{
		scoped(query_end) struct query q = query_on(&s, 1, NULL, 0);

		assert_int_equal(query_step(&q, NULL), 1);
		assert_true(query_int(&q, 0) == INT64_MIN);
		assert_true(query_real(&q, 1) == 0.1);
		assert_string_equal(query_text(&q, 2), "it's; DROP TABLE t");
		query_bytes(&q, 3, &len);
		assert_int_equal(len, 0);
		assert_null(query_text(&q, 4));
		assert_int_equal(query_step(&q, NULL), 0);
	}
	assert_int_equal(query_id(&s, 2, DB_ARGS(db_text(":t", "nobody")), &id, NULL), 0);
	assert_int_equal(id, 7);
	db_stmts_fini(&s);
}

static void a_mistake_in_a_table_of_statements_shows_at_open(void **state)
{
	static const char *const wrong[] = {
		"SELECT nothing FROM nowhere", "SELECT 1; SELECT 2", ""};
	scoped(place_fini) struct place p = place_new();
	scoped(db_freep) struct db *db = NULL;
	struct db_stmts s = {0};

	(void)state;
	assert_ok(db_open(p.path, DB_WRITE, &db, NULL));
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		struct err e = {0};

		assert_true(db_prepare(db, &wrong[i], 1, &s, &e) < 0);
		assert_null(s.stmt);
		assert_non_null(strstr(err_text(&e), wrong[i]));
	}
}

static void a_part_of_a_transaction_is_undone_alone(void **state)
{
	scoped(place_fini) struct place p = place_new();
	scoped(db_freep) struct db *db = NULL;

	(void)state;
	assert_ok(db_open(p.path, DB_WRITE, &db, NULL));
	assert_ok(db_exec(db, "CREATE TABLE t (a)", NULL));
	assert_ok(db_begin(db, NULL));
	assert_ok(db_exec(db, "INSERT INTO t VALUES (1)", NULL));
	assert_ok(db_save(db, NULL));
	assert_ok(db_exec(db, "INSERT INTO t VALUES (2)", NULL));
	db_undo(db);
	assert_true(db_in_transaction(db));
	assert_ok(db_commit(db, NULL));
	assert_int_equal(number(db, "SELECT sum(a) FROM t"), 1);
	db_rollback(db); /* harmless */
}

static void a_full_disk_is_named_and_reading_goes_on(void **state)
{
	scoped(place_fini) struct place p = place_new();
	scoped(db_freep) struct db *db = NULL;
	struct err e = {0};
	int r = 0;

	(void)state;
	assert_ok(db_open(p.path, DB_WRITE, &db, NULL));
	assert_ok(db_exec(db, "CREATE TABLE t (a); PRAGMA max_page_count = 4", NULL));
	for (int i = 0; i < 100 && r == 0; i++)
		r = db_exec(db, "INSERT INTO t VALUES (zeroblob(9000))", &e);
	assert_int_equal(r, -E_FULL);
	assert_non_null(strstr(err_text(&e), "free some space"));
	assert_true(number(db, "SELECT count(*) FROM t") >= 1);
}

/* E_MALFORMED and E_TOO_BIG are for what a sender can mend. */
static void what_the_database_refuses_is_our_fault(void **state)
{
	static const char *const sql[] = {"INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (NULL)",
		"INSERT INTO t VALUES (zeroblob(0x7fffffff))"};
	scoped(place_fini) struct place p = place_new();
	scoped(db_freep) struct db *db = NULL;

	(void)state;
	assert_ok(db_open(p.path, DB_WRITE, &db, NULL));
	assert_ok(
		db_exec(db, "CREATE TABLE t (a UNIQUE NOT NULL); INSERT INTO t VALUES (1)", NULL));
	for (size_t i = 0; i < ARRAY_LEN(sql); i++)
		assert_int_equal(db_exec(db, sql[i], NULL), -E_DAMAGED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_file_has_our_settings),
		cmocka_unit_test(a_file_that_is_no_database_is_refused),
		cmocka_unit_test(every_kind_of_value_comes_back),
		cmocka_unit_test(a_mistake_in_a_table_of_statements_shows_at_open),
		cmocka_unit_test(a_part_of_a_transaction_is_undone_alone),
		cmocka_unit_test(a_full_disk_is_named_and_reading_goes_on),
		cmocka_unit_test(what_the_database_refuses_is_our_fault),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
