/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For developers: writes every page with made content into a folder, to be looked at in a browser. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "made_pages.h"

static const char *folder;

/* The server's absolute link becomes one that works from a folder. */
static void write_page(const char *name, struct buf *page)
{
	static const char link[] = "href=\"/static/";
	char path[FILE_PATH_MAX];
	char *at = strstr((char *)page->data, link);
	struct err e = {0};

	if (at)
		memcpy(at, "href=\"./stati/", sizeof link - 1);
	if (path_join(path, folder, name, &e) < 0 ||
		file_write(path, page->data, page->len, &e) < 0) {
		fprintf(stderr, "preview: %s\n", err_text(&e));
		exit(1);
	}
	buf_clear(page);
}

#define WRITE(name, view)                         \
	do {                                      \
		name##_html(view, &page);         \
		write_page(#name ".html", &page); \
		name##_text(view, &page);         \
		write_page(#name ".txt", &page);  \
		name##_json(view, &page);         \
		write_page(#name ".json", &page); \
	} while (0)

/* Samples from a file, a number a line, in place of the made ones. */
static void real_samples(struct run_metric *m, const char *path)
{
	static int64_t sample[1 << 20];
	FILE *f = fopen(path, "r");
	long long v;
	size_t n = 0;

	while (f && n < ARRAY_LEN(sample) && fscanf(f, "%lld", &v) == 1)
		sample[n++] = v;
	if (f)
		fclose(f);
	dist_free(m->dist);
	m->dist = NULL;
	if (dist_from_samples(sample, n, &m->dist, NULL) < 0)
		exit(1);
}

int main(int argc, char **argv)
{
	struct made_lists l;
	struct run *run = made_page_run();
	struct buf page = {0};
	char style[FILE_PATH_MAX];

	if (argc < 2) {
		fprintf(stderr, "Usage: preview FOLDER [SAMPLES]\n");
		return 2;
	}
	folder = argv[1];
	if (argc > 2)
		real_samples(&run->metric[0], argv[2]);
	made_lists(&l);
	snprintf(style, sizeof style, "%s/stati", folder);
	if (dir_ensure(style, NULL) < 0 || strlen(style) > 4000)
		return 1;
	strcat(style, "/style.css");
	if (file_write(style, style_css, style_css_len, NULL) < 0)
		return 1;
	WRITE(home, (&(struct home_view){l.run, 4, l.board, 2, l.series, 2}));
	WRITE(boards, (&(struct boards_view){l.board, 2}));
	WRITE(board, (&(struct board_view){l.board[0], run->facts, 2, l.series, 2, l.run, 3}));
	WRITE(kernels, (&(struct kernels_view){l.kernel, 2}));
	WRITE(kernel, (&(struct kernel_view){l.kernel[0], l.run, 3}));
	WRITE(runs, (&(struct runs_view){l.run, 4, NULL, NULL}));
	WRITE(run,
		(&(struct run_view){run, 1, INT64_C(1796089209000000000), (const int64_t[]){1}}));
	WRITE(series, (&(struct series_view){l.series[0], "lower", l.point, 12}));
	home_html(&(struct home_view){0}, &page);
	write_page("home-empty.html", &page);
	error_html(404, "Run 019ad8f0 is not here: check the id, or look through all runs.", &page);
	write_page("error.html", &page);
	buf_fini(&page);
	run_free(run);
	return 0;
}
