/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include "agent/outputs/rtapp_log.h"

#define HEADER "#idx perf run period start end rel_st slack c_duration c_period wu_lat\n"

static int parse(const char *text, struct rtapp_log *log, struct err *e)
{
	return rtapp_log_parse(cursor_over(text, strlen(text)), log, e);
}

static void reads_columns_by_name(void **state)
{
	static const struct {
		const char *text;
		bool has_lat, has_slack;
		int64_t lat, slack;
	} rows[] = {
		{HEADER "0 1 2 3 4 5 6 -7 8 9 10\n", true, true, 10, -7},
		{"# Policy : SCHED_OTHER priority : 0\n" HEADER "  0  1\t2 3 4 5 6 7 8 9 10 \r\n",
			true, true, 10, 7},
		{"#idx\tperf\trun\tperiod\tstart\t\tend\t\trel_st\n0\t1\t2\t3\t4\t5\t6\n", false,
			false, 0, 0},
		{"#idx perf run period start end rel_st wu_lat slack\n0 1 2 3 4 5 6 10 7\n", true,
			true, 10, 7},
		{"#idx perf run period start end rel_st wu_lat\n0 1 2 3 4 5 6 10\n", true, false,
			10, 0},
		{"#idx perf run period start end rel_st wu_lat slack c_prd\n0 1 2 3 4 5 6 10 7 9\n",
			true, true, 10, 7},
		{"#idx period min_et max_et rel_st start end deadline dur. slack\n0 3 1 1 6 4 5 9 1 7\n",
			false, true, 0, 7},
		{"\n" HEADER "\n123456 1 2 3 4 5 6 7 8 9 10\n\n", true, true, 10, 7},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scoped(rtapp_log_fini) struct rtapp_log log = {0};

		assert_ok(parse(rows[i].text, &log, NULL));
		assert_int_equal(log.len, 1);
		assert_false(log.truncated);
		assert_int_equal(rtapp_log_has(&log, RTAPP_WU_LAT), rows[i].has_lat);
		assert_int_equal(rtapp_log_has(&log, RTAPP_SLACK), rows[i].has_slack);
		assert_int_equal(log.row[0].v[RTAPP_WU_LAT], rows[i].lat);
		assert_int_equal(log.row[0].v[RTAPP_SLACK], rows[i].slack);
		assert_int_equal(log.row[0].v[RTAPP_REL_ST], 6);
	}
}

