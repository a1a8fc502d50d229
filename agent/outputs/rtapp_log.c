/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/rtapp_log.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

#define COLUMNS_MAX 32 /* of one layout; the widest known has 12 */
#define IGNORED	    RTAPP_NCOLUMNS

/* Where each field of a line goes. */
struct layout {
	unsigned char to[COLUMNS_MAX];
	size_t len;
};

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

static int read_header(
	struct cursor line, struct layout *layout, struct rtapp_log *log, struct err *e)
{
	struct cursor word;

	while (next_word(&line, &word)) {
		unsigned char to = column_of(&word);
		char shown[32];

		if (layout->len == COLUMNS_MAX)
			return err_set(e, E_MALFORMED, "more than %d columns", COLUMNS_MAX);
		if (to != IGNORED && rtapp_log_has(log, to))
			return err_set(e, E_MALFORMED, "column \"%s\" is there twice",
				text_printable((const char *)word.at, cursor_left(&word), shown,
					sizeof shown));
		if (to != IGNORED)
			log->has |= BIT(to);
		layout->to[layout->len++] = to;
	}
	return 0;
}

static struct rtapp_row *new_row(struct rtapp_log *log)
{
	if (log->len == log->cap) {
		size_t cap = log->cap ? 2 * log->cap : 256;
		struct rtapp_row *grown = mem_grow(log->row, cap, sizeof *grown);

		if (!grown)
			return NULL;
		log->row = grown;
		log->cap = cap;
	}
	log->row[log->len] = (struct rtapp_row){0};
	return &log->row[log->len];
}

static int read_row(
	struct cursor line, const struct layout *layout, struct rtapp_log *log, struct err *e)
{
	struct rtapp_row *row = new_row(log);
	struct cursor word;
	size_t n = 0;

	if (!row)
		return err_set(e, E_NOMEM, "out of memory");
	for (; next_word(&line, &word); n++) {
		int64_t v;
		char shown[32];

		if (n == layout->len)
			return err_set(
				e, E_MALFORMED, "more fields than the header's %zu", layout->len);
		if (!text_i64((const char *)word.at, cursor_left(&word), &v))
			return err_set(e, E_MALFORMED, "\"%s\" is not a number",
				text_printable((const char *)word.at, cursor_left(&word), shown,
					sizeof shown));
		if (layout->to[n] != IGNORED)
			row->v[layout->to[n]] = v;
	}
	if (n < layout->len)
		return err_set(
			e, E_MALFORMED, "%zu fields where the header names %zu", n, layout->len);
	log->len++;
	return 0;
}

static int read_line(
	struct cursor line, struct layout *layout, struct rtapp_log *log, struct err *e)
{
	struct cursor rest = line, word;

	if (cursor_left(&line) && memchr(line.at, 0, cursor_left(&line)))
		return err_set(e, E_MALFORMED, "a NUL byte");
	if (!next_word(&rest, &word))
		return 0;
	if (word_is(&word, "#idx")) {
		if (layout->len)
			return err_set(e, E_MALFORMED, "a second header line: one log at a time");
		return read_header(line, layout, log, e);
	}
	if (*word.at == '#')
		return 0;
	if (!layout->len)
		return err_set(
			e, E_MALFORMED, "a row before the header line that starts with #idx");
	return read_row(line, layout, log, e);
}

int rtapp_log_parse(struct cursor in, struct rtapp_log *log, struct err *e)
{
	struct layout layout = {.len = 0};
	struct cursor line;
	bool ended;

	for (size_t n = 1; cursor_line(&in, &line, &ended); n++) {
		int r;

		if (!ended) {
			log->truncated = true;
			return 0;
		}
		r = read_line(line, &layout, log, e);
		if (r < 0)
			return err_add(e, r, "line %zu", n);
	}
	return 0;
}

void rtapp_log_fini(struct rtapp_log *log)
{
	mem_free(log->row);
	*log = (struct rtapp_log){0};
}

bool rtapp_log_has_timer(const struct rtapp_log *log)
{
	for (size_t i = 0; i < log->len; i++) {
		const int64_t *v = log->row[i].v;

		if (v[RTAPP_C_PERIOD] || v[RTAPP_SLACK] || v[RTAPP_WU_LAT])
			return true;
	}
	return false;
}
