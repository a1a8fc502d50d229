/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/spool.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/uuid.h"
#include "schema/wire/limits.h"

#define SUFFIX ".run"

int spool_open(struct spool *s, const char *state_dir, struct err *e)
{
	const struct {
		char *path;
		const char *name;
	} folders[] = {{s->tmp, "spool/tmp"}, {s->ready, "spool/ready"}, {s->sent, "spool/sent"},
		{s->rejected, "spool/rejected"}, {s->runs, "runs"}};

	for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
		int r = path_join(folders[i].path, state_dir, folders[i].name, e);

		if (r == 0)
			r = dir_ensure(folders[i].path, e);
		if (r < 0)
			return r;
	}
	if (path_join(s->run_lock, state_dir, "run.lock", e) < 0)
		return -E_TOO_BIG;
	return path_join(s->lock, state_dir, "spool/lock", e);
}

/* Removes all but the last `keep` names of a folder; what cannot be removed only costs space. */
static void sweep(const char *dir, size_t keep)
{
	scoped(dir_names_fini) struct dir_names names = {0};
	char path[FILE_PATH_MAX];

	if (dir_list(dir, &names, NULL) < 0)
		return;
	for (size_t i = 0; i + keep < names.len; i++)
		if (path_join(path, dir, names.name[i], NULL) == 0)
			(void)dir_remove(path, NULL);
}

int spool_lock_run(const struct spool *s, int *ret_fd, struct err *e)
{
	int r = file_lock(s->run_lock, ret_fd, e);

	if (r < 0)
		return err_add(e, r, "another latlab-agent is measuring");
	sweep(s->runs, 0);
	sweep(s->tmp, 0);
	return 0;
}

int spool_put(const struct spool *s, const struct run *run, struct err *e)
{
	scoped(buf_fini) struct buf record = {0};
	char name[64];
	int r = record_encode(run, &record, e);

	if (r < 0)
		return r;
	snprintf(name, sizeof name, "%s" SUFFIX, run->run_id);
	return file_write_durable(s->tmp, s->ready, name, record.data, record.len, e);
}

int spool_list(const struct spool *s, struct dir_names *ret, struct err *e)
{
	return dir_list(s->ready, ret, e);
}

bool spool_run_id(const char *name, char out[37])
{
	struct uuid id;

	if (strlen(name) != UUID_TEXT_LEN - 1 + sizeof SUFFIX - 1 ||
		strcmp(name + UUID_TEXT_LEN - 1, SUFFIX) != 0)
		return false;
	memcpy(out, name, UUID_TEXT_LEN - 1);
	out[UUID_TEXT_LEN - 1] = 0;
	return uuid_parse(out, &id);
}

bool spool_is_file(const struct spool *s, const char *name)
{
	char path[FILE_PATH_MAX];
	struct stat st;

	return path_join(path, s->ready, name, NULL) == 0 && lstat(path, &st) == 0 &&
		S_ISREG(st.st_mode);
}

int spool_read(const struct spool *s, const char *name, struct buf *ret, struct err *e)
{
	char path[FILE_PATH_MAX];
	int r = path_join(path, s->ready, name, e);

	return r < 0 ? r : file_read(path, RECORD_BYTES_MAX, ret, e);
}

int spool_sent(const struct spool *s, const char *name, struct err *e)
{
	int r = file_move_durable(s->ready, s->sent, name, e);

	if (r == 0)
		sweep(s->sent, SPOOL_SENT_KEEP);
	return r;
}

int spool_reject(const struct spool *s, const char *name, const char *reason, struct err *e)
{
	char reason_name[128];
	int r;

	snprintf(reason_name, sizeof reason_name, "%.100s.reason", name);
	r = file_write_durable(s->tmp, s->rejected, reason_name, reason, strlen(reason), e);
	return r < 0 ? r : file_move_durable(s->ready, s->rejected, name, e);
}
