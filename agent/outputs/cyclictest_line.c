/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/cyclictest_line.h"

#include <string.h>

#include "agent/outputs/words.h"
#include "base/util.h"

enum field { CYCLES, LEAST, ACT, AVG, MOST, OTHER, NFIELDS = OTHER };

static const char *const labels[NFIELDS] = {"C:", "Min:", "Act:", "Avg:", "Max:"};

#define NEEDED (BIT(CYCLES) | BIT(LEAST) | BIT(AVG) | BIT(MOST))

/* Moves behind "\033[4A" and the like, and behind what a terminal would have written over. */
static void skip_escapes(struct cursor *c)
{
	for (;;) {
		words_skip(c);
		if (!words_eat(c, "\033["))
			return;
		while (c->at < c->end && strchr("0123456789;", *c->at) && *c->at)
			c->at++;
		if (c->at < c->end)
			c->at++;
	}
}

/* "Min:      4" at the front. */
static bool read_field(struct cursor *c, enum field *field, int64_t *v, bool *wide)
{
	const unsigned char *start;

	for (*field = 0; *field < OTHER && !words_eat(c, labels[*field]);)
		(*field)++;
	if (*field == OTHER) {
		while (c->at < c->end && *c->at != ':')
			c->at++;
		if (!words_eat(c, ":"))
			return false;
	}
	start = c->at;
	words_skip(c);
	*wide = c->at > start;
	if (!words_i64(c, v))
		return false;
	*wide = *wide && c->at - start == 8;
	return true;
}

/* "T: 0 ( 1234)" at the front. */
static bool read_thread(struct cursor *c, int64_t *thread)
{
	int64_t pid;

	words_skip(c);
	if (!words_i64(c, thread) || *thread < 0 || *thread >= CYCLICTEST_THREADS_MAX)
		return false;
	words_skip(c);
	if (!words_eat(c, "("))
		return false;
	words_skip(c);
	return words_i64(c, &pid) && words_eat(c, ")");
}

enum cyclictest_kind cyclictest_line_read(struct cursor line, struct cyclictest_line *ret)
{
	struct cyclictest_line l = {0};
	int64_t v[NFIELDS + 1];
	unsigned seen = 0;

	skip_escapes(&line);
	if (!words_eat(&line, "T:"))
		return CYCLICTEST_OTHER;
	if (!read_thread(&line, &l.thread))
		return CYCLICTEST_BROKEN;
	for (words_skip(&line); cursor_left(&line); words_skip(&line)) {
		enum field field;
		bool wide;

		if (!read_field(&line, &field, &v[OTHER], &wide))
			return CYCLICTEST_BROKEN;
		v[field] = v[OTHER];
		seen |= BIT(field);
		l.ns = l.ns || ((field == ACT || field == AVG) && wide);
	}
	if ((seen & NEEDED) != NEEDED)
		return CYCLICTEST_BROKEN;
	l.cycles = v[CYCLES];
	l.min = v[LEAST];
	l.avg = v[AVG];
	l.max = v[MOST];
	*ret = l;
	return CYCLICTEST_THREAD;
}
