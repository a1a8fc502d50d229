/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "page_check.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/text.h"

static char said[300];

static const char *say(const char *what, const char *at)
{
	snprintf(said, sizeof said, "%.200s at: %.80s", what, at);
	return said;
}

/* ---- HTML ---------------------------------------------------------------------------------- */

#define NEST_MAX 40
#define IDS_MAX	 200

struct checker {
	const char *at;
	struct {
		const char *name;
		size_t len;
	} open[NEST_MAX], id[IDS_MAX];
	size_t depth, ids;
};

static bool is_void(const char *name, size_t len)
{
	static const char *const names[] = {"meta", "link", "br"};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
			return true;
	return false;
}

static const char *check_entity(const char *at)
{
	static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (strncmp(at, names[i], strlen(names[i])) == 0)
			return NULL;
	return say("a bare &", at);
}

static const char *note_id(struct checker *c, const char *value, size_t len)
{
	for (size_t i = 0; i < c->ids; i++)
		if (c->id[i].len == len && memcmp(c->id[i].name, value, len) == 0)
			return say("an id twice", value);
	if (c->ids == IDS_MAX)
		return "too many ids for the checker";
	c->id[c->ids].name = value;
	c->id[c->ids++].len = len;
	return NULL;
}

/* name="value", or a name alone. */
static const char *check_attribute(struct checker *c)
{
	const char *name = c->at, *value;
	size_t len = strspn(
		name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");

	if (!len)
		return say("no attribute", name);
	if (strncmp(name, "on", 2) == 0 || strncmp(name, "style", 5) == 0)
		return say("an attribute the policy forbids", name);
	c->at += len;
	if (*c->at != '=')
		return NULL;
	if (c->at[1] != '"')
		return say("an attribute without quotes", name);
	value = c->at + 2;
	for (c->at = value; *c->at && *c->at != '"'; c->at++)
		if (*c->at == '<' || (*c->at == '&' && check_entity(c->at)))
			return say("a bare sign in an attribute", name);
	if (!*c->at)
		return say("an attribute that never ends", name);
	if (strncmp(value, "javascript:", 11) == 0)
		return say("a script for a link", value);
	c->at++;
	return len == 2 && memcmp(name, "id", 2) == 0
		? note_id(c, value, (size_t)(c->at - 1 - value))
		: NULL;
}

static const char *close_tag(struct checker *c)
{
	const char *name = c->at + 2;
	size_t len = strcspn(name, "> ");

	if (!c->depth)
		return say("a closing tag without its opening", c->at);
	c->depth--;
	if (c->open[c->depth].len != len || memcmp(c->open[c->depth].name, name, len) != 0)
		return say("a tag closed out of order", c->at);
	c->at = name + len + 1;
	return NULL;
}

static const char *open_tag(struct checker *c)
{
	const char *name = c->at + 1, *wrong;
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");

	if (!len)
		return say("a bare <", c->at);
	if (len == 6 && memcmp(name, "script", 6) == 0)
		return say("a script", c->at);
	for (c->at = name + len;;) {
		c->at += strspn(c->at, " \n\t");
		if (*c->at == '>' || (*c->at == '/' && c->at[1] == '>'))
			break;
		wrong = check_attribute(c);
		if (wrong)
			return wrong;
	}
	if (*c->at == '/') {
		c->at += 2;
		return NULL;
	}
	c->at++;
	if (is_void(name, len))
		return NULL;
	if (c->depth == NEST_MAX)
		return say("nested too deep", name);
	c->open[c->depth].name = name;
	c->open[c->depth++].len = len;
	return NULL;
}

static const char *step(struct checker *c)
{
	if (strncmp(c->at, "</", 2) == 0)
		return close_tag(c);
	if (*c->at == '<')
		return open_tag(c);
	if (*c->at == '&' && check_entity(c->at))
		return check_entity(c->at);
	c->at++;
	return NULL;
}

/* "nan" and "inf" as numbers would be written: after a quote, a letter of a path, or a blank. */
static const char *check_numbers(const char *page)
{
	for (const char *at = page; *at; at++) {
		const char *word = at + (*at == '-');

		if (at == page || !strchr("\" MLHVA>", at[-1]))
			continue;
		if ((!strncmp(word, "nan", 3) || !strncmp(word, "inf", 3)) &&
			!isalpha((unsigned char)word[3]))
			return say("a number that is none", at);
	}
	return NULL;
}

const char *page_check_html(const struct buf *page)
{
	static const char doctype[] = "<!DOCTYPE html>\n";
	struct checker c = {.at = buf_cstr(page)};
	const char *wrong = check_numbers(c.at);

	if (!text_is_utf8(buf_cstr(page), page->len))
		return "not UTF-8";
	if (strncmp(c.at, doctype, sizeof doctype - 1) == 0)
		c.at += sizeof doctype - 1;
	while (!wrong && *c.at)
		wrong = step(&c);
	if (!wrong && c.depth)
		wrong = say("a tag that is never closed", c.open[c.depth - 1].name);
	return wrong;
}

/* ---- text and JSON ------------------------------------------------------------------------- */

const char *page_check_text(const struct buf *page)
{
	for (const char *line = buf_cstr(page); *line;) {
		size_t len = strcspn(line, "\n");

		if (len > 75)
			return say("a line of more than 75 columns", line);
		if (len && line[len - 1] == ' ')
			return say("blanks at the end of a line", line);
		for (size_t i = 0; i < len; i++)
			if (line[i] < ' ' || line[i] > '~')
				return say("a byte that is not printable ASCII", line);
		if (!line[len])
			return say("a last line without its end", line);
		line += len + 1;
	}
	return NULL;
}

const char *page_check_json(const struct buf *page)
{
	json_error_t wrong;
	json_t *v = json_loadb(buf_cstr(page), page->len, JSON_REJECT_DUPLICATES, &wrong);

	if (!v)
		return say(wrong.text, buf_cstr(page) + wrong.position);
	json_decref(v);
	return NULL;
}
