/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/read_output.h"

static const struct output_format *const f = &format_numbers;

static void whole_numbers(void **state)
{
	struct output o;

	(void)state;
	read_text(f, "5\n-7 +12\t0\r\n\n9007199254740992", &o);
	assert_series(&o, "numbers", "", 5, -7, 12, 0, 9007199254740992);
	assert_sound(&o);
	output_fini(&o);
	read_text(f, "", &o);
	assert_int_equal(series(&o, "numbers")->n, 0);
	output_fini(&o);
}

static void the_finest_digits_decide(void **state)
{
	struct output o;

	(void)state;
	read_text(f, "1.5\n2.25\n3\n-.125\n0.50\n", &o);
	assert_series(&o, "numbers", "e-3", 1500, 2250, 3000, -125, 500);
	output_fini(&o);
	read_text(f, "0.000000001\n", &o);
	assert_series(&o, "numbers", "e-9", 1);
	output_fini(&o);
}

static void refused(void **state)
{
	(void)state;
	assert_refused(f, "1\n2\nx3\n", "line 3: \"x3\" is no number");
	assert_refused(f, "1.0000000001\n", "line 1: ");
	assert_refused(f, "1.\n", "line 1: ");
	assert_refused(f, "1e5\n", "line 1: ");
	assert_refused(f, "-\n", "line 1: ");
	assert_refused(
		f, "1\n9007199254740993\n", "line 2: numbers: 9007199254740993 is too large");
	assert_refused(f, "1\n99999999999999999999\n", "line 2: too large");
	assert_refused(f, "9007199254740992\n0.5\n", "line 1: numbers: 90071992547409920 is too");
}

static void sniffs(void **state)
{
	char many[5001];

	(void)state;
	assert_int_equal(f->sniff(cursor_over("12 13\n", 6)), 10);
	assert_int_equal(f->sniff(cursor_over("1", 1)), 10);
	assert_int_equal(f->sniff(cursor_over("1x", 2)), 0);
	assert_int_equal(f->sniff(cursor_over("\n \n", 3)), 0);
	assert_int_equal(f->sniff(cursor_over("", 0)), 0);
	for (size_t i = 0; i < sizeof many; i++)
		many[i] = "12.5\n"[i % 5]; /* a word is cut where it looks no further */
	assert_int_equal(f->sniff(cursor_over(many, sizeof many - 1)), 10);
	many[10] = 'x';
	assert_int_equal(f->sniff(cursor_over(many, sizeof many - 1)), 0);
}

static void failures(void **state)
{
	(void)state;
	walk_failures(f, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_numbers),
		cmocka_unit_test(the_finest_digits_decide),
		cmocka_unit_test(refused),
		cmocka_unit_test(sniffs),
		cmocka_unit_test(failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
