/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A growing row of bytes. Writing never fails halfway: after the first failure (no memory,
 * or past max) further writes do nothing and buf_ok() says so, so a writer of a hundred lines
 * checks once, at its end.
 */
#ifndef LATLAB_BASE_BUF_H
#define LATLAB_BASE_BUF_H

#include "base/err.h"

struct buf {
	unsigned char *data; /* owned; len bytes and then a NUL, or NULL while empty */
	size_t len, cap;
	size_t max; /* 0: no bound; else a write that would pass it fails */
	bool failed;
};

void buf_fini(struct buf *b);
void buf_clear(struct buf *b); /* empties, keeps the memory, forgets a failure */

void buf_put(struct buf *b, const void *bytes, size_t len);
void buf_str(struct buf *b, const char *s);
void buf_byte(struct buf *b, unsigned char c);
void buf_fill(struct buf *b, char c, size_t times);
void buf_printf(struct buf *b, const char *fmt, ...) printf_like(2, 3);

void buf_u32le(struct buf *b, uint32_t v);
void buf_varint(struct buf *b, uint64_t v); /* LEB128, at most 10 bytes */
void buf_zigzag(struct buf *b, int64_t v);

/* Room for len more bytes at the end, NULL where there is none; then buf_added(). */
unsigned char *buf_room(struct buf *b, size_t len);
void buf_added(struct buf *b, size_t len);

static inline bool buf_ok(const struct buf *b)
{
	return !b->failed;
}

/* 0, or E_NOMEM / E_TOO_BIG with "what". */
int buf_check(const struct buf *b, const char *what, struct err *e);

/* The content as a C string; "" while empty. Valid until the next write. */
const char *buf_cstr(const struct buf *b);

#endif
