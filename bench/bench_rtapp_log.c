/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How fast rt-app logs are read, against the floor of all line work: finding the newlines.
 *
 *	bench_rtapp_log [ROWS]	   (1,000,000) made rows in memory, best of 9 interleaved rounds
 *	bench_rtapp_log --write FILE ROWS	writes such a log, to time other programs on
 */
#include "agent/outputs/fields.h"
#include "agent/outputs/rtapp_log.h"
#include "bench/bench.h"

#define ROUNDS 9
#define PIECE  (256 << 10)

static void make_log(struct buf *b, long rows)
{
	uint64_t state = 88172645463325252u;
	long long start = 594792193, first = start;

	buf_str(b, "# Policy : SCHED_OTHER priority : 0\n");
	buf_printf(b, "%4s %8s %8s %8s %15s %15s %15s %10s %10s %10s %10s\n", "#idx", "perf", "run",
		"period", "start", "end", "rel_st", "slack", "c_duration", "c_period", "wu_lat");
	for (long i = 0; i < rows; i++) {
		long long latency = (long long)bench_latency(i % 2 != 0, &state);
		long long run = 4000 + (long long)(bench_random(&state) % 30),
			  slack = 8000 - latency;
		long long period = 12000 + (long long)(bench_random(&state) % 80) - 40;

		buf_printf(b, "%4d %8d %8lld %8lld %15lld %15lld %15lld %10lld %10d %10d %10lld\n",
			0, 189440, run, period, start, start + period, start - first, slack, 4000,
			12001, latency);
		start += period + 3;
	}
}

static uint64_t scan_lines(const struct buf *b)
{
	const unsigned char *at = b->data, *end = at + b->len;
	uint64_t n = 0;

	while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
		n++;
		at++;
	}
	return n;
}

static uint64_t last_column(const struct buf *b)
{
	const unsigned char *at = b->data, *end = at + b->len, *line = at;
	uint64_t sum = 0;
	int64_t v;

	while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
		if (fields_last(line, (size_t)(at - line), &v))
			sum += (uint64_t)v;
		line = ++at;
	}
	return sum;
}

static int add(void *sum, const int64_t *v)
{
	*(uint64_t *)sum += (uint64_t)v[RTAPP_WU_LAT];
	return 0;
}

static uint64_t all_columns(const struct buf *b)
{
	struct rtapp_scan s = {0};
	uint64_t sum = 0;

	for (size_t at = 0; at < b->len; at += PIECE)
		if (rtapp_scan(&s, b->data + at, MIN((size_t)PIECE, b->len - at), add, &sum, NULL) <
			0)
			exit(1);
	rtapp_scan_end(&s);
	rtapp_scan_fini(&s);
	return sum;
}

static int write_log(const char *path, const struct buf *b)
{
	FILE *f = fopen(path, "w");

	return !f || fwrite(b->data, 1, b->len, f) != b->len || fclose(f) != 0;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		uint64_t (*run)(const struct buf *b);
	} way[] = {{"find newlines (the floor)", scan_lines}, {"last column", last_column},
		{"all columns, each checked", all_columns}};
	double best[ARRAY_LEN(way)] = {0};
	uint64_t answer[ARRAY_LEN(way)];
	long rows = argc > 3 ? atol(argv[3]) : argc == 2 ? atol(argv[1]) : 1000000;
	struct buf b = {0};

	make_log(&b, rows);
	if (argc > 3)
		return write_log(argv[2], &b);
	for (int round = 0; round < ROUNDS; round++)
		for (size_t i = 0; i < ARRAY_LEN(way); i++) {
			double from = bench_now(), took;

			answer[i] = way[i].run(&b);
			took = bench_now() - from;
			best[i] = !round || took < best[i] ? took : best[i];
		}
	for (size_t i = 0; i < ARRAY_LEN(way); i++)
		printf("%-28s %7.1f ns/row %8.0f MB/s  %.2f of the floor's rate\n", way[i].name,
			best[i] * 1e9 / (double)rows, (double)b.len / best[i] * 1e-6,
			best[0] / best[i]);
	buf_fini(&b);
	return answer[1] == answer[2] ? 0 : 1;
}
