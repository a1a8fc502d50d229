/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <zlib.h>

#include "tests/unit/read_output.h"

static const struct output_format *const f = &format_hdr_log;

#define HEAD                                    \
	"#[Histogram log format version 1.3]\n" \
	"\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n"

/* 100 x 5, 2047, 2 x 2048, 3 x 100000 and 4000000000, with three digits. */
#define V2 "HISTFAAAAC942pNpmSzMwMDAxwABzFCaEURcm7yEwf4DRIDzBONHeSaWjRFs678yMgEAtecJMw=="
/* 100 x 5, 255, 2 x 256 and 3 x 1000, with two digits, in each version. */
#define V2_SMALL "HISTFAAAACp42pNpmSzMwMDAxQABTFCaEURcm7yEwf4DRIDzBONHZiaWj8xsAJC3B1Y="
#define V1_SMALL                                                                           \
	"HISTQgAAADZ42pNpmezIwMD+hgECmKA0I4i4NnkJg/0HBnwghWEUjIJRMNwBI1LZMApGwSgYvoAZAFt7" \
	"BhE="
#define V0_SMALL "HISTKQAAAC142pNpmazBwMDAxAABjCDi2uQlUC5DFgMCpDCMgpEGGOEpYxSMHMAMAAEfBEA="

static void all_intervals_are_one_series(void **state)
{
	static const struct dist_run want[] = {
		{5, 200}, {2047, 2}, {2049, 4}, {100031, 6}, {4001366015, 2}};
	const struct output_series *s;
	struct output o;

	(void)state;
	read_text(f, HEAD "0.126,1.007,1.933," V2 "\r\n\n1.133,1.000,0.377," V2 "\n", &o);
	s = series(&o, "values");
	assert_int_equal(s->nruns, ARRAY_LEN(want));
	for (size_t i = 0; i < ARRAY_LEN(want); i++) {
		assert_int_equal(s->run[i].value, want[i].value);
		assert_int_equal(s->run[i].count, want[i].count);
	}
	assert_note(&o, NOTE_INFO, 1, "names no unit");
	assert_sound(&o);
	output_fini(&o);
}

static void every_version(void **state)
{
	static const char *const lines[] = {V2_SMALL, V1_SMALL, V0_SMALL};
	static const struct dist_run want[] = {{5, 100}, {255, 1}, {257, 2}, {1003, 3}};

	(void)state;
	for (size_t v = 0; v < ARRAY_LEN(lines); v++) {
		char text[800];
		struct output o;

		snprintf(text, sizeof text, "0.1,1.0,0.3,%s\n", lines[v]);
		read_text(f, text, &o);
		assert_int_equal(series(&o, "values")->nruns, ARRAY_LEN(want));
		for (size_t i = 0; i < ARRAY_LEN(want); i++) {
			assert_int_equal(series(&o, "values")->run[i].value, want[i].value);
			assert_int_equal(series(&o, "values")->run[i].count, want[i].count);
		}
		output_fini(&o);
	}
}

static void tags(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		HEAD "Tag=A,0.1,1.0,0.3," V2_SMALL "\nTag=B b,0.1,1.0,0.3," V2_SMALL
		     "\nTag=A,1.1,1.0,0.3," V2_SMALL "\n",
		&o);
	assert_int_equal(o.nseries, 2);
	assert_int_equal(series(&o, "A")->run[0].count, 200);
	assert_int_equal(series(&o, "B b")->run[0].count, 100);
	output_fini(&o);
}

static void cut(void **state)
{
	struct output o;

	(void)state;
	read_text(f, HEAD "0.1,1.0,0.3," V2_SMALL "\n1.1,1.0,0.3," V2_SMALL, &o);
	assert_int_equal(series(&o, "values")->run[0].count, 100);
	assert_note(&o, NOTE_CUT, 1, "the last interval is cut");
	output_fini(&o);
	read_text(f, HEAD, &o);
	assert_note(&o, NOTE_CUT, 1, "no interval");
	output_fini(&o);
}

static void refused(void **state)
{
	(void)state;
	assert_refused(f, HEAD "0.1,1.0," V2_SMALL "\n", "line 3: not an interval");
	assert_refused(f, HEAD "0.1,x,0.3," V2_SMALL "\n", "line 3: not an interval");
	assert_refused(f, HEAD "Tag=A\n", "line 3: nothing behind its tag");
	assert_refused(f, "0.1,1.0,0.3,\n", "line 1: its base64 is cut");
	assert_refused(f, "0.1,1.0,0.3,HISTFAA\n", "line 1: its base64 is cut");
	assert_refused(f, "0.1,1.0,0.3,HIST?AAA\n", "line 1: its base64 is damaged");
	assert_refused(f, "0.1,1.0,0.3,HI=TFAAA\n", "line 1: its base64 is damaged");
	assert_refused(f, "0.1,1.0,0.3,HISTFAAAAAH/\n", "line 1: its deflated bytes are damaged");
	assert_refused(f, "0.1,1.0,0.3,HISTFAAAAC8=\n", "line 1: a cut histogram");
	assert_refused(f, "0.1,1.0,0.3,AAAA\n", "line 1: no histogram of V0");
	assert_refused(f,
		"Tag=a name of a tag that is longer than any that we show,0.1,1.0,0.3," V2_SMALL
		"\n",
		"line 1: a tag of 52 bytes");
}

/* What inflates without end stops at its limit. */
static void a_bomb(void **state)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	scoped(buf_fini) struct buf bytes = {0}, text = {0};
	unsigned char *zeros = calloc(1, 5 << 20);
	uLongf len = 16384;
	unsigned char deflated[16384];
	struct output o;
	struct err e;

	(void)state;
	assert_non_null(zeros);
	assert_int_equal(compress2(deflated, &len, zeros, 5 << 20, 9), Z_OK);
	buf_put(&bytes, "\x1c\x84\x93\x14\0\0", 6);
	buf_byte(&bytes, (unsigned char)(len >> 8));
	buf_byte(&bytes, (unsigned char)len);
	buf_put(&bytes, deflated, len);
	while (bytes.len % 3)
		buf_byte(&bytes, 0);
	buf_str(&text, "0.1,1.0,0.3,");
	for (size_t i = 0; i < bytes.len; i += 3) {
		uint32_t v = (uint32_t)bytes.data[i] << 16 | (uint32_t)bytes.data[i + 1] << 8 |
			bytes.data[i + 2];

		for (int shift = 18; shift >= 0; shift -= 6)
			buf_byte(&text, (unsigned char)digits[v >> shift & 63]);
	}
	buf_byte(&text, '\n');
	assert_int_equal(read_bytes(f, text.data, text.len, &o, &e), -E_TOO_BIG);
	output_fini(&o);
	free(zeros);
}

static void failures(void **state)
{
	(void)state;
	walk_failures(f, HEAD "0.1,1.0,0.3," V2_SMALL "\n1.1,1.0,0.3," V2 "\n1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_intervals_are_one_series),
		cmocka_unit_test(every_version),
		cmocka_unit_test(tags),
		cmocka_unit_test(cut),
		cmocka_unit_test(refused),
		cmocka_unit_test(a_bomb),
		cmocka_unit_test(failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
