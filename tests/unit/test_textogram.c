/* SPDX-License-Identifier: GPL-2.0-or-later */
/* textogram.c and the buckets it counts in. */
#include "test.h"

#include "dashboards/buckets.h"
#include "dashboards/textogram.h"
#include "page_check.h"
#include "schema/wire/limits.h"

/* The counts of the third histogram of the sched-idle mail: 5,095 samples, 40 of them above 1000. */
static struct dist *seed(void)
{
	static const struct dist_run runs[] = {
		{0, 1}, {50, 5041}, {150, 8}, {450, 2}, {550, 1}, {750, 1}, {850, 1}, {7773, 40}};
	struct dist *d = NULL;

	assert_ok(dist_from_runs(runs, ARRAY_LEN(runs), &d, NULL));
	return d;
}

static void test_seed_shape(void **state)
{
	scoped(buf_fini) struct buf out = {0};
	scoped(dist_freep) struct dist *d = seed();

	(void)state;
	textogram_linear(&out, d, 0, 1000, 10);
	textogram_st(&out, d);
	assert_string_equal(buf_cstr(&out),
		"  0 - 100  : ##################################################  99% (5042)\n"
		"100 - 200  :                                                     <1% (8)\n"
		"200 - 300  :\n"
		"300 - 400  :\n"
		"400 - 500  :                                                     <1% (2)\n"
		"500 - 600  :                                                     <1% (1)\n"
		"600 - 700  :\n"
		"700 - 800  :                                                     <1% (1)\n"
		"800 - 900  :                                                     <1% (1)\n"
		"900 - 1000 :\n"
		"     >1000 :                                                      1% (40)\n"
		"N       min     max     sum     mean    stddev\n"
		"5095    0       7773    567220  111.329 681.866\n");
	assert_true(textogram_seed_fits(d, "us"));
	assert_false(textogram_seed_fits(d, "ns"));
}

static void test_edges_of_buckets(void **state)
{
	static const struct dist_run runs[] = {
		{-5, 1}, {0, 2}, {99, 4}, {100, 8}, {1000, 16}, {1001, 32}};
	scoped(dist_freep) struct dist *d = NULL;
	struct buckets b;

	(void)state;
	assert_ok(dist_from_runs(runs, ARRAY_LEN(runs), &d, NULL));
	buckets_linear(&b, 0, 1000, 10);
	buckets_fill(&b, d);
	assert_int_equal(b.len, 10);
	assert_int_equal(b.below, 1);
	assert_int_equal(b.count[0], 6);
	assert_int_equal(b.count[1], 8);
	assert_int_equal(b.count[9], 16); /* the last holds its end */
	assert_int_equal(b.above, 32);
}

static void test_125(void **state)
{
	(void)state;
	assert_int_equal(buckets_floor_125(1), 1);
	assert_int_equal(buckets_floor_125(4), 2);
	assert_int_equal(buckets_floor_125(5), 5);
	assert_int_equal(buckets_floor_125(99), 50);
	assert_int_equal(buckets_above_125(99), 100);
	assert_int_equal(buckets_above_125(100), 200);
	assert_int_equal(buckets_above_125(INT64_C(1) << 53), INT64_C(10000000000000000));
}

static uint64_t total(const struct buckets *b)
{
	uint64_t n = b->below + b->above + b->censored;

	for (size_t i = 0; i < b->len; i++)
		n += b->count[i];
	return n;
}

/* Whatever the samples and the edges, each sample is counted once and edges rise. */
static void check_buckets(struct buckets *b, const struct dist *d)
{
	buckets_fill(b, d);
	assert_int_equal(total(b), d->n);
	for (size_t i = 0; i < b->len; i++)
		assert_true(b->edge[i] < b->edge[i + 1]);
}

static void random_samples(uint64_t *random, int64_t *sample, size_t n)
{
	unsigned shift = 11 + (unsigned)(test_random(random) % 53);

	for (size_t i = 0; i < n; i++) {
		sample[i] = (int64_t)(test_random(random) >> shift >> test_random(random) % 20);
		if (test_random(random) % 7 == 0)
			sample[i] = -sample[i];
	}
}

/* The sum of all "(count)" of a textogram. */
static uint64_t counts_in(const char *text)
{
	uint64_t sum = 0;

	while ((text = strchr(text, '('))) {
		sum += strtoull(text + 1, NULL, 10);
		text++;
	}
	return sum;
}

static void check_text(const struct dist *d, int64_t z)
{
	scoped(buf_fini) struct buf out = {0};
	const char *wrong;

	textogram_linear(&out, d, 0, z, 10);
	assert_int_equal(counts_in(buf_cstr(&out)), d->n);
	buf_byte(&out, '\n');
	textogram_st(&out, d);
	wrong = page_check_text(&out);
	if (wrong)
		fail_msg("%s", wrong);
	buf_clear(&out);
	textogram_log(&out, d);
	assert_int_equal(counts_in(buf_cstr(&out)), d->n);
	wrong = page_check_text(&out);
	if (wrong)
		fail_msg("%s", wrong);
}

static void check_all_edges(const struct dist *d, int64_t z)
{
	struct buckets b;
	int64_t lo, hi;

	buckets_linear(&b, 0, z, 10);
	check_buckets(&b, d);
	if (!buckets_range(d, &lo, &hi)) {
		buckets_none(&b);
		check_buckets(&b, d);
		return;
	}
	assert_true(hi / lo >= 10);
	buckets_125(&b, lo, hi);
	check_buckets(&b, d);
	assert_int_equal(b.above, 0);
	for (int per_decade = 1; per_decade <= 24; per_decade++) {
		buckets_log(&b, lo, hi, per_decade, per_decade % 3 ? 1 : 1000);
		check_buckets(&b, d);
		assert_int_equal(b.above, 0);
	}
}

static void test_every_sample_once(void **state)
{
	uint64_t random = 42;

	(void)state;
	for (int round = 0; round < 300; round++) {
		scoped(dist_freep) struct dist *d = NULL;
		size_t n = test_random(&random) % 50;
		int64_t sample[50], z = 10 + (int64_t)(test_random(&random) % 100000);

		random_samples(&random, sample, n);
		assert_ok(dist_from_samples(sample, n, &d, NULL));
		if (round % 3 == 0)
			assert_ok(dist_set_censored(d, SAMPLE_ABS_MAX, 1 + (uint64_t)round, NULL));
		check_all_edges(d, z);
		check_text(d, z);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_seed_shape),
		cmocka_unit_test(test_edges_of_buckets),
		cmocka_unit_test(test_125),
		cmocka_unit_test(test_every_sample_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