static void refuses_garbage(void **state)
{
	static const struct {
		const char *text;
		const char *says;
	} rows[] = {
		{"0 1 2\n", "line 1: a row before the header"},
		{HEADER "0 1 2 3 4 5 6 7 8 9\n", "line 2: 10 fields where the header names 11"},
		{HEADER "0 1 2 3 4 5 6 7 8 9 10 11\n", "line 2: more fields than the header's 11"},
		{HEADER "0 1 2 3 4 5 6 7 8 9 1O\n", "line 2: \"1O\" is not a number"},
		{HEADER "0 1 2 3 4 5 6 7 8 9 99999999999999999999\n", "is not a number"},
		{HEADER "0 1 2 3 4 5 6 7 8 9 1.5\n", "\"1.5\" is not a number"},
		{HEADER HEADER, "line 2: a second header"},
		{"#idx run run\n", "line 1: column \"run\" is there twice"},
		{"#idx a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a\n",
			"more than 32 columns"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scoped(rtapp_log_fini) struct rtapp_log log = {0};
		struct err e = {0};

		assert_int_equal(parse(rows[i].text, &log, &e), -E_MALFORMED);
		if (!strstr(e.text, rows[i].says))
			fail_msg("row %zu: \"%s\"", i, e.text);
	}
}

static void refuses_nul_bytes(void **state)
{
	static const char text[] = HEADER "0 1 2 3 4 5 6 7 8 9 10\n\0\0\0\0\n";
	scoped(rtapp_log_fini) struct rtapp_log log = {0};
	struct err e = {0};

	(void)state;
	assert_int_equal(
		rtapp_log_parse(cursor_over(text, sizeof text - 1), &log, &e), -E_MALFORMED);
	assert_string_equal(e.text, "line 3: a NUL byte");
}

/* A number that was cut is a number too: the last line counts only with its newline. */
static void a_cut_line_is_no_row(void **state)
{
	static const char full[] = HEADER "0 1 2 3 4 5 6 7 8 9 10\n0 1 2 3 4 5 6 7 8 9 1234\n";

	(void)state;
	for (size_t len = 0; len <= sizeof full - 1; len++) {
		scoped(rtapp_log_fini) struct rtapp_log log = {0};
		size_t lines = 0;

		for (size_t i = 0; i < len; i++)
			lines += full[i] == '\n';
		assert_ok(rtapp_log_parse(cursor_over(full, len), &log, NULL));
		assert_int_equal(log.len, lines ? lines - 1 : 0);
		assert_int_equal(log.truncated, len && full[len - 1] != '\n');
	}
}

static void empty_is_not_header_only(void **state)
{
	scoped(rtapp_log_fini) struct rtapp_log none = {0}, header = {0};

	(void)state;
	assert_ok(parse("", &none, NULL));
	assert_int_equal(none.has, 0);
	assert_ok(parse(HEADER, &header, NULL));
	assert_true(rtapp_log_has(&header, RTAPP_WU_LAT));
	assert_int_equal(header.len, 0);
}

static void knows_a_thread_without_timer(void **state)
{
	scoped(rtapp_log_fini) struct rtapp_log burns = {0}, waits = {0};

	(void)state;
	assert_ok(parse(HEADER "0 1 2 3 4 5 6 0 8 0 0\n", &burns, NULL));
	assert_ok(parse(HEADER "0 1 2 3 4 5 6 0 8 6000 0\n", &waits, NULL));
	assert_false(rtapp_log_has_timer(&burns));
	assert_true(rtapp_log_has_timer(&waits));
}

static void survives_no_memory(void **state)
{
	(void)state;
	for (int n = 0;; n++) {
		scoped(rtapp_log_fini) struct rtapp_log log = {0};
		int r = 0;

		fault_arm(n);
		for (int i = 0; r == 0 && i < 600; i++) /* past two growths */
			r = parse(HEADER "0 1 2 3 4 5 6 7 8 9 10\n", &log, NULL), log.has = 0;
		if (!fault_disarm()) {
			assert_ok(r);
			assert_int_equal(log.len, 600);
			return;
		}
		assert_int_equal(r, -E_NOMEM);
	}
}

/* ---- logs of others, read in place --------------------------------------------------------- */

static const struct {
	const char *file;
	size_t rows;
	bool truncated;
	enum rtapp_column column;
	bool has;
	int64_t sum, min, max; /* of the column */
} cases[] = {
	{"bad-truncated-mid-row.log", 9, true, RTAPP_WU_LAT, true, 488, 52, 61},
	{"header-only.log", 0, false, RTAPP_WU_LAT, true, 0, INT64_MAX, INT64_MIN},
	{"layout-2014-09-no-latency.log", 12, false, RTAPP_WU_LAT, false, 0, 0, 0},
	{"layout-2014-09-no-latency.log", 12, false, RTAPP_RUN, true, 3688, 294, 335},
	{"layout-2015-05-wulat-before-slack.log", 10, false, RTAPP_WU_LAT, true, 541, 52, 61},
	{"layout-2015-05-wulat-before-slack.log", 10, false, RTAPP_SLACK, true, 54073, 549, 5985},
	{"layout-2016-11-wulat-only.log", 10, false, RTAPP_WU_LAT, true, 541, 52, 61},
	{"layout-2016-11-wulat-only.log", 10, false, RTAPP_SLACK, false, 0, 0, 0},
	{"layout-current-11col.log", 10, false, RTAPP_WU_LAT, true, 541, 52, 61},
	{"layout-current-11col.log", 10, false, RTAPP_SLACK, true, 54073, 549, 5985},
	{"layout-current-11col.log", 10, false, RTAPP_C_PERIOD, true, 60000, 6000, 6000},
	{"overflow-idx-wide.log", 10, false, RTAPP_WU_LAT, true, 541, 52, 61},
	{"real-steady-part.log", 18, false, RTAPP_WU_LAT, true, 143, 6, 12},
	{"real-steady-part.log", 18, false, RTAPP_PERIOD, true, -1, 9948, -1},
	{"negative-slack.log", 10, false, RTAPP_SLACK, true, -1, -1184, -1},
};

static void read_case(size_t i)
{
	scoped(rtapp_log_fini) struct rtapp_log log = {0};
	scoped(buf_fini) struct buf b = {0};
	int64_t sum = 0, min = INT64_MAX, max = INT64_MIN;
	char path[FILE_PATH_MAX];
	struct err e = {0};

	snprintf(path, sizeof path, "%s/rtapp-log/%s", getenv("LATLAB_CASES"), cases[i].file);
	assert_ok(file_read(path, 1 << 20, &b, &e));
	if (rtapp_log_parse(cursor_over(b.data, b.len), &log, &e) < 0)
		fail_msg("%s: %s", cases[i].file, e.text);
	for (size_t k = 0; k < log.len; k++) {
		int64_t v = log.row[k].v[cases[i].column];

		sum += v;
		min = MIN(min, v);
		max = MAX(max, v);
	}
	if (log.len != cases[i].rows || log.truncated != cases[i].truncated ||
		rtapp_log_has(&log, cases[i].column) != cases[i].has ||
		(cases[i].sum != -1 && sum != cases[i].sum) || min != cases[i].min ||
		(cases[i].max != -1 && max != cases[i].max))
		fail_msg("%s, row %zu: %zu rows, sum %lld, min %lld, max %lld", cases[i].file, i,
			log.len, (long long)sum, (long long)min, (long long)max);
}

static void reads_logs_of_others(void **state)
{
	(void)state;
	if (!getenv("LATLAB_CASES")) {
		print_message("LATLAB_CASES is not set: logs of others are not read\n");
		skip();
	}
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		read_case(i);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_columns_by_name),
		cmocka_unit_test(refuses_garbage),
		cmocka_unit_test(refuses_nul_bytes),
		cmocka_unit_test(a_cut_line_is_no_row),
		cmocka_unit_test(empty_is_not_header_only),
		cmocka_unit_test(knows_a_thread_without_timer),
		cmocka_unit_test(survives_no_memory),
		cmocka_unit_test(reads_logs_of_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
