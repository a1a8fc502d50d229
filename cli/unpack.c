/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/unpack.h"

#include <errno.h>
#include <lzma.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/mem.h"

#define WINDOW_LOG_MAX 27	    /* zstd --long=27; more needs more memory than a log is worth */
#define XZ_MEMORY_MAX  (192u << 20) /* xz -9 needs 65 MB */

struct unpack {
	int fd;
	const struct packing *packing; /* NULL until the first bytes are there */
	union {
		z_stream gz;
		lzma_stream xz;
		ZSTD_DStream *zst;
	} of;
	bool open;	/* `of` is initialised */
	bool file_end;	/* nothing more to read */
	bool whole;	/* what was read so far ends where a packed member ends */
	size_t at, len; /* unread part of in[] */
	unsigned char in[64 * 1024];
};

/* One way of packing. */
struct packing {
	const char *name;
	const char *magic;
	size_t magic_len;
	int (*open)(struct unpack *u);
	/* Takes from in[], gives to out; how many bytes, or -1 for damage with *why. Sets whole. */
	ssize_t (*step)(struct unpack *u, void *out, size_t size, const char **why);
	void (*close)(struct unpack *u);
};

/* ---- gzip ---------------------------------------------------------------------------------- */

static int gz_open(struct unpack *u)
{
	u->of.gz = (z_stream){0};
	return inflateInit2(&u->of.gz, 15 + 16) == Z_OK ? 0 : -E_NOMEM;
}

/* Members may follow one another: each new one starts afresh. */
static ssize_t gz_step(struct unpack *u, void *out, size_t size, const char **why)
{
	z_stream *z = &u->of.gz;
	int r;

	if (u->whole && u->at < u->len) {
		if (inflateReset(z) != Z_OK)
			return -1;
		u->whole = false;
	}
	z->next_in = u->in + u->at;
	z->avail_in = (uInt)(u->len - u->at);
	z->next_out = out;
	z->avail_out = (uInt)size;
	r = inflate(z, Z_NO_FLUSH);
	u->at = u->len - z->avail_in;
	if (r == Z_STREAM_END)
		u->whole = true;
	else if (r != Z_OK && r != Z_BUF_ERROR) {
		*why = z->msg;
		return -1;
	}
	return (ssize_t)(size - z->avail_out);
}

static void gz_close(struct unpack *u)
{
	(void)inflateEnd(&u->of.gz); /* it can only say that the stream did not end */
}

/* ---- xz ------------------------------------------------------------------------------------ */

static int xz_open(struct unpack *u)
{
	u->of.xz = (lzma_stream)LZMA_STREAM_INIT;
	return lzma_stream_decoder(&u->of.xz, XZ_MEMORY_MAX, LZMA_CONCATENATED) == LZMA_OK
		? 0
		: -E_NOMEM;
}

static const char *xz_why(lzma_ret r)
{
	switch (r) {
	case LZMA_MEM_ERROR:
		return "out of memory";
	case LZMA_MEMLIMIT_ERROR:
		return "it needs more memory than 192 MB";
	case LZMA_OPTIONS_ERROR:
		return "it uses options that are not supported here";
	default:
		return NULL;
	}
}

static ssize_t xz_step(struct unpack *u, void *out, size_t size, const char **why)
{
	lzma_stream *z = &u->of.xz;
	lzma_ret r;

	z->next_in = u->in + u->at;
	z->avail_in = u->len - u->at;
	z->next_out = out;
	z->avail_out = size;
	r = lzma_code(z, u->file_end ? LZMA_FINISH : LZMA_RUN);
	u->at = u->len - z->avail_in;
	if (r == LZMA_STREAM_END)
		u->whole = true;
	else if (r != LZMA_OK && r != LZMA_BUF_ERROR) {
		*why = xz_why(r);
		return -1;
	}
	return (ssize_t)(size - z->avail_out);
}

static void xz_close(struct unpack *u)
{
	lzma_end(&u->of.xz);
}

/* ---- zstd ---------------------------------------------------------------------------------- */

static int zst_open(struct unpack *u)
{
	u->of.zst = ZSTD_createDStream();
	if (!u->of.zst)
		return -E_NOMEM;
	(void)ZSTD_DCtx_setParameter(u->of.zst, ZSTD_d_windowLogMax, WINDOW_LOG_MAX); /* in range */
	return 0;
}

