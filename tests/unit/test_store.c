/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "made_upload.h"
#include "schema/wire/limits.h"
#include "server/blob.h"
#include "server/db.h"

/* A store, and a second connection to look behind it. */
struct lab {
	char *dir, path[FILE_PATH_MAX];
	struct store *s;
	struct db *db;
};

static void lab_fini(struct lab *l)
{
	store_free(l->s);
	db_free(l->db);
	test_dir_fini(&l->dir);
}

static struct lab lab_new(void)
{
	struct lab l = {.dir = test_dir()};

	assert_ok(path_join(l.path, l.dir, "latlab.db", NULL));
	assert_ok(store_open(l.dir, STORE_WRITE, &l.s, NULL));
	assert_ok(db_open(l.path, DB_WRITE, &l.db, NULL));
	return l;
}

static int64_t number(struct lab *l, const char *sql)
{
	int64_t v = -1;
	struct err e = {0};

	if (db_number(l->db, sql, &v, &e) < 0)
		fail_msg("%s: %s", sql, err_text(&e));
	return v;
}

/* Rows of all tables: 0 for an empty store. */
static int64_t rows(struct lab *l)
{
	return number(l,
		"SELECT (SELECT count(*) FROM board) + (SELECT count(*) FROM board_facts) +"
		" (SELECT count(*) FROM kernel) + (SELECT count(*) FROM workload) +"
		" (SELECT count(*) FROM workload_version) + (SELECT count(*) FROM metric) +"
		" (SELECT count(*) FROM boot) + (SELECT count(*) FROM blob) + (SELECT count(*) FROM run) +"
		" (SELECT count(*) FROM dist) + (SELECT count(*) FROM dist_body) +"
		" (SELECT count(*) FROM series) + (SELECT count(*) FROM point)");
}

/* ---- opening ------------------------------------------------------------------------------------ */

static void a_new_store_is_whole_and_ours(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(buf_fini) struct buf out = {0};
	int64_t faults = 1;

	(void)state;
	assert_int_equal(number(&l, "PRAGMA application_id"), 0x6c61746c);
	assert_int_equal(number(&l, "PRAGMA user_version"), 1);
	assert_int_equal(rows(&l), 0);
	assert_ok(store_check(l.s, &out, &faults, NULL));
	assert_int_equal(faults, 0);
}

static void opening_is_all_or_nothing(void **state)
{
	int r;

	(void)state;
	/* the first ones are settings and migrations; then come the statements, all alike */
	for (int n = 0;; n += n < 24 ? 1 : 9) {
		scoped(test_dir_fini) char *dir = test_dir();
		scoped(store_freep) struct store *s = NULL;
		scoped(db_freep) struct db *db = NULL;
		char path[FILE_PATH_MAX];
		int64_t version, tables;
		struct err e = {0};

		fault_arm(n);
		r = store_open(dir, STORE_WRITE, &s, &e);
		if (!fault_disarm()) {
			assert_ok(r);
			break;
		}
		assert_true(r < 0);
		assert_null(s);
		assert_ok(path_join(path, dir, "latlab.db", NULL));
		assert_ok(db_open(path, DB_WRITE, &db, NULL));
		assert_ok(db_number(db, "PRAGMA user_version", &version, NULL));
		assert_ok(db_number(db, "SELECT count(*) FROM sqlite_schema", &tables, NULL));
		assert_int_equal(version > 0, tables > 0); /* never half a migration */
		db_free(take(db));
		assert_ok(store_open(
			dir, STORE_WRITE, &s, NULL)); /* and the next start goes on from there */
	}
}

static void a_newer_or_strange_database_is_refused(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	struct store *s = NULL;
	struct err e = {0};

	(void)state;
	assert_ok(db_exec(l.db, "PRAGMA user_version = 99", NULL));
	assert_int_equal(store_open(l.dir, STORE_WRITE, &s, &e), -E_NEWER);
	assert_non_null(strstr(err_text(&e), "version 99"));
	assert_non_null(strstr(err_text(&e), "install a newer latlabd"));
	assert_int_equal(store_open(l.dir, STORE_READ, &s, &e), -E_NEWER);
	assert_ok(db_exec(l.db, "PRAGMA user_version = 1; PRAGMA application_id = 5", NULL));
	assert_int_equal(store_open(l.dir, STORE_WRITE, &s, &e), -E_DAMAGED);
	assert_null(s);
}

