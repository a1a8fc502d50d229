/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include "schema/workload/find.h"
#include "schema/workload/resolved.h"
#include "schema/workload/rtapp_config.h"

static struct workload *load(const char *name)
{
	struct workload *w = NULL;
	char path[FILE_PATH_MAX];

	assert_ok(workload_find(name, getenv("WORKLOADS"), path, NULL));
	assert_ok(workload_read(path, &w, NULL));
	return w;
}

static void scales_to_the_cpus(void **state)
{
	static const struct {
		int cpus;
		size_t cfs, idle;
	} rows[] = {{1, 1, 1}, {2, 2, 1}, {3, 3, 1}, {4, 4, 2}, {8, 8, 5}, {16, 16, 10},
		{256, 256, 160}};
	scoped(workload_freep) struct workload *w = load("sched-idle");

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scoped(resolved_fini) struct resolved r = {0};

		assert_ok(workload_resolve(w, rows[i].cpus, &r, NULL));
		assert_int_equal(resolved_count(&r, 0), rows[i].cfs);
		assert_int_equal(resolved_count(&r, 1), rows[i].idle);
		assert_int_equal(r.len, rows[i].cfs + rows[i].idle);
	}
}

static void refuses_too_many(void **state)
{
	scoped(workload_freep) struct workload *w = load("sched-idle");
	struct resolved r = {0};
	struct err e = {0};

	(void)state;
	assert_int_equal(workload_resolve(w, 4096, &r, &e), -E_TOO_BIG);
	assert_non_null(strstr(e.text, "6656 tasks on 4096 CPUs"));
	assert_int_equal(workload_resolve(w, 0, &r, &e), -E_UNSUPPORTED);
	assert_int_equal(workload_resolve(w, 4097, &r, &e), -E_UNSUPPORTED);
	assert_null(r.task);
}

/* Equal periods lock into a pattern: whatever the number and the spread, no two may be the same. */
static void periods_all_differ(void **state)
{
	static const int64_t spreads[] = {0, 1, 1000, 250000, 1000000};
	scoped(workload_freep) struct workload *w = load("sched-idle");

	(void)state;
	for (size_t s = 0; s < ARRAY_LEN(spreads); s++) {
		scoped(resolved_fini) struct resolved r = {0};

		w->group[0].spread_ppm = spreads[s];
		assert_ok(workload_resolve(w, 200, &r, NULL));
		for (size_t i = 0; i < resolved_count(&r, 0); i++) {
			assert_int_equal(r.task[i].period_us & 1, 1);
			for (size_t j = 0; j < i; j++)
				assert_true(r.task[i].period_us != r.task[j].period_us);
		}
	}
}

static void periods_lie_in_the_spread(void **state)
{
	scoped(workload_freep) struct workload *w = load("sched-idle");
	scoped(resolved_fini) struct resolved r = {0}, one = {0};

	(void)state;
	assert_ok(workload_resolve(w, 8, &r, NULL));
	assert_int_equal(r.task[0].period_us, 10501);
	assert_int_equal(r.task[7].period_us, 13501);
	assert_string_equal(r.task[7].name, "cfs-7");
	assert_int_equal(r.task[8].period_us, 0);
	assert_int_equal(r.task[9].runtime_us, 61700);
	assert_ok(workload_resolve(w, 1, &one, NULL));
	assert_int_equal(one.task[0].period_us, 12001);
}

/* The workload digest is of these bytes; changing them starts a new segment of every series. */
static void json_is_as_it_was(void **state)
{
	scoped(workload_freep) struct workload *w = load("sched-idle");
	scoped(resolved_fini) struct resolved r = {0};
	json_t *json = NULL;
	char *text;

	(void)state;
	assert_ok(workload_resolve(w, 2, &r, NULL));
	assert_ok(resolved_json(&r, &json, NULL));
	text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
	assert_string_equal(text,
		"{\"calibration_ns\":100,\"cpus\":2,\"duration_ms\":7000,\"groups\":["
		"{\"group\":\"cfs\",\"period_us\":[10501,13501],\"policy\":\"SCHED_OTHER\",\"runtime_us\":[4000,4000],"
		"\"tasks\":2},"
		"{\"group\":\"idle\",\"policy\":\"SCHED_IDLE\",\"runtime_us\":[60000],\"sleep_us\":1000,\"tasks\":1}],"
		"\"kind\":\"rt-app\",\"metrics\":[{\"direction\":\"lower\",\"margin_percent\":5,\"name\":\"cfs:wu_lat\","
		"\"resolution\":1,\"tail\":[500,1000,5000],\"unit\":\"us\"}],\"name\":\"sched-idle\",\"warm_up_ms\":1000}");
	free(text);
	json_decref(json);
}

