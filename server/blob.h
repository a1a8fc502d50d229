/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Raw logs too large for the database: files named by the digest of their bytes,
 * DATA/blobs/ab/<all 64 digits>. Written before the transaction that refers to them, so a crash between
 * leaves a file nobody asks for, never a row without its file.
 */
#ifndef LATLAB_SERVER_BLOB_H
#define LATLAB_SERVER_BLOB_H

#include "base/buf.h"
#include "schema/wire/digest.h"

/* blobs/00 to blobs/ff and blobs/tmp, durably: blob_write() then never has to make a folder. */
int blob_make_folders(const char *data_dir, struct err *e);

/* On disk when it returns. Any thread may, the same blob twice too. */
int blob_write(
	const char *data_dir, const struct digest *d, const void *bytes, size_t len, struct err *e);

/* Reads one back; E_DIGEST where its bytes are not those of its name. */
int blob_read(
	const char *data_dir, const struct digest *d, size_t max, struct buf *ret, struct err *e);

/* Empties blobs/tmp: what a crash left unfinished. Only while no server runs. */
int blob_sweep(const char *data_dir, struct err *e);

/* Calls seen() for every blob file; a name that is no blob's is passed with d = NULL. */
int blob_each(const char *data_dir,
	int (*seen)(void *arg, const struct digest *d, const char *path, struct err *e), void *arg,
	struct err *e);

#endif
