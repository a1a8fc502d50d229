/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/fields.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define WORDS	   (FIELDS_LINE_MAX / 64)
#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

static uint64_t load(const unsigned char *at)
{
	uint64_t v;

	memcpy(&v, at, sizeof v);
	return v;
}

/* ---- one number ------------------------------------------------------------------------------ */

/* The number of the n digits (1 to 8) that end at `end`. A byte that is no digit sets bits of *odd. */
static inline uint64_t digits(const unsigned char *end, size_t n, uint64_t *odd)
{
	uint64_t d = (load(end - 8) ^ EACH('0')) & ~UINT64_C(0) << (64 - 8 * n);

	*odd |= ((d + EACH(6)) | d) & EACH(0xf0);
	/* neighbours to pairs, pairs to fours, fours to eight */
	d = d * 10 + (d >> 8);
	return ((d & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x000f424000000064) +
		       (d >> 16 & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x0000271000000001)) >>
		32;
}

/* None, or more than 16 digits, is odd too. */
static inline int64_t number(const unsigned char *start, const unsigned char *end, uint64_t *odd)
{
	size_t negative = *start == '-', n = (size_t)(end - start) - negative;
	uint64_t v;

	if (n - 1 < 8) {
		v = digits(end, n, odd);
	} else if (n - 1 < 16) {
		v = digits(end, 8, odd) + 100000000 * digits(end - 8, n - 8, odd);
	} else {
		*odd = 1;
		return 0;
	}
	return (int64_t)((v ^ (0 - (uint64_t)negative)) + negative);
}

/* ---- where numbers are ----------------------------------------------------------------------- */

/*
 * Of the sixteen bytes at `at`: bit i of *fields is set where byte i is above ' ' and ASCII, bit i of *odd where it is a
 * control byte or no ASCII.
 */
#ifdef __SSE2__
static inline void mark(const unsigned char *at, uint64_t *fields, uint64_t *odd)
{
	const __m128i blank = _mm_set1_epi8(' ');
	__m128i x = _mm_loadu_si128((const __m128i *)(const void *)at);

	*fields = (uint64_t)_mm_movemask_epi8(_mm_cmpgt_epi8(x, blank));
	*odd = (uint64_t)_mm_movemask_epi8(_mm_cmplt_epi8(x, blank));
}
#else
/* The top bits of eight bytes, side by side. */
static inline uint64_t gather(uint64_t x)
{
	return ((x & EACH(0x80)) >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

static inline void mark(const unsigned char *at, uint64_t *fields, uint64_t *odd)
{
	*fields = *odd = 0;
	for (int i = 0; i < 2; i++) {
		uint64_t x = load(at + 8 * i), low = x & EACH(0x7f);

		*fields |= gather((low + EACH(0x7f - ' ')) & ~x) << (8 * i);
		*odd |= gather(~(low + EACH(0x80 - ' ')) | x) << (8 * i);
	}
}
#endif

static inline bool mark_line(const unsigned char *line, size_t len, uint64_t mask[WORDS])
{
	uint64_t all_odd = 0;

	for (size_t w = 0; w <= len / 64; w++) {
		uint64_t word = 0;

		for (size_t i = 64 * w; i < len && i < 64 * (w + 1); i += 16) {
			uint64_t fields, odd,
				ours = len - i < 16 ? (UINT64_C(1) << (len - i)) - 1 : 0xffff;

			mark(line + i, &fields, &odd);
			word |= (fields & ours) << (i % 64);
			all_odd |= odd & ours;
		}
		mask[w] = word;
	}
	return !all_odd;
}

/* Takes the lowest bit of a word that has one. */
static inline size_t take_edge(uint64_t *edges)
{
	size_t at = (size_t)__builtin_ctzll(*edges);

	*edges &= *edges - 1;
	return at;
}

bool fields_read(
	const unsigned char *line, size_t len, const unsigned char *to, size_t n, int64_t *v)
{
	uint64_t mask[WORDS], odd = 0, inside = 0;
	const unsigned char *start = line;
	size_t found = 0;

	/* the bit after the last byte must exist: it ends the last field */
	if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || len >= FIELDS_LINE_MAX ||
		!mark_line(line, len, mask))
		return false;
	for (size_t w = 0; w <= len / 64; w++) {
		/* where fields start and end, in turn */
		uint64_t edges = mask[w] ^ (mask[w] << 1 | inside);
		const unsigned char *at = line + 64 * w;

		if (inside && edges) {
			v[to[found++]] = number(start, at + take_edge(&edges), &odd);
		}
		while (edges) {
			start = at + take_edge(&edges);
			if (found == n)
				return false;
			if (!edges)
				break;
			v[to[found++]] = number(start, at + take_edge(&edges), &odd);
		}
		inside = mask[w] >> 63;
	}
	return found == n && !odd;
}

bool fields_last(const unsigned char *line, size_t len, int64_t *v)
{
	const unsigned char *end = line + len, *start = end;
	uint64_t blanks, odd = 0;

	if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || len < 9)
		return false;
	/* the last blank among the eight bytes before the end: its place says how many digits follow */
	blanks = ~(load(end - 8) + EACH(0x7f - ' ')) & EACH(0x80);
	if (blanks)
		start = end - __builtin_clzll(blanks) / 8;
	else
		for (start = end - 8; start > line && start[-1] > ' ';)
			start--;
	*v = number(start, end, &odd);
	return !odd;
}
