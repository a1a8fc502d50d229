/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/source.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/rtapp.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/unpack.h"

#define SNIFF_BYTES  (64u << 10)
#define SOURCE_BYTES (1u << 30)	 /* of one file, unpacked */
#define PIECE	     (64u << 10) /* of a log read in pieces: what stays in a core's own cache */

static void source_fini(struct source *s)
{
	mem_free(s->path);
	mem_free(s->thread);
	mem_free(s->group);
}

void sources_fini(struct sources *s)
{
	for (size_t i = 0; i < s->len; i++)
		source_fini(&s->source[i]);
	mem_free(s->source);
	*s = (struct sources){0};
}

/* ---- names --------------------------------------------------------------------------------- */

static bool ends_in(const char *s, const char *end)
{
	size_t len = strlen(s), tail = strlen(end);

	return len > tail && !strcmp(s + len - tail, end);
}

static void cut_end(char *s, const char *end)
{
	if (ends_in(s, end))
		s[strlen(s) - strlen(end)] = 0;
}

static void cut_packing(char *name)
{
	static const char *const ends[] = {".gz", ".xz", ".zst"};

	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		cut_end(name, ends[i]);
}

static char *thread_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	char *thread;

	if (!strcmp(path, "-"))
		return mem_str("stdin");
	if (!strncmp(name, "rt-app-", 7) && name[7])
		name += 7;
	thread = mem_str(name);
	if (!thread)
		return NULL;
	cut_packing(thread);
	cut_end(thread, ".log");
	return thread;
}

static char *group_of(const char *thread)
{
	char *group = mem_str(thread);
	size_t len = group ? strlen(group) : 0;

	while (len && strchr("0123456789-_", group[len - 1]))
		len--;
	if (len)
		group[len] = 0;
	return group;
}

static int add(struct sources *s, const char *path, struct err *e)
{
	struct source *grown = mem_grow(s->source, s->len + 1, sizeof *grown);
	struct source new;

	if (!grown)
		return err_set(e, E_NOMEM, "out of memory");
	s->source = grown;
	new = (struct source){.path = mem_str(path), .thread = thread_of(path)};
	new.group = new.thread ? group_of(new.thread) : NULL;
	if (!new.path || !new.group) {
		source_fini(&new);
		return err_set(e, E_NOMEM, "out of memory");
	}
	grown[s->len++] = new;
	return 0;
}

/* ---- bytes --------------------------------------------------------------------------------- */

static int open_source(const char *path, struct err *e)
{
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC)
				   : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);

	return fd < 0 ? err_errno(e, "cannot open") : fd;
}

/* Up to max bytes more; fewer at the end. */
static int read_bytes(struct unpack *u, size_t max, struct buf *ret, struct err *e)
{
	size_t left = max;

	while (left) {
		size_t size = MIN(left, (size_t)PIECE);
		unsigned char *room = buf_room(ret, size);
		ssize_t got;

		if (!room)
			return buf_check(ret, "the content", e);
		got = unpack_read(u, room, size, e);
		if (got <= 0)
			return (int)got;
		buf_added(ret, (size_t)got);
		left -= (size_t)got;
	}
	return 0;
}

static const struct output_format *format_of(const struct buf *b)
{
	return output_detect(cursor_over(b->data, b->len));
}

/* The rest of a log whose first bytes are in b, piece by piece through b. */
static int read_rtapp(struct unpack *u, struct buf *b, struct output *o, struct err *e)
{
	scoped(rtapp_pieces_fini) struct rtapp_pieces p;
	int r = rtapp_pieces_start(&p, o, e);

	while (r == 0 && b->len) {
		r = rtapp_pieces_add(&p, b->data, b->len, e);
		buf_clear(b);
		if (r == 0)
			r = read_bytes(u, PIECE, b, e);
	}
	return r < 0 ? r : rtapp_pieces_end(&p, e);
}

static int read_whole(struct unpack *u, struct buf *b, struct output *o, struct err *e)
{
	int r = read_bytes(u, SOURCE_BYTES, b, e);

	if (r < 0)
		return r;
	if (b->len > SOURCE_BYTES)
		return err_set(e, E_TOO_BIG, "larger than %u bytes", SOURCE_BYTES);
	return output_read(cursor_over(b->data, b->len), o, e);
}

static int read_open(
	struct unpack *u, const char *column, bool always, struct output *o, struct err *e)
{
	scoped(buf_fini) struct buf b = {0};
	int r = read_bytes(u, SNIFF_BYTES, &b, e);

