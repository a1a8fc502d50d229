/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/func_name.h"
#include "agent/outputs/names.h"
#include "agent/outputs/words.h"
#include "tests/unit/test.h"

static struct cursor over(const char *s)
{
	return cursor_over(s, strlen(s));
}

static void words_are_between_blanks(void **state)
{
	struct cursor c = over(" \ta  bc\r"), w;

	(void)state;
	assert_true(words_next(&c, &w) && words_is(&w, "a"));
	assert_true(words_next(&c, &w) && words_is(&w, "bc"));
	assert_false(words_next(&c, &w));
	c = words_trim(over("  "));
	assert_int_equal(cursor_left(&c), 0);
	c = words_trim(over(" a b "));
	assert_true(words_is(&c, "a b"));
}

static void beginnings_and_ends(void **state)
{
	struct cursor c = over("abc"), none = cursor_over(NULL, 0);

	(void)state;
	assert_true(words_begin(&c, "ab") && words_end(&c, "bc") && words_begin(&c, ""));
	assert_false(words_begin(&c, "abcd") || words_end(&c, "zabc") || words_is(&c, "ab"));
	assert_true(words_is(&none, "") && words_end(&none, ""));
	assert_false(words_eat(&c, "x"));
	assert_true(words_eat(&c, "a") && words_is(&c, "bc"));
}

static void splits_at_first_and_last(void **state)
{
	struct cursor c = over("a=b=c"), before, rest;

	(void)state;
	assert_true(words_behind(c, "=", &before, &rest));
	assert_true(words_is(&before, "a") && words_is(&rest, "b=c"));
	assert_true(words_behind_last(c, "=", &before, &rest));
	assert_true(words_is(&before, "a=b") && words_is(&rest, "c"));
	assert_false(words_behind(c, "==", NULL, &rest) || words_behind_last(c, "x", NULL, &rest));
	assert_false(words_behind(cursor_over(NULL, 0), "x", NULL, &rest));
}

static void numbers_stop_where_they_end(void **state)
{
	struct cursor c = over("-12x"), big = over("99999999999999999999"), no = over("x");
	int64_t v;
	int given;

	(void)state;
	assert_true(words_i64(&c, &v) && v == -12 && words_is(&c, "x"));
	assert_false(words_i64(&big, &v) || words_i64(&no, &v));
	assert_int_equal(cursor_left(&big), 20);
	assert_true(words_decimal(over("1.25"), 3, &v, &given) && v == 1250 && given == 2);
	assert_true(words_decimal(over("7"), 3, &v, &given) && v == 7000 && given == 0);
	assert_false(words_decimal(over(""), 3, &v, &given) ||
		words_decimal(over("1.2.3"), 3, &v, &given));
	c = over(" 65.255 usecs at");
	assert_true(words_usecs(&c, "usecs", &v) && v == 65255 && words_is(&c, " at"));
	c = over("65.255 msecs");
	assert_false(words_usecs(&c, "usecs", &v));
}

static void base_names_end_at_the_first_dot(void **state)
{
	static const char *const names[][2] = {
		{"call_tee.isra.13", "call_tee"},
		{"a.constprop.0.cold", "a"},
		{"hsr_port_exists [hsr]", "hsr_port_exists"},
		{"b.part.1 [mod.x]", "b"},
		{"plain", "plain"},
		{".L42", ".L42"},
		{".", "."},
		{"", ""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		struct cursor base = func_name_base(over(names[i][0]));

		assert_true(words_is(&base, names[i][1]));
	}
}

static void names_keep_their_numbers(void **state)
{
	struct names t = {0};
	char name[16];

	(void)state;
	assert_int_equal(names_find(&t, "x", 1), -1);
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 500; i++) {
			int len = snprintf(name, sizeof name, "f%d", i);

			assert_int_equal(names_number(&t, name, (size_t)len), i);
		}
	assert_string_equal(names_text(&t, 499), "f499");
	assert_int_equal(names_find(&t, "f7", 2), 7);
	assert_int_equal(names_find(&t, "f", 1), -1);
	assert_int_equal(names_number(&t, NULL, 0), 500);
	assert_int_equal(names_number(&t, "", 0), 500);
	names_fini(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_between_blanks),
		cmocka_unit_test(beginnings_and_ends),
		cmocka_unit_test(splits_at_first_and_last),
		cmocka_unit_test(numbers_stop_where_they_end),
		cmocka_unit_test(base_names_end_at_the_first_dot),
		cmocka_unit_test(names_keep_their_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
