/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/text.h"

#include "test.h"

static bool number(const char *s, int64_t *v)
{
	return text_i64(s, strlen(s), v);
}

static void numbers_are_whole_or_refused(void **state)
{
	static const char *const bad[] = {"", "-", "+", "1.5", "1 ", " 1", "0x1",
		"9223372036854775808", "-9223372036854775809", "99999999999999999999", "1-"};
	int64_t v = 5;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_false(number(bad[i], &v));
	assert_int_equal(v, 5);
	assert_true(number("-0", &v) && v == 0);
	assert_true(number("9223372036854775807", &v) && v == INT64_MAX);
	assert_true(number("-9223372036854775808", &v) && v == INT64_MIN);
}

static void decimals_are_exact(void **state)
{
	static const struct {
		const char *s;
		int digits;
		int64_t v;
	} rows[] = {{"9.541", 6, 9541000}, {"65.255", 3, 65255}, {"7", 3, 7000}, {"-0.5", 1, -5},
		{".5", 2, 50}, {"1.5000", 1, 15}, {"0.000", 3, 0}};
	static const char *const bad[] = {
		"", ".", "1.", "1.23456", "1.-2", "1e3", "1.2.3", "nan", "--1", "-", "+", "-."};
	int64_t v;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		assert_true(text_decimal(rows[i].s, strlen(rows[i].s), rows[i].digits, &v));
		assert_int_equal(v, rows[i].v);
	}
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_false(text_decimal(bad[i], strlen(bad[i]), 3, &v));
}

static void hex_goes_both_ways(void **state)
{
	unsigned char bytes[3] = {0x00, 0x9f, 0xff}, back[3];
	char hex[7];

	(void)state;
	text_hex(bytes, 3, hex);
	assert_string_equal(hex, "009fff");
	assert_true(text_unhex(hex, back, 3));
	assert_memory_equal(bytes, back, 3);
	assert_false(text_unhex("009FFF", back, 3));
	assert_false(text_unhex("009f", back, 3));
}

static void names_are_harmless(void **state)
{
	(void)state;
	assert_true(text_is_name("hi6220-hikey-r2_01.lab:x", 64));
	assert_false(text_is_name("", 64));
	assert_false(text_is_name("..", 64));
	assert_false(text_is_name("a/b", 64));
	assert_false(text_is_name("A", 64));
	assert_false(text_is_name("abc", 2));
}

static void utf8_is_told_from_bytes(void **state)
{
	static const char *const good[] = {"", "a\tb\n", "\xc3\xa9", "\xe2\x82\xac",
		"\xf0\x9f\x98\x80", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"};
	static const char *const bad[] = {"\x80", "\xc3", "\xc0\xaf", "\xe0\x80\xaf",
		"\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x80\x80\xaf", "\x1b[0m", "\x7f", "\xff",
		"\xe2\x82", "\xc3\x28"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(good); i++)
		assert_true(text_is_utf8(good[i], strlen(good[i])));
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_false(text_is_utf8(bad[i], strlen(bad[i])));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_whole_or_refused),
		cmocka_unit_test(decimals_are_exact),
		cmocka_unit_test(hex_goes_both_ways),
		cmocka_unit_test(names_are_harmless),
		cmocka_unit_test(utf8_is_told_from_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
