/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/cyclictest_line.h"
#include "tests/unit/read_output.h"

static const struct output_format *const f = &format_cyclictest;

/* Two threads, printed twice with the cursor moved up between. */
static const char twice[] =
	"# /dev/cpu_dma_latency set to 0us\n"
	"policy: fifo: loadavg: 0.10 0.05 0.01 1/123 4567          \n\n"
	"T: 0 ( 1234) P:80 I:1000 C:    100 Min:      4 Act:    5 Avg:    6 Max:      17\n"
	"T: 1 ( 1235) P:80 I:1500 C:     67 Min:      5 Act:    9 Avg:    7 Max:      12\n"
	"\033[4Apolicy: fifo: loadavg: 0.10 0.05 0.01 1/123 4567          \n\n"
	"\033[2KT: 0 ( 1234) P:80 I:1000 C:  10000 Min:      3 Act:    5 Avg:    5 Max:      27\n"
	"T: 1 ( 1235) P:80 I:1500 C:   6667 Min:      4 Act:    6 Avg:    6 Max:      31\n";

static void the_last_update_counts(void **state)
{
	struct output o;

	(void)state;
	read_text(f, twice, &o);
	assert_int_equal(o.nseries, 6);
	assert_scalar(&o, "T:0:min", 3);
	assert_scalar(&o, "T:0:avg", 5);
	assert_scalar(&o, "T:0:max", 27);
	assert_scalar(&o, "T:1:min", 4);
	assert_scalar(&o, "T:1:avg", 6);
	assert_scalar(&o, "T:1:max", 31);
	assert_string_equal(series(&o, "T:0:max")->unit, "us");
	assert_sound(&o);
	output_fini(&o);
}

static void a_cut_update_is_left_out(void **state)
{
	char cut[sizeof twice];
	struct output o;

	(void)state;
	memcpy(cut, twice, sizeof twice);
	cut[sizeof twice - 3] = 0; /* "Max:      3" of 31 */
	read_text(f, cut, &o);
	assert_scalar(&o, "T:0:max", 27);
	assert_scalar(&o, "T:1:max", 12);
	assert_note(&o, NOTE_CUT, 1, "cut");
	output_fini(&o);
}

static void nanoseconds_by_the_width(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		"T: 0 (  812) P:80 I:1000 C:    100 Min:   1200 Act:    1500 Avg:    1420 "
		"Max:   91000\n",
		&o);
	assert_string_equal(series(&o, "T:0:max")->unit, "ns");
	assert_scalar(&o, "T:0:max", 91000);
	output_fini(&o);
	/* eight digits without a blank are only a large number */
	read_text(f, "T: 0 (812) P:80 I:1000 C: 100 Min: 12 Act:12345678 Avg:   15 Max: 12345678\n",
		&o);
	assert_string_equal(series(&o, "T:0:max")->unit, "us");
	output_fini(&o);
}

static void what_is_no_result(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		"T: 0 ( 9) P:80 I:1000 C:      0 Min:1000000 Act:    0 Avg:    0 Max:-1000000\n"
		"T: 1 ( 9) P:80 I:1000 C: 10 Min: 1 Act: x Avg: 3 Max: 4\n"
		"T: 2 ( 9) P:80 I:1000 C: 10 Min: 1 Act: 2 Avg: 3\n"
		"T: 3 Spike:      12: TS:        1234\n"
		"T: 4 ( 9) P:80 I:1000 C: 10 Min: 1 Act: 2 Avg: 3 Max: 4 SMI: 0\n"
		"# Break thread: 9\n# Break value: 400\n",
		&o);
	assert_int_equal(o.nseries, 3);
	assert_scalar(&o, "T:4:max", 4);
	assert_note(&o, NOTE_NOT_AVAILABLE, 1, "T:0");
	assert_note(&o, NOTE_UNPARSED, 3, "could not be read");
	assert_note(&o, NOTE_ERROR, 1, "break value");
	output_fini(&o);
	assert_refused(f, "", "no line of a thread");
	assert_refused(f, "T: 1024 ( 9) P:80 C: 1 Min: 1 Act: 2 Avg: 3 Max: 4\n", "no line");
	assert_refused(f, "T: -1 ( 9) P:80 C: 1 Min: 1 Act: 2 Avg: 3 Max: 4\n", "no line");
}

static void sniffs(void **state)
{
	(void)state;
	assert_int_equal(f->sniff(cursor_over(twice, sizeof twice - 1)), 90);
	assert_int_equal(f->sniff(cursor_over("T: 0\n", 5)), 0);
	assert_int_equal(f->sniff(cursor_over("", 0)), 0);
}

static void failures(void **state)
{
	(void)state;
	walk_failures(f, twice);
	walk_failures(f, "T: 0 (1) C: 0 Min: 1 Avg: 1 Max: 1\nT: 1 (\n# Break value: 4\nT: 1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_last_update_counts),
		cmocka_unit_test(a_cut_update_is_left_out),
		cmocka_unit_test(nanoseconds_by_the_width),
		cmocka_unit_test(what_is_no_result),
		cmocka_unit_test(sniffs),
		cmocka_unit_test(failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
