/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keys are rows of a table: where the value goes, its kind and its bounds. A key that has no row is an error,
 * because a misspelt "warmup_ms" that is silently ignored would measure something else than was meant.
 */
#include "schema/workload/workload.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"

enum key_kind {
	KEY_NAME,   /* char[size]: text_is_name() */
	KEY_TEXT,   /* char *, owned: high bytes at most */
	KEY_CHOICE, /* const char *: one of choices */
	KEY_INT,    /* int64_t */
	KEY_SHARE,  /* int64_t[2]: "5/8", both from low to high */
	KEY_PPM, /* int64_t: a fraction from 0 to 1, kept in millionths: integers are the same on every CPU */
	KEY_LIST, /* read by its own function */
};

struct key {
	const char *name;
	enum key_kind kind;
	size_t offset;
	int64_t low, high; /* KEY_NAME, KEY_TEXT: high bytes; KEY_LIST: entries */
	bool required;
	const char *const *choices;
};

static const char *const kinds[] = {"rt-app", NULL};
static const char *const policies[] = {
	"SCHED_OTHER", "SCHED_BATCH", "SCHED_IDLE", "SCHED_FIFO", "SCHED_RR", NULL};
static const char *const directions[] = {"lower", "higher", NULL};

#define HOUR_MS		 INT64_C(3600000)
#define S_US		 INT64_C(1000000)

#define AT(type, member) offsetof(struct type, member)
static const struct key workload_keys[] = {
	{"name", KEY_NAME, AT(workload, name), 0, WORKLOAD_NAME_MAX, true, NULL},
	{"kind", KEY_CHOICE, AT(workload, kind), 0, 0, true, kinds},
	{"summary", KEY_TEXT, AT(workload, summary), 0, 1000, true, NULL},
	{"duration_ms", KEY_INT, AT(workload, duration_ms), 1000, HOUR_MS, true, NULL},
	{"warm_up_ms", KEY_INT, AT(workload, warm_up_ms), 0, HOUR_MS, true, NULL},
	{"repeats", KEY_INT, AT(workload, repeats), 1, 100, true, NULL},
	{"calibration_ns", KEY_INT, AT(workload, calibration_ns), 1, 100000, true, NULL},
	{"tasks", KEY_LIST, 0, 1, WORKLOAD_GROUPS_MAX, true, NULL},
	{"metrics", KEY_LIST, 0, 1, WORKLOAD_METRICS_MAX, true, NULL},
};

static const struct key group_keys[] = {
	{"group", KEY_NAME, AT(workload_group, name), 0, WORKLOAD_GROUP_MAX, true, NULL},
	{"policy", KEY_CHOICE, AT(workload_group, policy), 0, 0, true, policies},
	{"priority", KEY_INT, AT(workload_group, priority), 1, 99, false, NULL},
	{"per_cpu", KEY_SHARE, AT(workload_group, per), 1, 1024, true, NULL},
	{"runtime_us", KEY_INT, AT(workload_group, runtime_us), 1, 60 * S_US, true, NULL},
	{"runtime_step_us", KEY_INT, AT(workload_group, runtime_step_us), 0, S_US, false, NULL},
	{"period_us", KEY_INT, AT(workload_group, period_us), 100, 60 * S_US, false, NULL},
	{"spread", KEY_PPM, AT(workload_group, spread_ppm), 0, S_US, false, NULL},
	{"sleep_us", KEY_INT, AT(workload_group, sleep_us), 1, 60 * S_US, false, NULL},
};

static const struct key metric_keys[] = {
	{"name", KEY_NAME, AT(workload_metric, name), 0, WORKLOAD_NAME_MAX, true, NULL},
	{"unit", KEY_NAME, AT(workload_metric, unit), 0, WORKLOAD_NAME_MAX, true, NULL},
	{"resolution", KEY_INT, AT(workload_metric, resolution), 1, S_US, true, NULL},
	{"direction", KEY_CHOICE, AT(workload_metric, direction), 0, 0, true, directions},
	{"margin_percent", KEY_INT, AT(workload_metric, margin_percent), 0, 100, true, NULL},
	{"tail", KEY_LIST, 0, 0, WORKLOAD_TAILS_MAX, false, NULL},
};
#undef AT

