/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The counts stand in one array, in the order of the values they count. With 2^(h + 1) sub-buckets, where 2^(h + 1) is
 * the power of two that holds 2 * 10^digits, the first 2^(h + 1) counts are of values 1 unit apart, the next 2^h of
 * values 2 units apart, the next 2^h of values 4 apart and so on; a unit is the largest power of two up to the lowest
 * discernible value. So index i has, for i >= 2^(h + 1), the bucket b = (i >> h) - 1, and in it the sub-bucket
 * (i mod 2^h) + 2^h, at values from sub-bucket << (b + unit) on.
 *
 * All numbers are big-endian. V0 and V1 write each count in as many bytes as the cookie says; V2 writes ZigZag LEB128,
 * where a negative number -n stands for n counts of 0, and a ninth byte has 8 bits of the number.
 */
#include "agent/outputs/hdr_decode.h"

#include <string.h>
#define ZLIB_CONST /* z_stream.next_in points to what is only read */
#include <zlib.h>

#include "agent/outputs/put.h"
#include "base/mem.h"

#define COOKIE_SIZE_BITS 0xf0u
#define ONE_AS_DOUBLE	 UINT64_C(0x3ff0000000000000)
#define BUCKETS_MAX	 64

static const struct version {
	uint32_t plain, deflated; /* cookies, without their word size */
	int number;
} versions[] = {
	{0x1c849303, 0x1c849304, 2},
	{0x1c849301, 0x1c849302, 1},
	{0x1c849308, 0x1c849309, 0},
};

struct head {
	int version;
	unsigned word; /* bytes of a count; V0, V1 */
	uint32_t digits, normalizing;
	uint64_t lowest, ratio;
};

/* From the head: how index turns into value. */
struct shape {
	unsigned half; /* log2 of half the sub-buckets: h above */
	unsigned unit; /* log2 of a unit */
};

static int be(struct cursor *c, size_t bytes, uint64_t *ret)
{
	const unsigned char *p;

	if (cursor_bytes(c, bytes, &p) < 0)
		return -E_MALFORMED;
	*ret = 0;
	for (size_t i = 0; i < bytes; i++)
		*ret = *ret << 8 | p[i];
	return 0;
}

static int be32(struct cursor *c, uint32_t *ret)
{
	uint64_t v = 0;
	int r = be(c, 4, &v);

	*ret = (uint32_t)v;
	return r;
}

static const struct version *version_of(uint32_t cookie, bool deflated)
{
	for (size_t i = 0; i < ARRAY_LEN(versions); i++)
		if ((deflated ? versions[i].deflated : versions[i].plain) ==
			(cookie & ~COOKIE_SIZE_BITS))
			return &versions[i];
	return NULL;
}

/* ---- inflate ------------------------------------------------------------------------------- */

static void *inflate_alloc(void *unused, unsigned n, unsigned size)
{
	(void)unused;
	return mem_array(n, size);
}

static void inflate_free(void *unused, void *p)
{
	(void)unused;
	mem_free(p);
}

static int inflate_all(z_stream *z, struct buf *out, struct err *e)
{
	for (;;) {
		const size_t step = 16384;
		unsigned char *room = buf_room(out, step);
		int r;

		if (!room)
			return buf_check(out, "an inflated histogram", e);
		z->next_out = room;
		z->avail_out = (unsigned)step;
		r = inflate(z, Z_NO_FLUSH);
		buf_added(out, step - z->avail_out);
		if (r == Z_STREAM_END)
			return 0;
		if (r == Z_MEM_ERROR)
			return err_set(e, E_NOMEM, "out of memory");
		/* without room left there is more to come; otherwise its end is missing */
		if (r != Z_OK || z->avail_out)
			return err_set(e, E_MALFORMED, "its deflated bytes are damaged or cut");
	}
}

static int inflate_to(struct cursor in, struct buf *out, struct err *e)
{
	z_stream z = {.zalloc = inflate_alloc,
		.zfree = inflate_free,
		.next_in = in.at,
		.avail_in = (unsigned)MIN(cursor_left(&in), (size_t)HDR_INFLATED_MAX)};
	int r;

	if (inflateInit(&z) != Z_OK)
		return err_set(e, E_NOMEM, "out of memory");
	r = inflate_all(&z, out, e);
	inflateEnd(&z);
	return r;
}

/* ---- head ---------------------------------------------------------------------------------- */

static int read_head(struct cursor *in, struct head *h)
{
	uint32_t cookie = 0, length = 0;
	uint64_t unused;
	const struct version *v;
	int r = be32(in, &cookie);

	v = version_of(cookie, false);
	if (r < 0 || !v)
		return -E_MALFORMED;
	*h = (struct head){.version = v->number,
		.word = (cookie & COOKIE_SIZE_BITS) >> 4 & 0xe,
		.ratio = ONE_AS_DOUBLE};
	if (v->number > 0 && (be32(in, &length) < 0 || be32(in, &h->normalizing) < 0))
		return -E_MALFORMED;
	/* then the highest value, and the ratio to doubles or, in V0, the sum of all counts */
	if (be32(in, &h->digits) < 0 || be(in, 8, &h->lowest) < 0 || be(in, 8, &unused) < 0 ||
		be(in, 8, v->number > 0 ? &h->ratio : &unused) < 0)
		return -E_MALFORMED;
	return v->number > 0 ? cursor_part(in, length, in) : 0;
}

