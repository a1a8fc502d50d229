/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading bytes that came from outside, never past their end. Each reader returns 0 and moves on, or
 * -E_MALFORMED and stays where it was. The bytes are borrowed.
 */
#ifndef LATLAB_BASE_CURSOR_H
#define LATLAB_BASE_CURSOR_H

#include "base/util.h"

struct cursor {
	const unsigned char *start, *at, *end;
};

static inline struct cursor cursor_over(const void *bytes, size_t len)
{
	const unsigned char *p = bytes;

	return (struct cursor){p, p, p ? p + len : p};
}

static inline size_t cursor_left(const struct cursor *c)
{
	return (size_t)(c->end - c->at);
}

static inline size_t cursor_at(const struct cursor *c)
{
	return (size_t)(c->at - c->start);
}

int cursor_u8(struct cursor *c, uint8_t *ret);
int cursor_u32le(struct cursor *c, uint32_t *ret);
int cursor_varint(struct cursor *c, uint64_t *ret); /* refuses more than 64 bits and padding */
int cursor_zigzag(struct cursor *c, int64_t *ret);
int cursor_bytes(struct cursor *c, size_t len, const unsigned char **ret);
/* A cursor over the next len bytes alone. */
int cursor_part(struct cursor *c, size_t len, struct cursor *ret);

/*
 * The next line without its newline; false at the end. *ended says whether a newline
 * closed it (false: the last line of a file that was cut, or that has no final newline).
 */
bool cursor_line(struct cursor *c, struct cursor *ret, bool *ended);

#endif
