/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The traces of the case corpus, read in place: each gives the answer its index names. */
#include "agent/outputs/trace_stat.h"
#include "tests/unit/read_output.h"

#define SKIPPED 77

static const char *cases;

static void read_case(const char *path, const char *format, struct output *o)
{
	scoped(buf_fini) struct buf b = {0};
	char full[FILE_PATH_MAX];
	struct err e = {0};

	snprintf(full, sizeof full, "%s/%s", cases, path);
	if (file_read(full, 1 << 28, &b, &e) < 0)
		fail_msg("%s", err_text(&e));
	*o = (struct output){0};
	if (output_read(cursor_over(b.data, b.len), o, &e) < 0)
		fail_msg("%s: %s", path, err_text(&e));
	assert_string_equal(o->format, format);
}

/* n, min, mean in thousandths (cut), max. */
static void assert_dist(const struct output *o, const char *name, uint64_t n, int64_t min,
	int64_t mean, int64_t max)
{
	scoped(dist_freep) struct dist *d = NULL;
	struct dist_summary s;

	assert_ok(output_dist(series(o, name), &d, NULL));
	s = dist_summarise(d);
	assert_int_equal(s.n, n);
	assert_int_equal(s.min, min);
	assert_int_equal((int64_t)(s.mean * 1000 + 1e-6), mean);
	assert_int_equal(s.max, max);
}

static void a_report_of_an_arm_board(void **state)
{
	scoped(dist_freep) struct dist *d = NULL;
	struct output o;

	(void)state;
	read_case("trace/lisa-trace.txt", "trace-cmd report", &o);
	assert_dist(&o, "all tasks (sched_wakeup)", 1066, 2, 9213, 397);
	assert_ok(output_dist(series(&o, "all tasks (sched_wakeup)"), &d, NULL));
	assert_int_equal(dist_summarise(d).p50, 4);
	assert_int_equal(dist_summarise(d).p99, 61);
	assert_sound(&o); /* none left open */
	output_fini(&o);
}

static void an_elided_report_w(void **state)
{
	struct output o;

	(void)state;
	read_case("trace/report-w-all-tasks.txt", "trace-cmd report", &o);
	assert_dist(&o, "all tasks (sched_wakeup)", 5, 65255, 2085119000, 5042285);
	assert_scalar(&o, "all tasks (report -w): average", 20082580);
	assert_scalar(&o, "all tasks (report -w): maximum", 1032049277);
	assert_scalar(&o, "all tasks (report -w): minimum", 29023);
	assert_scalar(&o, "rt tasks (report -w): average", 139568);
	assert_scalar(&o, "rt tasks (report -w): maximum", 220583);
	assert_scalar(&o, "rt tasks (report -w): minimum", 75902);
	assert_note(&o, NOTE_MISMATCH, 5, "all tasks");
	output_fini(&o);
}

static void reports_without_latency(void **state)
{
	static const char *const path[] = {"trace/trappy-raw_trace.txt",
		"trace/trappy-trace_equals.txt", "trace/trappy-trace_failed_to_parse.txt",
		"trace/trappy-trace_no_trailing_line.txt", "trace/trappy-trace_sched.txt"};
	static const uint64_t unparsed[] = {0, 0, 3, 0, 0};
	struct output o;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(path); i++) {
		read_case(path[i], "trace-cmd report", &o);
		assert_int_equal(o.nseries, 0);
		assert_int_equal(noted(&o, NOTE_NOT_AVAILABLE), 1);
		assert_int_equal(noted(&o, NOTE_UNPARSED), unparsed[i]);
		output_fini(&o);
	}
}

static void graphs(void **state)
{
	struct output o;

	(void)state;
	read_case("trace/function_graph-hsr.txt", "function_graph", &o);
	assert_series(&o, "hsr_netdev_notify", "ns", 3500);
	assert_series(&o, "rtnl_is_locked", "ns", 770);
	assert_sound(&o);
	output_fini(&o);
	read_case("trace/function_graph-markers.txt", "function_graph", &o);
	assert_series(&o, "hwsim_del_radio_nl", "ns", 53035380);
	assert_series(&o, "hwsim_free_edge", "ns", 310041);
	assert_sound(&o);
	output_fini(&o);
}

