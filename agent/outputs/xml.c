/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/xml.h"

#include <string.h>

#include "agent/outputs/words.h"
#include "base/text.h"

static bool is_space(unsigned char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_space(struct cursor *c)
{
	while (c->at < c->end && is_space(*c->at))
		c->at++;
}

static struct cursor take_name(struct cursor *c)
{
	const unsigned char *start = c->at;

	while (c->at < c->end && !is_space(*c->at) && !strchr("/>=<\"'", *c->at))
		c->at++;
	return cursor_over(start, (size_t)(c->at - start));
}

/* Moves behind the next s; false, and to the end, where there is none. */
static bool skip_to(struct cursor *c, const char *s)
{
	struct cursor rest;

	if (words_behind(*c, s, NULL, &rest)) {
		c->at = rest.at;
		return true;
	}
	c->at = c->end;
	return false;
}

/* ` a="1" b='2'` up to the '>' or "/>" that follows; both quotes may hold '>'. */
static int take_attributes(struct xml *x, struct err *e)
{
	const unsigned char *start = x->in.at;

	for (;;) {
		unsigned char quote;

		while (x->in.at < x->in.end && !strchr("\"'>/<", *x->in.at))
			x->in.at++;
		if (x->in.at == x->in.end)
			return XML_CUT;
		x->attributes = cursor_over(start, (size_t)(x->in.at - start));
		if (*x->in.at == '<' || *x->in.at == 0)
			return err_set(e, E_MALFORMED, "a tag that does not end");
		x->empty = words_eat(&x->in, "/>");
		if (x->empty || words_eat(&x->in, ">"))
			return XML_OPEN;
		quote = *x->in.at++;
		if (quote == '/')
			return err_set(e, E_MALFORMED, "a '/' inside a tag");
		if (!skip_to(&x->in, quote == '"' ? "\"" : "'"))
			return XML_CUT;
	}
}

static int open_element(struct xml *x, struct err *e)
{
	struct cursor name = take_name(&x->in);
	int event = take_attributes(x, e);

	if (event != XML_OPEN)
		return event;
	if (!cursor_left(&name))
		return err_set(e, E_MALFORMED, "a tag without a name");
	if (x->depth == XML_DEPTH_MAX)
		return err_set(
			e, E_TOO_BIG, "more than %d elements inside each other", XML_DEPTH_MAX);
	x->name[x->depth++] = name;
	x->text_start = x->in.at;
	return XML_OPEN;
}

static int close_element(struct xml *x, const unsigned char *text_end, struct err *e)
{
	struct cursor name = take_name(&x->in), open = xml_name(x, 0);
	char shown[40];

	skip_space(&x->in);
	if (x->in.at == x->in.end)
		return XML_CUT;
	if (!words_eat(&x->in, ">") || !x->depth || cursor_left(&name) != cursor_left(&open) ||
		memcmp(name.at, open.at, cursor_left(&name)) != 0)
		return err_set(e, E_MALFORMED, "</%s> closes another element",
			text_printable(
				(const char *)name.at, cursor_left(&name), shown, sizeof shown));
	x->text = cursor_over(x->text_start, (size_t)(text_end - x->text_start));
	x->text_start = x->in.at;
	x->drop = true;
	return XML_CLOSE;
}

/* What starts with '<' and is no element; 0 where it was passed over. */
static int pass_over(struct xml *x, bool *passed, struct err *e)
{
	static const struct {
		const char *begin, *end;
	} parts[] = {{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}};

	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (words_eat(&x->in, parts[i].begin)) {
			*passed = true;
			return skip_to(&x->in, parts[i].end) ? 0 : XML_CUT;
		}
	if (words_begin(&x->in, "<!"))
		return err_set(e, E_MALFORMED, "a document type (<!...>) is refused");
	return 0;
}

static int tag(struct xml *x, struct err *e)
{
	const unsigned char *text_end = x->in.at;
	bool passed = false;
	int r = pass_over(x, &passed, e);

	if (r != 0 || passed)
		return r;
	if (words_eat(&x->in, "</"))
		return close_element(x, text_end, e);
	words_eat(&x->in, "<");
	return open_element(x, e);
}

int xml_next(struct xml *x, struct err *e)
{
	int event;

	if (x->drop) {
		x->drop = false;
		x->depth--;
	}
	if (x->empty) {
		x->empty = false;
		x->drop = true;
		x->text = cursor_over(x->in.at, 0);
		return XML_CLOSE;
	}
	do {
		const unsigned char *next = cursor_left(&x->in)
			? memchr(x->in.at, '<', cursor_left(&x->in))
			: NULL;

		if (!next)
			return x->depth ? XML_CUT : XML_END;
		x->in.at = next;
		event = tag(x, e);
	} while (event == 0);
	return event;
}

struct cursor xml_name(const struct xml *x, size_t up)
{
	return up < x->depth ? x->name[x->depth - 1 - up] : cursor_over(x->in.start, 0);
}

bool xml_attribute(const struct xml *x, const char *name, struct cursor *value)
{
	struct cursor at = x->attributes;

	for (skip_space(&at); cursor_left(&at); skip_space(&at)) {
		struct cursor key = take_name(&at), rest;
		const char *quote;

		skip_space(&at);
		if (!words_eat(&at, "="))
			return false;
		skip_space(&at);
		quote = words_begin(&at, "'") ? "'" : "\"";
		if (!words_eat(&at, quote) || !words_behind(at, quote, value, &rest))
			return false;
		at.at = rest.at;
		if (words_is(&key, name))
			return true;
	}
	return false;
}
