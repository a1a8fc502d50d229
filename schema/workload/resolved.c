/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "schema/workload/resolved.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"

#define MILLION INT64_C(1000000)

static size_t count_for(const struct workload_group *g, int cpus)
{
	return (size_t)MAX(g->per * cpus / g->cpus, 1);
}

/*
 * The ith of n: evenly from period * (1 - spread / 2) to period * (1 + spread / 2), made odd. In whole numbers, since
 * compilers may fuse floating point differently on each architecture and the digest must not depend on that.
 */
static int64_t period_for(const struct workload_group *g, size_t i, size_t n)
{
	int64_t steps = n > 1 ? (int64_t)n - 1 : 1, step = n > 1 ? (int64_t)i : 0;
	__int128 spread = n > 1 ? g->spread_ppm : 0;
	__int128 scaled = (2 * MILLION - spread) * steps + 2 * spread * step;

	return (int64_t)(scaled * g->period_us / (2 * MILLION * steps)) | 1;
}

static bool is_taken(const struct resolved *r, int64_t period_us)
{
	for (size_t i = 0; i < r->len; i++)
		if (r->task[i].period_us == period_us)
			return true;
	return false;
}

static void add_task(struct resolved *r, size_t group, size_t i, size_t n)
{
	const struct workload_group *g = &r->w->group[group];
	struct resolved_task *t = &r->task[r->len];

	snprintf(t->name, sizeof t->name, "%.*s-%u", WORKLOAD_GROUP_MAX, g->name,
		(unsigned)i % WORKLOAD_TASKS_MAX);
	t->group = group;
	t->runtime_us = g->runtime_us + (int64_t)i * g->runtime_step_us;
	t->period_us = g->period_us ? period_for(g, i, n) : 0;
	while (t->period_us && is_taken(r, t->period_us))
		t->period_us += 2;
	r->len++;
}

int workload_resolve(const struct workload *w, int cpus, struct resolved *ret, struct err *e)
{
	struct resolved r = {.w = w, .cpus = cpus};
	size_t total = 0;

	if (cpus < 1 || cpus > WORKLOAD_CPUS_MAX)
		return err_set(e, E_UNSUPPORTED, "%d CPUs: from 1 to %d can be used", cpus,
			WORKLOAD_CPUS_MAX);
	for (size_t g = 0; g < w->ngroups; g++)
		total += count_for(&w->group[g], cpus);
	if (total > WORKLOAD_TASKS_MAX)
		return err_set(e, E_TOO_BIG,
			"workload %s has %zu tasks on %d CPUs, more than %d: lower its per_cpu",
			w->name, total, cpus, WORKLOAD_TASKS_MAX);
	r.task = mem_array(total, sizeof *r.task);
	if (!r.task)
		return err_set(e, E_NOMEM, "out of memory for %zu tasks", total);
	for (size_t g = 0; g < w->ngroups; g++)
		for (size_t i = 0, n = count_for(&w->group[g], cpus); i < n; i++)
			add_task(&r, g, i, n);
	*ret = r;
	return 0;
}

void resolved_fini(struct resolved *r)
{
	mem_free(r->task);
	*r = (struct resolved){0};
}

size_t resolved_count(const struct resolved *r, size_t group)
{
	size_t n = 0;

	for (size_t i = 0; i < r->len; i++)
		n += r->task[i].group == group;
	return n;
}

/* The list of one number of each task of a group. jansson's _new calls take a NULL value as a failure. */
static json_t *times_json(const struct resolved *r, size_t group, size_t offset)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->len; i++) {
		int64_t v;

		if (r->task[i].group != group)
			continue;
		memcpy(&v, (const char *)&r->task[i] + offset, sizeof v);
		if (json_array_append_new(list, json_integer(v)) < 0) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

/* Steals value; false where anything is missing. */
static bool put(json_t *object, const char *key, json_t *value)
{
	return json_object_set_new(object, key, value) == 0;
}

static json_t *group_json(const struct resolved *r, size_t group)
{
	const struct workload_group *g = &r->w->group[group];
	json_t *json = json_object();
	bool ok = put(json, "group", json_string(g->name)) &&
		put(json, "policy", json_string(g->policy)) &&
		put(json, "tasks", json_integer((json_int_t)resolved_count(r, group))) &&
		put(json, "runtime_us",
			times_json(r, group, offsetof(struct resolved_task, runtime_us)));

	if (g->priority)
		ok = ok && put(json, "priority", json_integer(g->priority));
	if (g->period_us)
		ok = ok &&
			put(json, "period_us",
				times_json(r, group, offsetof(struct resolved_task, period_us)));
	else
		ok = ok && put(json, "sleep_us", json_integer(g->sleep_us));
	if (ok)
		return json;
	json_decref(json);
	return NULL;
}

static json_t *metric_json(const struct workload_metric *m)
{
	json_t *json = json_object(), *tail = json_array();
	bool ok = true;

	for (size_t i = 0; i < m->ntails; i++)
		ok = ok && json_array_append_new(tail, json_integer(m->tail[i])) == 0;
	ok = put(json, "tail", tail) && ok && put(json, "name", json_string(m->name)) &&
		put(json, "unit", json_string(m->unit)) &&
		put(json, "resolution", json_integer(m->resolution)) &&
		put(json, "direction", json_string(m->direction)) &&
		put(json, "margin_percent", json_integer(m->margin_percent));
	if (ok)
		return json;
	json_decref(json);
	return NULL;
}

static bool put_lists(const struct resolved *r, json_t *json)
{
	json_t *groups = json_array(), *metrics = json_array();
	bool ok = true;

	for (size_t i = 0; i < r->w->ngroups; i++)
		ok = ok && json_array_append_new(groups, group_json(r, i)) == 0;
	for (size_t i = 0; i < r->w->nmetrics; i++)
		ok = ok && json_array_append_new(metrics, metric_json(&r->w->metric[i])) == 0;
	ok = put(json, "groups", groups) && ok;
	return put(json, "metrics", metrics) && ok;
}

int resolved_json(const struct resolved *r, json_t **ret, struct err *e)
{
	const struct workload *w = r->w;
	json_t *json = json_object();

	if (put(json, "name", json_string(w->name)) && put(json, "kind", json_string(w->kind)) &&
		put(json, "cpus", json_integer(r->cpus)) &&
		put(json, "duration_ms", json_integer(w->duration_ms)) &&
		put(json, "warm_up_ms", json_integer(w->warm_up_ms)) &&
		put(json, "calibration_ns", json_integer(w->calibration_ns)) &&
		put_lists(r, json)) {
		*ret = json;
		return 0;
	}
	json_decref(json);
	return err_set(e, E_NOMEM, "out of memory for workload %s", w->name);
}
