/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files and folders: bounded reading, and writing that is on disk when the call returns. */
#ifndef LATLAB_BASE_FILE_H
#define LATLAB_BASE_FILE_H

#include "base/buf.h"

#define FILE_PATH_MAX 4096

/* dir/name; E_TOO_BIG when it does not fit. */
int path_join(char out[FILE_PATH_MAX], const char *dir, const char *name, struct err *e);

/*
 * Appends the whole file to ret; E_TOO_BIG past max bytes, E_UNSUPPORTED for what is no plain file (a pipe would hold us for
 * ever). Works on /proc and /sys, whose sizes lie.
 */
int file_read(const char *path, size_t max, struct buf *ret, struct err *e);

/* As file_read, without trailing newlines and spaces: one value of /proc or /sys. */
int file_read_value(const char *path, char *out, size_t size, struct err *e);

/*
 * tmp_dir and dir are on one file system. The file appears under dir/name complete or not at all,
 * and survives a power cut after the call: write to tmp_dir, fdatasync, rename, fsync dir.
 * An existing file of that name is replaced.
 */
int file_write_durable(const char *tmp_dir, const char *dir, const char *name, const void *bytes,
	size_t len, struct err *e);

/* Writes a plain file, without the durability; for what a run needs only while it lasts. */
int file_write(const char *path, const void *bytes, size_t len, struct err *e);

/* rename() from one folder to another, then fsync of both. */
int file_move_durable(const char *from_dir, const char *to_dir, const char *name, struct err *e);

/* The folder and its missing parents, mode 0700. */
int dir_ensure(const char *path, struct err *e);
int dir_sync(const char *path, struct err *e);

/* Names in a folder, sorted, without . and ..; owned by the caller. */
struct dir_names {
	char **name;
	size_t len;
};
int dir_list(const char *path, struct dir_names *ret, struct err *e);
void dir_names_fini(struct dir_names *names);

/* Removes a folder and what is in it; never follows links. A folder that is not there is fine. */
int dir_remove(const char *path, struct err *e);

/* An exclusive lock on path (made when missing) until the returned descriptor is closed; E_BUSY when held. */
int file_lock(const char *path, int *ret_fd, struct err *e);

void fd_closep(int *fd); /* for scoped(): closes when >= 0 */

#endif
