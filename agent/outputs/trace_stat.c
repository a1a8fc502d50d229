/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/trace_stat.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/func_name.h"
#include "base/mem.h"
#include "base/text.h"
#include "schema/wire/limits.h"

#define NAME_WIDTH 30 /* the kernel cuts longer names */

struct row {
	struct cursor name;
	int64_t hits, time_ns, avg_ns, time_step, avg_step;
	bool whole; /* up to the last column: nothing can follow */
};

void trace_stat_fini(struct trace_stat *t)
{
	for (size_t i = 0; i < t->base.n && i < t->cap; i++)
		names_fini(&t->func[i].full);
	mem_free(t->func);
	names_fini(&t->base);
	*t = (struct trace_stat){0};
}

/* "55772240 us": ns, and what the last printed digit is worth. */
static bool read_time(struct cursor *c, int64_t *ns, int64_t *step)
{
	struct cursor word;
	int given;

	if (!words_next(c, &word) || !words_decimal(word, 3, ns, &given) || *ns < 0 || given > 3)
		return false;
	for (*step = 1; given < 3; given++)
		*step *= 10;
	return words_next(c, &word) && words_is(&word, "us");
}

/* name [module], hits, and where the kernel measures: time, average, variance (which nothing is made of). */
static bool read_row(struct cursor line, struct row *row)
{
	struct cursor word;

	*row = (struct row){.time_ns = -1, .avg_ns = -1};
	if (!words_next(&line, &row->name) || !words_next(&line, &word))
		return false;
	if (words_begin(&word, "[") && !words_next(&line, &word))
		return false;
	if (!text_i64((const char *)word.at, cursor_left(&word), &row->hits) || row->hits < 0 ||
		row->hits > SAMPLE_ABS_MAX)
		return false;
	words_skip(&line);
	if (!cursor_left(&line))
		return true;
	if (!read_time(&line, &row->time_ns, &row->time_step) ||
		!read_time(&line, &row->avg_ns, &row->avg_step) || row->time_ns > SAMPLE_ABS_MAX)
		return false;
	row->whole = words_next(&line, &word) && words_next(&line, &word) && words_is(&word, "us");
	return true;
}

/* time = hits * average, both cut to their last printed digit. */
static bool adds_up(const struct row *row)
{
	double low = (double)row->hits * (double)row->avg_ns,
	       high = (double)row->hits * (double)(row->avg_ns + row->avg_step);

	return (double)row->time_ns >= low - (double)row->time_step - 1 &&
		(double)row->time_ns <= high;
}

static struct trace_stat_func *func_of(struct trace_stat *t, struct cursor base)
{
	int64_t number;
	size_t cap = t->cap ? 2 * t->cap : 64;

	if (t->base.n == t->cap) {
		struct trace_stat_func *grown = mem_grow(t->func, cap, sizeof *grown);

		if (!grown)
			return NULL;
		memset(grown + t->cap, 0, (cap - t->cap) * sizeof *grown);
		t->func = grown;
		t->cap = cap;
	}
	number = names_number(&t->base, base.at, cursor_left(&base));
	return number < 0 ? NULL : &t->func[number];
}

static int add_row(struct trace_stat *t, const struct row *row, struct err *e)
{
	struct trace_stat_func *f = func_of(t, func_name_base(row->name));

	if (!f || names_number(&f->full, row->name.at, cursor_left(&row->name)) < 0)
		return err_set(e, E_NOMEM, "out of memory");
	if (f->rows && (f->time_ns < 0) != (row->time_ns < 0))
		return err_set(e, E_MALFORMED, "\"%s\" has a time in one table and none in another",
			names_text(&f->full, f->full.n - 1));
	f->hits += row->hits;
	f->time_ns = f->rows ? f->time_ns + MAX(row->time_ns, 0) : row->time_ns;
	f->avg_ns = row->avg_ns;
	f->resolution_ns = MAX(f->resolution_ns, row->time_step);
	f->rows++;
	if (f->hits > SAMPLE_ABS_MAX || f->time_ns > SAMPLE_ABS_MAX)
		return err_set(
			e, E_TOO_BIG, "the sum for \"%s\"", names_text(&f->full, f->full.n - 1));
	if (row->time_ns >= 0 && !adds_up(row) && !t->mismatched++)
		text_printable((const char *)row->name.at, cursor_left(&row->name), t->mismatch,
			sizeof t->mismatch);
	return 0;
}

static bool is_header(struct cursor line)
{
	struct cursor word;

	return words_next(&line, &word) && words_is(&word, "Function") &&
		words_next(&line, &word) && words_is(&word, "Hit");
}