static int shape_of(const struct head *h, struct shape *s, struct err *e)
{
	uint64_t most = 2;

	if (h->digits > 5 || !h->lowest || h->lowest > INT64_MAX)
		return err_set(e, E_MALFORMED, "a histogram of %u digits from %llu on", h->digits,
			(unsigned long long)h->lowest);
	if (h->normalizing || h->ratio != ONE_AS_DOUBLE)
		return err_set(e, E_UNSUPPORTED, "a histogram of shifted or fractional values");
	for (uint32_t i = 0; i < h->digits; i++)
		most *= 10;
	*s = (struct shape){0};
	while (UINT64_C(2) << s->half < most)
		s->half++;
	while (h->lowest >> s->unit > 1)
		s->unit++;
	return 0;
}

/* ---- counts -------------------------------------------------------------------------------- */

/* The largest value that index counts; beyond 64 bits is beyond every limit too. */
static int64_t value_of(const struct shape *s, uint64_t index)
{
	uint64_t bucket = index >> s->half, sub = index & ((UINT64_C(1) << s->half) - 1);
	unsigned __int128 v;

	if (bucket) {
		sub += UINT64_C(1) << s->half;
		bucket--;
	}
	if (bucket + s->unit > 62)
		return INT64_MAX;
	v = ((unsigned __int128)(sub + 1) << (bucket + s->unit)) - 1;
	return v > INT64_MAX ? INT64_MAX : (int64_t)v;
}

static int zigzag(struct cursor *c, int64_t *ret)
{
	uint64_t v = 0;
	uint8_t byte = 0x80;

	for (unsigned shift = 0; byte & 0x80 && shift <= 56; shift += 7) {
		if (cursor_u8(c, &byte) < 0)
			return -E_MALFORMED;
		v |= (uint64_t)(shift == 56 ? byte : byte & 0x7f) << shift;
	}
	*ret = (int64_t)(v >> 1) ^ -(int64_t)(v & 1);
	return 0;
}

/* The next count, and how many indices on it stands for (a run of zeros: count 0). */
static int next_count(struct cursor *in, const struct head *h, uint64_t *count, uint64_t *step)
{
	int64_t v;

	*step = 1;
	if (h->version < 2)
		return be(in, h->word, count);
	if (zigzag(in, &v) < 0)
		return -E_MALFORMED;
	*count = v > 0 ? (uint64_t)v : 0;
	if (v < 0)
		*step = 0 - (uint64_t)v;
	return 0;
}

static int read_counts(struct cursor in, const struct head *h, const struct shape *shape,
	struct output_series *s, struct err *e)
{
	const uint64_t indices = ((uint64_t)BUCKETS_MAX + 1) << shape->half;
	uint64_t index = 0, count, step;

	while (cursor_left(&in)) {
		int r;

		if (next_count(&in, h, &count, &step) < 0)
			return err_set(e, E_MALFORMED, "its last count is cut");
		if (step > indices - index)
			return err_set(e, E_MALFORMED, "more counts than it has buckets");
		r = count ? put_run(s, value_of(shape, index), count, e) : 0;
		if (r < 0)
			return r;
		index += step;
	}
	return 0;
}

static int decode_plain(struct cursor in, struct output_series *s, struct err *e)
{
	struct shape shape = {0};
	struct head h = {0};
	int r;

	if (read_head(&in, &h) < 0)
		return err_set(e, E_MALFORMED, "no histogram of V0, V1 or V2, or a cut one");
	if (h.version < 2 && h.word != 2 && h.word != 4 && h.word != 8)
		return err_set(e, E_MALFORMED, "counts of %u bytes", h.word);
	r = shape_of(&h, &shape, e);
	return r < 0 ? r : read_counts(in, &h, &shape, s, e);
}

int hdr_decode(struct cursor in, struct output_series *s, struct err *e)
{
	scoped(buf_fini) struct buf plain = {.max = HDR_INFLATED_MAX};
	struct cursor at = in, part;
	uint32_t cookie, length;
	int r;

	if (be32(&at, &cookie) < 0 || !version_of(cookie, true))
		return decode_plain(in, s, e);
	if (be32(&at, &length) < 0 || cursor_part(&at, length, &part) < 0)
		return err_set(e, E_MALFORMED, "a cut histogram");
	r = inflate_to(part, &plain, e);
	return r < 0 ? r : decode_plain(cursor_over(plain.data, plain.len), s, e);
}