static void reading_where_nothing_is_says_so(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	struct store *s = NULL;
	struct err e = {0};

	(void)state;
	assert_int_equal(store_open(dir, STORE_READ, &s, &e), -E_NOT_FOUND);
	assert_non_null(strstr(err_text(&e), "latlabd serve"));
}

/* ---- putting ------------------------------------------------------------------------------------ */

static void a_run_is_stored_once(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(upload_freep) struct upload *up = made_upload(run), *other = NULL;
	enum store_put put;
	struct err e = {0};

	(void)state;
	assert_ok(made_put(l.s, up, &put, &e));
	assert_int_equal(put, STORE_NEW);
	assert_ok(made_put(l.s, up, &put, &e));
	assert_int_equal(put, STORE_SAME);
	made_text(&run->tool_ended, "exit status 1");
	other = made_upload(run);
	assert_int_equal(made_put(l.s, other, &put, &e), -E_EXISTS);
	assert_non_null(strstr(err_text(&e), run->run_id));
	assert_int_equal(number(&l, "SELECT count(*) FROM run"), 1);
	assert_int_equal(number(&l, "SELECT count(*) FROM point"), 1);
	assert_int_equal(number(&l, "SELECT p50 FROM point"), 70);
	assert_int_equal(number(&l, "SELECT p50 FROM dist"), 70);
}

static void faults_leave_the_store_as_it_was(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(upload_freep) struct upload *up = NULL;
	enum store_put put;
	int n = 0, r;

	(void)state;
	buf_str(&run->raw_log, "raw");
	up = made_upload(run);
	for (;; n++) {
		struct err e = {0};

		fault_arm(n);
		r = made_put(l.s, up, &put, &e);
		if (!fault_disarm())
			break;
		assert_true(r == -E_IO || r == -E_NOMEM);
		assert_true(e.text[0]);
		assert_int_equal(rows(&l), 0);
		assert_false(store_in_transaction(l.s));
	}
	assert_ok(r);
	assert_true(n > 30); /* it did walk */
	assert_int_equal(number(&l, "SELECT count(*) FROM run"), 1);
}

static void a_failing_run_does_not_touch_its_transaction(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(run_freep) struct run *one = made_numbered(1), *two = made_numbered(2);
	scoped(upload_freep) struct upload *a = made_upload(one), *b = made_upload(two);
	enum store_put put;
	struct err e = {0};

	(void)state;
	assert_ok(store_begin(l.s, &e));
	assert_ok(store_put_run(l.s, a, &put, &e));
	fault_arm_kind(FAULT_SQL, 12);
	assert_true(store_put_run(l.s, b, &put, &e) < 0);
	assert_true(fault_disarm());
	assert_true(store_in_transaction(l.s));
	assert_ok(store_commit(l.s, &e));
	assert_int_equal(number(&l, "SELECT count(*) FROM run"), 1);
	assert_int_equal(number(&l, "SELECT runs FROM point"), 1);
}

static void a_full_disk_is_told_and_passes(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	struct err e = {0};
	enum store_put put;
	int n = 0, r = 0;

	(void)state;
	assert_ok(store_limit_pages(l.s, 60, &e));
	for (; n < 500 && r == 0; n++) {
		scoped(run_freep) struct run *run = made_numbered(n);
		scoped(upload_freep) struct upload *up = NULL;

		buf_fill(&run->raw_log, (char)('a' + n % 26), 20000 + (size_t)n);
		up = made_upload(run);
		r = made_put(l.s, up, &put, &e);
	}
	assert_int_equal(r, -E_FULL);
	assert_int_equal(number(&l, "SELECT count(*) FROM run"), n - 1);
	assert_ok(store_limit_pages(l.s, 0, &e));
	made_stored(l.s, made_numbered(n));
	assert_int_equal(number(&l, "SELECT count(*) FROM run"), n);
}

/* ---- what belongs together ------------------------------------------------------------------------ */

