/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include <sys/stat.h>

#include "base/mem.h"
#include "cli/source.h"

#define LOG                                                                        \
	"#idx perf run period start end rel_st slack c_duration c_period wu_lat\n" \
	"0 0 300 6000 1 2 500 5000 0 6000 61\n"

static void put(const char *dir, const char *name, const char *text)
{
	char path[FILE_PATH_MAX];

	assert_ok(path_join(path, dir, name, NULL));
	assert_ok(file_write(path, text, strlen(text), NULL));
}

static void check_names(const struct sources *s, const char *const *threads, size_t n)
{
	assert_int_equal(s->len, n);
	for (size_t i = 0; i < n; i++)
		assert_string_equal(s->source[i].thread, threads[i]);
}

static void names_threads_and_groups(void **state)
{
	static const struct {
		const char *file, *thread, *group;
	} rows[] = {
		{"rt-app-cfs_thread0-3.log", "cfs_thread0-3", "cfs_thread"},
		{"rt-app-cfs_thread-10.log.gz", "cfs_thread-10", "cfs_thread"},
		{"mp3-AudioTick-0.log.xz", "mp3-AudioTick-0", "mp3-AudioTick"},
		{"rt-app-0-1.log", "0-1", "0-1"},
		{"rt-app-.log", ".log", ".log"},
		{"numbers.txt", "numbers.txt", "numbers.txt"},
	};
	scoped(test_dir_fini) char *dir = test_dir();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scoped(sources_fini) struct sources s = {0};
		char path[FILE_PATH_MAX];

		put(dir, rows[i].file, LOG);
		assert_ok(path_join(path, dir, rows[i].file, NULL));
		assert_ok(sources_add(&s, path, NULL, NULL));
		assert_int_equal(s.len, 1);
		assert_string_equal(s.source[0].thread, rows[i].thread);
		assert_string_equal(s.source[0].group, rows[i].group);
	}
}

static void a_run_folder_is_its_logs(void **state)
{
	static const char *const threads[] = {"a2-2", "a10-10"};
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(sources_fini) struct sources s = {0};
	scoped(buf_fini) struct buf passed_over = {0};
	char sub[FILE_PATH_MAX];

	(void)state;
	put(dir, "rt-app-a10-10.log", LOG);
	put(dir, "rt-app-a2-2.log", LOG);
	put(dir, "rt-app.json", "{}");
	put(dir, "stdout", "1 2 3\n"); /* numbers, but not of this run */
	put(dir, "job.log", "booting\n");
	assert_ok(path_join(sub, dir, "sub", NULL));
	assert_ok(dir_ensure(sub, NULL));
	put(sub, "rt-app-b-0.log", LOG);
	assert_ok(sources_add(&s, dir, &passed_over, NULL));
	check_names(&s, threads, 2);
	assert_non_null(strstr(buf_cstr(&passed_over), "/job.log"));
	assert_null(strstr(buf_cstr(&passed_over), "stdout"));
}

static void another_folder_is_all_it_knows(void **state)
{
	static const char *const names[] = {"n1", "n2"};
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(sources_fini) struct sources s = {0};
	scoped(buf_fini) struct buf passed_over = {0};

	(void)state;
	put(dir, "n1", "1 2 3\n");
	put(dir, "n2", "4\n");
	put(dir, "README", "text\n");
	assert_ok(sources_add(&s, dir, &passed_over, NULL));
	check_names(&s, names, 2);
}

static void says_what_is_not_there(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(sources_fini) struct sources s = {0};
	struct err e = {0};

	(void)state;
	assert_int_equal(sources_add(&s, dir, NULL, &e), -E_NOT_FOUND);
	assert_non_null(strstr(e.text, "none of the 0 files"));
	assert_true(sources_add(&s, "/nowhere/at/all", NULL, &e) < 0);
	assert_non_null(strstr(e.text, "/nowhere/at/all: No such file"));
	assert_int_equal(s.len, 0);
}

static int read_one(
	const char *text, const char *column, bool always, struct output *o, struct err *e)
{
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(sources_fini) struct sources s = {0};
	char path[FILE_PATH_MAX];
	int r;

	put(dir, "x", text);
	assert_ok(path_join(path, dir, "x", NULL));
	r = sources_add(&s, path, NULL, e);
	return r < 0 ? r : source_read(&s.source[0], column, always, o, e);
}

static void reads_by_content(void **state)
{
	scoped(output_fini) struct output log = {0}, numbers = {0}, none = {0};
	struct err e = {0};

	(void)state;
	assert_ok(read_one(LOG, "slack", false, &log, NULL));
	assert_int_equal(log.nseries, 1);
	assert_string_equal(log.series[0].name, "slack");
	assert_ok(read_one("1 2\n", "wu_lat", false, &numbers, NULL));
	assert_int_equal(numbers.nseries, 1);
	assert_null(numbers.only);
	assert_int_equal(read_one("what?\n", "wu_lat", false, &none, &e), -E_UNSUPPORTED);
	assert_non_null(strstr(e.text, "unknown format; tried: "));
	assert_non_null(strstr(e.text, "rt-app log"));
	assert_int_equal(read_one("", "wu_lat", false, &none, &e), -E_NOT_FOUND);
}

static void walks_no_memory(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();

	(void)state;
	put(dir, "rt-app-a-0.log", LOG);
	for (int n = 0;; n++) {
		scoped(sources_fini) struct sources s = {0};
		scoped(output_fini) struct output o = {0};
		struct err e = {0};
		int r;

		fault_arm(n);
		r = sources_add(&s, dir, NULL, &e);
		if (r == 0 && s.len)
			r = source_read(&s.source[0], "wu_lat", false, &o, &e);
		if (!fault_disarm()) {
			assert_ok(r);
			break;
		}
		/* what cannot be looked at is kept and read again, which may go well */
		assert_true(r < 0 || s.len == 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_threads_and_groups),
		cmocka_unit_test(a_run_folder_is_its_logs),
		cmocka_unit_test(another_folder_is_all_it_knows),
		cmocka_unit_test(says_what_is_not_there),
		cmocka_unit_test(reads_by_content),
		cmocka_unit_test(walks_no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
