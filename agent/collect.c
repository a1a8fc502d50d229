/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/collect.h"

#include <string.h>

#include "base/mem.h"
#include "schema/wire/limits.h"

#define SLICES 100

/* What a metric's quantity is called in rt-app's log, and whether it means anything without a timer. */
static const struct {
	const char *quantity;
	enum rtapp_column column;
	bool needs_timer;
} quantities[] = {
	{"wu_lat", RTAPP_WU_LAT, true},
	{"slack", RTAPP_SLACK, true},
	{"run", RTAPP_RUN, false},
	{"period", RTAPP_PERIOD, false},
};

struct samples {
	int64_t *v; /* owned */
	size_t n;
	uint64_t missed;
};

static void samples_fini(struct samples *s)
{
	mem_free(s->v);
}

static int find_quantity(const char *metric, size_t *ret, struct err *e)
{
	const char *quantity = strchr(metric, ':');

	for (size_t i = 0; quantity && i < ARRAY_LEN(quantities); i++) {
		if (strcmp(quantities[i].quantity, quantity + 1) != 0)
			continue;
		*ret = i;
		return 0;
	}
	return err_set(e, E_UNSUPPORTED,
		"metric %s: rt-app's log gives wu_lat, slack, run and period", metric);
}

/* By the time the loop ended; false where the numbers are no times. Loops that ended late are in the last slice. */
static bool add_to_block(struct run_blocks *blocks, const struct rtapp_row *row, int64_t v)
{
	struct run_block *b;
	int64_t at_us;

	if (__builtin_add_overflow(row->v[RTAPP_REL_ST], row->v[RTAPP_PERIOD], &at_us) || at_us < 0)
		return false;
	b = &blocks->block[MIN((size_t)at_us / blocks->slice_us, blocks->len - 1)];
	b->max = b->n ? MAX(b->max, v) : v;
	b->n++;
	return !__builtin_add_overflow(b->sum, v, &b->sum);
}

static int take_log(const struct rtapp_log *log, size_t quantity, int64_t warm_up_us,
	struct samples *s, struct run_blocks *blocks, const char *metric, struct err *e)
{
	enum rtapp_column column = quantities[quantity].column;

	if (!rtapp_log_has(log, column))
		return err_set(
			e, E_NOT_FOUND, "metric %s: rt-app's log has no column for it", metric);
	if (quantities[quantity].needs_timer && !rtapp_log_has_timer(log))
		return err_set(e, E_NOT_FOUND,
			"metric %s: the thread waits for no timer, so there is no latency", metric);
	for (size_t i = 0; i < log->len; i++) {
		const int64_t *v = log->row[i].v;

		if (v[column] < -SAMPLE_ABS_MAX || v[column] > SAMPLE_ABS_MAX)
			return err_set(e, E_MALFORMED, "metric %s: a sample beyond 2^53", metric);
		if (!add_to_block(blocks, &log->row[i], v[column]))
			return err_set(e, E_MALFORMED, "metric %s: row %zu holds impossible times",
				metric, i + 1);
		if (v[RTAPP_REL_ST] < warm_up_us)
			continue;
		s->missed += column == RTAPP_WU_LAT && rtapp_is_missed(log->has, v);
		s->v[s->n++] = v[column];
	}
	return 0;
}

static int make_room(const struct resolved *r, const struct rtapp_log *log, size_t group,
	struct samples *s, struct run_blocks *blocks)
{
	size_t rows = 0;

	for (size_t i = 0; i < r->len; i++)
		rows += r->task[i].group == group ? log[i].len : 0;
	s->v = mem_array(rows, sizeof *s->v);
	blocks->block = mem_array(SLICES, sizeof *blocks->block);
	blocks->len = blocks->block ? SLICES : 0;
	blocks->slice_us = (uint64_t)MAX(r->w->duration_ms * 1000 / SLICES, 1);
	return s->v && blocks->block ? 0 : -E_NOMEM;
}

static int describe(const struct workload_metric *wm, struct run_metric *m)
{
	m->name = mem_str(wm->name);
	m->unit = mem_str(wm->unit);
	m->direction = mem_str(wm->direction);
	m->resolution = wm->resolution;
	return m->name && m->unit && m->direction ? 0 : -E_NOMEM;
}

static int collect_metric(const struct resolved *r, const struct rtapp_log *log,
	const struct workload_metric *wm, struct run_metric *m, struct err *e)
{
	size_t group = (size_t)(workload_group_of(r->w, wm) - r->w->group), quantity = 0;
	scoped(samples_fini) struct samples s = {0};
	int code = find_quantity(wm->name, &quantity, e);

	if (code < 0)
		return code;
	if (describe(wm, m) < 0 || make_room(r, log, group, &s, &m->blocks) < 0)
		return err_set(e, E_NOMEM, "out of memory for metric %s", wm->name);
	for (size_t i = 0; code == 0 && i < r->len; i++)
		if (r->task[i].group == group)
			code = take_log(&log[i], quantity, r->w->warm_up_ms * 1000, &s, &m->blocks,
				wm->name, e);
	if (code < 0)
		return code;
	if (!s.n)
		return err_set(e, E_NOT_FOUND,
			"metric %s: not a single sample after the warm-up of %lld ms", wm->name,
			(long long)r->w->warm_up_ms);
	code = dist_from_samples(s.v, s.n, &m->dist, e);
	if (code == 0)
		m->dist->missed = s.missed;
	return code;
}

int collect_rtapp(
	const struct resolved *r, const struct rtapp_log *log, struct run *run, struct err *e)
{
	run->metric = mem_array(r->w->nmetrics, sizeof *run->metric);
	if (!run->metric)
		return err_set(e, E_NOMEM, "out of memory for metrics");
	for (size_t i = 0; i < r->w->nmetrics; i++) {
		int code;

		run->nmetrics = i + 1;
		code = collect_metric(r, log, &r->w->metric[i], &run->metric[i], e);
		if (code < 0)
			return code;
	}
	return 0;
}

double collect_missed_share(const struct run *run)
{
	double most = 0;

	for (size_t i = 0; i < run->nmetrics; i++)
		most = MAX(most, dist_missed_share(run->metric[i].dist));
	return most;
}
