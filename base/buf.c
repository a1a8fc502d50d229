/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

void buf_fini(struct buf *b)
{
	mem_free(b->data);
	*b = (struct buf){.max = b->max};
}

void buf_clear(struct buf *b)
{
	b->len = 0;
	b->failed = false;
	if (b->data)
		b->data[0] = 0;
}

unsigned char *buf_room(struct buf *b, size_t len)
{
	unsigned char *p;
	size_t cap;

	if (b->failed)
		return NULL;
	if (len > SIZE_MAX / 2 - b->len || (b->max && len > b->max - MIN(b->len, b->max))) {
		b->failed = true;
		return NULL;
	}
	if (b->len + len + 1 > b->cap) {
		cap = MAX(b->len + len + 1, b->cap + b->cap / 2);
		p = mem_grow(b->data, cap, 1);
		if (!p) {
			b->failed = true;
			return NULL;
		}
		b->data = p;
		b->cap = cap;
		b->data[b->len] = 0; /* also where nothing is added then */
	}
	return b->data + b->len;
}

void buf_added(struct buf *b, size_t len)
{
	b->len += len;
	b->data[b->len] = 0;
}

void buf_put(struct buf *b, const void *bytes, size_t len)
{
	unsigned char *room = buf_room(b, len);

	if (!room)
		return;
	if (len)
		memcpy(room, bytes, len);
	buf_added(b, len);
}

void buf_str(struct buf *b, const char *s)
{
	buf_put(b, s, strlen(s));
}

void buf_byte(struct buf *b, unsigned char c)
{
	buf_put(b, &c, 1);
}

void buf_fill(struct buf *b, char c, size_t times)
{
	unsigned char *room = buf_room(b, times);

	if (!room)
		return;
	memset(room, c, times);
	buf_added(b, times);
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	unsigned char *room;
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (len < 0) {
		b->failed = true;
		return;
	}
	room = buf_room(b, (size_t)len);
	if (!room)
		return;
	va_start(ap, fmt);
	vsnprintf((char *)room, (size_t)len + 1, fmt, ap);
	va_end(ap);
	buf_added(b, (size_t)len);
}

void buf_u32le(struct buf *b, uint32_t v)
{
	unsigned char bytes[4] = {v & 0xff, v >> 8 & 0xff, v >> 16 & 0xff, v >> 24};

	buf_put(b, bytes, sizeof bytes);
}

void buf_varint(struct buf *b, uint64_t v)
{
	unsigned char bytes[10];
	size_t n = 0;

	while (v >= 0x80) {
		bytes[n++] = (unsigned char)(v | 0x80);
		v >>= 7;
	}
	bytes[n++] = (unsigned char)v;
	buf_put(b, bytes, n);
}

void buf_zigzag(struct buf *b, int64_t v)
{
	buf_varint(b, ((uint64_t)v << 1) ^ (uint64_t)(v >> 63));
}

int buf_check(const struct buf *b, const char *what, struct err *e)
{
	if (!b->failed)
		return 0;
	if (b->max && b->len + 1 > b->max / 2)
		return err_set(e, E_TOO_BIG, "%s is larger than %zu bytes", what, b->max);
	return err_set(e, E_NOMEM, "out of memory for %s", what);
}

const char *buf_cstr(const struct buf *b)
{
	return b->data ? (const char *)b->data : "";
}
