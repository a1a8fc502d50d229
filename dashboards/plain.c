/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/plain.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LABEL_COLUMNS 18

static char ascii(unsigned char c)
{
	if (c == '\n' || c == '\t')
		return ' ';
	return c >= ' ' && c < 0x7f ? (char)c : '?';
}

/* Makes s ASCII in place: one '?' for each character that is not; returns the new length. */
static size_t to_ascii(char *s, size_t len)
{
	bool rest = false; /* further bytes of a UTF-8 character may follow */
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];

		if (!rest || (c & 0xc0) != 0x80)
			s[n++] = ascii(c);
		rest = c >= 0x80;
	}
	return n;
}

/* How many bytes of s go on a line of width columns. */
static size_t fold_at(const char *s, size_t len, size_t width)
{
	if (len <= width)
		return len;
	for (size_t at = width; at; at--)
		if (s[at] == ' ')
			return at;
	return width;
}

static void end_line(struct buf *out)
{
	while (out->len && out->data[out->len - 1] == ' ')
		out->len--;
	buf_byte(out, '\n');
}

static void put_folded(struct buf *out, const char *s, size_t len, size_t at, size_t indent)
{
	for (;;) {
		size_t n = fold_at(s, len, PLAIN_COLUMNS - at);

		buf_put(out, s, n);
		end_line(out);
		s += n;
		len -= n;
		for (; len && *s == ' '; s++)
			len--;
		if (!len)
			return;
		buf_fill(out, ' ', indent);
		at = indent;
	}
}

/* The arguments, as a scratch text that becomes ASCII and is then folded. Returns its length. */
static size_t put_paragraph(struct buf *out, size_t at, size_t indent, const char *fmt, va_list ap)
	printf_like(4, 0);

static size_t put_paragraph(struct buf *out, size_t at, size_t indent, const char *fmt, va_list ap)
{
	struct buf text = {0};
	va_list again;
	size_t len = 0;
	int need;

	va_copy(again, ap);
	need = vsnprintf(NULL, 0, fmt, ap);
	if (need >= 0 && buf_room(&text, (size_t)need)) {
		vsnprintf((char *)text.data, (size_t)need + 1, fmt, again);
		len = to_ascii((char *)text.data, (size_t)need);
		put_folded(out, (char *)text.data, len, at, indent);
	} else {
		out->failed = true; /* a page with a hole in it must not pass for whole */
	}
	va_end(again);
	buf_fini(&text);
	return len;
}

void plain(struct buf *out, size_t indent, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_fill(out, ' ', indent);
	/* the length is for titles */
	(void)put_paragraph(out, indent, indent ? indent + 2 : 0, fmt, ap);
	va_end(ap);
}

/* A label too long for its column stands on lines of its own. */
static void put_label(struct buf *out, const char *label)
{
	char shown[LABEL_COLUMNS];
	size_t len = strlen(label);

	if (len >= sizeof shown) {
		plain(out, 2, "%s", label);
		len = 0;
	}
	memcpy(shown, label, len);
	len = to_ascii(shown, len);
	buf_printf(out, "  %-*.*s", LABEL_COLUMNS, (int)len, shown);
}

void plain_field(struct buf *out, const char *label, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put_label(out, label);
	(void)put_paragraph(out, 2 + LABEL_COLUMNS, 2 + LABEL_COLUMNS, fmt, ap);
	va_end(ap);
}

void plain_heading(struct buf *out, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_byte(out, '\n');
	(void)put_paragraph(out, 0, 2, fmt, ap);
	va_end(ap);
}

void plain_title(struct buf *out, const char *fmt, ...)
{
	va_list ap;
	size_t len;

	va_start(ap, fmt);
	len = put_paragraph(out, 0, 2, fmt, ap);
	va_end(ap);
	buf_fill(out, '=', MIN(len, (size_t)PLAIN_COLUMNS));
	buf_byte(out, '\n');
}
