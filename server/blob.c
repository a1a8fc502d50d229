/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/blob.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"

/* DATA/blobs/<part> */
static int blobs_path(
	char out[FILE_PATH_MAX], const char *data_dir, const char *part, struct err *e)
{
	char name[16];

	snprintf(name, sizeof name, "blobs/%s", part);
	return path_join(out, data_dir, name, e);
}

/* The folder of a blob, and its name in hex. */
static int blob_place(const char *data_dir, const struct digest *d, char dir[FILE_PATH_MAX],
	char hex[DIGEST_HEX_LEN], struct err *e)
{
	char part[3];

	digest_hex(d, hex);
	memcpy(part, hex, 2);
	part[2] = 0;
	return blobs_path(dir, data_dir, part, e);
}

int blob_make_folders(const char *data_dir, struct err *e)
{
	char path[FILE_PATH_MAX], part[8] = "tmp";
	int r = 0;

	for (int i = 0; r == 0 && i <= 256; i++) {
		r = blobs_path(path, data_dir, part, e);
		if (r == 0)
			r = dir_ensure(path, e);
		snprintf(part, sizeof part, "%02x", (unsigned)i & 0xff);
	}
	if (r == 0)
		r = path_join(path, data_dir, "blobs", e);
	if (r == 0)
		r = dir_sync(path, e);
	return r < 0 ? r : dir_sync(data_dir, e);
}

int blob_write(
	const char *data_dir, const struct digest *d, const void *bytes, size_t len, struct err *e)
{
	char tmp[FILE_PATH_MAX], dir[FILE_PATH_MAX], hex[DIGEST_HEX_LEN];
	int r = blob_place(data_dir, d, dir, hex, e);

	if (r == 0)
		r = blobs_path(tmp, data_dir, "tmp", e);
	return r < 0 ? r : file_write_durable(tmp, dir, hex, bytes, len, e);
}

int blob_read(
	const char *data_dir, const struct digest *d, size_t max, struct buf *ret, struct err *e)
{
	char dir[FILE_PATH_MAX], path[FILE_PATH_MAX], hex[DIGEST_HEX_LEN];
	struct digest is;
	int r = blob_place(data_dir, d, dir, hex, e);

	if (r == 0)
		r = path_join(path, dir, hex, e);
	if (r == 0)
		r = file_read(path, max, ret, e);
	if (r < 0)
		return r;
	is = digest_of(ret->data, ret->len);
	return digest_equal(&is, d) ? 0 : err_set(e, E_DIGEST, "%s: its bytes have changed", path);
}

int blob_sweep(const char *data_dir, struct err *e)
{
	char path[FILE_PATH_MAX];
	int r = blobs_path(path, data_dir, "tmp", e);

	if (r == 0)
		r = dir_remove(path, e);
	return r < 0 ? r : dir_ensure(path, e);
}

typedef int blob_seen(void *arg, const struct digest *d, const char *path, struct err *e);

static int each_in(const char *dir, blob_seen *seen, void *arg, struct err *e)
{
	scoped(dir_names_fini) struct dir_names names = {0};
	int r = dir_list(dir, &names, e);

	for (size_t i = 0; r == 0 && i < names.len; i++) {
		char path[FILE_PATH_MAX];
		struct digest d;
		bool is_blob = digest_parse(names.name[i], &d);

		r = path_join(path, dir, names.name[i], e);
		if (r == 0)
			r = seen(arg, is_blob ? &d : NULL, path, e);
	}
	return r;
}

int blob_each(const char *data_dir, blob_seen *seen, void *arg, struct err *e)
{
	char dir[FILE_PATH_MAX], part[8];
	int r = 0;

	for (int i = 0; r == 0 && i < 256; i++) {
		snprintf(part, sizeof part, "%02x", (unsigned)i);
		r = blobs_path(dir, data_dir, part, e);
		if (r == 0)
			r = each_in(dir, seen, arg, e);
	}
	return r;
}