static ssize_t zst_step(struct unpack *u, void *out, size_t size, const char **why)
{
	ZSTD_inBuffer from = {u->in, u->len, u->at};
	ZSTD_outBuffer to = {out, size, 0};
	size_t r = ZSTD_decompressStream(u->of.zst, &to, &from);

	if (from.pos > u->at || to.pos) /* else it asks for the start of a next frame */
		u->whole = r == 0;
	u->at = from.pos;
	if (ZSTD_isError(r)) {
		*why = ZSTD_getErrorName(r);
		return -1;
	}
	return (ssize_t)to.pos;
}

static void zst_close(struct unpack *u)
{
	ZSTD_freeDStream(u->of.zst);
}

/* ---- not packed ---------------------------------------------------------------------------- */

static ssize_t copy(struct unpack *u, void *out, size_t size, const char **why)
{
	size_t n = MIN(size, u->len - u->at);

	(void)why;
	memcpy(out, u->in + u->at, n);
	u->at += n;
	u->whole = true;
	return (ssize_t)n;
}

/* ---- all of them --------------------------------------------------------------------------- */

static const struct packing packings[] = {
	{"gzip", "\x1f\x8b\x08", 3, gz_open, gz_step, gz_close},
	{"xz", "\xfd\x37zXZ", 6, xz_open, xz_step, xz_close}, /* with the NUL behind it */
	{"zstd", "\x28\xb5\x2f\xfd", 4, zst_open, zst_step, zst_close},
	{"plain", "", 0, NULL, copy, NULL},
};

#define MAGIC_MAX 6

struct unpack *unpack_new(int fd)
{
	struct unpack *u = mem_alloc(sizeof *u);

	if (u)
		u->fd = fd;
	return u;
}

void unpack_free(struct unpack *u)
{
	if (!u)
		return;
	if (u->open && u->packing->close)
		u->packing->close(u);
	mem_free(u);
}

static ssize_t read_some(struct unpack *u, void *out, size_t size, struct err *e)
{
	ssize_t got;

	do
		got = read(u->fd, out, size);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return err_errno(e, "reading");
	u->file_end = got == 0;
	return got;
}

/* More bytes behind those that are left. */
static int fill(struct unpack *u, struct err *e)
{
	ssize_t got;

	memmove(u->in, u->in + u->at, u->len - u->at);
	u->len -= u->at;
	u->at = 0;
	got = read_some(u, u->in + u->len, sizeof u->in - u->len, e);
	u->len += got > 0 ? (size_t)got : 0;
	return got < 0 ? (int)got : 0;
}

static int start(struct unpack *u, struct err *e)
{
	const struct packing *p = packings;

	while (!u->file_end && u->len < MAGIC_MAX)
		if (fill(u, e) < 0)
			return -E_IO;
	while (u->len < p->magic_len || memcmp(u->in, p->magic, p->magic_len) != 0)
		p++;
	u->packing = p;
	if (p->open && p->open(u) < 0)
		return err_set(e, E_NOMEM, "out of memory for %s", p->name);
	u->open = true;
	return 0;
}

/* Where there is nothing left to read: 0 for a whole file. */
static int at_end(const struct unpack *u, struct err *e)
{
	return u->whole ? 0
			: err_set(e, E_MALFORMED, "the %s data ends in the middle: the file is cut",
				  u->packing->name);
}

/* The next bytes that come out of one step, 0 where it only took some in. */
static ssize_t step(struct unpack *u, void *out, size_t size, struct err *e)
{
	const char *why = NULL;
	size_t before = u->at;
	ssize_t got = u->packing->step(u, out, size, &why);

	if (got < 0 || (got == 0 && u->at == before && u->at < u->len))
		return err_set(e, E_MALFORMED, "the %s data is damaged%s%s", u->packing->name,
			why ? ": " : "", why ? why : "");
	return got;
}

ssize_t unpack_read(struct unpack *u, void *out, size_t size, struct err *e)
{
	ssize_t got = u->packing ? 0 : start(u, e);

	if (got == 0 && !u->packing->open && u->at == u->len)
		return u->file_end ? 0 : read_some(u, out, size, e);
	while (got == 0) {
		if (u->at == u->len && !u->file_end && fill(u, e) < 0)
			return -E_IO;
		got = step(u, out, size, e);
		if (got == 0 && u->file_end && u->at == u->len)
			return at_end(u, e);
	}
	return got;
}