static void json_fits_a_header(void **state)
{
	scoped(workload_freep) struct workload *w = load("sched-idle");
	scoped(resolved_fini) struct resolved r = {0};
	json_t *json = NULL;
	char *text;

	(void)state;
	assert_ok(workload_resolve(w, 512, &r, NULL));
	assert_ok(resolved_json(&r, &json, NULL));
	text = json_dumps(json, JSON_COMPACT);
	assert_true(strlen(text) < 32 << 10); /* half of RECORD_HEADER_MAX */
	free(text);
	json_decref(json);
}

static void config_is_what_rtapp_reads(void **state)
{
	scoped(workload_freep) struct workload *w = load("sched-idle");
	scoped(resolved_fini) struct resolved r = {0};
	scoped(buf_fini) struct buf out = {0};
	char name[64];

	(void)state;
	assert_ok(workload_resolve(w, 2, &r, NULL));
	assert_ok(rtapp_config(&r, "/run/a \"b\"", &out, NULL));
	assert_string_equal(buf_cstr(&out),
		"{\n\t\"global\": {\n\t\t\"duration\": 7,\n\t\t\"calibration\": 100,\n"
		"\t\t\"default_policy\": \"SCHED_OTHER\",\n\t\t\"logdir\": \"/run/a \\\"b\\\"\",\n"
		"\t\t\"log_basename\": \"run\",\n\t\t\"log_size\": 1,\n\t\t\"ftrace\": false,\n\t\t\"gnuplot\": false\n"
		"\t},\n\t\"tasks\": {\n"
		"\t\t\"cfs-0\": {\n\t\t\t\"instance\": 1,\n\t\t\t\"loop\": -1,\n\t\t\t\"policy\": \"SCHED_OTHER\",\n"
		"\t\t\t\"runtime\": 4000,\n\t\t\t\"timer\": {\"ref\": \"unique\", \"period\": 10501}\n\t\t},\n"
		"\t\t\"cfs-1\": {\n\t\t\t\"instance\": 1,\n\t\t\t\"loop\": -1,\n\t\t\t\"policy\": \"SCHED_OTHER\",\n"
		"\t\t\t\"runtime\": 4000,\n\t\t\t\"timer\": {\"ref\": \"unique\", \"period\": 13501}\n\t\t},\n"
		"\t\t\"idle-0\": {\n\t\t\t\"instance\": 1,\n\t\t\t\"loop\": -1,\n"
		"\t\t\t\"runtime\": 60000,\n\t\t\t\"sleep\": 1000\n\t\t}\n\t}\n}\n");
	rtapp_log_name(&r, 2, name, sizeof name);
	assert_string_equal(name, "run-idle-0-2.log");
}

static void survives_no_memory(void **state)
{
	scoped(workload_freep) struct workload *w = load("sched-idle");
	struct resolved r = {0};

	(void)state;
	fault_arm(0);
	assert_int_equal(workload_resolve(w, 2, &r, NULL), -E_NOMEM);
	assert_true(fault_disarm());
	assert_null(r.task);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scales_to_the_cpus),
		cmocka_unit_test(refuses_too_many),
		cmocka_unit_test(periods_all_differ),
		cmocka_unit_test(periods_lie_in_the_spread),
		cmocka_unit_test(json_is_as_it_was),
		cmocka_unit_test(json_fits_a_header),
		cmocka_unit_test(config_is_what_rtapp_reads),
		cmocka_unit_test(survives_no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
