/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/buf.h"

#include "test.h"

static void what_is_written_stands_there(void **state)
{
	scoped(buf_fini) struct buf b = {0};

	(void)state;
	assert_string_equal(buf_cstr(&b), "");
	buf_str(&b, "a");
	buf_printf(&b, "%d-%s", 42, "x");
	buf_fill(&b, '#', 3);
	buf_byte(&b, '!');
	assert_string_equal(buf_cstr(&b), "a42-x###!");
	buf_clear(&b);
	buf_u32le(&b, 0x01020304);
	assert_memory_equal(b.data, "\4\3\2\1", 4);
}

static void a_bound_is_kept_and_said(void **state)
{
	scoped(buf_fini) struct buf b = {.max = 4};
	struct err e = {0};

	(void)state;
	buf_str(&b, "1234");
	assert_true(buf_ok(&b));
	buf_str(&b, "5");
	buf_str(&b, "");
	assert_int_equal(buf_check(&b, "a page", &e), -E_TOO_BIG);
	assert_string_equal(err_text(&e), "a page is larger than 4 bytes");
	assert_string_equal(buf_cstr(&b), "1234");
}

static void after_a_failure_nothing_is_written(void **state)
{
	scoped(buf_fini) struct buf b = {0};
	struct err e = {0};

	(void)state;
	fault_arm(0);
	buf_str(&b, "lost");
	assert_true(fault_disarm());
	buf_str(&b, "not written either");
	assert_int_equal(b.len, 0);
	assert_int_equal(buf_check(&b, "a page", &e), -E_NOMEM);
	buf_clear(&b);
	buf_str(&b, "again");
	assert_ok(buf_check(&b, "a page", &e));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_stands_there),
		cmocka_unit_test(a_bound_is_kept_and_said),
		cmocka_unit_test(after_a_failure_nothing_is_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
