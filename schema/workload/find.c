/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "schema/workload/find.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "schema/workload/workload.h"

static const char *const known_dirs[] = {
#ifdef LATLAB_WORKLOADS_SOURCE
	LATLAB_WORKLOADS_SOURCE,
#endif
	LATLAB_WORKLOADS_INSTALLED,
};

static int by_path(const char *name, char out[FILE_PATH_MAX], struct err *e)
{
	struct stat st;

	if (stat(name, &st) < 0)
		return err_errno(e, "%s", name);
	if (S_ISDIR(st.st_mode))
		return path_join(out, name, "workload.json", e);
	if (strlen(name) >= FILE_PATH_MAX)
		return err_set(e, E_TOO_BIG, "path %.60s... is too long", name);
	strcpy(out, name);
	return 0;
}

/* true when dir/name/workload.json can be read; out is its path. */
static bool is_in(const char *dir, const char *name, char out[FILE_PATH_MAX])
{
	char folder[FILE_PATH_MAX];

	return path_join(folder, dir, name, NULL) == 0 &&
		path_join(out, folder, "workload.json", NULL) == 0 && access(out, R_OK) == 0;
}

static void add_names(struct buf *all, const char *dir)
{
	scoped(dir_names_fini) struct dir_names names = {0};
	char path[FILE_PATH_MAX];

	if (dir_list(dir, &names, NULL) < 0)
		return; /* a folder that is not there has no names */
	for (size_t i = 0; i < names.len; i++)
		if (is_in(dir, names.name[i], path))
			buf_printf(all, "%s%s", all->len ? ", " : "", names.name[i]);
}

int workload_find(const char *name, const char *dir, char out[FILE_PATH_MAX], struct err *e)
{
	scoped(buf_fini) struct buf all = {0};
	const char *const *dirs = dir ? &dir : known_dirs;
	size_t n = dir ? 1 : ARRAY_LEN(known_dirs);

	if (strchr(name, '/'))
		return by_path(name, out, e);
	if (!text_is_name(name, WORKLOAD_NAME_MAX))
		return err_set(e, E_USAGE,
			"\"%.80s\" is no name of a workload; a path to one contains a '/'", name);
	for (size_t i = 0; i < n; i++) {
		if (is_in(dirs[i], name, out))
			return 0;
		add_names(&all, dirs[i]);
	}
	return err_set(e, E_NOT_FOUND, "there is no workload \"%s\" in %s; there are: %s", name,
		dirs[n - 1], all.len ? buf_cstr(&all) : "none");
}
