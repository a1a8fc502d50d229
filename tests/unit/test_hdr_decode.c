/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/hdr_decode.h"
#include "tests/unit/test.h"

#define ONE UINT64_C(0x3ff0000000000000)

static void be(struct buf *b, size_t bytes, uint64_t v)
{
	while (bytes--)
		buf_byte(b, (unsigned char)(v >> 8 * bytes));
}

/* The head of V1 or V2 in front of what `counts` holds. */
static void head(
	struct buf *b, uint32_t cookie, uint32_t digits, uint64_t lowest, const struct buf *counts)
{
	be(b, 4, cookie);
	be(b, 4, counts->len);
	be(b, 4, 0);
	be(b, 4, digits);
	be(b, 8, lowest);
	be(b, 8, 3600000000);
	be(b, 8, ONE);
	buf_put(b, counts->data, counts->len);
}

static int decode(const struct buf *b, struct output *o, struct err *e)
{
	*o = (struct output){0};
	*e = (struct err){0};
	return hdr_decode(cursor_over(b->data, b->len), output_add(o, "values", "", 1), e);
}

static void assert_runs(const struct output *o, size_t n, const struct dist_run *want)
{
	assert_int_equal(o->series[0].nruns, n);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(o->series[0].run[i].value, want[i].value);
		assert_int_equal(o->series[0].run[i].count, want[i].count);
	}
}

/* Counting up through the buckets: the value told is each one's last. */
static void buckets(void **state)
{
	(void)state;
	for (uint64_t lowest = 1; lowest <= 1024; lowest *= 32)
		for (uint64_t index = 1; index < 3000; index += 61) {
			scoped(buf_fini) struct buf counts = {0}, b = {0};
			struct output o;
			struct err e;
			uint64_t i = index, step = 1;
			int64_t value;

			for (uint64_t zero = 0; zero < index; zero++)
				be(&counts, 1, 1); /* ZigZag: -1, one zero */
			be(&counts, 1, 4);	   /* ZigZag: 2 */
			head(&b, 0x1c849313, 2, lowest, &counts);
			assert_ok(decode(&b, &o, &e));
			assert_int_equal(o.series[0].run[0].count, 2);
			value = o.series[0].run[0].value;
			while (i >=
				256) { /* 256 steps of one unit, then 128 of two, of four, ... */
				i -= 128;
				step *= 2;
			}
			assert_int_equal(value, (int64_t)((i + 1) * step * lowest) - 1);
			output_fini(&o);
		}
}

static void every_version(void **state)
{
	static const struct dist_run want[] = {{1, 300}, {3, 1}};
	static const unsigned char counts_v2[] = {0, 0xd8, 0x04, 1, 2}; /* 0, 300, one zero, 1 */
	struct output o;
	struct err e;

	(void)state;
	{
		scoped(buf_fini) struct buf counts = {0}, b = {0};

		buf_put(&counts, counts_v2, sizeof counts_v2);
		head(&b, 0x1c849313, 3, 1, &counts);
		assert_ok(decode(&b, &o, &e));
		assert_runs(&o, 2, want);
		output_fini(&o);
	}
	for (uint32_t word = 2; word <= 8; word *= 2) {
		static const uint64_t v[] = {0, 300, 0, 1};
		scoped(buf_fini) struct buf counts = {0}, b = {0}, v0 = {0};

		for (size_t i = 0; i < ARRAY_LEN(v); i++)
			be(&counts, word, v[i]);
		head(&b, 0x1c849301 | word << 4, 3, 1, &counts);
		assert_ok(decode(&b, &o, &e));
		assert_runs(&o, 2, want);
		output_fini(&o);
		be(&v0, 4, 0x1c849308 | word << 4);
		be(&v0, 4, 3);
		be(&v0, 8, 1);
		be(&v0, 8, 3600000000);
		be(&v0, 8, 301);
		buf_put(&v0, counts.data, counts.len);
		assert_ok(decode(&v0, &o, &e));
		assert_runs(&o, 2, want);
		output_fini(&o);
	}
}

