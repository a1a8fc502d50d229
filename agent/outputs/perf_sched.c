/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of `perf sched latency`, one line a task:
 *
 *	CPU 2/KVM:(2)         |   5399.650 ms |   108698 | avg:   0.003 ms | max:   3.077 ms | max start: ...
 *
 * A name may hold anything, also ':' and '/'; behind its last ':' stands the task's id, or "(2)" where two tasks of one
 * name were put together. All times have three digits, so they are whole numbers of microseconds, kept in ns. The
 * header's words changed over the years; what a cell is, it says itself ("avg:") or by its place (runtime, switches).
 */
#include <stdio.h>
#include <string.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/put.h"
#include "agent/outputs/words.h"
#include "base/text.h"
#include "schema/wire/limits.h"

#define NAME_SHOWN 64

#define TASKS_MAX  8192

/* One table; a file of several runs has several. */
struct table {
	struct output *out; /* borrowed */
	uint64_t tables, tasks, unread;
	int64_t runtime_us, switches;
	bool open; /* its TOTAL is not met yet */
};

struct task {
	char name[NAME_SHOWN];
	int64_t runtime_us, switches, avg_us, max_us;
};

static bool is_header(struct cursor line)
{
	struct cursor rest;

	line = words_trim(line);
	return words_begin(&line, "Task ") && words_behind(line, "| Switches |", NULL, &rest) &&
		words_behind(line, "delay", NULL, &rest);
}

static int sniff(struct cursor in)
{
	struct cursor line;
	bool ended;

	for (int n = 0; n < 200 && cursor_line(&in, &line, &ended); n++)
		if (is_header(line))
			return 95;
	return 0;
}

/* The text up to the next '|', which the last cell lacks. */
static bool next_cell(struct cursor *line, struct cursor *cell)
{
	struct cursor rest = cursor_over(line->end, 0), before = *line;

	if (!cursor_left(line))
		return false;
	(void)words_behind(
		*line, "|", &before, &rest); /* without one the whole of it is the cell */
	*cell = words_trim(before);
	*line = rest;
	return true;
}

/* "  5399.650 ms", with a label in front or without one. */
static bool read_ms(struct cursor cell, const char *label, int64_t *us)
{
	struct cursor word;
	int given;

	if (!words_eat(&cell, label) || !words_next(&cell, &word))
		return false;
	cell = words_trim(cell);
	return words_decimal(word, 3, us, &given) && words_is(&cell, "ms") && *us >= 0;
}

/* The runtime and the switches of a task or of TOTAL, which stand in the same places. */
static bool read_counts(struct cursor *line, int64_t *runtime_us, int64_t *switches)
{
	struct cursor cell;

	if (!next_cell(line, &cell) || !read_ms(cell, "", runtime_us) || !next_cell(line, &cell))
		return false;
	return words_i64(&cell, switches) && !cursor_left(&cell) && *switches >= 0;
}

static bool read_task(struct cursor line, struct task *t)
{
	struct cursor name, cell, number;
	bool avg = false, max = false;

	if (!next_cell(&line, &name) || !words_behind_last(name, ":", NULL, &number) ||
		!cursor_left(&number) || !read_counts(&line, &t->runtime_us, &t->switches))
		return false;
	snprintf(t->name, sizeof t->name, "%.*s", (int)MIN(cursor_left(&name), sizeof t->name - 1),
		(const char *)name.at);
	while (next_cell(&line, &cell)) {
		avg = avg || read_ms(cell, "avg:", &t->avg_us);
		max = max || read_ms(cell, "max:", &t->max_us);
	}
	return avg && max;
}

static int put_task(struct table *t, const struct task *task, struct err *e)
{
	const struct {
		const char *name, *unit;
		int64_t v, step;
	} numbers[] = {
		{"runtime", "ns", task->runtime_us, 1000},
		{"switches", "count", task->switches, 1},
		{"avg_delay", "ns", task->avg_us, 1000},
		{"max_delay", "ns", task->max_us, 1000},
	};
	char name[NAME_SHOWN + 16];

	for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
		struct output_series *s = NULL;
		int r = 0;

		snprintf(name, sizeof name, "%s:%s", task->name, numbers[i].name);
		if (numbers[i].v > SAMPLE_ABS_MAX / 1000)
			return err_set(e, E_TOO_BIG, "%s: too large a number", name);
		if (t->tables > 1) /* in one table each name is there once */
			s = output_find(t->out, name);
		if (!s)
			r = put_series(t->out, name, numbers[i].unit, numbers[i].step, &s, e);
		if (r == 0)
			r = put_sample(s, numbers[i].v * numbers[i].step, e);
		if (r < 0)
			return r;
		s->scalar = true;
	}
	t->runtime_us += task->runtime_us;
	t->switches += task->switches;
	return 0;
}

