/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/clock.h"
#include "server/store.h"
#include "test.h"

struct lab {
	char *dir;
	struct store *s;
};

static void lab_fini(struct lab *l)
{
	store_free(l->s);
	test_dir_fini(&l->dir);
}

static struct lab lab_new(void)
{
	struct lab l = {.dir = test_dir()};

	assert_ok(store_open(l.dir, STORE_WRITE, &l.s, NULL));
	return l;
}

static unsigned scopes_of(struct store *s, const char *text)
{
	unsigned scopes = 99;

	assert_ok(store_token_scopes(s, text, &scopes, NULL));
	return scopes;
}

static void a_token_grants_its_scope(void **state)
{
	static const struct {
		enum scope scope;
		unsigned grants;
	} rows[] = {{SCOPE_BOARD, SCOPE_BOARD}, {SCOPE_SUBMIT, SCOPE_SUBMIT},
		{SCOPE_ADMIN, SCOPE_ADMIN | SCOPE_SUBMIT | SCOPE_BOARD}};
	scoped(lab_fini) struct lab l = lab_new();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		char text[TOKEN_TEXT_LEN];

		assert_ok(store_token_add(l.s, "rpi4", rows[i].scope, 0, text, NULL));
		assert_int_equal(scopes_of(l.s, text), rows[i].grants);
		text[strlen(text) - 1] ^= 1;
		assert_int_equal(scopes_of(l.s, text), 0);
	}
	assert_int_equal(scopes_of(l.s, ""), 0);
	assert_int_equal(scopes_of(l.s, "' OR 1=1 --"), 0);
}

static void a_token_ends(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(buf_fini) struct buf out = {0};
	char text[TOKEN_TEXT_LEN];

	(void)state;
	assert_ok(store_token_add(l.s, "job-1", SCOPE_BOARD, 7, text, NULL));
	clock_turn(6 * 86400 * NS_PER_S);
	assert_int_equal(scopes_of(l.s, text), SCOPE_BOARD);
	clock_turn(86400 * NS_PER_S + NS_PER_S);
	assert_int_equal(scopes_of(l.s, text), 0);
	assert_ok(store_token_list(l.s, &out, NULL));
	assert_non_null(strstr(buf_cstr(&out), "job-1"));
	assert_non_null(strstr(buf_cstr(&out), "(over)"));
}

/* Whoever reads the files learns no token. */
static void only_the_hash_is_kept(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	scoped(dir_names_fini) struct dir_names names = {0};
	char text[TOKEN_TEXT_LEN];

	(void)state;
	assert_ok(store_token_add(l.s, "rpi4", SCOPE_BOARD, 0, text, NULL));
	assert_ok(dir_list(l.dir, &names, NULL));
	for (size_t i = 0; i < names.len; i++) {
		scoped(buf_fini) struct buf b = {0};
		char path[FILE_PATH_MAX];

		assert_ok(path_join(path, l.dir, names.name[i], NULL));
		if (file_read(path, 64 << 20, &b, NULL) == 0)
			assert_null(memmem(b.data, b.len, text + 7, strlen(text) - 7));
	}
}

static void a_bad_name_is_refused(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	char text[TOKEN_TEXT_LEN];
	enum scope scope;

	(void)state;
	assert_int_equal(store_token_add(l.s, "a b", SCOPE_BOARD, 0, text, NULL), -E_USAGE);
	assert_false(scope_parse("root", &scope));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_token_grants_its_scope),
		cmocka_unit_test(a_token_ends),
		cmocka_unit_test(only_the_hash_is_kept),
		cmocka_unit_test(a_bad_name_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
