/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include <jansson.h>

#include "schema/workload/find.h"
#include "schema/workload/workload.h"

static const char good[] =
	"{\"name\":\"w\",\"kind\":\"rt-app\",\"summary\":\"s\",\"duration_ms\":2000,\"warm_up_ms\":500,\"repeats\":3,"
	"\"calibration_ns\":100,\"tasks\":["
	"{\"group\":\"a\",\"policy\":\"SCHED_OTHER\",\"per_cpu\":\"1/1\",\"runtime_us\":4000,\"period_us\":12000,"
	"\"spread\":0.25},"
	"{\"group\":\"b\",\"policy\":\"SCHED_IDLE\",\"per_cpu\":\"5/8\",\"runtime_us\":60000,\"runtime_step_us\":1700,"
	"\"sleep_us\":1000}],"
	"\"metrics\":[{\"name\":\"a:wu_lat\",\"unit\":\"us\",\"resolution\":1,\"direction\":\"lower\","
	"\"margin_percent\":5,\"tail\":[500,1000]}]}";

static int parse(const char *text, struct workload **ret, struct err *e)
{
	return workload_parse(text, strlen(text), "w.json", ret, e);
}

static void reads_every_value(void **state)
{
	scoped(workload_freep) struct workload *w = NULL;
	const struct workload_group *a, *b;

	(void)state;
	assert_ok(parse(good, &w, NULL));
	a = &w->group[0];
	b = &w->group[1];
	assert_string_equal(w->name, "w");
	assert_string_equal(w->kind, "rt-app");
	assert_string_equal(w->summary, "s");
	assert_true(w->duration_ms == 2000 && w->warm_up_ms == 500 && w->repeats == 3 &&
		w->calibration_ns == 100);
	assert_true(w->ngroups == 2 && w->nmetrics == 1);
	assert_string_equal(a->policy, "SCHED_OTHER");
	assert_true(a->per == 1 && a->cpus == 1 && a->runtime_us == 4000 && a->period_us == 12000);
	assert_true(a->spread_ppm == 250000 && a->sleep_us == 0 && a->priority == 0);
	assert_true(
		b->per == 5 && b->cpus == 8 && b->runtime_step_us == 1700 && b->sleep_us == 1000);
	assert_true(b->period_us == 0);
	assert_string_equal(w->metric[0].name, "a:wu_lat");
	assert_true(w->metric[0].ntails == 2 && w->metric[0].tail[1] == 1000 &&
		w->metric[0].margin_percent == 5);
	assert_ptr_equal(workload_group_of(w, &w->metric[0]), a);
}

/* One change of the good one, and what the sentence about it must name. */
static const struct {
	const char *from, *to, *says;
} wrong[] = {
	{"\"name\":\"w\",", "", "w.json: name is missing"},
	{"\"name\":\"w\"", "\"name\":\"W w\"", "name must be a name"},
	{"\"name\":\"w\"", "\"name\":\"w\\u0000x\"", "\\u0000"},
	{"\"kind\":\"rt-app\"", "\"kind\":\"hackbench\"", "kind must be one of: rt-app"},
	{"\"summary\":\"s\"", "\"summary\":1", "summary must be text"},
	{"\"duration_ms\":2000", "\"duration_ms\":2500", "duration_ms must be whole seconds"},
	{"\"duration_ms\":2000", "\"duration_ms\":2000.0", "duration_ms must be a whole number"},
	{"\"duration_ms\":2000", "\"duration_ms\":-1",
		"duration_ms must be a whole number from 1000"},
	{"\"warm_up_ms\":500", "\"warm_up_ms\":2000", "warm_up_ms must be less than duration_ms"},
	{"\"warm_up_ms\":500", "\"warmup_ms\":500", "warmup_ms is not a key"},
	{"\"repeats\":3", "\"repeats\":0", "repeats must be a whole number from 1"},
	{"\"repeats\":3", "\"repeats\":3,\"repeats\":4", "duplicate"},
	{"\"group\":\"b\"", "\"group\":\"a\"", "tasks[1].group \"a\" is there twice"},
	{"\"group\":\"b\"", "\"group\":\"b:b\"", "tasks[1].group must not contain ':'"},
	{"\"group\":\"b\"", "\"group\":\"longer-than-nine\"",
		"tasks[1].group must be a name of 1 to 9"},
	{"SCHED_IDLE", "SCHED_LAZY", "tasks[1].policy must be one of: SCHED_OTHER, SCHED_BATCH"},
	{"SCHED_IDLE", "SCHED_FIFO", "tasks[1].priority belongs to SCHED_FIFO"},
	{"\"SCHED_IDLE\"", "\"SCHED_IDLE\",\"priority\":1",
		"tasks[1].priority belongs to SCHED_FIFO"},
	{"\"5/8\"", "\"5\"", "tasks[1].per_cpu must be tasks per CPUs such as \"5/8\""},
	{"\"5/8\"", "\"5/0\"", "tasks[1].per_cpu"},
	{"\"5/8\"", "\"-5/8\"", "tasks[1].per_cpu"},
	{"\"5/8\"", "0.625", "tasks[1].per_cpu"},
	{"\"sleep_us\":1000", "\"period_us\":1000,\"sleep_us\":1000",
		"tasks[1].period_us or sleep_us must be given"},
	{",\"sleep_us\":1000", "", "tasks[1].period_us or sleep_us must be given"},
	{"\"sleep_us\":1000", "\"sleep_us\":1000,\"spread\":0.5",
		"tasks[1].spread is of period_us"},
	{"\"spread\":0.25", "\"spread\":1.5", "tasks[0].spread must be a number from 0 to 1"},
	{"\"spread\":0.25", "\"spread\":true", "tasks[0].spread"},
	{"a:wu_lat", "c:wu_lat", "metrics[0].name must be GROUP:wu_lat"},
	{"a:wu_lat", "a:run", "metrics[0].name must be GROUP:wu_lat"},
	{"a:wu_lat", "b:wu_lat", "group b, which has no period_us"},
	{"\"unit\":\"us\"", "\"unit\":\"ns\"", "metrics[0].unit must be us"},
	{"\"direction\":\"lower\"", "\"direction\":\"down\"",
		"metrics[0].direction must be one of: lower, higher"},
	{"[500,1000]", "[1000,500]", "metrics[0].tail must rise"},
	{"[500,1000]", "[1,2,3,4,5,6,7,8,9]", "metrics[0].tail must be a list of 0 to 8"},
	{"\"tasks\":[", "\"tasks\":[7,", "tasks[0].this must be an object"},
	{"{\"name\":\"w\"", "[{\"name\":\"w\"", "line 1"},
};