/* Where we are, for the sentences: "file: tasks[1].". */
struct place {
	const char *from, *list;
	size_t i;
};

static int bad(const struct place *at, const char *key, struct err *e, const char *fmt, ...)
	printf_like(4, 5);
static int bad(const struct place *at, const char *key, struct err *e, const char *fmt, ...)
{
	char text[256], where[64] = "";
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	if (at->list)
		snprintf(where, sizeof where, "%s[%zu].", at->list, at->i);
	return err_set(e, E_MALFORMED, "%s: %s%s %s", at->from, where, key, text);
}

static int read_name(
	const struct place *at, const struct key *k, const json_t *v, char *dst, struct err *e)
{
	const char *s = json_string_value(v);

	if (!s || json_string_length(v) != strlen(s) || !text_is_name(s, (size_t)k->high))
		return bad(at, k->name, e,
			"must be a name of 1 to %d characters of a-z 0-9 . _ : -", (int)k->high);
	strcpy(dst, s);
	return 0;
}

static int read_text(
	const struct place *at, const struct key *k, const json_t *v, char **dst, struct err *e)
{
	const char *s = json_string_value(v);

	if (!s || strlen(s) != json_string_length(v) || strlen(s) > (size_t)k->high)
		return bad(at, k->name, e, "must be text of at most %d bytes", (int)k->high);
	*dst = mem_str(s);
	return *dst ? 0 : err_set(e, E_NOMEM, "%s: out of memory", at->from);
}

static int read_choice(const struct place *at, const struct key *k, const json_t *v,
	const char **dst, struct err *e)
{
	const char *s = json_string_value(v);
	char all[128] = "";

	for (const char *const *c = k->choices; *c; c++) {
		if (s && !strcmp(s, *c)) {
			*dst = *c;
			return 0;
		}
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", *all ? ", " : "", *c);
	}
	return bad(at, k->name, e, "must be one of: %s", all);
}

static int read_int(
	const struct place *at, const struct key *k, const json_t *v, int64_t *dst, struct err *e)
{
	if (!json_is_integer(v) || json_integer_value(v) < k->low ||
		json_integer_value(v) > k->high)
		return bad(at, k->name, e, "must be a whole number from %lld to %lld",
			(long long)k->low, (long long)k->high);
	*dst = json_integer_value(v);
	return 0;
}

static int read_share(
	const struct place *at, const struct key *k, const json_t *v, int64_t *dst, struct err *e)
{
	const char *s = json_string_value(v), *slash = s ? strchr(s, '/') : NULL;

	if (!slash || !text_i64(s, (size_t)(slash - s), &dst[0]) ||
		!text_i64(slash + 1, strlen(slash + 1), &dst[1]) || dst[0] < k->low ||
		dst[0] > k->high || dst[1] < k->low || dst[1] > k->high)
		return bad(at, k->name, e,
			"must be tasks per CPUs such as \"5/8\", both from %lld to %lld",
			(long long)k->low, (long long)k->high);
	return 0;
}

static int read_ppm(
	const struct place *at, const struct key *k, const json_t *v, int64_t *dst, struct err *e)
{
	double x = json_number_value(v);

	if (!json_is_number(v) || !(x >= 0) || !(x <= 1))
		return bad(at, k->name, e, "must be a number from 0 to 1");
	*dst = llround(x * 1e6);
	return 0;
}

