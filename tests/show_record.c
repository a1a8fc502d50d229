/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For tests in shell: reads a record as the server would and prints it, a `key value` a line, keys in paths of JSON:
 * "outcome complete", "policies.1.in_effect SCHED_IDLE", "dist.0.n 203". With --log the raw log instead.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

#include "base/file.h"
#include "schema/wire/limits.h"
#include "schema/wire/record.h"

#define LOG_MAX (1u << 30)

static void print_json(const char *path, json_t *json)
{
	char below[256];
	const char *key;
	json_t *value;
	size_t i;

	if (json_is_string(json)) {
		printf("%s %s\n", path, json_string_value(json));
	} else if (json_is_integer(json)) {
		printf("%s %" JSON_INTEGER_FORMAT "\n", path, json_integer_value(json));
	} else if (json_is_object(json)) {
		json_object_foreach(json, key, value)
		{
			snprintf(below, sizeof below, "%s%s%s", path, *path ? "." : "", key);
			print_json(below, value);
		}
	} else if (json_is_array(json)) {
		json_array_foreach(json, i, value)
		{
			snprintf(below, sizeof below, "%s.%zu", path, i);
			print_json(below, value);
		}
	}
}

static void print_metric(size_t i, const struct run_metric *m)
{
	uint64_t n = 0;

	for (size_t b = 0; b < m->blocks.len; b++)
		n += m->blocks.block[b].n;
	printf("dist.%zu.n %" PRIu64 "\n", i, m->dist->n);
	printf("dist.%zu.missed %" PRIu64 "\n", i, m->dist->missed);
	printf("blocks.%zu.len %zu\n", i, m->blocks.len);
	printf("blocks.%zu.n %" PRIu64 "\n", i, n);
}

static int print_log(const struct run *run)
{
	unsigned long long size = ZSTD_getFrameContentSize(run->raw_log.data, run->raw_log.len);
	char *text = size <= LOG_MAX ? malloc(size + 1) : NULL;
	int r = 1;

	if (text && ZSTD_decompress(text, size, run->raw_log.data, run->raw_log.len) == size &&
		fwrite(text, 1, size, stdout) == size)
		r = 0;
	free(text);
	return r;
}

static int print_header(const struct buf *record, const struct run *run)
{
	struct err e = {0};
	json_t *header;

	if (record_header(record->data, record->len, &header, &e) < 0) {
		fprintf(stderr, "%s\n", err_text(&e));
		return 1;
	}
	print_json("", header);
	json_decref(header);
	for (size_t i = 0; i < run->nmetrics; i++)
		print_metric(i, &run->metric[i]);
	printf("raw_log_bytes %zu\n", run->raw_log.len);
	return 0;
}

int main(int argc, char **argv)
{
	scoped(buf_fini) struct buf record = {0};
	scoped(run_freep) struct run *run = NULL;
	bool log = argc == 3 && !strcmp(argv[1], "--log");
	struct err e = {0};

	if ((argc != 2 && !log) || file_read(argv[argc - 1], RECORD_BYTES_MAX, &record, &e) < 0 ||
		record_decode(record.data, record.len, &run, &e) < 0) {
		fprintf(stderr, "show_record: %s\n", err_text(&e));
		return 1;
	}
	return log ? print_log(run) : print_header(&record, run);
}
