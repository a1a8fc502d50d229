/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The latency tools' files of the case corpus, read in place: each gives the answer its index names. */
#include <math.h>

#include "agent/outputs/quantile.h"
#include "tests/unit/read_output.h"

#define SKIPPED 77

static const char *cases;

static void read_case(const char *path, const char *format, struct output *o)
{
	scoped(buf_fini) struct buf b = {0};
	char full[FILE_PATH_MAX];
	struct err e = {0};

	snprintf(full, sizeof full, "%s/%s", cases, path);
	if (file_read(full, 1 << 24, &b, &e) < 0)
		fail_msg("%s", err_text(&e));
	*o = (struct output){0};
	if (output_read(cursor_over(b.data, b.len), o, &e) < 0)
		fail_msg("%s: %s", path, err_text(&e));
	assert_string_equal(o->format, format);
}

static struct dist *dist_of(const struct output *o, const char *name)
{
	struct dist *d = NULL;

	assert_ok(output_dist(series(o, name), &d, NULL));
	return d;
}

static void cyclictest_of_four_threads(void **state)
{
	static const struct {
		uint64_t total;
		int64_t max, p50, p99, p999, p9999, p99999;
	} want[] = {{11055136, 27, 5, 6, 7, 9, 14}, {11055141, 28, 5, 6, 7, 13, 16},
		{11055141, 21, 5, 6, 7, 9, 13}, {11055131, 25, 6, 7, 7, 10, 12}};
	struct output o;

	(void)state;
	read_case("latency-tools/cyclictest-hist-4cpu.txt", "cyclictest histogram", &o);
	assert_int_equal(o.nseries, ARRAY_LEN(want));
	for (size_t i = 0; i < ARRAY_LEN(want); i++) {
		char name[8];
		struct dist *d;
		struct dist_summary s;

		snprintf(name, sizeof name, "T:%zu", i);
		d = dist_of(&o, name);
		s = dist_summarise(d);
		assert_int_equal(s.n, want[i].total);
		assert_int_equal(s.min, 4);
		assert_int_equal((int64_t)s.mean, 5);
		assert_int_equal(s.max, want[i].max);
		assert_int_equal(s.p50, want[i].p50);
		assert_int_equal(s.p99, want[i].p99);
		assert_int_equal(s.p999, want[i].p999);
		assert_int_equal(dist_quantile(d, 0.9999, NULL), want[i].p9999);
		assert_int_equal(dist_quantile(d, 0.99999, NULL), want[i].p99999);
		dist_free(d);
	}
	assert_sound(&o);
	output_fini(&o);
}

static void cyclictest_with_overflow(void **state)
{
	const struct output_series *s;
	struct output o;
	struct err e;
	int64_t v;
	bool beyond;

	(void)state;
	read_case("latency-tools/cyclictest-hist-overflow.txt", "cyclictest histogram", &o);
	s = series(&o, "T:0");
	assert_int_equal(s->above, 604);
	assert_int_equal(s->bound, 59);
	assert_int_equal(s->unknown, 2998821 - 41);
	assert_scalar(&o, "T:0:max", 1475);
	assert_ok(quantile_of(s, 1 - 603.0 / 2999425, &v, &beyond, &e));
	assert_true(beyond); /* "> 59" */
	assert_int_equal(v, 59);
	assert_int_equal(quantile_of(s, 0.5, &v, &beyond, &e), -E_UNSUPPORTED);
	assert_note(&o, NOTE_CUT, 2998821 - 41, "T:0");
	output_fini(&o);
}

static void cyclictest_json(void **state)
{
	struct output o;
	struct dist *d;

	(void)state;
	read_case("latency-tools/cyclictest-json-2cpu.json", "cyclictest JSON", &o);
	d = dist_of(&o, "T:0");
	assert_int_equal(d->n, 59901);
	assert_int_equal(dist_summarise(d).p50, 6);
	assert_int_equal(dist_summarise(d).max, 61);
	dist_free(d);
	d = dist_of(&o, "T:1");
	assert_int_equal(d->n, 59001);
	assert_int_equal(dist_summarise(d).max, 88);
	dist_free(d);
	assert_sound(&o);
	output_fini(&o);
}

/* "key: 1.5" of a reference file. */
static double expected(const char *path, const char *key)
{
	scoped(buf_fini) struct buf b = {0};
	char full[FILE_PATH_MAX], want[80];
	const char *at;

	snprintf(full, sizeof full, "%s/%s", cases, path);
	snprintf(want, sizeof want, "\n%s: ", key);
	buf_byte(&b, '\n');
	assert_ok(file_read(full, 1 << 20, &b, NULL));
	at = strstr(buf_cstr(&b), want);
	if (!at)
		fail_msg("%s: no %s", path, key);
	return strtod(at + strlen(want), NULL);
}