static int read_value(
	const struct place *at, const struct key *k, const json_t *v, void *dst, struct err *e)
{
	switch (k->kind) {
	case KEY_NAME:
		return read_name(at, k, v, dst, e);
	case KEY_TEXT:
		return read_text(at, k, v, dst, e);
	case KEY_CHOICE:
		return read_choice(at, k, v, dst, e);
	case KEY_INT:
		return read_int(at, k, v, dst, e);
	case KEY_SHARE:
		return read_share(at, k, v, dst, e);
	case KEY_PPM:
		return read_ppm(at, k, v, dst, e);
	case KEY_LIST:
		if (!json_is_array(v) || (int64_t)json_array_size(v) < k->low ||
			(int64_t)json_array_size(v) > k->high)
			return bad(at, k->name, e, "must be a list of %d to %d entries",
				(int)k->low, (int)k->high);
		return 0;
	}
	return 0;
}

static bool is_key(const struct key *keys, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(keys[i].name, name))
			return true;
	return false;
}

static int read_object(const struct place *at, const struct key *keys, size_t n, json_t *json,
	void *dst, struct err *e)
{
	const char *name;
	json_t *v;

	if (!json_is_object(json))
		return bad(at, "this", e, "must be an object: {...}");
	json_object_foreach(json, name, v)
	{
		char shown[64];

		if (!is_key(keys, n, name))
			return bad(at, text_printable(name, strlen(name), shown, sizeof shown), e,
				"is not a key that is known here; take it out or correct its spelling");
	}
	for (size_t i = 0; i < n; i++) {
		int r;

		v = json_object_get(json, keys[i].name);
		if (!v && keys[i].required)
			return bad(at, keys[i].name, e, "is missing");
		r = v ? read_value(at, &keys[i], v, (char *)dst + keys[i].offset, e) : 0;
		if (r < 0)
			return r;
	}
	return 0;
}

static bool is_real_time(const char *policy)
{
	return !strcmp(policy, "SCHED_FIFO") || !strcmp(policy, "SCHED_RR");
}

static int check_group(const struct place *at, const struct workload *w,
	const struct workload_group *g, struct err *e)
{
	for (const struct workload_group *o = w->group; o < g; o++)
		if (!strcmp(o->name, g->name))
			return bad(at, "group", e, "\"%s\" is there twice", g->name);
	if (strchr(g->name, ':'))
		return bad(at, "group", e,
			"must not contain ':', which parts it from the quantity in metrics");
	if (!g->period_us == !g->sleep_us)
		return bad(at, "period_us", e, "or sleep_us must be given, and only one of them");
	if (g->spread_ppm && !g->period_us)
		return bad(at, "spread", e, "is of period_us, which is not there");
	if (is_real_time(g->policy) != (g->priority > 0))
		return bad(
			at, "priority", e, "belongs to SCHED_FIFO and SCHED_RR, and only to them");
	return 0;
}

static int read_groups(const char *from, json_t *list, struct workload *w, struct err *e)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		struct workload_group *g = &w->group[i];
		struct place at = {from, "tasks", i};
		int r = read_object(
			&at, group_keys, ARRAY_LEN(group_keys), json_array_get(list, i), g, e);

		if (r == 0)
			r = check_group(&at, w, g, e);
		if (r < 0)
			return r;
		w->ngroups = i + 1;
	}
	return 0;
}

static int read_tails(
	const struct place *at, json_t *list, struct workload_metric *m, struct err *e)
{
	static const struct key row = {"tail", KEY_INT, 0, 0, 3600 * S_US, true, NULL};

	for (size_t i = 0; i < json_array_size(list); i++) {
		int r = read_int(at, &row, json_array_get(list, i), &m->tail[i], e);

		if (r < 0)
			return r;
		if (i && m->tail[i] <= m->tail[i - 1])
			return bad(at, "tail", e, "must rise");
		m->ntails = i + 1;
	}
	return 0;
}

const struct workload_group *workload_group_of(
	const struct workload *w, const struct workload_metric *m)
{
	size_t len = strcspn(m->name, ":");

	for (size_t i = 0; i < w->ngroups; i++)
		if (strlen(w->group[i].name) == len && !memcmp(w->group[i].name, m->name, len))
			return &w->group[i];
	return NULL;
}

