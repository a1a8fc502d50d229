/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/words.h"

#include <string.h>

#include "base/text.h"

static bool is_blank(unsigned char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

void words_skip(struct cursor *c)
{
	while (c->at < c->end && is_blank(*c->at))
		c->at++;
}

struct cursor words_trim(struct cursor c)
{
	words_skip(&c);
	while (c.end > c.at && is_blank(c.end[-1]))
		c.end--;
	return cursor_over(c.at, cursor_left(&c));
}

bool words_next(struct cursor *c, struct cursor *word)
{
	const unsigned char *start;

	words_skip(c);
	start = c->at;
	while (c->at < c->end && !is_blank(*c->at))
		c->at++;
	*word = cursor_over(start, (size_t)(c->at - start));
	return c->at > start;
}

bool words_begin(const struct cursor *c, const char *s)
{
	size_t len = strlen(s);

	return cursor_left(c) >= len && (!len || !memcmp(c->at, s, len));
}

bool words_end(const struct cursor *c, const char *s)
{
	size_t len = strlen(s);

	return cursor_left(c) >= len && (!len || !memcmp(c->end - len, s, len));
}

bool words_is(const struct cursor *c, const char *s)
{
	return cursor_left(c) == strlen(s) && words_begin(c, s);
}

bool words_eat(struct cursor *c, const char *s)
{
	if (!words_begin(c, s))
		return false;
	c->at += strlen(s);
	return true;
}

/* Splits c at `found`, which is len bytes of it, or is NULL. */
static bool split(struct cursor c, const unsigned char *found, size_t len, struct cursor *before,
	struct cursor *ret)
{
	if (!found)
		return false;
	if (before)
		*before = cursor_over(c.at, (size_t)(found - c.at));
	*ret = cursor_over(found + len, (size_t)(c.end - found) - len);
	return true;
}

bool words_behind(struct cursor c, const char *s, struct cursor *before, struct cursor *ret)
{
	size_t len = strlen(s);

	return cursor_left(&c) >= len &&
		split(c, memmem(c.at, cursor_left(&c), s, len), len, before, ret);
}

bool words_behind_last(struct cursor c, const char *s, struct cursor *before, struct cursor *ret)
{
	const unsigned char *found = NULL;
	struct cursor rest = c;

	while (words_behind(rest, s, NULL, &rest))
		found = rest.at - strlen(s);
	return split(c, found, strlen(s), before, ret);
}

bool words_i64(struct cursor *c, int64_t *ret)
{
	const unsigned char *p = c->at;

	if (p < c->end && *p == '-')
		p++;
	while (p < c->end && *p >= '0' && *p <= '9')
		p++;
	if (!text_i64((const char *)c->at, (size_t)(p - c->at), ret))
		return false;
	c->at = p;
	return true;
}

bool words_decimal(struct cursor c, int digits, int64_t *ret, int *given)
{
	const unsigned char *point = cursor_left(&c) ? memchr(c.at, '.', cursor_left(&c)) : NULL;

	if (!cursor_left(&c) || !text_decimal((const char *)c.at, cursor_left(&c), digits, ret))
		return false;
	*given = point ? (int)(c.end - point) - 1 : 0;
	return true;
}

bool words_usecs(struct cursor *c, const char *unit, int64_t *ns)
{
	struct cursor rest = *c, word;
	int given;

	if (!words_next(&rest, &word) || !words_decimal(word, 3, ns, &given) ||
		!words_next(&rest, &word) || !words_is(&word, unit))
		return false;
	*c = rest;
	return true;
}