static void hackbench_in_a_loop(void **state)
{
	static const char reference[] = "latency-tools/hackbench-lkp-expected.yaml";
	struct dist_summary s;
	struct output o;
	struct dist *d;

	(void)state;
	read_case("latency-tools/hackbench-lkp.txt", "hackbench", &o);
	d = dist_of(&o, "time");
	s = dist_summarise(d);
	assert_int_equal(s.n, 8);
	assert_int_equal(s.min, 9541000);
	assert_int_equal(s.max, 12241000);
	assert_int_equal(llround(s.mean / 100), 102729);
	assert_string_equal(series(&o, "time")->direction, "lower");
	/* lkp divides the 30 million messages of a run by these times */
	assert_int_equal(llround(expected(reference, "throughput_best")),
		llround(3e7 / ((double)s.min / 1e6)));
	assert_int_equal(llround(expected(reference, "throughput_worst")),
		llround(3e7 / ((double)s.max / 1e6)));
	assert_int_equal(
		llround(expected(reference, "throughput_avg")), llround(3e7 / (s.mean / 1e6)));
	assert_sound(&o);
	dist_free(d);
	output_fini(&o);
	read_case("latency-tools/perf-bench-messaging.txt", "perf bench sched", &o);
	assert_series(&o, "time", "us", 55000);
	assert_sound(&o);
	output_fini(&o);
}

/* The reference's "end" numbers are those of the last reports; its others are means over the interim ones too. */
static void schbench_with_interim_reports(void **state)
{
	static const char *const names[] = {"50", "90", "99", "99.9"};
	static const char *const sections[] = {"wakeup", "request"};
	struct output o;

	(void)state;
	read_case("latency-tools/schbench-interim-reports.txt", "schbench", &o);
	for (size_t i = 0; i < ARRAY_LEN(names) * ARRAY_LEN(sections); i++) {
		const char *section = sections[i / ARRAY_LEN(names)],
			   *name = names[i % ARRAY_LEN(names)];
		char ours[40], theirs[80];
		struct dist_summary s;
		struct dist *d;

		snprintf(ours, sizeof ours, "%s:p%s", section, name);
		d = dist_of(&o, ours);
		s = dist_summarise(d);
		assert_int_equal(s.n, 3);
		snprintf(theirs, sizeof theirs, "%s_end_latency_%s%%_us_max", section, name);
		assert_int_equal(
			s.max, expected("latency-tools/schbench-interim-expected.yaml", theirs));
		snprintf(theirs, sizeof theirs, "%s_end_latency_%s%%_us_stddev%%", section, name);
		assert_int_equal(llround(sqrt(s.m2 / 3) / s.mean * 1e4),
			llround(100 *
				expected("latency-tools/schbench-interim-expected.yaml", theirs)));
		dist_free(d);
	}
	assert_series(&o, "wakeup:p50", "us", 6, 5, 5);
	assert_series(&o, "wakeup:max", "us", 119, 142, 605);
	assert_note(&o, NOTE_INFO, 9, "interim");
	assert_sound(&o);
	output_fini(&o);
}

static void rteval_of_two_cores(void **state)
{
	struct output o;
	struct dist *d;

	(void)state;
	read_case("latency-tools/rteval-summary.xml", "rteval summary", &o);
	assert_scalar(&o, "system:max", 57);
	assert_scalar(&o, "system:samples", 180000);
	assert_scalar(&o, "system:median", 5000);
	assert_string_equal(series(&o, "system:median")->unit, "ns");
	assert_scalar(&o, "core:0:max", 41);
	assert_scalar(&o, "core:1:max", 57);
	assert_null(output_find(&o, "core:2:max"));
	d = dist_of(&o, "core:1");
	assert_int_equal(d->n, 90000);
	dist_free(d);
	/* its invented minimum of 3 is in no bucket */
	assert_int_equal(noted(&o, NOTE_MISMATCH), 2);
	output_fini(&o);
}

static void perf_sched_of_virtual_machines(void **state)
{
	struct output o;

	(void)state;
	read_case("trace/perf-sched-latency-kvm.txt", "perf sched latency", &o);
	assert_int_equal(o.nseries, 4 * 4);
	assert_scalar(&o, "CPU 2/KVM:(2):max_delay", 3077000);
	assert_scalar(&o, "CPU 7/KVM:(2):runtime", 5111132000);
	assert_scalar(&o, "kworker/22:3-ev:723:switches", 63417);
	assert_scalar(&o, "CPU 0/KVM:(2):avg_delay", 3000);
	assert_note(&o, NOTE_CUT, 1, "TOTAL");
	output_fini(&o);
}

static void plain_numbers(void **state)
{
	static const struct {
		const char *path;
		size_t n;
	} want[] = {{"seeds/samples-1.txt", 5136}, {"seeds/samples-3.txt", 37},
		{"seeds/samples-5.txt", 5}, {"seeds/samples-6.txt", 1}};
	struct output o;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(want); i++) {
		read_case(want[i].path, "numbers", &o);
		assert_int_equal(series(&o, "numbers")->n, want[i].n);
		assert_sound(&o);
		output_fini(&o);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cyclictest_of_four_threads),
		cmocka_unit_test(cyclictest_with_overflow),
		cmocka_unit_test(cyclictest_json),
		cmocka_unit_test(hackbench_in_a_loop),
		cmocka_unit_test(schbench_with_interim_reports),
		cmocka_unit_test(rteval_of_two_cores),
		cmocka_unit_test(perf_sched_of_virtual_machines),
		cmocka_unit_test(plain_numbers),
	};

	cases = getenv("LATLAB_CASES");
	if (!cases) {
		puts("skipped: LATLAB_CASES does not name the case corpus");
		return SKIPPED;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