static void runs_of_one_boot_are_one_point(void **state)
{
	static const int64_t few[] = {10, 20, 30};
	scoped(lab_fini) struct lab l = lab_new();
	struct run *late = made_numbered(2), *failed = made_numbered(3),
		   *version = made_numbered(4);

	(void)state;
	made_stored(l.s, made_numbered(1));
	made_samples(late, few, ARRAY_LEN(few));
	made_stored(l.s, late);
	assert_int_equal(number(&l, "SELECT n FROM point"), 13);
	assert_int_equal(number(&l, "SELECT min FROM point"), 10);
	assert_int_equal(number(&l, "SELECT runs FROM point"), 2);

	failed->outcome = RUN_PARTIAL;
	made_stored(l.s, failed);
	assert_int_equal(number(&l, "SELECT runs FROM point"), 2);

	/* another version of the workload: the same series, a point of its own */
	made_json(&version->workload, "{\"name\":\"sched-idle\",\"tasks\":[1]}");
	made_workload_digest(version);
	made_stored(l.s, version);
	assert_int_equal(number(&l, "SELECT count(*) FROM point"), 2);
	assert_int_equal(number(&l, "SELECT count(*) FROM series"), 1);
}

static void numbers_and_bounds_of_one_boot_are_merged_honestly(void **state)
{
	static const int64_t low[] = {1, 2, 90}, high[] = {3, 150};
	scoped(lab_fini) struct lab l = lab_new();

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct run *run = made_numbered(i);

		made_text(&run->metric[0].name, "bounded");
		made_samples(run, i ? high : low, i ? 2 : 3);
		assert_ok(dist_set_censored(run->metric[0].dist, i ? 200 : 100, 1, NULL));
		made_stored(l.s, run);
	}
	/* 150 lies above the lower bound of the two: all that is known of both is that two and one do */
	assert_int_equal(number(&l, "SELECT n FROM point"), 7);
	assert_int_equal(number(&l, "SELECT censored FROM point"), 3);
	assert_int_equal(number(&l, "SELECT max FROM point"), 90);

	for (int i = 0; i < 2; i++) {
		struct run *run = made_numbered(10 + i);

		made_text(&run->metric[0].name, "lone");
		dist_free(run->metric[0].dist);
		assert_ok(dist_from_scalar(500 + i, &run->metric[0].dist, NULL));
		made_stored(l.s, run);
	}
	assert_int_equal(
		number(&l,
			"SELECT sum(n) FROM point JOIN series ON series.id = series JOIN metric ON"
			" metric.id = metric WHERE name = 'lone'"),
		2);
}

static void what_must_not_mix_does_not(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	struct run *run;

	(void)state;
	made_stored(l.s, made_numbered(1));
	run = made_numbered(2);
	run->metric[0].resolution = 10;
	made_stored(l.s, run);
	run = made_numbered(3);
	made_text(&run->metric[0].unit, "ns");
	made_stored(l.s, run);
	run = made_numbered(4);
	made_text(&run->board_name, "other");
	made_stored(l.s, run);
	assert_int_equal(number(&l, "SELECT count(*) FROM series"), 4);
	/* new facts or another boot: a new point, not a new series */
	run = made_numbered(5);
	made_json(&run->facts, "{\"cpus\":4}");
	made_text(&run->boot_id, "00000000-0000-4000-8000-000000000002");
	run->started_at_ns += NS_PER_S;
	made_stored(l.s, run);
	assert_int_equal(number(&l, "SELECT count(*) FROM series"), 4);
	assert_int_equal(number(&l, "SELECT count(*) FROM point"), 5);
}

static void a_boot_has_one_kernel(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(run_freep) struct run *other = made_numbered(2);
	scoped(upload_freep) struct upload *up = NULL;
	enum store_put put;
	struct err e = {0};

	(void)state;
	made_stored(l.s, made_numbered(1));
	made_text(&other->build_id, "ffffffffffffffffffffffffffffffffffffffff");
	up = made_upload(other);
	assert_int_equal(made_put(l.s, up, &put, &e), -E_EXISTS);
	assert_non_null(strstr(err_text(&e), "another kernel"));
	assert_int_equal(number(&l, "SELECT count(*) FROM kernel"), 1);
}