	if (r < 0)
		return r;
	if (!b.len)
		return err_set(e, E_NOT_FOUND, "it is empty");
	if (format_of(&b) == &format_rtapp_log) {
		o->only = column;
		return read_rtapp(u, &b, o, e);
	}
	o->only = always ? column : NULL;
	return read_whole(u, &b, o, e);
}

int source_read(
	const struct source *s, const char *column, bool always, struct output *o, struct err *e)
{
	scoped(fd_closep) int fd = open_source(s->path, e);
	scoped(unpack_freep) struct unpack *u = fd < 0 ? NULL : unpack_new(fd);

	if (fd < 0)
		return fd;
	return u ? read_open(u, column, always, o, e) : err_set(e, E_NOMEM, "out of memory");
}

/* ---- folders ------------------------------------------------------------------------------- */

/* A file of a folder, and what it looks like. */
struct entry {
	char path[FILE_PATH_MAX];
	const struct output_format *format; /* NULL: unknown */
	bool unreadable;		    /* kept, so that reading it says what is wrong */
};

static bool is_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static void look(struct entry *entry)
{
	scoped(buf_fini) struct buf b = {0};
	scoped(fd_closep) int fd = open_source(entry->path, NULL);
	scoped(unpack_freep) struct unpack *u = fd < 0 ? NULL : unpack_new(fd);

	entry->unreadable = !u || read_bytes(u, SNIFF_BYTES, &b, NULL) < 0;
	entry->format = b.len ? format_of(&b) : NULL;
	entry->unreadable = entry->unreadable && !entry->format;
}

static bool is_log_name(const char *path)
{
	scoped(mem_freep) char *name = mem_str(path);

	if (!name)
		return false;
	cut_packing(name);
	return ends_in(name, ".log");
}

static int by_number(const void *a, const void *b)
{
	return strverscmp(*(char *const *)a, *(char *const *)b);
}

/* The files of a folder in the order of their numbers: thread2 before thread10. */
static int look_into(const char *path, struct entry **ret, size_t *len, struct err *e)
{
	scoped(dir_names_fini) struct dir_names names = {0};
	scoped(mem_freep) struct entry *entry = NULL;
	int r = dir_list(path, &names, e);

	if (r < 0)
		return r;
	entry = mem_array(names.len, sizeof *entry);
	if (!entry)
		return err_set(e, E_NOMEM, "out of memory");
	if (names.len)
		qsort(names.name, names.len, sizeof *names.name, by_number);
	for (size_t i = 0; i < names.len; i++) {
		r = path_join(entry[*len].path, path, names.name[i], e);
		if (r < 0)
			return r;
		if (!is_file(entry[*len].path))
			continue;
		look(&entry[(*len)++]);
	}
	*ret = take(entry);
	return 0;
}

static bool has_rtapp_logs(const struct entry *entry, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (entry[i].format == &format_rtapp_log)
			return true;
	return false;
}

static bool is_taken(const struct entry *entry, bool only_rtapp)
{
	if (entry->unreadable)
		return !only_rtapp || is_log_name(entry->path);
	return only_rtapp ? entry->format == &format_rtapp_log : entry->format != NULL;
}

/* "run/" is "run", so that names in it read as "run/x". */
static void cut_slashes(char *path)
{
	size_t len = strlen(path);

	while (len > 1 && path[len - 1] == '/')
		path[--len] = 0;
}

static int add_folder(struct sources *s, const char *path, struct buf *passed_over, struct err *e)
{
	scoped(mem_freep) struct entry *entry = NULL;
	size_t len = 0, before = s->len;
	int r = look_into(path, &entry, &len, e);
	bool only_rtapp = r == 0 && has_rtapp_logs(entry, len);

	for (size_t i = 0; r == 0 && i < len; i++) {
		if (is_taken(&entry[i], only_rtapp))
			r = add(s, entry[i].path, e);
		else if (is_log_name(entry[i].path))
			buf_printf(passed_over, " %s", entry[i].path);
	}
	if (r == 0 && s->len == before)
		return err_set(e, E_NOT_FOUND,
			"%s: none of the %zu files in this folder is in a known format", path, len);
	return r;
}

int sources_add(struct sources *s, const char *operand, struct buf *passed_over, struct err *e)
{
	scoped(mem_freep) char *path = mem_str(operand);
	struct stat st;

	if (!path)
		return err_set(e, E_NOMEM, "out of memory");
	if (!strcmp(path, "-"))
		return add(s, path, e);
	if (stat(path, &st) < 0)
		return err_errno(e, "%s", path);
	cut_slashes(path);
	return S_ISDIR(st.st_mode) ? add_folder(s, path, passed_over, e) : add(s, path, e);
}
