/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "schema/wire/dist_builder.h"

#include "base/mem.h"
#include "schema/wire/limits.h"
#include "test.h"

static void assert_same(const struct dist *a, const struct dist *b)
{
	scoped(buf_fini) struct buf x = {0}, y = {0};

	assert_ok(dist_encode(a, &x, NULL));
	assert_ok(dist_encode(b, &y, NULL));
	assert_int_equal(x.len, y.len);
	assert_memory_equal(x.data, y.data, y.len);
}

/* Byte for byte what all samples at once give, inside and outside the table, over several merges. */
static void it_builds_what_all_samples_at_once_give(void **state)
{
	static const int shifts[] = {50, 44, 40, 30, 12};

	(void)state;
	for (size_t k = 0; k < ARRAY_LEN(shifts); k++) {
		size_t n = 200000;
		scoped(mem_freep) int64_t *s = mem_array(n, sizeof *s);
		scoped(dist_builder_fini) struct dist_builder b = {0};
		scoped(dist_freep) struct dist *built = NULL, *at_once = NULL;
		uint64_t seed = k + 1;

		assert_non_null(s);
		assert_ok(dist_builder_init(&b, NULL));
		for (size_t i = 0; i < n; i++) {
			s[i] = (int64_t)(test_random(&seed) >> shifts[k]) - 1000;
			assert_ok(dist_builder_add(&b, s[i]));
		}
		b.missed = 7;
		assert_ok(dist_builder_take(&b, &built, NULL));
		assert_ok(dist_from_samples(s, n, &at_once, NULL));
		at_once->missed = 7;
		assert_same(built, at_once);
	}
}

static void it_goes_on_after_a_take(void **state)
{
	scoped(dist_builder_fini) struct dist_builder b = {0};
	scoped(dist_freep) struct dist *one = NULL, *two = NULL;

	(void)state;
	assert_ok(dist_builder_init(&b, NULL));
	assert_ok(dist_builder_add(&b, 5));
	assert_ok(dist_builder_add(&b, -5));
	assert_ok(dist_builder_take(&b, &one, NULL));
	assert_int_equal(one->n, 2);
	assert_ok(dist_builder_add(&b, DIST_BUILDER_COUNTED));
	assert_ok(dist_builder_take(&b, &two, NULL));
	assert_int_equal(two->n, 3);
	assert_int_equal(two->runs[0].value, -5);
	assert_int_equal(two->runs[2].value, DIST_BUILDER_COUNTED);
}

static void a_sample_out_of_range_is_an_error_in_the_end(void **state)
{
	scoped(dist_builder_fini) struct dist_builder b = {0};
	struct dist *none = NULL;

	(void)state;
	assert_ok(dist_builder_init(&b, NULL));
	assert_ok(dist_builder_add(&b, SAMPLE_ABS_MAX + 1));
	assert_int_equal(dist_builder_take(&b, &none, NULL), -E_TOO_BIG);
	assert_null(none);
}

static void memory_can_run_out(void **state)
{
	int r = 0;

	(void)state;
	for (int n = 0;; n++) {
		scoped(dist_builder_fini) struct dist_builder b = {0};
		scoped(dist_freep) struct dist *d = NULL;
		struct err e = {0};

		fault_arm(n);
		r = dist_builder_init(&b, &e);
		for (int64_t v = -70000; r == 0 && v < 10; v++)
			r = dist_builder_add(&b, v);
		if (r == 0)
			r = dist_builder_take(&b, &d, &e);
		if (!fault_disarm())
			break;
		if (r < 0) /* room that could not grow is no error */
			assert_int_equal(r, -E_NOMEM);
	}
	assert_int_equal(r, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_builds_what_all_samples_at_once_give),
		cmocka_unit_test(it_goes_on_after_a_take),
		cmocka_unit_test(a_sample_out_of_range_is_an_error_in_the_end),
		cmocka_unit_test(memory_can_run_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
