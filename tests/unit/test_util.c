/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/util.h"

#include "test.h"

static int calls;

static int once(void)
{
	return ++calls;
}

static void arguments_are_evaluated_once(void **state)
{
	(void)state;
	assert_int_equal(MAX(0, once()), 1);
	assert_int_equal(MIN(5, once()), 2);
	assert_int_equal(MAX(MIN(once(), 9), MAX(1, 2)), 3);
	assert_int_equal(calls, 3);
}

static void mixed_types_compare_as_c_adds_them(void **state)
{
	(void)state;
	assert_true(MAX((int64_t)-1, 2) == 2);
	assert_true(MIN((size_t)3, 2u) == 2);
	assert_true(MAX(1.5, 1) > 1.4);
}

static void take_leaves_null(void **state)
{
	char *p = strdup("x"), *q = take(p);

	(void)state;
	assert_null(p);
	assert_string_equal(q, "x");
	free(q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arguments_are_evaluated_once),
		cmocka_unit_test(mixed_types_compare_as_c_adds_them),
		cmocka_unit_test(take_leaves_null),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
