/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/file.h"

#include <sys/stat.h>
#include <unistd.h>

#include "test.h"

static void a_durable_file_is_there_whole_or_not_at_all(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	char path[FILE_PATH_MAX];
	int r;

	(void)state;
	assert_ok(path_join(path, dir, "x", NULL));
	for (int n = 0;; n++) {
		scoped(buf_fini) struct buf b = {0};
		scoped(dir_names_fini) struct dir_names names = {0};
		struct err e = {0};

		fault_arm(n);
		r = file_write_durable(dir, dir, "x", "content", 7, &e);
		if (!fault_disarm())
			break;
		assert_true(r == -E_FULL || r == -E_IO);
		assert_true(e.text[0]);
		assert_ok(dir_list(dir, &names, NULL));
		assert_in_range(names.len, 0, 1); /* no temporary file stays */
		if (!names.len)
			continue;
		/* only the last step failed: the file is whole, its being on disk is not sure */
		assert_ok(file_read(path, 100, &b, NULL));
		assert_string_equal(buf_cstr(&b), "content");
		assert_ok(unlink(path));
	}
	assert_int_equal(r, 0);
}

static void reading_stops_at_the_bound(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(buf_fini) struct buf b = {0};
	char path[FILE_PATH_MAX], value[8];
	struct err e = {0};

	(void)state;
	assert_ok(path_join(path, dir, "x", NULL));
	assert_ok(file_write(path, "12345\n", 6, NULL));
	assert_int_equal(file_read(path, 5, &b, &e), -E_TOO_BIG);
	assert_ok(file_read_value(path, value, sizeof value, NULL));
	assert_string_equal(value, "12345");
	assert_int_equal(file_read_value(path, value, 5, &e), -E_TOO_BIG);
	assert_int_equal(file_read("/nonexistent/x", 5, &b, &e), -E_NOT_FOUND);
	assert_non_null(strstr(e.text, "/nonexistent/x"));
}

static void removing_never_follows_links(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	char kept[FILE_PATH_MAX], gone[FILE_PATH_MAX], link[FILE_PATH_MAX], file[FILE_PATH_MAX];
	struct stat st;

	(void)state;
	assert_ok(path_join(kept, dir, "kept", NULL));
	assert_ok(path_join(gone, dir, "gone/deep", NULL));
	assert_ok(dir_ensure(kept, NULL));
	assert_ok(dir_ensure(gone, NULL));
	assert_ok(path_join(file, kept, "file", NULL));
	assert_ok(file_write(file, "", 0, NULL));
	assert_ok(path_join(link, gone, "link", NULL));
	assert_ok(symlink(kept, link));
	assert_ok(path_join(gone, dir, "gone", NULL));
	assert_ok(dir_remove(gone, NULL));
	assert_ok(dir_remove(gone, NULL));
	assert_int_equal(stat(gone, &st), -1);
	assert_int_equal(stat(file, &st), 0);
}

static void a_lock_is_held_once(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	char path[FILE_PATH_MAX];
	int first = -1, second = -1;
	struct err e = {0};

	(void)state;
	assert_ok(path_join(path, dir, "lock", NULL));
	assert_ok(file_lock(path, &first, NULL));
	assert_int_equal(file_lock(path, &second, &e), -E_BUSY);
	close(first);
	assert_ok(file_lock(path, &second, NULL));
	close(second);
}

static void moving_keeps_the_content(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(dir_names_fini) struct dir_names names = {0};
	char a[FILE_PATH_MAX], b[FILE_PATH_MAX];

	(void)state;
	assert_ok(path_join(a, dir, "a", NULL));
	assert_ok(path_join(b, dir, "b", NULL));
	assert_ok(dir_ensure(a, NULL));
	assert_ok(dir_ensure(b, NULL));
	assert_ok(file_write_durable(a, a, "2", "two", 3, NULL));
	assert_ok(file_write_durable(a, a, "1", "one", 3, NULL));
	assert_ok(file_move_durable(a, b, "2", NULL));
	assert_ok(file_move_durable(a, b, "1", NULL));
	assert_ok(dir_list(b, &names, NULL));
	assert_int_equal(names.len, 2);
	assert_string_equal(names.name[0], "1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_durable_file_is_there_whole_or_not_at_all),
		cmocka_unit_test(reading_stops_at_the_bound),
		cmocka_unit_test(removing_never_follows_links),
		cmocka_unit_test(a_lock_is_held_once),
		cmocka_unit_test(moving_keeps_the_content),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