static char *changed(const char *from, const char *to)
{
	const char *at = strstr(good, from);
	char *text = malloc(sizeof good + strlen(to));

	assert_non_null(at);
	assert_non_null(text);
	sprintf(text, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
	return text;
}

static void names_what_is_wrong(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		struct workload *w = NULL;
		struct err e = {0};
		char *text = changed(wrong[i].from, wrong[i].to);
		int r = parse(text, &w, &e);

		if (r != -E_MALFORMED || w || !strstr(e.text, wrong[i].says) ||
			!strstr(e.text, "w.json"))
			fail_msg("row %zu (%s -> %s): %d, \"%s\"", i, wrong[i].from, wrong[i].to, r,
				e.text);
		free(text);
	}
}

static void survives_no_memory(void **state)
{
	struct workload *w = NULL;
	int r;

	(void)state;
	for (int n = 0;; n++) {
		fault_arm(n);
		r = parse(good, &w, NULL);
		if (!fault_disarm())
			break;
		assert_int_equal(r, -E_NOMEM);
		assert_null(w);
	}
	assert_ok(r);
	workload_free(w);
}

static void reads_what_we_ship(void **state)
{
	static const char *const names[] = {"sched-idle", "sched-idle-null"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		scoped(workload_freep) struct workload *w = NULL;
		char path[FILE_PATH_MAX];
		struct err e = {0};

		assert_ok(workload_find(names[i], getenv("WORKLOADS"), path, &e));
		if (workload_read(path, &w, &e) < 0)
			fail_msg("%s", e.text);
		assert_string_equal(w->name, names[i]);
	}
}

static void finds_by_name_and_by_path(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	char folder[256], file[300], path[FILE_PATH_MAX];
	struct err e = {0};

	(void)state;
	snprintf(folder, sizeof folder, "%s/mine", dir);
	snprintf(file, sizeof file, "%s/workload.json", folder);
	assert_ok(dir_ensure(folder, NULL));
	assert_ok(file_write(file, good, strlen(good), NULL));
	assert_ok(workload_find("mine", dir, path, NULL));
	assert_string_equal(path, file);
	assert_ok(workload_find(folder, NULL, path, NULL));
	assert_string_equal(path, file);
	assert_ok(workload_find(file, NULL, path, NULL));
	assert_string_equal(path, file);
	assert_int_equal(workload_find("other", dir, path, &e), -E_NOT_FOUND);
	assert_non_null(strstr(e.text, "there are: mine"));
	assert_int_equal(workload_find("Not a name", dir, path, &e), -E_USAGE);
	assert_int_equal(workload_find("./nowhere", dir, path, &e), -E_NOT_FOUND);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_every_value),
		cmocka_unit_test(names_what_is_wrong),
		cmocka_unit_test(survives_no_memory),
		cmocka_unit_test(reads_what_we_ship),
		cmocka_unit_test(finds_by_name_and_by_path),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
