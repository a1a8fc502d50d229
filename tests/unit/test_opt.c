/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/opt.h"

#include "test.h"

struct got {
	bool quiet;
	const char *server;
	int64_t port;
};

#define SET(g)                                                                                  \
	const struct opt rows_[] = {                                                            \
		{"quiet", 'q', OPT_FLAG, &(g).quiet, NULL, NULL, "says less", 0, 0},            \
		{"server", 's', OPT_TEXT, &(g).server, "URL", "LATLAB_TEST_SERVER", "where", 0, \
			0},                                                                     \
		{"port", 0, OPT_INT, &(g).port, "N", NULL, "which", 1, 65535},                  \
	};                                                                                      \
	const struct opt_set set = {.program = "prog",                                          \
		.operands = "FILE",                                                             \
		.about = "Tests.",                                                              \
		.opts = rows_,                                                                  \
		.nopts = ARRAY_LEN(rows_),                                                      \
		.operands_min = 0,                                                              \
		.operands_max = 1}

static int read_args(const struct opt_set *set, struct err *e, char ***operands, const char *line)
{
	static char copy[256], *argv[16];
	char *rest = copy, *word;
	int argc = 0;

	snprintf(copy, sizeof copy, "%s", line);
	while ((word = strsep(&rest, " ")))
		argv[argc++] = word;
	argv[argc] = NULL;
	return opt_read(set, argc, argv, operands, e);
}

static void options_stand_anywhere(void **state)
{
	struct got g = {.port = 7};
	char **operands;
	SET(g);

	(void)state;
	assert_int_equal(
		read_args(&set, NULL, &operands, "prog file -q --server=x --port 99"), OPT_GO_ON);
	assert_true(g.quiet);
	assert_string_equal(g.server, "x");
	assert_int_equal(g.port, 99);
	assert_string_equal(operands[0], "file");
	assert_null(operands[1]);
}

static void mistakes_are_named_with_help(void **state)
{
	static const char *const rows[][2] = {{"prog --nope", "unknown option --nope"},
		{"prog --port 0", "from 1 to 65535"}, {"prog --port 1x", "\"1x\""},
		{"prog --port", "needs a value"}, {"prog a b", "unexpected \"b\""}};
	struct got g = {0};
	char **operands;
	SET(g);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct err e = {0};

		assert_int_equal(read_args(&set, &e, &operands, rows[i][0]), -E_USAGE);
		if (!strstr(e.text, rows[i][1]) || !strstr(e.text, "prog --help"))
			fail_msg("%s", e.text);
	}
}

static void later_sources_win(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	static const char config[] = "# comment\n\n server =  from file \nport = 12\nquiet = yes\n";
	char path[FILE_PATH_MAX], **operands;
	struct got g = {0};
	SET(g);

	(void)state;
	assert_ok(path_join(path, dir, "config", NULL));
	assert_ok(file_write(path, config, sizeof config - 1, NULL));
	assert_ok(opt_read_file(&set, path, NULL));
	assert_string_equal(g.server, "from file");
	assert_int_equal(g.port, 12);
	assert_true(g.quiet);
	setenv("LATLAB_TEST_SERVER", "from environment", 1);
	assert_int_equal(read_args(&set, NULL, &operands, "prog"), OPT_GO_ON);
	assert_string_equal(g.server, "from environment");
	assert_int_equal(read_args(&set, NULL, &operands, "prog -s line"), OPT_GO_ON);
	assert_string_equal(g.server, "line");
	unsetenv("LATLAB_TEST_SERVER");
}

static void a_config_mistake_has_file_and_line(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	char path[FILE_PATH_MAX];
	struct err e = {0};
	struct got g = {0};
	SET(g);

	(void)state;
	assert_ok(path_join(path, dir, "config", NULL));
	assert_ok(file_write(path, "port = 1\nprot = 2\n", 18, NULL));
	assert_int_equal(opt_read_file(&set, path, &e), -E_MALFORMED);
	assert_non_null(strstr(e.text, "config:2: there is no setting \"prot\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_stand_anywhere),
		cmocka_unit_test(mistakes_are_named_with_help),
		cmocka_unit_test(later_sources_win),
		cmocka_unit_test(a_config_mistake_has_file_and_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
