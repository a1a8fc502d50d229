/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The bytes of a file as they were before gzip, xz or zstd packed them; of any other file, its bytes. The packing is
 * found by its first bytes, not by the file's name, so a pipe can be packed too. Streaming: a few hundred
 * kilobytes and what the packer's window needs, whatever the size.
 */
#ifndef LATLAB_CLI_UNPACK_H
#define LATLAB_CLI_UNPACK_H

#include <sys/types.h>

#include "base/err.h"

struct unpack;

/* Of an open file, which stays the caller's; NULL without memory. */
struct unpack *unpack_new(int fd);
void unpack_free(struct unpack *u);
DEFINE_FREEP(unpack, struct unpack);

/* The next bytes, at least one and at most size; 0 at the end; E_MALFORMED for a damaged or cut file, or E_IO. */
ssize_t unpack_read(struct unpack *u, void *out, size_t size, struct err *e);

#endif