static void a_commit_learned_later_moves_the_boot(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	struct run *known = made_numbered(2), *wrong = made_numbered(3);

	(void)state;
	made_stored(l.s, made_numbered(1));
	assert_int_equal(number(&l,
				 "SELECT count(*) FROM kernel WHERE recipe ="
				 " 'buildid:00112233445566778899aabbccddeeff00112233'"),
		1);
	made_text(&known->commit, "0123456789abcdef0123456789abcdef01234567");
	made_text(&known->config_name, "defconfig");
	made_stored(l.s, known);
	assert_int_equal(number(&l,
				 "SELECT count(*) FROM boot JOIN kernel ON kernel.id = kernel WHERE"
				 " commit_sha IS NOT NULL"),
		1);
	assert_int_equal(number(&l, "SELECT count(*) FROM series"), 1);
	assert_int_equal(number(&l, "SELECT config_name = 'defconfig' FROM series"), 1);
	assert_int_equal(number(&l, "SELECT runs FROM point"), 2);

	/* a run on the wrong kernel does not say where that one came from */
	made_text(&wrong->board_name, "other");
	made_text(&wrong->commit, "ffffffffffffffffffffffffffffffffffffffff");
	made_text(&wrong->wanted_build_id, "ee");
	made_stored(l.s, wrong);
	assert_int_equal(
		number(&l, "SELECT count(*) FROM kernel WHERE commit_sha LIKE 'ffff%'"), 0);
}

#define COMMIT "0123456789abcdef0123456789abcdef01234567"

/* Each run knows a part: none of it is forgotten, whatever comes later, and no point moves. */
static void a_kernel_is_learned_field_by_field(void **state)
{
	static const struct {
		const char *build_id, *commit, *config;
	} rows[] = {{NULL, NULL, "defconfig"}, {NULL, COMMIT, NULL}, {NULL, "", ""},
		{"00112233", NULL, NULL}, {NULL, COMMIT, "defconfig"}};
	scoped(lab_fini) struct lab l = lab_new();

	(void)state;
	for (int i = 0; i < (int)ARRAY_LEN(rows); i++) {
		struct run *run = made_numbered(i);

		mem_free(take(run->build_id));
		if (rows[i].build_id)
			made_text(&run->build_id, rows[i].build_id);
		if (rows[i].commit)
			made_text(&run->commit, rows[i].commit);
		if (rows[i].config)
			made_text(&run->config_name, rows[i].config);
		made_stored(l.s, run);
		assert_int_equal(number(&l, "SELECT config_name = 'defconfig' FROM series"), 1);
		assert_int_equal(number(&l, "SELECT max(id) FROM series"), 1);
		assert_int_equal(number(&l, "SELECT runs FROM point"), i + 1);
	}
	assert_int_equal(number(&l,
				 "SELECT commit_sha = '" COMMIT
				 "' AND config_name = 'defconfig' AND build_id ="
				 " '00112233' FROM boot JOIN kernel ON kernel.id = boot.kernel"),
		1);
}

static void what_is_known_of_a_boot_is_never_another(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	struct run *known = made_numbered(1);

	(void)state;
	made_text(&known->commit, COMMIT);
	made_text(&known->config_name, "defconfig");
	made_stored(l.s, known);
	for (int i = 0; i < 2; i++) {
		scoped(run_freep) struct run *run = made_numbered(2);
		scoped(upload_freep) struct upload *up = NULL;
		struct err e = {0};
		enum store_put put;

		made_text(i ? &run->commit : &run->config_name, i ? "ffff" : "other");
		up = made_upload(run);
		assert_int_equal(made_put(l.s, up, &put, &e), -E_EXISTS);
		assert_non_null(strstr(err_text(&e), i ? "ffff" : "other"));
	}
	assert_int_equal(number(&l, "SELECT count(*) FROM kernel"), 1);
	assert_int_equal(number(&l, "SELECT count(*) FROM run"), 1);
}

static void a_board_whose_clock_is_wrong_is_placed_by_ours(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	struct run *lost = made_numbered(1), *ahead = made_numbered(2);

	(void)state;
	lost->started_at_ns = 5 * NS_PER_S;
	made_stored(l.s, lost);
	assert_int_equal(
		number(&l,
			"SELECT started_at = received_at FROM boot JOIN run ON run.boot = boot.id"),
		1);
	ahead->started_at_ns = INT64_MAX;
	made_text(&ahead->board_name, "ahead");
	made_stored(l.s, ahead);
	assert_int_equal(number(&l,
				 "SELECT count(*) FROM boot JOIN run ON run.boot = boot.id WHERE"
				 " started_at = received_at"),
		2);
}

/* ---- deriving again ------------------------------------------------------------------------------- */

