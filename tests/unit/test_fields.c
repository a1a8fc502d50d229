/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/fields.h"

#include "base/text.h"
#include "test.h"

#define ROOM 600

/* The line with room around it, as the caller promises; *n is how many numbers it has, found by trying. */
static bool read_line(const char *text, int64_t *v, size_t max, size_t *n)
{
	static const unsigned char to[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
	unsigned char room[ROOM];

	memset(room, '7', sizeof room); /* what stands around it must not matter */
	memcpy(room + FIELDS_BEFORE, text, strlen(text));
	for (*n = 0; *n <= max; ++*n)
		if (fields_read(room + FIELDS_BEFORE, strlen(text), to, *n, v))
			return true;
	return false;
}

static void numbers_are_read(void **state)
{
	int64_t v[8];
	size_t n;

	(void)state;
	assert_true(
		read_line("   0   189440 4002 -6330 3616182055 1234567890123456   86", v, 8, &n));
	assert_int_equal(n, 7);
	assert_int_equal(v[1], 189440);
	assert_int_equal(v[3], -6330);
	assert_int_equal(v[4], 3616182055);
	assert_int_equal(v[5], 1234567890123456);
	assert_int_equal(v[6], 86);
	assert_true(read_line("", v, 8, &n) && n == 0);
	assert_true(read_line("  ", v, 8, &n) && n == 0);
	assert_true(read_line("5 ", v, 8, &n) && n == 1 && v[0] == 5);
}

static void what_is_not_easy_is_left_to_others(void **state)
{
	static const char *const bad[] = {"1 2x 3", "1\t2", "1 -", "1 - 2", "12345678901234567",
		"1\r", "\xff", "1.5", "+3", "1 2 3 4 5 6 7 8 9", "0x10", "1,2", ":", "/", "1 2:"};
	int64_t v[8];
	size_t n;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		if (read_line(bad[i], v, 8, &n))
			fail_msg("taken: %s", bad[i]);
}

/* Against the slow way, at every length and place. */
static void it_agrees_with_the_slow_way(void **state)
{
	uint64_t seed = 11;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		char line[FIELDS_LINE_MAX] = "";
		int64_t want[16], got[16] = {0};
		size_t n = test_random(&seed) % 14, at = 0, found;

		for (size_t k = 0; k < n; k++) {
			int blanks = (int)(test_random(&seed) % 5) + (k > 0);
			int64_t v = (int64_t)(test_random(&seed) >> (12 + test_random(&seed) % 52));

			want[k] = test_random(&seed) % 4 && v < INT64_C(10000000000000000)
				? v
				: -(v % 100000);
			at += (size_t)sprintf(line + at, "%*s%lld", blanks, "", (long long)want[k]);
		}
		if (at >= FIELDS_LINE_MAX)
			continue;
		assert_true(read_line(line, got, ARRAY_LEN(got), &found));
		assert_int_equal(found, n);
		assert_memory_equal(got, want, n * sizeof *got);
	}
}

static void the_last_number_alone(void **state)
{
	unsigned char room[64];
	int64_t v;

	(void)state;
	memset(room, ' ', sizeof room);
	memcpy(room + 20, "x y   -4711", 11);
	assert_true(fields_last(room + 20, 11, &v));
	assert_int_equal(v, -4711);
	memcpy(room + 20, "x y   4711 ", 11);
	assert_false(fields_last(room + 20, 11, &v));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_read),
		cmocka_unit_test(what_is_not_easy_is_left_to_others),
		cmocka_unit_test(it_agrees_with_the_slow_way),
		cmocka_unit_test(the_last_number_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