static void profiles(void **state)
{
	struct output o;

	(void)state;
	read_case("trace/trace_stat-tcp-cpu0.txt", "trace_stat", &o);
	assert_int_equal(o.nseries, 8 * 3);
	assert_scalar(&o, "tcp_sendmsg:hits", 955912);
	assert_scalar(&o, "tcp_sendmsg:avg", 2917);
	assert_scalar(&o, "tcp_push:time", 852421500);
	assert_sound(&o);
	output_fini(&o);
	read_case("trace/trace_stat-optee-cpu0.txt", "trace_stat", &o);
	assert_scalar(&o, "call_tee:hits", 13499);
	assert_note(&o, NOTE_INFO, 1, "call_tee.isra.13");
	assert_sound(&o);
	output_fini(&o);
	read_case("real-runs/function-profile/example-trace_stat-function1.txt", "trace_stat", &o);
	assert_scalar(&o, "load_balance:time", 58918);
	assert_sound(&o);
	output_fini(&o);
}

static void a_latency_trace(void **state)
{
	struct output o;

	(void)state;
	read_case("trace/preempt-latency-trace-2.6.18-rt5.txt", "latency trace", &o);
	assert_scalar(&o, "latency", 19);
	assert_note(&o, NOTE_INFO, 1, "2.6.18-rt5; task posix_cpu_timer-2");
	assert_note(&o, NOTE_CUT, 55, "3 of the 58");
	output_fini(&o);
}

/* In a whole report -w the latencies listed add up to its totals. */
static void a_whole_report_w(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(buf_fini) struct buf b = {0};
	char command[FILE_PATH_MAX];
	struct output o;
	struct err e;

	(void)state;
	snprintf(command, sizeof command,
		"xz -dc '%s/real-runs/trace-wakeup-rt-spread/A-1/report-w.txt.xz' > %s/report",
		cases, dir);
	if (system(command) != 0)
		skip();
	snprintf(command, sizeof command, "%s/report", dir);
	assert_ok(file_read(command, 1 << 24, &b, NULL));
	assert_ok(read_bytes(&format_trace_report, b.data, b.len, &o, &e));
	assert_dist(&o, "rt tasks (sched_wakeup)", 7690, 3508, 26437320, 554549);
	assert_int_equal(noted(&o, NOTE_MISMATCH), 0);
	assert_note(&o, NOTE_CUT, 2, "the trace ends before");
	output_fini(&o);
}

/* The mean of one function in one iteration, over all CPUs. */
static int64_t average(const char *dir, int iteration, const char *func)
{
	struct trace_stat t = {0};
	struct output o = {0};
	char path[FILE_PATH_MAX];
	int64_t avg;

	for (int cpu = 0; cpu < 8; cpu++) {
		scoped(buf_fini) struct buf b = {0};

		snprintf(path, sizeof path, "%s/kick-%02d/function%d", dir, iteration, cpu);
		assert_ok(file_read(path, 1 << 20, &b, NULL));
		assert_ok(trace_stat_parse(cursor_over(b.data, b.len), &t, NULL));
	}
	assert_int_equal(t.tables, 8);
	assert_ok(trace_stat_output(&t, &o));
	assert_sound(&o);
	avg = series(&o, func)->sample[0];
	output_fini(&o);
	trace_stat_fini(&t);
	return avg;
}

/* The means that the recorder's notes name: of each iteration's mean over its CPUs. */
static void a_profile_of_all_cpus(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	int64_t balance = 0, enter = 0;
	char command[FILE_PATH_MAX];

	(void)state;
	snprintf(command, sizeof command,
		"tar -xJf '%s/real-runs/function-profile/kick-20-iterations.tar.xz' -C '%s'", cases,
		dir);
	if (system(command) != 0)
		skip();
	for (int i = 1; i <= 20; i++) {
		balance += average(dir, i, "_nohz_idle_balance:avg");
		enter += average(dir, i, "nohz_balance_enter_idle:avg");
	}
	assert_int_equal((balance / 20 + 50) / 100, 259);
	assert_int_equal((enter + 10) / 20, 496);
}