/* All series and points as one text. */
static void dump(struct lab *l, struct buf *out)
{
	static const char *const sql[] = {
		"SELECT id || ' ' || board || ' ' || metric || ' ' || config_name FROM series ORDER BY id",
		"SELECT series || ' ' || boot || ' ' || workload_version || ' ' || runs || ' ' || n || ' ' ||"
		" missed || ' ' || censored || ' ' || min || ' ' || max || ' ' || mean || ' ' || m2 || ' ' ||"
		" p50 || ' ' || p90 || ' ' || p95 || ' ' || p99 || ' ' || p999 FROM point",
	};
	struct db_stmts s;

	buf_clear(out);
	assert_ok(db_prepare(l->db, sql, ARRAY_LEN(sql), &s, NULL));
	for (size_t i = 0; i < ARRAY_LEN(sql); i++) {
		scoped(query_end) struct query q = query_on(&s, i, NULL, 0);

		while (query_step(&q, NULL) > 0)
			buf_printf(out, "%s\n", query_text(&q, 0));
	}
	db_stmts_fini(&s);
}

/* A few boards, boots, versions and outcomes, in an order that jumps about. */
static void fill(struct lab *l)
{
	uint64_t seed = 42;

	for (int i = 0; i < 40; i++) {
		struct run *run = made_numbered(i);
		char text[64];
		int64_t samples[20];

		snprintf(text, sizeof text, "board-%d", (int)(test_random(&seed) % 3));
		made_text(&run->board_name, text);
		snprintf(text, sizeof text, "boot-%d", (int)(test_random(&seed) % 4));
		made_text(&run->boot_id, text);
		if (test_random(&seed) % 4 == 0)
			run->outcome = RUN_PARTIAL;
		for (size_t k = 0; k < ARRAY_LEN(samples); k++)
			samples[k] = (int64_t)(test_random(&seed) % 1000);
		made_samples(run, samples, ARRAY_LEN(samples));
		made_stored(l->s, run);
	}
}

static void a_rebuild_changes_nothing(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(buf_fini) struct buf before = {0}, after = {0};

	(void)state;
	fill(&l);
	dump(&l, &before);
	assert_true(before.len > 500);
	assert_ok(store_rebuild(l.s, NULL));
	dump(&l, &after);
	assert_string_equal(buf_cstr(&after), buf_cstr(&before));

	/* and mends what was broken, from nothing if need be */
	assert_ok(db_exec(l.db, "UPDATE point SET p50 = 1", NULL));
	assert_ok(store_rebuild(l.s, NULL));
	dump(&l, &after);
	assert_string_equal(buf_cstr(&after), buf_cstr(&before));
	assert_ok(db_exec(l.db, "DELETE FROM point; DELETE FROM series", NULL));
	assert_ok(store_rebuild(l.s, NULL));
	dump(&l, &after);
	assert_string_equal(buf_cstr(&after), buf_cstr(&before));
}

static void a_rebuild_that_fails_leaves_what_was(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(buf_fini) struct buf before = {0}, after = {0};
	int r;

	(void)state;
	fill(&l);
	dump(&l, &before);
	for (int n = 0;; n += 7) {
		fault_arm(n);
		r = store_rebuild(l.s, NULL);
		if (!fault_disarm())
			break;
		assert_true(r < 0);
		dump(&l, &after);
		assert_string_equal(buf_cstr(&after), buf_cstr(&before));
	}
	assert_ok(r);
}

static void runs_without_a_union_are_kept_without_a_point(void **state)
{
	const struct dist_run most = {1, RUN_SAMPLES_MAX};
	scoped(lab_fini) struct lab l = lab_new();
	scoped(buf_fini) struct buf before = {0}, after = {0};
	const int fit = DIST_SAMPLES_MAX / RUN_SAMPLES_MAX;

	(void)state;
	for (int i = 0; i < fit + 2; i++) {
		struct run *run = made_numbered(i);

		dist_free(run->metric[0].dist);
		run->metric[0].dist = NULL;
		assert_ok(dist_from_runs(&most, 1, &run->metric[0].dist, NULL));
		made_stored(l.s, run);
		assert_int_equal(number(&l, "SELECT count(*) FROM point"), i < fit);
	}
	assert_int_equal(number(&l, "SELECT count(*) FROM run"), fit + 2);
	dump(&l, &before);
	assert_ok(store_rebuild(l.s, NULL));
	dump(&l, &after);
	assert_string_equal(buf_cstr(&after), buf_cstr(&before));
}

/* ---- reading back --------------------------------------------------------------------------------- */

