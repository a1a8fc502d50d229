/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/mem.h"

void fd_closep(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

int path_join(char out[FILE_PATH_MAX], const char *dir, const char *name, struct err *e)
{
	int len = snprintf(out, FILE_PATH_MAX, "%s/%s", dir, name);

	if (len < 0 || len >= FILE_PATH_MAX)
		return err_set(e, E_TOO_BIG, "path %.60s.../%.60s is too long", dir, name);
	return 0;
}

int file_read(const char *path, size_t max, struct buf *ret, struct err *e)
{
	scoped(fd_closep) int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	size_t total = 0;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return err_errno(e, "%s", path);
	if (!S_ISREG(st.st_mode))
		return err_set(e, E_UNSUPPORTED, "%s is no plain file", path);
	for (;;) {
		unsigned char *room = buf_room(ret, 64 * 1024);
		ssize_t got;

		if (!room)
			return buf_check(ret, path, e);
		got = read(fd, room, 64 * 1024);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_errno(e, "%s", path);
		if (got == 0)
			return 0;
		total += (size_t)got;
		if (total > max)
			return err_set(e, E_TOO_BIG, "%s is larger than %zu bytes", path, max);
		buf_added(ret, (size_t)got);
	}
}

int file_read_value(const char *path, char *out, size_t size, struct err *e)
{
	scoped(buf_fini) struct buf b = {0};
	int r = file_read(path, 64 * 1024, &b, e);
	size_t len = b.len;

	if (r < 0)
		return r;
	while (len && strchr("\n \t", b.data[len - 1]))
		len--;
	if (len >= size)
		return err_set(e, E_TOO_BIG, "%s is longer than %zu bytes", path, size - 1);
	if (len)
		memcpy(out, b.data, len);
	out[len] = 0;
	return 0;
}

static int write_all(int fd, const unsigned char *bytes, size_t len)
{
	while (len) {
		ssize_t put;

		if (fault_here(FAULT_WRITE)) {
			errno = ENOSPC;
			return -1;
		}
		put = write(fd, bytes, len);
		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -1;
		bytes += put;
		len -= (size_t)put;
	}
	return 0;
}

static int sync_fault(void)
{
	if (!fault_here(FAULT_SYNC))
		return 0;
	errno = EIO;
	return -1;
}

int file_write(const char *path, const void *bytes, size_t len, struct err *e)
{
	scoped(fd_closep) int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || write_all(fd, bytes, len) < 0)
		return err_errno(e, "%s", path);
	return 0;
}

int dir_sync(const char *path, struct err *e)
{
	scoped(fd_closep) int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 || sync_fault() < 0 || fsync(fd) < 0)
		return err_errno(e, "%s", path);
	return 0;
}

int file_write_durable(const char *tmp_dir, const char *dir, const char *name, const void *bytes,
	size_t len, struct err *e)
{
	char tmp[FILE_PATH_MAX], path[FILE_PATH_MAX];
	scoped(fd_closep) int fd = -1;
	int r = path_join(tmp, tmp_dir, "new-XXXXXX", e);

	if (r < 0)
		return r;
	r = path_join(path, dir, name, e);
	if (r < 0)
		return r;
	fd = mkostemp(tmp, O_CLOEXEC);
	if (fd < 0)
		return err_errno(e, "%s", tmp);
	if (write_all(fd, bytes, len) < 0 || sync_fault() < 0 || fdatasync(fd) < 0 ||
		sync_fault() < 0 || rename(tmp, path) < 0) {
		r = err_errno(e, "%s", path);
		(void)unlink(tmp); /* a left-over temporary file is swept at the next start */
		return r;
	}
	return dir_sync(dir, e);
}

int file_move_durable(const char *from_dir, const char *to_dir, const char *name, struct err *e)
{
	char from[FILE_PATH_MAX], to[FILE_PATH_MAX];
	int r = path_join(from, from_dir, name, e);

	if (r == 0)
		r = path_join(to, to_dir, name, e);
	if (r < 0)
		return r;
	if (sync_fault() < 0 || rename(from, to) < 0)
		return err_errno(e, "%s", to);
	r = dir_sync(to_dir, e);
	return r < 0 ? r : dir_sync(from_dir, e);
}

int dir_ensure(const char *path, struct err *e)
{
	char part[FILE_PATH_MAX];
	size_t len = strlen(path);

	if (!len || len >= sizeof part)
		return err_set(e, E_TOO_BIG, "path \"%.100s\" is empty or too long", path);
	memcpy(part, path, len + 1);
	for (char *c = part + 1;; c++) {
		char kept = *c;

		if (kept && kept != '/')
			continue;
		*c = 0;
		if (mkdir(part, 0700) < 0 && errno != EEXIST)
			return err_errno(e, "%s", part);
		if (!kept)
			break;
		*c = kept;
	}
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void dir_names_fini(struct dir_names *names)
{
	for (size_t i = 0; i < names->len; i++)
		mem_free(names->name[i]);
	mem_free(names->name);
	*names = (struct dir_names){0};
}

static int add_name(struct dir_names *names, const char *name)
{
	char **grown = mem_grow(names->name, names->len + 1, sizeof *grown);

	if (!grown)
		return -E_NOMEM;
	names->name = grown;
	names->name[names->len] = mem_str(name);
	if (!names->name[names->len])
		return -E_NOMEM;
	names->len++;
	return 0;
}

int dir_list(const char *path, struct dir_names *ret, struct err *e)
{
	scoped(dir_names_fini) struct dir_names names = {0};
	DIR *d = opendir(path);
	struct dirent *entry;

	if (!d)
		return err_errno(e, "%s", path);
	while ((entry = readdir(d))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (add_name(&names, entry->d_name) < 0) {
			closedir(d);
			return err_set(e, E_NOMEM, "out of memory for the names in %s", path);
		}
	}
	closedir(d);
	if (names.len)
		qsort(names.name, names.len, sizeof *names.name, by_name);
	*ret = names;
	names = (struct dir_names){0};
	return 0;
}

int dir_remove(const char *path, struct err *e)
{
	scoped(dir_names_fini) struct dir_names names = {0};
	struct stat st;
	int r;

	if (lstat(path, &st) < 0)
		return errno == ENOENT ? 0 : err_errno(e, "%s", path);
	if (!S_ISDIR(st.st_mode))
		return unlink(path) < 0 ? err_errno(e, "%s", path) : 0;
	r = dir_list(path, &names, e);
	for (size_t i = 0; r == 0 && i < names.len; i++) {
		char child[FILE_PATH_MAX];

		r = path_join(child, path, names.name[i], e);
		if (r == 0)
			r = dir_remove(child, e);
	}
	if (r == 0 && rmdir(path) < 0)
		r = err_errno(e, "%s", path);
	return r;
}

int file_lock(const char *path, int *ret_fd, struct err *e)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600), r;

	if (fd < 0)
		return err_errno(e, "%s", path);
	if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
		r = errno == EWOULDBLOCK ? err_set(e, E_BUSY, "%s is held by another process", path)
					 : err_errno(e, "%s", path);
		close(fd);
		return r;
	}
	*ret_fd = fd;
	return 0;
}
