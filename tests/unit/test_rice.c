/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "schema/wire/rice.h"

#include "test.h"

static void round_trip(const uint64_t *v, size_t n)
{
	scoped(buf_fini) struct buf b = {0};
	struct rice_writer w = {.out = &b};
	struct rice_reader r;
	struct rice_mean m = {RICE_START};

	for (size_t i = 0; i < n; i++)
		rice_put(&w, &m, v[i]);
	rice_flush(&w);
	r = (struct rice_reader){.in = cursor_over(b.data, b.len)};
	m = (struct rice_mean){RICE_START};
	for (size_t i = 0; i < n; i++)
		assert_int_equal(rice_get(&r, &m), v[i]);
	assert_true(rice_ended_well(&r));
}

static void numbers_come_back(void **state)
{
	static const uint64_t edges[] = {0, 0, 1, RICE_VALUE_MAX, 0, RICE_VALUE_MAX, RICE_VALUE_MAX,
		1, 39, 40, 41, 0, UINT64_C(1) << 40, 2, 2, 2, 2, 2, 2, 2, 2, 80, 79, 78};
	uint64_t seed = 7, v[5000];

	(void)state;
	round_trip(edges, ARRAY_LEN(edges));
	round_trip(NULL, 0);
	for (int scale = 0; scale < 56; scale++) {
		for (size_t i = 0; i < ARRAY_LEN(v); i++)
			v[i] = test_random(&seed) >>
				(64 - 1 - (test_random(&seed) % 55) * scale / 55);
		for (size_t i = 0; i < ARRAY_LEN(v); i++)
			v[i] &= RICE_VALUE_MAX;
		round_trip(v, ARRAY_LEN(v));
	}
}

static void an_end_too_early_is_seen(void **state)
{
	scoped(buf_fini) struct buf b = {0};
	struct rice_writer w = {.out = &b};
	struct rice_mean m = {RICE_START};

	(void)state;
	for (uint64_t v = 0; v < 100; v++)
		rice_put(&w, &m, v);
	rice_flush(&w);
	for (size_t len = 0; len < b.len; len++) {
		struct rice_reader r = {.in = cursor_over(b.data, len)};

		m = (struct rice_mean){RICE_START};
		for (int i = 0; i < 100 && !r.failed; i++)
			(void)rice_get(&r, &m);
		assert_false(!r.failed && rice_ended_well(&r));
	}
}

static void padding_must_be_zero(void **state)
{
	const unsigned char one_and_padding[] = {
		0x05}; /* 0 as "1", then bits that no writer leaves */
	struct rice_reader r = {.in = cursor_over(one_and_padding, 1)};
	struct rice_mean m = {RICE_START};

	(void)state;
	assert_int_equal(rice_get(&r, &m), 0);
	assert_false(rice_ended_well(&r));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_come_back),
		cmocka_unit_test(an_end_too_early_is_seen),
		cmocka_unit_test(padding_must_be_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