static void a_run_reads_back_as_it_was_sent(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(arena_fini) struct arena a = {0};
	scoped(run_freep) struct run *run = made_numbered(7);
	scoped(upload_freep) struct upload *up = NULL;
	scoped(buf_fini) struct buf sent = {0}, back = {0};
	struct run_view v = {0};
	enum store_put put;
	struct err e = {0};

	(void)state;
	made_text(&run->board_name, "a");
	made_text(&run->cmdline, "quiet '; DROP TABLE run; -- <script>");
	made_record(run, &sent);
	buf_str(&run->raw_log, "the raw log is not read back");
	up = made_upload(run);
	assert_ok(made_put(l.s, up, &put, &e));
	if (store_read_run(l.s, run->run_id, &a, &v, &e) < 0)
		fail_msg("%s", err_text(&e));
	made_record(v.run, &back);
	assert_int_equal(back.len, sent.len);
	assert_memory_equal(back.data, sent.data, sent.len);
	assert_true(v.series_id[0] > 0);
	assert_int_equal(v.received_at_ns, up->received_at_ns);
	assert_int_equal(store_read_run(l.s, "nobody", &a, &v, &e), -E_NOT_FOUND);
}

/* A sender must never hear that its record is wrong because of what lies here. */
static void damage_of_what_is_stored_is_no_fault_of_a_record(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(arena_fini) struct arena a = {0};
	scoped(upload_freep) struct upload *up = NULL;
	scoped(run_freep) struct run *second = made_numbered(2);
	scoped(buf_fini) struct buf out = {0};
	struct run_view v = {0};
	enum store_put put;
	int64_t faults;
	struct err e = {0};
	char id[37];

	(void)state;
	made_stored(l.s, made_numbered(1));
	assert_ok(db_exec(l.db, "UPDATE dist_body SET bytes = x'0909'", NULL));
	up = made_upload(second);
	assert_ok(made_put(l.s, up, &put, &e)); /* nor is it refused; there is no point then */
	assert_int_equal(number(&l, "SELECT count(*) FROM run"), 2);
	assert_int_equal(number(&l, "SELECT count(*) FROM point"), 0);
	assert_ok(store_check(l.s, &out, &faults, &e));
	assert_int_equal(faults, 1);
	assert_non_null(strstr(buf_cstr(&out), made_id(1, id)));
	assert_int_equal(store_read_run(l.s, made_id(1, id), &a, &v, &e), -E_DAMAGED);
}

static void a_judged_run_reads_as_judged(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(arena_fini) struct arena a = {0};
	struct run *run = made_numbered(7);
	struct run_view v = {0};
	char id[37];

	(void)state;
	run->metric[0].dist->missed = 5;
	made_stored(l.s, run);
	assert_ok(store_read_run(l.s, made_id(7, id), &a, &v, NULL));
	assert_int_equal(v.run->outcome, RUN_OVERLOADED);
	assert_non_null(v.run->reason);
	assert_int_equal(v.series_id[0], 0);
}

static void every_list_is_filled(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(arena_fini) struct arena a = {0};
	struct kernel_view kernel = {0};
	struct series_view series = {0};
	struct boards_view boards = {0};
	struct kernels_view kernels = {0};
	struct board_view board = {0};
	struct home_view home = {0};
	struct runs_view runs = {0};
	char id[37];

	(void)state;
	fill(&l);
	assert_ok(store_read_home(l.s, &a, &home, NULL));
	assert_int_equal(home.nruns, 40);
	assert_string_equal(home.run[0].run_id, made_id(39, id)); /* newest first */
	assert_string_equal(home.run[0].metric, "cfs:wu_lat");
	assert_int_equal(home.run[0].sum.n, 20);
	assert_int_equal(home.nboards, 3);
	assert_int_equal(home.nseries, 3);
	assert_ok(store_read_boards(l.s, &a, &boards, NULL));
	assert_int_equal(boards.nboards, 3);
	assert_ok(store_read_board(l.s, "board-1", &a, &board, NULL));
	assert_int_equal(board.board.runs, board.nruns);
	assert_int_equal(board.nfacts, 1);
	assert_int_equal(json_integer_value(json_object_get(board.facts, "cpus")), 2);
	assert_ok(store_read_kernels(l.s, &a, &kernels, NULL));
	assert_int_equal(kernels.nkernels, 1);
	assert_ok(store_read_kernel(l.s, kernels.kernel[0].id, &a, &kernel, NULL));
	assert_int_equal(kernel.kernel.runs, 40);
	assert_int_equal(kernel.nruns, 40);
	assert_ok(store_read_series(l.s, home.series[0].id, &a, &series, NULL));
	assert_int_equal(series.series.points, series.npoints);
	assert_string_equal(series.direction, "lower");
	assert_ok(store_read_runs(l.s, "board-1", "sched-idle", &a, &runs, NULL));
	assert_int_equal(runs.nruns, board.nruns);
	assert_ok(store_read_runs(l.s, NULL, "nothing", &a, &runs, NULL));
	assert_int_equal(runs.nruns, 0);
	assert_ok(store_read_runs(l.s, NULL, "sched-idle", &a, &runs, NULL));
	assert_int_equal(runs.nruns, 40);
	assert_int_equal(store_read_board(l.s, "nobody", &a, &board, NULL), -E_NOT_FOUND);
	assert_int_equal(store_read_kernel(l.s, 99, &a, &kernel, NULL), -E_NOT_FOUND);
	assert_int_equal(store_read_series(l.s, 99, &a, &series, NULL), -E_NOT_FOUND);
}

