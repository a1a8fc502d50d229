/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/html.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"

/* ---- escaping ------------------------------------------------------------------------------ */

static const char *entity(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	}
	return NULL;
}

/* Bytes of the character at s, 0 where there is none that may be shown. */
static size_t char_len(const char *s, size_t len)
{
	for (size_t n = 1; n <= MIN(len, 4); n++)
		if (text_is_utf8(s, n))
			return n;
	return 0;
}

/* U+202A..U+202E and U+2066..U+2069 let a name pose as another; U+0080..U+009F are controls. */
static bool is_trick(const char *s, size_t len)
{
	const unsigned char *u = (const unsigned char *)s;

	if (len == 2)
		return u[0] == 0xc2 && u[1] < 0xa0;
	return len == 3 && u[0] == 0xe2 &&
		((u[1] == 0x80 && u[2] >= 0xaa && u[2] <= 0xae) ||
			(u[1] == 0x81 && u[2] >= 0xa6 && u[2] <= 0xa9));
}

void html_text(struct buf *out, const char *s, size_t len)
{
	for (size_t n; len; s += n, len -= n) {
		const char *as = entity(*s);

		n = char_len(s, len);
		if (as)
			buf_str(out, as);
		else if (n && !is_trick(s, n))
			buf_put(out, s, n);
		else
			buf_str(out, "\xef\xbf\xbd");
		n = MAX(n, 1);
	}
}

/* An address that ends so asks for a form of the page: the dot of a name that does is written as %2E. */
static bool is_form_suffix(const char *s)
{
	return !strcmp(s, ".json") || !strcmp(s, ".txt");
}

static void put_segment(struct buf *out, const char *s)
{
	static const char unreserved[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:";

	for (; *s; s++) {
		if (strchr(unreserved, *s) && !is_form_suffix(s))
			buf_byte(out, (unsigned char)*s);
		else
			buf_printf(out, "%%%02X", (unsigned char)*s);
	}
}

/* ---- the writer ---------------------------------------------------------------------------- */

struct args {
	va_list ap;
};

static void put_text(struct buf *out, struct args *a)
{
	const char *s = va_arg(a->ap, const char *);

	if (s)
		html_text(out, s, strlen(s));
}

static void put_url(struct buf *out, struct args *a)
{
	const char *s = va_arg(a->ap, const char *);

	if (s)
		put_segment(out, s);
}

static void put_int(struct buf *out, struct args *a)
{
	buf_printf(out, "%d", va_arg(a->ap, int));
}

static void put_size(struct buf *out, struct args *a)
{
	buf_printf(out, "%zu", va_arg(a->ap, size_t));
}

static void put_i64(struct buf *out, struct args *a)
{
	buf_printf(out, "%" PRId64, va_arg(a->ap, int64_t));
}

static void put_u64(struct buf *out, struct args *a)
{
	buf_printf(out, "%" PRIu64, va_arg(a->ap, uint64_t));
}

static void put_coordinate(struct buf *out, struct args *a)
{
	double v = va_arg(a->ap, double);

	assert(isfinite(v));
	v = round(v * 10) / 10 + 0.0; /* not -0 */
	buf_printf(out, v == round(v) ? "%.0f" : "%.1f", v);
}

static void put_percent(struct buf *out, struct args *a)
{
	(void)a;
	buf_byte(out, '%');
}

static const struct conversion {
	const char *text;
	void (*put)(struct buf *out, struct args *a);
} conversions[] = {
	{"%s", put_text},
	{"%-s", put_url},
	{"%d", put_int},
	{"%zu", put_size},
	{"%" PRId64, put_i64},
	{"%" PRIu64, put_u64},
	{"%.1f", put_coordinate},
	{"%%", put_percent},
};

static const char *put_conversion(struct buf *out, const char *fmt, struct args *a)
{
	for (size_t i = 0; i < ARRAY_LEN(conversions); i++) {
		size_t len = strlen(conversions[i].text);

		if (strncmp(fmt, conversions[i].text, len) != 0)
			continue;
		conversions[i].put(out, a);
		return fmt + len;
	}
	assert(!"a conversion that html() does not know");
	return fmt + strlen(fmt);
}

void html(struct buf *out, const char *fmt, ...)
{
	struct args a;

	va_start(a.ap, fmt);
	while (*fmt) {
		size_t literal = strcspn(fmt, "%");

		buf_put(out, fmt, literal);
		fmt += literal;
		if (*fmt)
			fmt = put_conversion(out, fmt, &a);
	}
	va_end(a.ap);
}

/* ---- layout -------------------------------------------------------------------------------- */

extern const char style_css_hash[];

static const struct {
	const char *path, *name;
} nav[] = {{"/boards", "boards"}, {"/kernels", "kernels"}, {"/runs", "runs"}};

void html_head(struct buf *out, const struct html_page *page)
{
	html(out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<meta name=\"color-scheme\" content=\"light dark\">\n"
		"<title>%s - latlab</title>\n"
		"<link rel=\"stylesheet\" href=\"/static/style.css?v=%-s\">\n",
		page->title, style_css_hash);
	if (page->path)
		html(out,
			"<link rel=\"alternate\" type=\"application/json\" href=\"%s.json\">\n"
			"<link rel=\"alternate\" type=\"text/plain\" href=\"%s.txt\">\n",
			page->path, page->path);
	html(out,
		"</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n"
		"<header><nav aria-label=\"Main\">\n<a class=\"mark\" href=\"/\">latlab</a>\n");
	for (size_t i = 0; i < ARRAY_LEN(nav); i++) {
		bool here = page->here && strcmp(page->here, nav[i].path) == 0;

		html(out, "<a href=\"%s\"", nav[i].path);
		if (here)
			html(out, " aria-current=\"true\"");
		html(out, ">%s</a>\n", nav[i].name);
	}
	html(out, "</nav></header>\n<main id=\"main\">\n");
}

void html_foot(struct buf *out, const struct html_page *page)
{
	html(out, "</main>\n<footer><p>latlab: scheduler latency, run by run.");
	if (page->path)
		html(out,
			" This page as <a href=\"%s.txt\">text</a> or <a href=\"%s.json\">JSON</a>.",
			page->path, page->path);
	html(out, "</p></footer>\n</body>\n</html>\n");
}

void html_table(struct buf *out, const char *caption, const char *const *column, size_t n)
{
	html(out,
		"<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>\n<thead><tr>",
		caption);
	for (size_t i = 0; i < n; i++) {
		bool number = column[i][0] == '#';

		html(out, "<th scope=\"col\"");
		if (number)
			html(out, " class=\"num\"");
		html(out, ">%s</th>", column[i] + number);
	}
	html(out, "</tr></thead>\n<tbody>\n");
}

void html_table_end(struct buf *out)
{
	html(out, "</tbody></table></div>\n");
}
