/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/cursor.h"

#include <string.h>

#include "base/err.h"

int cursor_u8(struct cursor *c, uint8_t *ret)
{
	if (c->at == c->end)
		return -E_MALFORMED;
	*ret = *c->at++;
	return 0;
}

int cursor_u32le(struct cursor *c, uint32_t *ret)
{
	const unsigned char *p;

	if (cursor_bytes(c, 4, &p) < 0)
		return -E_MALFORMED;
	*ret = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
	return 0;
}

int cursor_varint(struct cursor *c, uint64_t *ret)
{
	const unsigned char *p = c->at;
	uint64_t v = 0;

	for (int shift = 0; shift < 64; shift += 7) {
		unsigned char byte;

		if (p == c->end)
			return -E_MALFORMED;
		byte = *p++;
		if (shift == 63 && byte > 1)
			return -E_MALFORMED;
		v |= (uint64_t)(byte & 0x7f) << shift;
		if (byte & 0x80)
			continue;
		if (byte == 0 && shift)
			return -E_MALFORMED;
		c->at = p;
		*ret = v;
		return 0;
	}
	return -E_MALFORMED;
}

int cursor_zigzag(struct cursor *c, int64_t *ret)
{
	uint64_t v;

	if (cursor_varint(c, &v) < 0)
		return -E_MALFORMED;
	*ret = (int64_t)(v >> 1) ^ -(int64_t)(v & 1);
	return 0;
}

int cursor_bytes(struct cursor *c, size_t len, const unsigned char **ret)
{
	if (cursor_left(c) < len)
		return -E_MALFORMED;
	*ret = c->at;
	c->at += len;
	return 0;
}

int cursor_part(struct cursor *c, size_t len, struct cursor *ret)
{
	const unsigned char *p;

	if (cursor_bytes(c, len, &p) < 0)
		return -E_MALFORMED;
	*ret = cursor_over(p, len);
	return 0;
}

bool cursor_line(struct cursor *c, struct cursor *ret, bool *ended)
{
	const unsigned char *nl;
	size_t len;

	if (!cursor_left(c))
		return false;
	nl = memchr(c->at, '\n', cursor_left(c));
	len = nl ? (size_t)(nl - c->at) : cursor_left(c);
	*ret = cursor_over(c->at, len);
	*ended = nl != NULL;
	c->at += len + (nl ? 1 : 0);
	return true;
}
