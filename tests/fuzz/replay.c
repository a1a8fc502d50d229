/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs a fuzz target over every file of a folder, and over each file cut short and with one byte changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len);

/* A copy of its own size, so that the sanitizers see a read past the end. */
static void feed(const unsigned char *bytes, size_t len, size_t change)
{
	unsigned char *copy = malloc(len ? len : 1);

	if (!copy)
		abort();
	if (len)
		memcpy(copy, bytes, len);
	if (change < len)
		copy[change] ^= (unsigned char)(1 + change * 7 % 255);
	LLVMFuzzerTestOneInput(copy, len);
	free(copy);
}

static void replay(const char *path)
{
	scoped(buf_fini) struct buf b = {0};
	struct err e = {0};
	size_t step;

	if (file_read(path, 1 << 24, &b, &e) < 0) {
		fprintf(stderr, "%s\n", err_text(&e));
		exit(1);
	}
	feed(b.data, b.len, b.len);
	step = b.len / 400 + 1;
	for (size_t i = 0; i < b.len; i += step) {
		feed(b.data, i, i);
		feed(b.data, b.len, i);
	}
}

int main(int argc, char **argv)
{
	scoped(dir_names_fini) struct dir_names names = {0};
	struct err e = {0};

	if (argc != 2 || dir_list(argv[1], &names, &e) < 0 || !names.len) {
		fprintf(stderr, "replay: %s\n", argc == 2 ? err_text(&e) : "usage: replay CORPUS");
		return 1;
	}
	for (size_t i = 0; i < names.len; i++) {
		char path[FILE_PATH_MAX];

		if (path_join(path, argv[1], names.name[i], &e) < 0)
			return 1;
		replay(path);
	}
	printf("%zu inputs of %s\n", names.len, argv[1]);
	return 0;
}
