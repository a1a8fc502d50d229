/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The percentile table of HdrHistogram (.hgrm, also as CSV): value, percentile, how many samples are at most that value,
 * and a column for plotting. The difference of two lines are the samples between their values. Values are printed with
 * as many digits as the histogram kept; where these are all zeros they are whole numbers.
 */
#include <stdio.h>
#include <string.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/put.h"
#include "agent/outputs/words.h"

#define DIGITS_MAX 9

struct table {
	struct output *out; /* borrowed */
	bool header, cut;
	int digits;	      /* behind the point, of the finest value */
	int64_t value, count; /* of the last line */
	int64_t total;	      /* of the foot; -1: it is not there */
};

/* The next cell, between blanks or commas, without quotes. */
static bool next_cell(struct cursor *line, struct cursor *cell)
{
	while (line->at < line->end && (*line->at <= ' ' || *line->at == ',' || *line->at == '"'))
		line->at++;
	*cell = cursor_over(line->at, cursor_left(line));
	while (line->at<line->end && * line->at> ' ' && *line->at != ',' && *line->at != '"')
		line->at++;
	*cell = cursor_over(cell->at, (size_t)(line->at - cell->at));
	return cursor_left(cell);
}

static bool is_header(struct cursor line)
{
	static const char *const names[] = {"Value", "Percentile", "TotalCount"};
	struct cursor cell;

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (!next_cell(&line, &cell) || !words_is(&cell, names[i]))
			return false;
	return true;
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

/* How many digits a value needs, zeros at its end not counted. */
static int digits_of(struct cursor value)
{
	struct cursor fraction;

	if (!words_behind(value, ".", NULL, &fraction))
		return 0;
	while (cursor_left(&fraction) && fraction.end[-1] == '0')
		fraction.end--;
	return (int)MIN(cursor_left(&fraction), (size_t)DIGITS_MAX + 1);
}

/* "Total count    =       180000" in the foot. */
static void read_foot(struct table *t, struct cursor line)
{
	struct cursor rest;
	int64_t v;

	if (!words_behind(line, "Total count", NULL, &rest))
		return;
	words_skip(&rest);
	if (!words_eat(&rest, "="))
		return;
	words_skip(&rest);
	if (words_i64(&rest, &v) && words_is(&rest, "]"))
		t->total = v;
}

static int read_row(struct table *t, struct cursor line, struct err *e)
{
	struct cursor value, percentile, total;
	int64_t v, n;
	int given, r;

	if (!next_cell(&line, &value) || !next_cell(&line, &percentile) ||
		!next_cell(&line, &total))
		return err_set(e, E_MALFORMED, "not a line of value, percentile and count");
	if (!words_decimal(value, t->digits, &v, &given))
		return err_set(e, E_MALFORMED, "a value that is no number of at most %d digits",
			DIGITS_MAX);
	if (!words_i64(&total, &n) || cursor_left(&total) || n < t->count || n < 0)
		return err_set(e, E_MALFORMED, "its count is smaller than the one before");
	if (t->out->series[0].nruns && v < t->value)
		return err_set(e, E_MALFORMED, "its value is smaller than the one before");
	r = put_run(&t->out->series[0], v, (uint64_t)(n - t->count), e);
	t->value = v;
	t->count = n;
	return r;
}

static int read_line(struct table *t, struct cursor line, struct err *e)
{
	line = words_trim(line);
	if (words_begin(&line, "#[")) {
		read_foot(t, line);
		return 0;
	}
	if (!cursor_left(&line) || *line.at == '#')
		return 0;
	if (is_header(line)) {
		if (t->header)
			return err_set(e, E_MALFORMED, "a second table: one histogram at a time");
		t->header = true;
		return 0;
	}
	return t->header ? read_row(t, line, e) : 0;
}

/* All values are kept in steps of the finest. */
static int find_digits(struct cursor in)
{
	struct cursor line, value;
	int digits = 0;
	bool ended;

	while (cursor_line(&in, &line, &ended))
		if (ended && !words_begin(&line, "#") && next_cell(&line, &value))
			digits = MAX(digits, digits_of(value));
	return MIN(digits, DIGITS_MAX);
}

static int read_lines(struct table *t, struct cursor in, struct err *e)
{
	struct cursor line;
	bool ended;

	for (size_t n = 1; cursor_line(&in, &line, &ended); n++) {
		int r;

		/* numbers may lack digits; the foot's line says itself where it ends */
		if (!ended && !words_begin(&line, "#[")) {
			t->cut = true;
			return 0;
		}
		r = read_line(t, line, e);
		if (r < 0)
			return err_add(e, r, "line %zu", n);
	}
	return 0;
}

static int put_notes(struct table *t, struct err *e)
{
	int r = 0;

	if (t->total < 0 || t->cut)
		r = put_note(t->out, NOTE_CUT, 1, e,
			"the table ends before its line \"#[Max = ..., Total count = ...]\"");
	else if (t->total != t->count)
		r = put_note(t->out, t->total > t->count ? NOTE_CUT : NOTE_MISMATCH, 1, e,
			"the table counts %lld samples, its foot says %lld", (long long)t->count,
			(long long)t->total);
	if (r < 0)
		return r;
	return put_note(t->out, NOTE_INFO, 1, e,
		"a sample between two lines counts as the value of the later one; the table names no unit");
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct table t = {.out = ret, .total = -1, .digits = find_digits(in)};
	struct output_series *s;
	char unit[16] = "";
	int r;

	if (t.digits)
		snprintf(unit, sizeof unit, "e-%d", t.digits);
	r = put_series(ret, "values", unit, 1, &s, e);
	if (r == 0)
		r = read_lines(&t, in, e);
	if (r == 0 && !t.header)
		r = err_set(e, E_MALFORMED, "no header line (Value Percentile TotalCount ...)");
	if (r < 0)
		return r;
	put_together(&ret->series[0]);
	return put_notes(&t, e);
}

const struct output_format format_hgrm = {
	.name = "HdrHistogram percentiles",
	.about = "the percentile table of HdrHistogram (.hgrm), as text or CSV",
	.sniff = sniff,
	.parse = parse,
};
