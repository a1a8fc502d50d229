/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/text.h"

#include <ctype.h>
#include <string.h>

bool text_i64(const char *s, size_t len, int64_t *ret)
{
	bool negative = len && *s == '-';
	uint64_t v = 0, most = (uint64_t)INT64_MAX + negative;
	size_t i = len && (*s == '-' || *s == '+');

	if (i == len)
		return false;
	for (; i < len; i++) {
		unsigned digit = (unsigned)(s[i] - '0');

		if (digit > 9 || v > (most - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	*ret = negative ? (int64_t)(0 - v) : (int64_t)v;
	return true;
}

bool text_decimal(const char *s, size_t len, int digits, int64_t *ret)
{
	const char *point = memchr(s, '.', len);
	size_t whole = point ? (size_t)(point - s) : len, given = point ? len - whole - 1 : 0,
	       n = 0;
	char all[64];

	if (!len || s[len - 1] < '0' || s[len - 1] > '9' || whole + (size_t)digits + 1 > sizeof all)
		return false;
	memcpy(all, s, whole);
	n = whole;
	for (size_t i = 0; i < (size_t)digits; i++)
		all[n++] = i < given ? point[1 + i] : '0';
	for (size_t i = (size_t)digits; i < given; i++)
		if (point[1 + i] != '0')
			return false;
	/* ".5" and "-.5" are numbers; a sign inside the fraction is not */
	for (size_t i = whole; i < n; i++)
		if (all[i] < '0' || all[i] > '9')
			return false;
	return text_i64(all, n, ret);
}

void text_hex(const void *bytes, size_t len, char *out)
{
	const unsigned char *b = bytes;

	for (size_t i = 0; i < len; i++) {
		*out++ = "0123456789abcdef"[b[i] >> 4];
		*out++ = "0123456789abcdef"[b[i] & 15];
	}
	*out = 0;
}

static int nibble(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool text_unhex(const char *s, void *bytes, size_t len)
{
	unsigned char *b = bytes;

	if (strlen(s) != 2 * len)
		return false;
	for (size_t i = 0; i < len; i++) {
		int high = nibble(s[2 * i]), low = nibble(s[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		b[i] = (unsigned char)(high << 4 | low);
	}
	return true;
}

const char *text_printable(const char *s, size_t len, char *out, size_t size)
{
	size_t n = MIN(len, size - 1);

	for (size_t i = 0; i < n; i++)
		out[i] = isprint((unsigned char)s[i]) ? s[i] : '?';
	out[n] = 0;
	return out;
}

bool text_is_name(const char *s, size_t max)
{
	size_t len = strlen(s);

	if (!len || len > max || s[0] == '.')
		return false;
	return strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789._:-") == len;
}

static size_t utf8_char(const unsigned char *s, size_t len)
{
	static const struct {
		unsigned char mask, lead, first_low, first_high;
	} kinds[] = {{0x80, 0x00, 0, 0}, {0xe0, 0xc0, 0x80, 0xbf}, {0xf0, 0xe0, 0x80, 0xbf},
		{0xf8, 0xf0, 0x80, 0xbf}};

	for (size_t extra = 0; extra < ARRAY_LEN(kinds); extra++) {
		unsigned char low = kinds[extra].first_low, high = kinds[extra].first_high;

		if ((s[0] & kinds[extra].mask) != kinds[extra].lead)
			continue;
		if (extra >= len || (extra == 1 && s[0] < 0xc2) || s[0] > 0xf4)
			return 0;
		/* overlong forms, surrogates, and what lies above U+10FFFF */
		if (s[0] == 0xe0)
			low = 0xa0;
		if (s[0] == 0xed)
			high = 0x9f;
		if (s[0] == 0xf0)
			low = 0x90;
		if (s[0] == 0xf4)
			high = 0x8f;
		if (extra && (s[1] < low || s[1] > high))
			return 0;
		for (size_t i = 2; i <= extra; i++)
			if ((s[i] & 0xc0) != 0x80)
				return 0;
		return extra + 1;
	}
	return 0;
}

bool text_is_utf8(const char *s, size_t len)
{
	const unsigned char *u = (const unsigned char *)s;

	for (size_t i = 0; i < len;) {
		size_t n = utf8_char(u + i, len - i);

		if (!n || (n == 1 && u[i] < 0x20 && u[i] != '\n' && u[i] != '\t') || u[i] == 0x7f)
			return false;
		i += n;
	}
	return true;
}
