/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "made_run.h"

#include <unistd.h>

#include "agent/spool.h"

#define NAME MADE_RUN_ID ".run"

static bool is_in(const char *dir, const char *name)
{
	char path[FILE_PATH_MAX];

	assert_ok(path_join(path, dir, name, NULL));
	return access(path, F_OK) == 0;
}

static size_t count(const char *dir)
{
	scoped(dir_names_fini) struct dir_names names = {0};

	assert_ok(dir_list(dir, &names, NULL));
	return names.len;
}

static void keeps_what_was_put(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(run_freep) struct run *run = made_run(MADE_RUN_ID), *again = NULL;
	scoped(dir_names_fini) struct dir_names names = {0};
	scoped(buf_fini) struct buf b = {0};
	struct spool s;

	(void)state;
	assert_ok(spool_open(&s, dir, NULL));
	assert_ok(spool_put(&s, run, NULL));
	assert_ok(spool_list(&s, &names, NULL));
	assert_int_equal(names.len, 1);
	assert_string_equal(names.name[0], NAME);
	assert_ok(spool_read(&s, NAME, &b, NULL));
	assert_ok(record_decode(b.data, b.len, &again, NULL));
	assert_string_equal(again->run_id, MADE_RUN_ID);
	assert_int_equal(count(s.tmp), 0);
}

static void moves_on_sent_and_rejected(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(run_freep) struct run *run = made_run(MADE_RUN_ID);
	struct spool s;

	(void)state;
	assert_ok(spool_open(&s, dir, NULL));
	assert_ok(spool_put(&s, run, NULL));
	assert_ok(spool_sent(&s, NAME, NULL));
	assert_true(is_in(s.sent, NAME) && count(s.ready) == 0);
	assert_ok(spool_put(&s, run, NULL));
	assert_ok(spool_reject(&s, NAME, "409 other content", NULL));
	assert_true(is_in(s.rejected, NAME) && is_in(s.rejected, NAME ".reason") &&
		count(s.ready) == 0);
}

static void knows_its_files(void **state)
{
	static const struct {
		const char *name;
		bool ours;
	} rows[] = {
		{NAME, true},
		{MADE_RUN_ID, false},
		{MADE_RUN_ID ".txt", false},
		{"../../../etc/passwd", false},
		{"019ad6f2-1c00-4abc-8def-0123456789ab.run", false}, /* not version 7 */
		{".run", false},
	};
	char id[37];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_int_equal(spool_run_id(rows[i].name, id), rows[i].ours);
}

/* Whatever fails, the record is in ready/ whole or not at all. */
static void a_failed_put_leaves_no_half_record(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(run_freep) struct run *run = made_run(MADE_RUN_ID), *again = NULL;
	scoped(buf_fini) struct buf b = {0};
	struct spool s;
	int r;

	(void)state;
	assert_ok(spool_open(&s, dir, NULL));
	for (int n = 0;; n++) {
		fault_arm(n);
		r = spool_put(&s, run, NULL);
		if (!fault_disarm())
			break;
		assert_true(r < 0);
		assert_true(count(s.ready) == 0 ||
			is_in(s.ready, NAME)); /* only the folder's sync failed */
	}
	assert_ok(r);
	assert_ok(spool_read(&s, NAME, &b, NULL));
	assert_ok(record_decode(b.data, b.len, &again, NULL));
}

static void one_measures_at_a_time(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	char left[FILE_PATH_MAX];
	struct spool s;
	struct err e = {0};
	int first = -1, second = -1;

	(void)state;
	assert_ok(spool_open(&s, dir, NULL));
	assert_ok(path_join(left, s.runs, "left-behind", NULL));
	assert_ok(dir_ensure(left, NULL));
	assert_ok(path_join(left, s.tmp, "new-half", NULL));
	assert_ok(file_write(left, "x", 1, NULL));
	assert_ok(spool_lock_run(&s, &first, NULL));
	assert_true(count(s.runs) == 0 && count(s.tmp) == 0);
	assert_int_equal(spool_lock_run(&s, &second, &e), -E_BUSY);
	assert_non_null(strstr(e.text, "another latlab-agent is measuring"));
	close(first);
	assert_ok(spool_lock_run(&s, &second, NULL));
	close(second);
}

static void forgets_what_was_sent_long_ago(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	char path[FILE_PATH_MAX], name[64];
	struct spool s;

	(void)state;
	assert_ok(spool_open(&s, dir, NULL));
	for (int i = 0; i < SPOOL_SENT_KEEP + 3; i++) {
		snprintf(name, sizeof name, "%03d.run", i);
		assert_ok(path_join(path, s.ready, name, NULL));
		assert_ok(file_write(path, "x", 1, NULL));
		assert_ok(spool_sent(&s, name, NULL));
	}
	assert_int_equal(count(s.sent), SPOOL_SENT_KEEP);
	assert_false(is_in(s.sent, "002.run"));
	assert_true(is_in(s.sent, "003.run"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_what_was_put),
		cmocka_unit_test(moves_on_sent_and_rejected),
		cmocka_unit_test(knows_its_files),
		cmocka_unit_test(one_measures_at_a_time),
		cmocka_unit_test(forgets_what_was_sent_long_ago),
		cmocka_unit_test(a_failed_put_leaves_no_half_record),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
