/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include <fcntl.h>
#include <lzma.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "cli/unpack.h"

/* Longer than any buffer inside, and not all alike. */
static void make_text(struct buf *b)
{
	uint64_t random = 7;

	for (int i = 0; i < 60000; i++)
		buf_printf(b, "%d %u\n", i, (unsigned)(test_random(&random) % 1000));
	assert_true(buf_ok(b));
}

static void pack_gz(const struct buf *text, struct buf *out)
{
	z_stream z = {0};
	size_t size = text->len + 1000;

	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
	z.next_in = text->data;
	z.avail_in = (uInt)text->len;
	z.next_out = buf_room(out, size);
	z.avail_out = (uInt)size;
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	buf_added(out, size - z.avail_out);
	deflateEnd(&z);
}

static void pack_xz(const struct buf *text, struct buf *out)
{
	size_t at = 0, size = text->len + 1000;

	assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, text->data, text->len,
				 buf_room(out, size), &at, size),
		LZMA_OK);
	buf_added(out, at);
}

static void pack_zst(const struct buf *text, struct buf *out)
{
	size_t size = ZSTD_compressBound(text->len);
	ZSTD_CCtx *c = ZSTD_createCCtx();

	assert_non_null(c);
	ZSTD_CCtx_setParameter(c, ZSTD_c_checksumFlag, 1);
	size = ZSTD_compress2(c, buf_room(out, size), size, text->data, text->len);
	assert_false(ZSTD_isError(size));
	buf_added(out, size);
	ZSTD_freeCCtx(c);
}

static void pack_not(const struct buf *text, struct buf *out)
{
	buf_put(out, text->data, text->len);
}

static const struct {
	const char *name;
	void (*pack)(const struct buf *text, struct buf *out);
} packings[] = {{"gzip", pack_gz}, {"xz", pack_xz}, {"zstd", pack_zst}, {"plain", pack_not}};

#define PLAIN 3

static int unpack_all(const void *bytes, size_t len, size_t step, struct buf *ret, struct err *e)
{
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(fd_closep) int fd = -1;
	scoped(unpack_freep) struct unpack *u = NULL;
	char path[FILE_PATH_MAX];
	ssize_t got;

	assert_ok(path_join(path, dir, "x", NULL));
	assert_ok(file_write(path, bytes, len, NULL));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	u = unpack_new(fd);
	if (!u)
		return -E_NOMEM;
	while ((got = unpack_read(u, buf_room(ret, step), step, e)) > 0)
		buf_added(ret, (size_t)got);
	return (int)got;
}

static void gives_what_was_packed(void **state)
{
	scoped(buf_fini) struct buf text = {0};

	(void)state;
	make_text(&text);
	for (size_t i = 0; i < ARRAY_LEN(packings); i++) {
		for (size_t step = 1000; step < 1000000; step *= 30) {
			scoped(buf_fini) struct buf packed = {0}, ret = {0};

			packings[i].pack(&text, &packed);
			packings[i].pack(&text, &packed); /* one behind the other */
			assert_ok(unpack_all(packed.data, packed.len, step, &ret, NULL));
			assert_int_equal(ret.len, 2 * text.len);
			assert_memory_equal(ret.data, text.data, text.len);
			assert_memory_equal(ret.data + text.len, text.data, text.len);
		}
	}
}

static void short_files_are_plain(void **state)
{
	static const char *const texts[] = {
		"", "1", "\x1f\x8b", "\xfd\x37zX", "\x28\xb5\x2f", "1 2 3\n"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		scoped(buf_fini) struct buf ret = {0};

		assert_ok(unpack_all(texts[i], strlen(texts[i]), 100, &ret, NULL));
		assert_int_equal(ret.len, strlen(texts[i]));
		assert_memory_equal(ret.data, texts[i], ret.len);
	}
}

static void cut_files_are_refused(void **state)
{
	static const size_t short_of[] = {1, 4, 5, 12, 1000};
	scoped(buf_fini) struct buf text = {0};

	(void)state;
	make_text(&text);
	for (size_t i = 0; i < PLAIN; i++) {
		scoped(buf_fini) struct buf packed = {0};

		packings[i].pack(&text, &packed);
		for (size_t c = 0; c < ARRAY_LEN(short_of); c++) {
			scoped(buf_fini) struct buf ret = {0};
			struct err e = {0};

			assert_int_equal(
				unpack_all(packed.data, packed.len - short_of[c], 5000, &ret, &e),
				-E_MALFORMED);
			assert_non_null(strstr(e.text, packings[i].name));
			assert_non_null(strstr(e.text, "the file is cut"));
		}
	}
}

static void damage_is_refused(void **state)
{
	scoped(buf_fini) struct buf text = {0};

	(void)state;
	make_text(&text);
	for (size_t i = 0; i < PLAIN; i++) {
		scoped(buf_fini) struct buf packed = {0}, ret = {0};
		struct err e = {0};

		packings[i].pack(&text, &packed);
		for (size_t at = packed.len / 2; at < packed.len / 2 + 8; at++)
			packed.data[at] ^= 0x55;
		assert_int_equal(unpack_all(packed.data, packed.len, 5000, &ret, &e), -E_MALFORMED);
		assert_non_null(strstr(e.text, packings[i].name));
		assert_non_null(strstr(e.text, "damaged"));
	}
}

static void walks_no_memory(void **state)
{
	(void)state;
	fault_arm(0);
	assert_null(unpack_new(0));
	assert_true(fault_disarm());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_what_was_packed),
		cmocka_unit_test(short_files_are_plain),
		cmocka_unit_test(cut_files_are_refused),
		cmocka_unit_test(damage_is_refused),
		cmocka_unit_test(walks_no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