/* The tasks' sums against TOTAL; each runtime was rounded to a microsecond, the total was not made of these. */
static int check_total(struct table *t, struct cursor line, struct err *e)
{
	int64_t runtime_us, switches, off;
	struct cursor name;

	t->open = false;
	if (!next_cell(&line, &name) || !read_counts(&line, &runtime_us, &switches))
		return put_note(t->out, NOTE_UNPARSED, 1, e, "the line TOTAL could not be read");
	off = runtime_us > t->runtime_us ? runtime_us - t->runtime_us : t->runtime_us - runtime_us;
	if (switches == t->switches && off <= (int64_t)t->tasks + 1)
		return 0;
	return put_note(t->out, NOTE_MISMATCH, 1, e,
		"the tasks have %lld switches in %lld us, TOTAL says %lld in %lld us",
		(long long)t->switches, (long long)t->runtime_us, (long long)switches,
		(long long)runtime_us);
}

static int close_table(struct table *t, struct err *e)
{
	if (!t->open)
		return 0;
	t->open = false;
	return put_note(t->out, NOTE_CUT, 1, e,
		"the table has no line TOTAL: tasks may be missing at its end");
}

static int begin_table(struct table *t, struct err *e)
{
	int r = close_table(t, e);

	t->open = true;
	t->tables++;
	t->tasks = 0;
	t->runtime_us = t->switches = 0;
	return r;
}

/* "INFO: 0.123% lost events (12 out of 9999, in 3 chunks)" below the table. */
static int read_info(struct table *t, struct cursor line, struct err *e)
{
	struct cursor what, rest, number;
	int64_t count = 0;
	char shown[80];

	if (!words_behind(line, "% ", NULL, &what) || !words_behind(what, " (", &what, &rest))
		return 0;
	number = rest;
	if (!words_i64(&number, &count) || count <= 0)
		return 0;
	text_printable((const char *)what.at, cursor_left(&what), shown, sizeof shown);
	return put_note(t->out, words_is(&what, "lost events") ? NOTE_LOST_EVENTS : NOTE_ERROR,
		(uint64_t)count, e, "perf sched: %s", shown);
}

static int read_line(struct table *t, struct cursor line, struct err *e)
{
	struct cursor trimmed = words_trim(line), rest;
	struct task task;

	if (is_header(line))
		return begin_table(t, e);
	if (words_begin(&trimmed, "INFO:"))
		return read_info(t, trimmed, e);
	if (!t->open || !words_behind(trimmed, "|", NULL, &rest))
		return 0;
	if (words_begin(&trimmed, "TOTAL:"))
		return check_total(t, trimmed, e);
	if (!read_task(trimmed, &task)) {
		t->unread++;
		return 0;
	}
	if (++t->tasks > TASKS_MAX)
		return err_set(e, E_TOO_BIG, "more than %d tasks", TASKS_MAX);
	return put_task(t, &task, e);
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct table t = {.out = ret};
	struct cursor line;
	bool ended;
	int r = 0;

	for (size_t n = 1; r == 0 && cursor_line(&in, &line, &ended); n++) {
		r = read_line(&t, line, e);
		if (r < 0)
			return err_add(e, r, "line %zu", n);
	}
	if (!t.tables)
		return err_set(e, E_MALFORMED, "no header line (\"Task | Runtime ms | ...\")");
	r = close_table(&t, e);
	if (r == 0 && t.unread)
		r = put_note(
			ret, NOTE_UNPARSED, t.unread, e, "lines of the table could not be read");
	return r;
}

const struct output_format format_perf_sched = {
	.name = "perf sched latency",
	.about = "the table that perf sched latency prints",
	.sniff = sniff,
	.parse = parse,
};