static int read_line(struct trace_stat *t, struct cursor line, struct err *e)
{
	struct row row;

	line = words_trim(line);
	if (!cursor_left(&line) || words_begin(&line, "---"))
		return 0;
	if (is_header(line)) {
		t->tables++;
		return 0;
	}
	if (!t->tables)
		return err_set(e, E_MALFORMED, "a row before the header \"Function Hit ...\"");
	if (!read_row(line, &row))
		return err_set(e, E_MALFORMED, "not \"function hits time us average us s^2 us\"");
	return add_row(t, &row, e);
}

int trace_stat_parse(struct cursor in, struct trace_stat *t, struct err *e)
{
	struct cursor line;
	struct row row;
	bool ended;

	for (size_t n = 1; cursor_line(&in, &line, &ended); n++) {
		int r;

		if (!ended && (!read_row(line, &row) || !row.whole)) {
			t->cut = true;
			return 0;
		}
		r = read_line(t, line, e);
		if (r < 0)
			return err_add(e, r, "line %zu", n);
	}
	return 0;
}

static int add_scalar(struct output *ret, const char *func, const char *what, const char *unit,
	int64_t resolution, int64_t value)
{
	struct output_series *s;
	char name[128];

	snprintf(name, sizeof name, "%.100s:%s", func, what);
	s = output_add(ret, name, unit, resolution);
	if (!s)
		return -E_NOMEM;
	s->scalar = true;
	return output_sample(s, value);
}

static int add_func(const struct trace_stat_func *f, const char *name, struct output *ret)
{
	int r = 0;

	if (f->time_ns >= 0)
		r = add_scalar(ret, name, "time", "ns", f->resolution_ns, f->time_ns);
	if (r == 0)
		r = add_scalar(ret, name, "hits", "count", 1, f->hits);
	if (r == 0 && f->time_ns >= 0 && f->hits)
		r = add_scalar(ret, name, "avg", "ns", 1,
			f->rows == 1 ? f->avg_ns : (f->time_ns + f->hits / 2) / f->hits);
	return r;
}

static int note_variants(const struct trace_stat_func *f, const char *name, struct output *ret)
{
	scoped(buf_fini) struct buf all = {0};

	if (f->full.n == 1 && !strcmp(names_text(&f->full, 0), name))
		return 0;
	for (size_t i = 0; i < f->full.n; i++)
		buf_printf(&all, "%s%s", i ? ", " : "", names_text(&f->full, i));
	return buf_ok(&all)
		? output_note(ret, NOTE_INFO, f->full.n, "%s is %s", name, buf_cstr(&all))
		: -E_NOMEM;
}

/* Different functions whose names agree up to the width share a row here. */
static int note_cut_names(const struct trace_stat *t, struct output *ret)
{
	uint64_t count = 0;

	for (size_t i = 0; i < t->base.n; i++)
		for (size_t j = 0; j < t->func[i].full.n; j++)
			count += strlen(names_text(&t->func[i].full, j)) == NAME_WIDTH;
	return count
		? output_note(ret, NOTE_INFO, count,
			  "%" PRIu64 " names are %d bytes long: the kernel may have cut them there",
			  count, NAME_WIDTH)
		: 0;
}

static int add_notes(const struct trace_stat *t, struct output *ret)
{
	int r = note_cut_names(t, ret);

	if (r == 0 && t->mismatched)
		r = output_note(ret, NOTE_MISMATCH, t->mismatched,
			"hits times average is not the time in %" PRIu64 " rows, the first is %s",
			t->mismatched, t->mismatch);
	if (r == 0 && t->cut)
		r = output_note(ret, NOTE_CUT, 1, "the last row is cut and left out");
	if (r == 0 && !t->base.n)
		r = output_note(
			ret, NOTE_NOT_AVAILABLE, 1, "no function was hit, or none is traceable");
	return r;
}

int trace_stat_output(const struct trace_stat *t, struct output *ret)
{
	int r = 0;

	for (size_t i = 0; r == 0 && i < t->base.n; i++) {
		const char *name = names_text(&t->base, i);

		r = add_func(&t->func[i], name, ret);
		if (r == 0)
			r = note_variants(&t->func[i], name, ret);
	}
	return r < 0 ? r : add_notes(t, ret);
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct trace_stat t = {.tables = 0};
	int r = trace_stat_parse(in, &t, e);

	if (r == 0) {
		r = trace_stat_output(&t, ret);
		if (r < 0)
			(void)err_set(e, (enum err_code) - r, "the functions of this profile");
	}
	trace_stat_fini(&t);
	return r;
}

static int sniff(struct cursor in)
{
	struct cursor line;
	bool ended;

	for (int n = 0; n < 16 && cursor_line(&in, &line, &ended); n++)
		if (is_header(line))
			return 95;
	return 0;
}

const struct output_format format_trace_stat = {
	.name = "trace_stat",
	.about = "ftrace's function profile of a CPU: trace_stat/function0",
	.sniff = sniff,
	.parse = parse,
};
