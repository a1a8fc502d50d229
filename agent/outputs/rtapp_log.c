/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/rtapp_log.h"

#include <stdio.h>
#include <string.h>

#include "agent/outputs/fields.h"
#include "base/mem.h"
#include "base/text.h"

#define LINE_MAX_BYTES (64u << 10)
#define IGNORED	       RTAPP_NCOLUMNS

static const struct {
	const char *name;
	enum rtapp_column column;
} names[] = {
	{"#idx", RTAPP_IDX},
	{"perf", RTAPP_PERF},
	{"run", RTAPP_RUN},
	{"period", RTAPP_PERIOD},
	{"start", RTAPP_START},
	{"end", RTAPP_END},
	{"rel_st", RTAPP_REL_ST},
	{"slack", RTAPP_SLACK},
	{"c_duration", RTAPP_C_DURATION},
	{"c_period", RTAPP_C_PERIOD},
	{"c_prd", RTAPP_C_PERIOD}, /* for some days in 2015 */
	{"wu_lat", RTAPP_WU_LAT},
};

static bool is_space(unsigned char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of a line; false at its end. */
static bool next_word(struct cursor *line, struct cursor *word)
{
	const unsigned char *start;

	while (line->at < line->end && is_space(*line->at))
		line->at++;
	start = line->at;
	while (line->at < line->end && !is_space(*line->at))
		line->at++;
	*word = cursor_over(start, (size_t)(line->at - start));
	return line->at > start;
}

static bool word_is(const struct cursor *word, const char *s)
{
	return cursor_left(word) == strlen(s) && !memcmp(word->at, s, strlen(s));
}

static unsigned char column_of(const struct cursor *word)
{
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (word_is(word, names[i].name))
			return (unsigned char)names[i].column;
	return IGNORED;
}

static int read_header(struct cursor line, struct rtapp_scan *s, struct err *e)
{
	struct cursor word;

	while (next_word(&line, &word)) {
		unsigned char to = column_of(&word);
		char shown[32];

		if (s->layout.len == RTAPP_FIELDS_MAX)
			return err_set(e, E_MALFORMED, "more than %d columns", RTAPP_FIELDS_MAX);
		if (to != IGNORED && (s->has & BIT(to)))
			return err_set(e, E_MALFORMED, "column \"%s\" is there twice",
				text_printable((const char *)word.at, cursor_left(&word), shown,
					sizeof shown));
		if (to != IGNORED)
			s->has |= BIT(to);
		s->layout.to[s->layout.len++] = to;
	}
	return 0;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static int give_row(struct rtapp_scan *s, rtapp_row_fn row, void *arg)
{
	const int64_t *v = s->v;

	s->rows++;
	if (!s->has_timer)
		s->has_timer = v[RTAPP_C_PERIOD] || v[RTAPP_SLACK] || v[RTAPP_WU_LAT];
	return row(arg, v);
}

/* The slow way, which has words for what is wrong. */
static int read_row(struct cursor line, struct rtapp_scan *s, struct err *e)
{
	const struct rtapp_layout *layout = &s->layout;
	struct cursor word;
	size_t n = 0;

	for (; next_word(&line, &word); n++) {
		int64_t number;
		char shown[32];

		if (n == layout->len)
			return err_set(
				e, E_MALFORMED, "more fields than the header's %zu", layout->len);
		if (!text_i64((const char *)word.at, cursor_left(&word), &number))
			return err_set(e, E_MALFORMED, "\"%s\" is not a number",
				text_printable((const char *)word.at, cursor_left(&word), shown,
					sizeof shown));
		s->v[layout->to[n]] = number;
	}
	if (n < layout->len)
		return err_set(
			e, E_MALFORMED, "%zu fields where the header names %zu", n, layout->len);
	return 0;
}

static int read_line(
	struct cursor line, struct rtapp_scan *s, rtapp_row_fn row, void *arg, struct err *e)
{
	struct cursor rest = line, word;
	int r;

	if (cursor_left(&line) && memchr(line.at, 0, cursor_left(&line)))
		return err_set(e, E_MALFORMED, "a NUL byte");
	if (!next_word(&rest, &word))
		return 0;
	if (word_is(&word, "#idx")) {
		if (s->layout.len)
			return err_set(e, E_MALFORMED, "a second header line: one log at a time");
		return read_header(line, s, e);
	}
	if (*word.at == '#')
		return 0;
	if (!s->layout.len)
		return err_set(
			e, E_MALFORMED, "a row before the header line that starts with #idx");
	r = read_row(line, s, e);
	return r < 0 ? r : give_row(s, row, arg);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static int slow_line(
	struct cursor line, struct rtapp_scan *s, rtapp_row_fn row, void *arg, struct err *e)
{
	int r = read_line(line, s, row, arg, e);

	return r < 0 ? err_add(e, r, "line %zu", s->line) : 0;
}

/* One whole line; `easy` where there is room around it. */
static inline int next_line(const unsigned char *line, size_t len, bool easy, struct rtapp_scan *s,
	rtapp_row_fn row, void *arg, struct err *e)
{
	s->line++;
	if (easy && s->layout.len && fields_read(line, len, s->layout.to, s->layout.len, s->v))
		return give_row(s, row, arg);
	return slow_line(cursor_over(line, len), s, row, arg, e);
}

static int keep_part(struct rtapp_scan *s, const void *bytes, size_t len, struct err *e)
{
	s->part.max = LINE_MAX_BYTES;
	buf_put(&s->part, bytes, len);
	return buf_ok(&s->part)
		? 0
		: err_set(e, s->part.len + len > LINE_MAX_BYTES ? E_MALFORMED : E_NOMEM,
			  "line %zu: longer than %u bytes, or no memory", s->line + 1,
			  LINE_MAX_BYTES);
}

/* Ends the line that the last piece left open; *in moves behind it. */
static int close_part(
	struct rtapp_scan *s, struct cursor *in, rtapp_row_fn row, void *arg, struct err *e)
{
	struct cursor line;
	bool ended;
	int r;

	if (!s->part.len || !cursor_line(in, &line, &ended))
		return 0;
	r = keep_part(s, line.at, cursor_left(&line), e);
	if (r < 0 || !ended)
		return r;
	r = next_line(s->part.data, s->part.len, false, s, row, arg, e);
	buf_clear(&s->part);
	return r;
}

int rtapp_scan(struct rtapp_scan *s, const void *bytes, size_t len, rtapp_row_fn row, void *arg,
	struct err *e)
{
	struct cursor in = cursor_over(bytes, len);
	int r = close_part(s, &in, row, arg, e);
	const unsigned char *line = in.at, *nl;

	while (r == 0 && line < in.end) {
		nl = memchr(line, '\n', (size_t)(in.end - line));
		if (!nl)
			return keep_part(s, line, (size_t)(in.end - line), e);
		r = next_line(line, (size_t)(nl - line),
			line - in.start >= FIELDS_BEFORE && in.end - nl >= FIELDS_BEFORE, s, row,
			arg, e);
		line = nl + 1;
	}
	return r;
}

void rtapp_scan_end(struct rtapp_scan *s)
{
	s->truncated = s->part.len != 0;
}

void rtapp_scan_fini(struct rtapp_scan *s)
{
	buf_fini(&s->part);
}

/* ---- all rows -------------------------------------------------------------------------------- */

static int add_row(void *arg, const int64_t *v)
{
	struct rtapp_log *log = arg;

	if (log->len == log->cap) {
		size_t cap = log->cap ? 2 * log->cap : 256;
		struct rtapp_row *grown = mem_grow(log->row, cap, sizeof *grown);

		if (!grown)
			return -E_NOMEM;
		log->row = grown;
		log->cap = cap;
	}
	memcpy(log->row[log->len++].v, v, sizeof log->row->v);
	return 0;
}

int rtapp_log_parse(struct cursor in, struct rtapp_log *log, struct err *e)
{
	scoped(rtapp_scan_fini) struct rtapp_scan s = {0};
	int r = rtapp_scan(&s, in.at, cursor_left(&in), add_row, log, e);

	rtapp_scan_end(&s);
	log->has = s.has;
	log->has_timer = s.has_timer;
	log->truncated = s.truncated;
	return r;
}

void rtapp_log_fini(struct rtapp_log *log)
{
	mem_free(log->row);
	*log = (struct rtapp_log){0};
}
