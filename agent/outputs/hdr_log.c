/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The interval log of HdrHistogram (.hlog): a line an interval, "Tag=A,0.127,1.007,2.769,HISTFAAAA..."; where it starts,
 * how long it is, its maximum, and the histogram in base64. All intervals of a tag together are one series. The log
 * names no unit: the values are what the program recorded, most of the time nanoseconds.
 */
#include <stdio.h>
#include <string.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/hdr_decode.h"
#include "agent/outputs/put.h"
#include "agent/outputs/words.h"
#include "base/mem.h"
#include "base/text.h"

#define TAGS_MAX      256
#define TOGETHER_FROM 65536 /* runs, from which those of equal value are put together */

struct reader {
	struct output *out; /* borrowed */
	size_t together
		[TAGS_MAX]; /* runs of each series after the last time they were put together */
};

static int sniff(struct cursor in)
{
	struct cursor line, rest;
	bool ended;

	/* the version alone does not tell: other tools write logs of percentiles below it */
	for (int n = 0; n < 32 && cursor_line(&in, &line, &ended); n++)
		if (words_behind(line, "\"Interval_Compressed_Histogram\"", NULL, &rest) ||
			words_behind(line, ",HIST", NULL, &rest)) /* how all cookies begin */
			return 95;
	return 0;
}

static int sextet(unsigned char c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *p = c ? strchr(digits, c) : NULL;

	return p ? (int)(p - digits) : -1;
}

/* Standard base64 with its padding, whole. */
static int base64(struct cursor in, struct buf *out, struct err *e)
{
	size_t len = cursor_left(&in), padding = 0;
	uint32_t bits = 0;

	while (padding < 2 && padding < len && in.end[-1 - (ptrdiff_t)padding] == '=')
		padding++;
	if (!len || len % 4)
		return err_set(e, E_MALFORMED, "its base64 is cut");
	for (size_t i = 0; i < len - padding; i++) {
		int v = sextet(in.at[i]);

		if (v < 0)
			return err_set(e, E_MALFORMED, "its base64 is damaged");
		bits = bits << 6 | (uint32_t)v;
		if (i % 4)
			buf_byte(out, (unsigned char)(bits >> (6 - 2 * (i % 4))));
	}
	return buf_check(out, "a histogram", e);
}

static bool next_field(struct cursor *line, struct cursor *field)
{
	struct cursor rest;

	if (!words_behind(*line, ",", field, &rest))
		return false;
	*line = rest;
	return true;
}

static int series_of(struct output *o, struct cursor tag, struct output_series **ret, struct err *e)
{
	char name[40];

	if (cursor_left(&tag) >= sizeof name)
		return err_set(e, E_TOO_BIG, "a tag of %zu bytes", cursor_left(&tag));
	text_printable((const char *)tag.at, cursor_left(&tag), name, sizeof name);
	*ret = output_find(o, name);
	if (*ret)
		return 0;
	if (o->nseries == TAGS_MAX)
		return err_set(e, E_TOO_BIG, "more than %d tags", TAGS_MAX);
	return put_series(o, name, "", 1, ret, e);
}

/* Twice as many runs as were left the last time: so all of it costs n log n. */
static void keep_together(struct reader *rd, struct output_series *s)
{
	size_t *together = &rd->together[s - rd->out->series];

	if (s->nruns < MAX(2 * *together, (size_t)TOGETHER_FROM))
		return;
	put_together(s);
	*together = s->nruns;
}

static int read_interval(struct reader *rd, struct cursor line, struct err *e)
{
	scoped(buf_fini) struct buf bytes = {.max = HDR_INFLATED_MAX};
	struct cursor tag = cursor_over("values", 6), field;
	struct output_series *s;
	int64_t v;
	int r, given;

	if (words_eat(&line, "Tag=") && !next_field(&line, &tag))
		return err_set(e, E_MALFORMED, "nothing behind its tag");
	for (int i = 0; i < 3; i++)
		if (!next_field(&line, &field) || !words_decimal(words_trim(field), 9, &v, &given))
			return err_set(
				e, E_MALFORMED, "not an interval: start,length,max,histogram");
	r = base64(words_trim(line), &bytes, e);
	if (r == 0)
		r = series_of(rd->out, tag, &s, e);
	if (r == 0)
		r = hdr_decode(cursor_over(bytes.data, bytes.len), s, e);
	if (r == 0)
		keep_together(rd, s);
	return r;
}

static int read_lines(struct reader *rd, struct cursor in, struct err *e)
{
	struct cursor line;
	bool ended;

	for (size_t n = 1; cursor_line(&in, &line, &ended); n++) {
		int r;

		line = words_trim(line);
		if (!cursor_left(&line) || *line.at == '#' || *line.at == '"')
			continue;
		if (!ended)
			return put_note(
				rd->out, NOTE_CUT, 1, e, "the last interval is cut and left out");
		r = read_interval(rd, line, e);
		if (r < 0)
			return err_add(e, r, "line %zu", n);
	}
	return 0;
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct reader rd = {.out = ret};
	int r = read_lines(&rd, in, e);

	for (size_t i = 0; i < ret->nseries; i++)
		put_together(&ret->series[i]);
	if (r < 0)
		return r;
	if (!ret->nseries)
		return put_note(ret, NOTE_CUT, 1, e, "no interval");
	return put_note(ret, NOTE_INFO, 1, e,
		"each value is the largest of its bucket; the log names no unit");
}

const struct output_format format_hdr_log = {
	.name = "HdrHistogram log",
	.about = "interval logs of HdrHistogram (.hlog), V0 to V2, a series a tag",
	.sniff = sniff,
	.parse = parse,
};
