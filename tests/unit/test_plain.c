/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include "dashboards/plain.h"

static void test_folding(void **state)
{
	scoped(buf_fini) struct buf out = {0};
	char word[201];

	(void)state;
	memset(word, 'x', sizeof word);
	word[200] = 0;
	plain(&out, 2, "%s %s", "short", word);
	/* the word that fits nowhere is broken, and nothing of it is lost */
	assert_string_equal(buf_cstr(&out),
		"  short\n"
		"    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
		"    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
		"    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n");
}

static void test_exactly_full(void **state)
{
	scoped(buf_fini) struct buf out = {0};

	(void)state;
	plain(&out, 0, "%074d x", 0);
	assert_int_equal(strcspn(buf_cstr(&out), "\n"), 74);
	buf_clear(&out);
	plain(&out, 0, "%075d", 0);
	assert_int_equal(out.len, 76);
	buf_clear(&out);
	plain(&out, 0, "%075d x", 0);
	assert_int_equal(strcspn(buf_cstr(&out), "\n"), 75);
	assert_string_equal(buf_cstr(&out) + 76, "x\n");
}

static void test_ascii(void **state)
{
	scoped(buf_fini) struct buf out = {0};

	(void)state;
	plain(&out, 0, "%s", "na\xc3\xafve\n\x1b[1m\xff \xf0\x9f\x99\x82.");
	assert_string_equal(buf_cstr(&out), "na?ve ?[1m? ?.\n");
}

static void test_fields(void **state)
{
	scoped(buf_fini) struct buf out = {0};

	(void)state;
	plain_field(&out, "load", "%s", "0.1");
	plain_field(&out, "a.label\x07of.more.columns", "%s", "x");
	plain_field(&out, "empty", "%s", "");
	plain_title(&out, "%s", "Title");
	plain_heading(&out, "%s", "Part");
	assert_string_equal(buf_cstr(&out),
		"  load              0.1\n"
		"  a.label?of.more.columns\n"
		"                    x\n"
		"  empty\n"
		"Title\n=====\n"
		"\nPart\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_folding),
		cmocka_unit_test(test_exactly_full),
		cmocka_unit_test(test_ascii),
		cmocka_unit_test(test_fields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
