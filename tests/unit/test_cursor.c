/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/cursor.h"

#include "base/buf.h"
#include "test.h"

static void numbers_come_back(void **state)
{
	static const int64_t edges[] = {0, 1, -1, 63, 64, -64, -65, INT64_MAX, INT64_MIN};
	scoped(buf_fini) struct buf b = {0};
	struct cursor c;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(edges); i++) {
		buf_zigzag(&b, edges[i]);
		buf_varint(&b, (uint64_t)edges[i]);
	}
	c = cursor_over(b.data, b.len);
	for (size_t i = 0; i < ARRAY_LEN(edges); i++) {
		int64_t z;
		uint64_t v;

		assert_ok(cursor_zigzag(&c, &z));
		assert_ok(cursor_varint(&c, &v));
		assert_true(z == edges[i] && v == (uint64_t)edges[i]);
	}
	assert_int_equal(cursor_left(&c), 0);
}

static void reading_past_the_end_moves_nothing(void **state)
{
	const unsigned char bytes[] = {0x80, 0x80, 0x80};
	struct cursor c = cursor_over(bytes, sizeof bytes), part;
	const unsigned char *p = NULL;
	uint64_t v = 7;
	uint32_t w;

	(void)state;
	assert_int_equal(cursor_varint(&c, &v), -E_MALFORMED);
	assert_int_equal(cursor_u32le(&c, &w), -E_MALFORMED);
	assert_int_equal(cursor_bytes(&c, 4, &p), -E_MALFORMED);
	assert_int_equal(cursor_part(&c, 4, &part), -E_MALFORMED);
	assert_int_equal(cursor_at(&c), 0);
	assert_int_equal(v, 7);
	assert_null(p);
}

static void a_varint_has_one_form(void **state)
{
	static const char *const bad[] = {"\x80\x00", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02",
		"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"};
	static const size_t len[] = {2, 10, 11};
	uint64_t v;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		struct cursor c = cursor_over(bad[i], len[i]);

		assert_int_equal(cursor_varint(&c, &v), -E_MALFORMED);
	}
}

static void lines_are_told_from_a_cut_one(void **state)
{
	struct cursor c = cursor_over("one\n\ntwo", 8), line;
	bool ended;

	(void)state;
	assert_true(cursor_line(&c, &line, &ended));
	assert_true(ended);
	assert_int_equal(cursor_left(&line), 3);
	assert_true(cursor_line(&c, &line, &ended));
	assert_int_equal(cursor_left(&line), 0);
	assert_true(cursor_line(&c, &line, &ended));
	assert_false(ended);
	assert_int_equal(cursor_left(&line), 3);
	assert_false(cursor_line(&c, &line, &ended));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_come_back),
		cmocka_unit_test(reading_past_the_end_moves_nothing),
		cmocka_unit_test(a_varint_has_one_form),
		cmocka_unit_test(lines_are_told_from_a_cut_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