#ifdef LATLAB_TRACECMD
static void trace_dat_agrees_with_report_w(void **state)
{
	static const struct {
		const char *run;
		uint64_t all, rt;
		int64_t average, rt_average, max;
	} row[] = {
		{"A-1", 7698, 7690, 26427, 26437, 554549},
		{"A-2", 7692, 7684, 27082, 27084, 471629},
		{"B-1", 7725, 7709, 5131, 5072, 136579},
		{"B-2", 7718, 7697, 5401, 5165, 623567},
	};
	char path[FILE_PATH_MAX];
	struct output o, tail;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		scoped(dist_freep) struct dist *all = NULL, *rt = NULL;

		snprintf(path, sizeof path, "real-runs/trace-wakeup-rt-spread/%s/trace.dat",
			row[i].run);
		read_case(path, "trace.dat", &o);
		assert_int_equal(noted(&o, NOTE_LOST_EVENTS), 0);
		assert_ok(output_dist(series(&o, "all tasks (sched_wakeup)"), &all, NULL));
		assert_ok(output_dist(series(&o, "rt tasks (sched_wakeup)"), &rt, NULL));
		assert_int_equal(all->n, row[i].all);
		assert_int_equal(rt->n, row[i].rt);
		assert_int_equal((int64_t)dist_summarise(all).mean, row[i].average);
		assert_int_equal((int64_t)dist_summarise(rt).mean, row[i].rt_average);
		assert_int_equal(dist_summarise(all).max, row[i].max);
		output_fini(&o);

		snprintf(path, sizeof path, "real-runs/trace-wakeup-rt-spread/%s/report-w-tail.txt",
			row[i].run);
		read_case(path, "trace-cmd report", &tail);
		assert_scalar(&tail, "all tasks (report -w): average", row[i].average);
		assert_scalar(&tail, "rt tasks (report -w): average", row[i].rt_average);
		assert_scalar(&tail, "all tasks (report -w): maximum", row[i].max);
		assert_int_equal(noted(&tail, NOTE_MISMATCH), 1);
		output_fini(&tail);
	}
}

static void a_trace_dat_without_wakeups(void **state)
{
	struct output o;

	(void)state;
	read_case("trace/lisa-sched_load.trace.dat", "trace.dat", &o);
	assert_int_equal(o.nseries, 0);
	assert_note(&o, NOTE_NOT_AVAILABLE, 1, "no sched_wakeup");
	output_fini(&o);
}

/* A child that libtracecmd leads astray is an error, whatever it did. */
static void a_cut_trace_dat(void **state)
{
	scoped(buf_fini) struct buf b = {0};
	char full[FILE_PATH_MAX];

	(void)state;
	snprintf(full, sizeof full, "%s/trace/lisa-sched_load.trace.dat", cases);
	assert_ok(file_read(full, 1 << 28, &b, NULL));
	for (size_t len = 12; len < b.len / 2; len *= 7) {
		struct output o;
		struct err e;

		assert_true(read_bytes(&format_trace_dat, b.data, len, &o, &e) < 0);
		assert_int_equal(e.code, E_MALFORMED);
		output_fini(&o);
	}
}
#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_report_of_an_arm_board),
		cmocka_unit_test(an_elided_report_w),
		cmocka_unit_test(reports_without_latency),
		cmocka_unit_test(graphs),
		cmocka_unit_test(profiles),
		cmocka_unit_test(a_latency_trace),
		cmocka_unit_test(a_profile_of_all_cpus),
		cmocka_unit_test(a_whole_report_w),
#ifdef LATLAB_TRACECMD
		cmocka_unit_test(trace_dat_agrees_with_report_w),
		cmocka_unit_test(a_trace_dat_without_wakeups),
		cmocka_unit_test(a_cut_trace_dat),
#endif
	};

	cases = getenv("LATLAB_CASES");
	if (!cases || !*cases) {
		puts("LATLAB_CASES is not set: no corpus to read");
		return SKIPPED;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
