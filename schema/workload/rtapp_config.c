/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What rt-app 1.0 wants, and what it silently ignores, is in the comments here; a wrong config often ends with exit
 * status 0 and no work done. The text is written by hand, and so is in a fixed order: log files are numbered by it.
 */
#include "schema/workload/rtapp_config.h"

#include <stdio.h>
#include <string.h>

#define ROW_BYTES 128 /* of a row in rt-app's memory, rounded up */

bool rtapp_knows_policy(const char *policy)
{
	static const char *const known[] = {"SCHED_OTHER", "SCHED_FIFO", "SCHED_RR"};

	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (!strcmp(known[i], policy))
			return true;
	return false;
}

void rtapp_log_name(const struct resolved *r, size_t i, char *out, size_t size)
{
	snprintf(out, size, RTAPP_LOG_STEM "-%s-%zu.log", r->task[i].name, i);
}

/*
 * Megabytes of log each thread keeps in memory until its end. A full log starts over at its beginning, so there is
 * room for twice the rows there can be.
 */
static int64_t log_mb(const struct resolved *r)
{
	int64_t shortest_us = INT64_MAX;

	for (size_t i = 0; i < r->len; i++) {
		const struct resolved_task *t = &r->task[i];
		int64_t loop_us = t->period_us ? t->period_us
					       : t->runtime_us + r->w->group[t->group].sleep_us;

		shortest_us = MIN(shortest_us, loop_us);
	}
	return 2 * r->w->duration_ms * 1000 / shortest_us * ROW_BYTES / (1 << 20) + 1;
}

static void put_quoted(struct buf *out, const char *s)
{
	buf_byte(out, '"');
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			buf_byte(out, '\\');
		buf_byte(out, (unsigned char)*s);
	}
	buf_byte(out, '"');
}

/* "ftrace" must be a boolean for 1.0; "duration" is whole seconds; a missing "calibration" measures for seconds. */
static void put_global(struct buf *out, const struct resolved *r, const char *log_dir)
{
	buf_printf(out,
		"{\n\t\"global\": {\n\t\t\"duration\": %lld,\n\t\t\"calibration\": %lld,\n"
		"\t\t\"default_policy\": \"SCHED_OTHER\",\n\t\t\"logdir\": ",
		(long long)(r->w->duration_ms / 1000), (long long)r->w->calibration_ns);
	put_quoted(out, log_dir);
	buf_printf(out,
		",\n\t\t\"log_basename\": \"" RTAPP_LOG_STEM "\",\n\t\t\"log_size\": %lld,\n"
		"\t\t\"ftrace\": false,\n\t\t\"gnuplot\": false\n\t},\n\t\"tasks\": {\n",
		(long long)log_mb(r));
}

/* A timer with ref "unique" belongs to the thread alone; threads that name the same timer share it. */
static void put_task(struct buf *out, const struct resolved *r, const struct resolved_task *t)
{
	const struct workload_group *g = &r->w->group[t->group];

	buf_printf(out, "\t\t\"%s\": {\n\t\t\t\"instance\": 1,\n\t\t\t\"loop\": -1,\n", t->name);
	if (rtapp_knows_policy(g->policy))
		buf_printf(out, "\t\t\t\"policy\": \"%s\",\n", g->policy);
	if (g->priority)
		buf_printf(out, "\t\t\t\"priority\": %lld,\n", (long long)g->priority);
	buf_printf(out, "\t\t\t\"runtime\": %lld,\n", (long long)t->runtime_us);
	if (t->period_us)
		buf_printf(out, "\t\t\t\"timer\": {\"ref\": \"unique\", \"period\": %lld}\n",
			(long long)t->period_us);
	else
		buf_printf(out, "\t\t\t\"sleep\": %lld\n", (long long)g->sleep_us);
	buf_str(out, "\t\t}");
}

int rtapp_config(const struct resolved *r, const char *log_dir, struct buf *out, struct err *e)
{
	put_global(out, r, log_dir);
	for (size_t i = 0; i < r->len; i++) {
		put_task(out, r, &r->task[i]);
		buf_str(out, i + 1 < r->len ? ",\n" : "\n");
	}
	buf_str(out, "\t}\n}\n");
	return buf_check(out, "the config of rt-app", e);
}