static void points_stand_in_order_of_time_with_their_segments(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(arena_fini) struct arena a = {0};
	struct series_view v = {0};

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct run *run = made_numbered(i);
		char boot[16];

		snprintf(boot, sizeof boot, "boot-%d", i);
		made_text(&run->boot_id, boot);
		run->started_at_ns -= i * NS_PER_S; /* they arrive newest first */
		if (i < 2)
			made_json(&run->facts, "{\"cpus\":4}");
		made_stored(l.s, run);
	}
	assert_ok(store_read_series(l.s, 1, &a, &v, NULL));
	assert_int_equal(v.npoints, 4);
	assert_string_equal(v.point[0].boot_id, "boot-3");
	assert_false(v.point[0].segment_starts);
	assert_false(v.point[1].segment_starts);
	assert_true(v.point[2].segment_starts);
	assert_false(v.point[3].segment_starts);
}

static void reading_survives_faults(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	char id[37];
	int r;

	(void)state;
	fill(&l);
	for (int n = 0;; n++) {
		scoped(arena_fini) struct arena a = {0};
		struct home_view home = {0};
		struct run_view run = {0};
		struct err e = {0};

		fault_arm(n);
		r = store_read_run(l.s, made_id(3, id), &a, &run, &e);
		if (r == 0)
			r = store_read_home(l.s, &a, &home, &e);
		if (!fault_disarm())
			break;
		assert_true(r == -E_IO || r == -E_NOMEM);
	}
	assert_ok(r);
}

/* ---- blobs and the check -------------------------------------------------------------------------- */

static void a_check_finds_what_is_lost_or_too_much(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(buf_fini) struct buf out = {0};
	struct run *run = made_numbered(1);
	scoped(upload_freep) struct upload *up = NULL;
	char hex[DIGEST_HEX_LEN], path[FILE_PATH_MAX];
	enum store_put put;
	int64_t faults;

	(void)state;
	buf_fill(&run->raw_log, 'x', BLOB_INLINE_MAX + 1);
	up = made_upload(run);
	run_free(run);
	assert_ok(blob_write(
		l.dir, &up->raw_digest, up->run->raw_log.data, up->run->raw_log.len, NULL));
	assert_ok(store_check(l.s, &out, &faults, NULL));
	assert_int_equal(faults, 0); /* no run asks for it yet */
	assert_non_null(strstr(buf_cstr(&out), "no run refers to"));
	buf_clear(&out);
	assert_ok(made_put(l.s, up, &put, NULL));
	assert_ok(store_check(l.s, &out, &faults, NULL));
	assert_int_equal(faults, 0);
	assert_int_equal(out.len, 0);
	digest_hex(&up->raw_digest, hex);
	snprintf(path, sizeof path, "%s/blobs/%.2s/%s", l.dir, hex, hex);
	assert_ok(file_write(path, "changed", 7, NULL));
	assert_ok(store_check(l.s, &out, &faults, NULL));
	assert_int_equal(faults, 1);
	assert_ok(db_exec(l.db, "DELETE FROM dist_body", NULL));
	buf_clear(&out);
	assert_ok(store_check(l.s, &out, &faults, NULL));
	assert_int_equal(faults, 2);
	assert_non_null(strstr(buf_cstr(&out), "lost their bodies"));
}

