/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The two ways to read an rt-app log say the same. */
#include "test.h"

#include "agent/outputs/formats.h"
#include "agent/outputs/rtapp.h"

#define HEADER "#idx perf run period start end rel_st slack c_duration c_period wu_lat\n"
#define LOG                                                                       \
	"# Policy : SCHED_OTHER\n" HEADER "0 0 300 6000 1 2 500 5000 0 6000 61\n" \
	"1 0 310 6001 3 4 1000000 -12 0 6000 0\n"                                 \
	"2 0 320 6002 5 6 2000000 40 0 6000 3000000\n"                            \
	"3 0 330 6003 7 8 3000000 41 0 6000 -2\n"

static const char *const column_names[] = {
	"wu_lat", "slack", "run", "period", "c_duration", "c_period"};

static int read_pieces(const char *text, size_t size, struct output *o, struct err *e)
{
	scoped(rtapp_pieces_fini) struct rtapp_pieces p = {0};
	int r = rtapp_pieces_start(&p, o, e);
	size_t len = strlen(text);

	for (size_t at = 0; r == 0 && at < len; at += size)
		r = rtapp_pieces_add(&p, text + at, MIN(size, len - at), e);
	return r < 0 ? r : rtapp_pieces_end(&p, e);
}

static void compare(const struct output *whole, const struct output *pieces, const char *column)
{
	struct output_series *a = output_find(whole, column), *b = output_find(pieces, column);
	scoped(dist_freep) struct dist *da = NULL, *db = NULL;
	scoped(buf_fini) struct buf ba = {0}, bb = {0};

	assert_non_null(a);
	assert_non_null(b);
	assert_ok(output_dist(a, &da, NULL));
	assert_ok(output_dist(b, &db, NULL));
	assert_ok(dist_encode(da, &ba, NULL));
	assert_ok(dist_encode(db, &bb, NULL));
	assert_int_equal(ba.len, bb.len);
	assert_memory_equal(ba.data, bb.data, ba.len);
	assert_string_equal(a->direction, b->direction);
	assert_int_equal(whole->left_out, pieces->left_out);
}

static void pieces_are_as_the_whole(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2 * ARRAY_LEN(column_names); i++) {
		const char *column = column_names[i / 2];
		int64_t warm_up = i % 2 ? 1000000 : 0;
		scoped(output_fini) struct output whole = {.warm_up_us = warm_up};

		assert_ok(output_read(cursor_over(LOG, strlen(LOG)), &whole, NULL));
		for (size_t size = 1; size < 200; size += 7) {
			scoped(output_fini) struct output o = {
				.warm_up_us = warm_up, .only = column};

			assert_ok(read_pieces(LOG, size, &o, NULL));
			assert_int_equal(o.nseries, 1);
			compare(&whole, &o, column);
		}
	}
}

static void warm_up_counts(void **state)
{
	scoped(output_fini) struct output o = {.warm_up_us = 1000000, .only = "wu_lat"};
	scoped(output_fini) struct output late = {.warm_up_us = 1000001, .only = "wu_lat"};

	(void)state;
	assert_ok(read_pieces(LOG, 64, &o, NULL));
	assert_int_equal(o.left_out, 1);
	assert_int_equal(o.series[0].missed, 1);
	assert_ok(read_pieces(LOG, 64, &late, NULL));
	assert_int_equal(late.left_out, 2);
	assert_int_equal(late.series[0].missed, 0); /* left out with its row */
}

static void says_what_is_wrong(void **state)
{
	static const struct {
		const char *text, *only;
		int64_t warm_up;
		const char *says;
	} rows[] = {
		{LOG, "nothing", 0, "rt-app's log has no nothing"},
		{HEADER "0 1\n", "run", 0, "line 2: 2 fields where the header names 11"},
		{HEADER "0 0 9007199254740993 1 1 1 1 1 1 1 1\n", "run", 0, "column run, row 1"},
		{"#idx run wu_lat\n0 1 2\n", "wu_lat", 5, "no column rel_st"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scoped(output_fini) struct output o = {
			.warm_up_us = rows[i].warm_up, .only = rows[i].only};
		struct err e = {0};

		assert_true(read_pieces(rows[i].text, 50, &o, &e) < 0);
		if (!strstr(e.text, rows[i].says))
			fail_msg("\"%s\" does not say \"%s\"", e.text, rows[i].says);
	}
}

static void notes(void **state)
{
	static const struct {
		const char *text, *says;
		size_t series;
	} rows[] = {
		{HEADER, "no row", 0},
		{HEADER "0 0 300 6000 1 2 500 0 0 0 0\n", "no timer", 0},
		{LOG "4 0 1", "the last row is cut", 1},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scoped(output_fini) struct output o = {.only = "wu_lat"};

		assert_ok(read_pieces(rows[i].text, 33, &o, NULL));
		assert_int_equal(o.nseries, rows[i].series);
		assert_int_equal(o.nnotes, 1);
		assert_non_null(strstr(o.note[0].text, rows[i].says));
	}
}

static void walks_no_memory(void **state)
{
	(void)state;
	for (int n = 0;; n++) {
		scoped(output_fini) struct output o = {.only = "wu_lat"};
		struct err e = {0};
		int r;

		fault_arm(n);
		r = read_pieces(LOG "cut", 40, &o, &e);
		if (!fault_disarm()) {
			assert_ok(r);
			break;
		}
		/* a builder that finds no room to grow goes on without */
		assert_true(r == -E_NOMEM || r == 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_as_the_whole),
		cmocka_unit_test(warm_up_counts),
		cmocka_unit_test(says_what_is_wrong),
		cmocka_unit_test(notes),
		cmocka_unit_test(walks_no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
