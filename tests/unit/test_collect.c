/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include "agent/collect.h"

/* Two seconds, the first half warm-up; a group on timers and one without. */
static const char made[] =
	"{\"name\":\"w\",\"kind\":\"rt-app\",\"summary\":\"\",\"duration_ms\":2000,\"warm_up_ms\":1000,\"repeats\":1,"
	"\"calibration_ns\":1,\"tasks\":["
	"{\"group\":\"b\",\"policy\":\"SCHED_IDLE\",\"per_cpu\":\"1/8\",\"runtime_us\":1,\"sleep_us\":1},"
	"{\"group\":\"a\",\"policy\":\"SCHED_OTHER\",\"per_cpu\":\"1/1\",\"runtime_us\":1,\"period_us\":1000}],"
	"\"metrics\":[{\"name\":\"a:wu_lat\",\"unit\":\"us\",\"resolution\":1,\"direction\":\"lower\","
	"\"margin_percent\":5}]}";

#define HEADER "#idx perf run period start end rel_st slack c_duration c_period wu_lat\n"
#define IDLE   HEADER "0 0 0 10 0 10 500000 0 0 0 0\n"

struct made {
	struct workload *w;
	struct resolved r;
	struct rtapp_log log[3]; /* b-0, a-0, a-1 */
	struct run *run;
};

static void set_up(struct made *m, const char *a0, const char *a1)
{
	const char *const texts[] = {IDLE, a0, a1};

	*m = (struct made){.run = run_new()};
	assert_non_null(m->run);
	assert_ok(workload_parse(made, sizeof made - 1, "made", &m->w, NULL));
	assert_ok(workload_resolve(m->w, 2, &m->r, NULL));
	assert_int_equal(m->r.len, 3);
	for (size_t i = 0; i < 3; i++)
		assert_ok(
			rtapp_log_parse(cursor_over(texts[i], strlen(texts[i])), &m->log[i], NULL));
}

static void tear_down(struct made *m)
{
	for (size_t i = 0; i < 3; i++)
		rtapp_log_fini(&m->log[i]);
	resolved_fini(&m->r);
	workload_free(m->w);
	run_free(m->run);
}

static void cuts_the_warm_up_and_counts_the_missed(void **state)
{
	scoped(tear_down) struct made m;
	const struct run_metric *metric;

	(void)state;
	set_up(&m,
		HEADER
		"0 0 0 100 0 0 999999 5 0 1000 9000\n" /* starts in the warm-up: a block, no sample */
		"0 0 0 100 0 0 1000000 5 0 1000 70\n"
		"0 0 0 100 0 0 1500000 -3 0 1000 0\n",
		HEADER
		"1 0 0 100 0 0 1500000 0 0 1000 50\n"
		"1 0 0 900000 0 0 1900000 4 0 1000 60\n"); /* ends after the run: in its last block */
	assert_ok(collect_rtapp(&m.r, m.log, m.run, NULL));
	assert_int_equal(m.run->nmetrics, 1);
	metric = m.run->metric;
	assert_string_equal(metric->name, "a:wu_lat");
	assert_int_equal(metric->dist->n, 4);
	assert_int_equal(metric->dist->missed, 1);
	assert_int_equal(metric->dist->len, 4); /* 0 50 60 70 */
	assert_int_equal(metric->dist->runs[3].value, 70);
	assert_int_equal(metric->blocks.len, 100);
	assert_int_equal(metric->blocks.slice_us, 20000);
	assert_int_equal(metric->blocks.block[50].n, 2);
	assert_int_equal(metric->blocks.block[50].sum, 9070);
	assert_int_equal(metric->blocks.block[50].max, 9000);
	assert_int_equal(metric->blocks.block[75].n, 2);
	assert_int_equal(metric->blocks.block[99].max, 60);
	assert_true(collect_missed_share(m.run) == 0.25);
}

/* The last row of a thread, cut off before its timer, has a wu_lat of 0 that nobody measured. */
static void a_loop_that_the_end_cut_off_is_missed(void **state)
{
	scoped(tear_down) struct made m;

	(void)state;
	set_up(&m,
		HEADER "0 0 0 100 0 0 1000000 5 0 1000 70\n"
		       "0 0 0 100 0 0 1100000 0 0 0 0\n",
		HEADER "1 0 0 100 0 0 1500000 6 0 1000 0\n"); /* woken in time: a measured 0 */
	assert_ok(collect_rtapp(&m.r, m.log, m.run, NULL));
	assert_int_equal(m.run->metric->dist->n, 3);
	assert_int_equal(m.run->metric->dist->missed, 1);
}

static void says_why_there_is_no_metric(void **state)
{
	static const struct {
		const char *a0, *a1, *says;
	} rows[] = {
		{HEADER "0 0 0 1 0 0 5 5 0 1000 7\n", HEADER "0 0 0 1 0 0 5 5 0 1000 7\n",
			"not a single sample"},
		{HEADER "0 0 0 1 0 0 1500000 0 0 0 0\n", HEADER "0 0 0 1 0 0 1500000 5 0 1000 7\n",
			"waits for no timer"},
		{"#idx perf run period start end rel_st\n0 1 2 3 4 5 1500000\n", HEADER,
			"has no column"},
		{"", "", "has no column"},
		{HEADER "0 0 0 1 0 0 1500000 5 0 1000 9007199254740993\n", HEADER, "beyond 2^53"},
		{HEADER "0 0 0 1 0 0 9223372036854775807 5 0 1000 7\n", HEADER, "impossible times"},
		{HEADER "0 0 0 1 0 0 -9 5 0 1000 7\n", HEADER, "impossible times"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scoped(tear_down) struct made m;
		struct err e = {0};

		set_up(&m, rows[i].a0, rows[i].a1);
		assert_true(collect_rtapp(&m.r, m.log, m.run, &e) < 0);
		if (!strstr(e.text, rows[i].says) || !strstr(e.text, "a:wu_lat"))
			fail_msg("row %zu: \"%s\"", i, e.text);
	}
}

static void survives_no_memory(void **state)
{
	static const char row[] = HEADER "0 0 0 100 0 0 1500000 5 0 1000 70\n";

	(void)state;
	for (int n = 0;; n++) {
		scoped(tear_down) struct made m;
		int r;

		set_up(&m, row, row);
		fault_arm(n);
		r = collect_rtapp(&m.r, m.log, m.run, NULL);
		if (!fault_disarm()) {
			assert_ok(r);
			return;
		}
		assert_int_equal(r, -E_NOMEM);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cuts_the_warm_up_and_counts_the_missed),
		cmocka_unit_test(a_loop_that_the_end_cut_off_is_missed),
		cmocka_unit_test(says_why_there_is_no_metric),
		cmocka_unit_test(survives_no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