/* rt-app gives one latency: how late a timer woke the thread, in whole microseconds. */
static int check_metric(const struct place *at, const struct workload *w,
	const struct workload_metric *m, struct err *e)
{
	const struct workload_group *g = workload_group_of(w, m);
	const char *quantity = strchr(m->name, ':');

	for (const struct workload_metric *o = w->metric; o < m; o++)
		if (!strcmp(o->name, m->name))
			return bad(at, "name", e, "\"%s\" is there twice", m->name);
	if (!g || !quantity || strcmp(quantity, ":wu_lat") != 0)
		return bad(at, "name", e, "must be GROUP:wu_lat with one of the groups of tasks");
	if (!g->period_us)
		return bad(at, "name", e,
			"asks for wu_lat of group %s, which has no period_us: no timer, no wakeup latency",
			g->name);
	if (strcmp(m->unit, "us") != 0)
		return bad(at, "unit", e, "must be us: rt-app logs whole microseconds");
	return 0;
}

static int read_metrics(const char *from, json_t *list, struct workload *w, struct err *e)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		struct workload_metric *m = &w->metric[i];
		struct place at = {from, "metrics", i};
		json_t *json = json_array_get(list, i);
		int r = read_object(&at, metric_keys, ARRAY_LEN(metric_keys), json, m, e);

		if (r == 0)
			r = read_tails(&at, json_object_get(json, "tail"), m, e);
		if (r == 0)
			r = check_metric(&at, w, m, e);
		if (r < 0)
			return r;
		w->nmetrics = i + 1;
	}
	return 0;
}

static int check_times(const char *from, const struct workload *w, struct err *e)
{
	struct place at = {from, NULL, 0};

	if (w->duration_ms % 1000)
		return bad(&at, "duration_ms", e,
			"must be whole seconds: rt-app knows no smaller ones");
	if (w->warm_up_ms >= w->duration_ms)
		return bad(&at, "warm_up_ms", e,
			"must be less than duration_ms, or nothing is left to measure");
	return 0;
}

static int read_json(const char *from, json_t *json, struct workload *w, struct err *e)
{
	struct place at = {from, NULL, 0};
	int r = read_object(&at, workload_keys, ARRAY_LEN(workload_keys), json, w, e);

	if (r == 0)
		r = check_times(from, w, e);
	if (r == 0)
		r = read_groups(from, json_object_get(json, "tasks"), w, e);
	if (r == 0)
		r = read_metrics(from, json_object_get(json, "metrics"), w, e);
	return r;
}

int workload_parse(
	const void *bytes, size_t len, const char *from, struct workload **ret, struct err *e)
{
	scoped(workload_freep) struct workload *w = mem_alloc(sizeof *w);
	json_error_t where;
	json_t *json;
	int r;

	if (!w)
		return err_set(e, E_NOMEM, "%s: out of memory", from);
	json = json_loadb(bytes, len, JSON_REJECT_DUPLICATES, &where);
	if (!json)
		return err_set(e,
			json_error_code(&where) == json_error_out_of_memory ? E_NOMEM : E_MALFORMED,
			"%s: line %d, column %d: %s", from, where.line, where.column, where.text);
	r = read_json(from, json, w, e);
	json_decref(json);
	if (r == 0)
		*ret = take(w);
	return r;
}

int workload_read(const char *path, struct workload **ret, struct err *e)
{
	scoped(buf_fini) struct buf b = {0};
	int r = file_read(path, WORKLOAD_BYTES_MAX, &b, e);

	return r < 0 ? r : workload_parse(buf_cstr(&b), b.len, path, ret, e);
}

void workload_free(struct workload *w)
{
	if (!w)
		return;
	mem_free(w->summary);
	mem_free(w);
}