/* A file of its own for text, written `age` seconds ago. */
static void old_blob(struct lab *l, const char *text, int age, char path[FILE_PATH_MAX])
{
	struct digest d = digest_of(text, strlen(text));
	struct timespec at[2] = {{.tv_sec = time(NULL) - age}, {.tv_sec = time(NULL) - age}};
	char hex[DIGEST_HEX_LEN];

	assert_ok(blob_write(l->dir, &d, text, strlen(text), NULL));
	digest_hex(&d, hex);
	snprintf(path, FILE_PATH_MAX, "%s/blobs/%.2s/%s", l->dir, hex, hex);
	assert_ok(utimensat(AT_FDCWD, path, at, 0));
}

static void old_files_nobody_asks_for_are_swept(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(buf_fini) struct buf log = {0};
	char wanted[FILE_PATH_MAX], old[FILE_PATH_MAX], fresh[FILE_PATH_MAX];
	struct run *run = made_numbered(1);

	(void)state;
	buf_fill(&log, 'x', BLOB_INLINE_MAX + 1);
	buf_put(&run->raw_log, log.data, log.len);
	made_stored(l.s, run);
	old_blob(&l, buf_cstr(&log), 7200, wanted);
	old_blob(&l, "old", 3700, old);
	old_blob(&l, "fresh", 3500, fresh);
	fault_arm_kind(FAULT_SQL, 0);
	assert_true(store_sweep_blobs(l.s, NULL) < 0);
	assert_true(fault_disarm());
	assert_ok(store_sweep_blobs(l.s, NULL));
	assert_ok(access(wanted, F_OK));
	assert_ok(access(fresh, F_OK));
	assert_int_equal(access(old, F_OK), -1);
}

static void a_blob_is_written_whole_or_not(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(buf_fini) struct buf back = {0};
	struct digest d = digest_of("blob", 4);
	int r;

	(void)state;
	assert_ok(blob_make_folders(dir, NULL));
	for (int n = 0;; n++) {
		fault_arm(n);
		r = blob_write(dir, &d, "blob", 4, NULL);
		if (!fault_disarm())
			break;
		assert_true(r < 0);
	}
	assert_ok(r);
	assert_ok(blob_read(dir, &d, 100, &back, NULL));
	assert_string_equal(buf_cstr(&back), "blob");
	assert_ok(blob_sweep(dir, NULL));
	assert_ok(blob_write(dir, &d, "blob", 4, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_store_is_whole_and_ours),
		cmocka_unit_test(opening_is_all_or_nothing),
		cmocka_unit_test(a_newer_or_strange_database_is_refused),
		cmocka_unit_test(reading_where_nothing_is_says_so),
		cmocka_unit_test(a_run_is_stored_once),
		cmocka_unit_test(faults_leave_the_store_as_it_was),
		cmocka_unit_test(a_failing_run_does_not_touch_its_transaction),
		cmocka_unit_test(a_full_disk_is_told_and_passes),
		cmocka_unit_test(runs_of_one_boot_are_one_point),
		cmocka_unit_test(numbers_and_bounds_of_one_boot_are_merged_honestly),
		cmocka_unit_test(what_must_not_mix_does_not),
		cmocka_unit_test(a_boot_has_one_kernel),
		cmocka_unit_test(a_commit_learned_later_moves_the_boot),
		cmocka_unit_test(a_kernel_is_learned_field_by_field),
		cmocka_unit_test(what_is_known_of_a_boot_is_never_another),
		cmocka_unit_test(a_board_whose_clock_is_wrong_is_placed_by_ours),
		cmocka_unit_test(a_rebuild_changes_nothing),
		cmocka_unit_test(a_rebuild_that_fails_leaves_what_was),
		cmocka_unit_test(runs_without_a_union_are_kept_without_a_point),
		cmocka_unit_test(a_run_reads_back_as_it_was_sent),
		cmocka_unit_test(damage_of_what_is_stored_is_no_fault_of_a_record),
		cmocka_unit_test(a_judged_run_reads_as_judged),
		cmocka_unit_test(every_list_is_filled),
		cmocka_unit_test(points_stand_in_order_of_time_with_their_segments),
		cmocka_unit_test(reading_survives_faults),
		cmocka_unit_test(a_check_finds_what_is_lost_or_too_much),
		cmocka_unit_test(old_files_nobody_asks_for_are_swept),
		cmocka_unit_test(a_blob_is_written_whole_or_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