/* The ninth byte of a count has eight bits. */
static void long_counts(void **state)
{
	static const unsigned char least[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	static const unsigned char most[] = {0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	scoped(buf_fini) struct buf counts = {0}, b = {0}, second = {0};
	struct output o;
	struct err e;

	(void)state;
	buf_put(&counts, least, sizeof least); /* skips 2^63 buckets */
	head(&b, 0x1c849313, 3, 1, &counts);
	assert_int_equal(decode(&b, &o, &e), -E_MALFORMED);
	assert_non_null(strstr(e.text, "more counts than"));
	output_fini(&o);
	buf_clear(&counts);
	buf_put(&counts, most, sizeof most); /* INT64_MAX samples */
	head(&second, 0x1c849313, 3, 1, &counts);
	assert_int_equal(decode(&second, &o, &e), -E_TOO_BIG);
	output_fini(&o);
}

static void refused(void **state)
{
	static const struct {
		uint32_t cookie, digits;
		uint64_t lowest;
		unsigned char counts[3];
		enum err_code code;
		const char *sentence;
	} cases[] = {
		{0x1c84930a, 3, 1, {2}, E_MALFORMED, "no histogram of V0"},
		{0x0c72124e, 3, 1, {2}, E_MALFORMED, "no histogram of V0"}, /* of doubles */
		{0x1c849311, 3, 1, {2}, E_MALFORMED, "counts of 0 bytes"},
		{0x1c849361, 3, 1, {2}, E_MALFORMED, "counts of 6 bytes"},
		{0x1c849313, 6, 1, {2}, E_MALFORMED, "6 digits"},
		{0x1c849313, 3, 0, {2}, E_MALFORMED, "from 0 on"},
		{0x1c849313, 3, UINT64_MAX, {2}, E_MALFORMED, "from 18446744073709551615"},
		{0x1c849313, 3, UINT64_C(1) << 60, {2}, E_TOO_BIG, "too large"},
		{0x1c849313, 3, 1, {2, 0x80}, E_MALFORMED, "its last count is cut"},
		{0x1c849341, 3, 1, {0, 0, 1}, E_MALFORMED, "its last count is cut"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		scoped(buf_fini) struct buf counts = {0}, b = {0};
		size_t n = cases[i].counts[2] ? 3 : cases[i].counts[1] ? 2 : 1;
		struct output o;
		struct err e;

		buf_put(&counts, cases[i].counts, n);
		head(&b, cases[i].cookie, cases[i].digits, cases[i].lowest, &counts);
		assert_int_equal(decode(&b, &o, &e), -(int)cases[i].code);
		if (!strstr(e.text, cases[i].sentence))
			print_error("\"%s\" instead of \"%s\"\n", e.text, cases[i].sentence);
		assert_non_null(strstr(e.text, cases[i].sentence));
		output_fini(&o);
	}
}

/* Shifted indices and ratios other than 1 would move every value. */
static void shifted(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		scoped(buf_fini) struct buf counts = {0}, b = {0};
		struct output o;
		struct err e;

		be(&counts, 1, 2);
		head(&b, 0x1c849313, 3, 1, &counts);
		b.data[i ? 11 : 33] ^= 1;
		assert_int_equal(decode(&b, &o, &e), -E_UNSUPPORTED);
		output_fini(&o);
	}
}

static void cut_anywhere(void **state)
{
	scoped(buf_fini) struct buf counts = {0}, b = {0};

	(void)state;
	be(&counts, 1, 2);
	be(&counts, 1, 2);
	head(&b, 0x1c849313, 3, 1, &counts);
	for (size_t len = 0; len < b.len; len++) {
		struct buf cut = {.data = malloc(len ? len : 1), .len = len};
		struct output o;
		struct err e;

		assert_non_null(cut.data);
		memcpy(cut.data, b.data, len);
		assert_int_equal(decode(&cut, &o, &e), -E_MALFORMED);
		output_fini(&o);
		free(cut.data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(buckets),
		cmocka_unit_test(every_version),
		cmocka_unit_test(long_counts),
		cmocka_unit_test(refused),
		cmocka_unit_test(shifted),
		cmocka_unit_test(cut_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
