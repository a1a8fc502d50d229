/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "schema/wire/rice.h"

#include <endian.h>
#include <string.h>

#define LENGTH_BITS 6 /* of an escaped number's bit length */

static int order_of(const struct rice_mean *m)
{
	uint64_t mean = m->times16 >> 4;
	uint64_t half_more = mean + (mean >> 1);

	/* the largest k with 2^k <= 1.5 * mean */
	return half_more < 2 ? 0 : 63 - __builtin_clzll(half_more);
}

static void follow(struct rice_mean *m, uint64_t v)
{
	m->times16 += v - (m->times16 >> 4);
}

/* n <= 55 */
static void put_bits(struct rice_writer *w, uint64_t v, int n)
{
	unsigned char *room;
	uint64_t bits;

	w->bits |= v << w->nbits;
	w->nbits += n;
	room = buf_room(w->out, sizeof bits);
	if (!room) {
		w->nbits = 0; /* the buffer says that it failed */
		return;
	}
	bits = htole64(w->bits);
	memcpy(room, &bits, sizeof bits);
	buf_added(w->out, (size_t)w->nbits / 8);
	w->bits >>= w->nbits & ~7;
	w->nbits &= 7;
}

/* n <= RICE_ESCAPE zero bits and a one. */
static void put_unary(struct rice_writer *w, uint64_t n)
{
	put_bits(w, UINT64_C(1) << n, (int)n + 1);
}

void rice_put(struct rice_writer *w, struct rice_mean *m, uint64_t v)
{
	int k = order_of(m), len;

	if (v >> k < RICE_ESCAPE) {
		put_unary(w, v >> k);
		put_bits(w, v & ((UINT64_C(1) << k) - 1), k);
	} else {
		len = 64 - __builtin_clzll(v);
		put_unary(w, RICE_ESCAPE);
		put_bits(w, (uint64_t)len, LENGTH_BITS);
		put_bits(w, v & ((UINT64_C(1) << (len - 1)) - 1), len - 1);
	}
	follow(m, v);
}

void rice_flush(struct rice_writer *w)
{
	if (w->nbits)
		put_bits(w, 0, 8 - w->nbits);
}

/* At least 56 bits, or all there are. */
static inline void refill(struct rice_reader *r)
{
	uint64_t next;

	if (r->in.end - r->in.at >= 8) {
		memcpy(&next, r->in.at, sizeof next);
		r->bits |= le64toh(next) << r->nbits;
		r->in.at += (63 - r->nbits) >> 3;
		r->nbits |= 56;
		return;
	}
	while (r->nbits <= 56 && r->in.at < r->in.end) {
		r->bits |= (uint64_t)*r->in.at++ << r->nbits;
		r->nbits += 8;
	}
}

static inline uint64_t get_bits(struct rice_reader *r, int n)
{
	uint64_t v;

	if (n > r->nbits)
		refill(r);
	if (n > r->nbits) {
		r->failed = true;
		return 0;
	}
	v = r->bits & ((UINT64_C(1) << n) - 1);
	r->bits >>= n;
	r->nbits -= n;
	return v;
}

/* A number whose quotient was too large for unary. */
static uint64_t get_escaped(struct rice_reader *r, int k)
{
	int len = (int)get_bits(r, LENGTH_BITS);
	uint64_t v;

	if (len < 1 || len > RICE_BITS_MAX)
		r->failed = true;
	if (r->failed)
		return 0;
	v = UINT64_C(1) << (len - 1) | get_bits(r, len - 1);
	if (v >> k < RICE_ESCAPE)
		r->failed = true;
	return v;
}

uint64_t rice_get(struct rice_reader *r, struct rice_mean *m)
{
	int k = order_of(m), zeros;
	uint64_t v;

	refill(r);
	zeros = r->bits ? __builtin_ctzll(r->bits) : 64;
	if (zeros >= r->nbits || zeros > RICE_ESCAPE) {
		r->failed = true;
		return 0;
	}
	r->bits >>= zeros + 1;
	r->nbits -= zeros + 1;
	v = zeros < RICE_ESCAPE ? (uint64_t)zeros << k | get_bits(r, k) : get_escaped(r, k);
	if (v > RICE_VALUE_MAX)
		r->failed = true;
	if (r->failed)
		return 0;
	follow(m, v);
	return v;
}

bool rice_ended_well(struct rice_reader *r)
{
	refill(r);
	return !r->failed && r->nbits < 8 && r->bits == 0 && r->in.at == r->in.end;
}
