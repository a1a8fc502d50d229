/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cyclictest -h or -H: a row for each microsecond (nanosecond with -N), a column for each thread, and with -H one more
 * that is the sum of all. What was slower than the last row is only counted ("Histogram Overflows").
 *
 * "# Total:" is the sum of a column's rows, the overflows not counted; releases since 2.5 print none. Where rows are
 * missing the total says how many samples are unknown; without a total the columns' ends must be the thread's min
 * and max.
 */
#include <stdio.h>
#include <string.h>

#include "agent/outputs/cyclictest_line.h"
#include "agent/outputs/formats.h"
#include "agent/outputs/put.h"
#include "agent/outputs/words.h"
#include "base/mem.h"

#define COLUMNS_MAX (CYCLICTEST_THREADS_MAX + 1)

enum foot { TOTAL, LEAST, AVG, MOST, OVERFLOWS, NFEET };

static const char *const foot_names[NFEET] = {"# Total:", "# Min Latencies:", "# Avg Latencies:",
	"# Max Latencies:", "# Histogram Overflows:"};

struct hist {
	struct output *out; /* borrowed */
	int64_t foot[NFEET][COLUMNS_MAX];
	size_t nfoot[NFEET];
	size_t columns, threads; /* threads: lines "# Thread 0:" */
	bool started, ended, cut, ns;
	int64_t bucket; /* of the last row */
	size_t breaks;
};

static int sniff(struct cursor in)
{
	struct cursor line;
	bool ended;

	for (int n = 0; n < 4096 && cursor_line(&in, &line, &ended); n++) {
		line = words_trim(line);
		if (words_is(&line, "# Histogram"))
			return 95;
	}
	return 0;
}

static int read_foot(struct hist *h, enum foot foot, struct cursor line, struct err *e)
{
	struct cursor word;

	if (h->nfoot[foot])
		return err_set(e, E_MALFORMED, "\"%s\" is there twice", foot_names[foot]);
	while (words_next(&line, &word)) {
		if (h->nfoot[foot] == COLUMNS_MAX)
			return err_set(e, E_TOO_BIG, "more than %d numbers", COLUMNS_MAX);
		if (!words_i64(&word, &h->foot[foot][h->nfoot[foot]]) || cursor_left(&word))
			return err_set(e, E_MALFORMED, "not a row of numbers behind \"%s\"",
				foot_names[foot]);
		h->nfoot[foot]++;
	}
	h->ended = true;
	return 0;
}

static int add_columns(struct hist *h, struct cursor line, struct err *e)
{
	struct output_series *s;
	struct cursor word;
	char name[32];

	while (words_next(&line, &word)) {
		int r;

		if (h->columns == COLUMNS_MAX)
			return err_set(e, E_TOO_BIG, "more than %d columns", COLUMNS_MAX);
		snprintf(name, sizeof name, "T:%zu", h->columns);
		r = put_series(h->out, name, h->ns ? "ns" : "us", 1, &s, e);
		if (r < 0)
			return r;
		h->columns++;
	}
	return h->columns ? 0 : err_set(e, E_MALFORMED, "a bucket without counts");
}

/* The counts of one row; the bucket's own number was taken off. */
static int read_counts(struct hist *h, int64_t bucket, struct cursor line, struct err *e)
{
	struct cursor word;
	size_t i = 0;

	for (; words_next(&line, &word) && i <= h->columns; i++) {
		int64_t count;
		int r;

		if (!words_i64(&word, &count) || cursor_left(&word) || count < 0)
			return err_set(e, E_MALFORMED, "bucket %lld: not a row of counts",
				(long long)bucket);
		if (i == h->columns)
			continue;
		r = put_run(&h->out->series[i], bucket, (uint64_t)count, e);
		if (r < 0)
			return r;
	}
	if (i != h->columns)
		return err_set(e, E_MALFORMED,
			"bucket %lld has %s columns than the first one's %zu", (long long)bucket,
			i < h->columns ? "fewer" : "more", h->columns);
	return 0;
}

static int read_row(struct hist *h, struct cursor line, struct err *e)
{
	int64_t bucket;
	int r = 0;

	if (!words_i64(&line, &bucket) || (cursor_left(&line) && *line.at > ' '))
		return 0; /* what is no row is a line of something else */
	if (h->columns && bucket <= h->bucket)
		return err_set(e, E_MALFORMED, "bucket %lld comes after bucket %lld",
			(long long)bucket, (long long)h->bucket);
	if (!h->columns)
		r = add_columns(h, line, e);
	if (r == 0)
		r = read_counts(h, bucket, line, e);
	h->bucket = bucket;
	return r;
}

static int read_line(struct hist *h, struct cursor line, struct err *e)
{
	struct cyclictest_line thread;

	line = words_trim(line);
	if (words_is(&line, "# Histogram")) {
		if (h->started)
			return err_set(e, E_MALFORMED, "a second histogram: one run at a time");
		h->started = true;
		return 0;
	}
	for (size_t i = 0; i < NFEET; i++)
		if (words_eat(&line, foot_names[i]))
			return read_foot(h, i, line, e);
	h->threads += words_begin(&line, "# Thread ") && !words_begin(&line, "# Thread Ids");
	h->breaks += words_begin(&line, "# Break value:");
	if (!h->started)
		h->ns = h->ns ||
			(cyclictest_line_read(line, &thread) == CYCLICTEST_THREAD && thread.ns);
	return h->started && !h->ended ? read_row(h, line, e) : 0;
}

static int read_lines(struct hist *h, struct cursor in, struct err *e)
{
	struct cursor line;
	bool ended;

	for (size_t n = 1; cursor_line(&in, &line, &ended); n++) {
		int r;

		/* numbers may lack digits; of the lists of cycles nothing is read */
		if (!ended) {
			h->cut = h->cut || !words_begin(&line, "# Thread ");
			h->threads += words_begin(&line, "# Thread ");
			return 0;
		}
		r = read_line(h, line, e);
		if (r < 0)
			return err_add(e, r, "line %zu", n);
	}
	return 0;
}

static uint64_t sum_of(const struct output_series *s)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < s->nruns; i++)
		sum += s->run[i].count;
	return sum;
}

/* With -H the last column is the sum of the others: checked, and left out so that nothing counts twice. */
static int take_off_sum(struct hist *h, struct err *e)
{
	struct output *o = h->out;
	struct output_series *all = &o->series[h->columns - 1];
	uint64_t sum = 0, of_all = sum_of(all);

	for (size_t i = 0; i + 1 < h->columns; i++)
		sum += sum_of(&o->series[i]);
	output_drop_last(o);
	h->columns--;
	if (sum == of_all)
		return 0;
	return put_note(o, NOTE_MISMATCH, 1, e,
		"the threads' columns hold %llu samples, the column of all %llu",
		(unsigned long long)sum, (unsigned long long)of_all);
}

static const int64_t *foot_of(const struct hist *h, enum foot foot, size_t i)
{
	return i < h->nfoot[foot] ? &h->foot[foot][i] : NULL;
}

/* The known rows against the total, where there is one. */
static int check_total(struct hist *h, size_t i, struct err *e)
{
	struct output_series *s = &h->out->series[i];
	const int64_t *total = foot_of(h, TOTAL, i);
	uint64_t rows = sum_of(s);

	if (!total || *total < 0 || rows == (uint64_t)*total)
		return 0;
	if (rows > (uint64_t)*total)
		return put_note(h->out, NOTE_MISMATCH, 1, e,
			"T:%zu: the rows hold %llu samples, its total says %lld", i,
			(unsigned long long)rows, (long long)*total);
	s->unknown = (uint64_t)*total - rows;
	return put_note(h->out, NOTE_CUT, s->unknown, e,
		"T:%zu: rows are missing: of %lld samples %llu are in no row", i, (long long)*total,
		(unsigned long long)s->unknown);
}

/* The smallest and the largest row against min and max. */
static int check_ends(struct hist *h, size_t i, struct err *e)
{
	const struct output_series *s = &h->out->series[i];
	const int64_t *least = foot_of(h, LEAST, i), *most = foot_of(h, MOST, i);
	bool low = least && s->nruns && s->run[0].value != *least;
	bool high = most && s->nruns && !s->above && s->run[s->nruns - 1].value != *most;

	if (s->unknown || (!low && !high))
		return 0;
	return put_note(h->out, foot_of(h, TOTAL, i) ? NOTE_MISMATCH : NOTE_CUT, 1, e,
		"T:%zu: the rows go from %lld to %lld, its %s is %lld", i,
		(long long)s->run[0].value, (long long)s->run[s->nruns - 1].value,
		low ? "min" : "max", (long long)(low ? *least : *most));
}

/* What lies above the last row: how many, and the largest of them. */
static int put_above(struct hist *h, size_t i, struct err *e)
{
	const int64_t *over = foot_of(h, OVERFLOWS, i), *most = foot_of(h, MOST, i);
	struct output_series *s = &h->out->series[i];
	const char *unit = h->ns ? "ns" : "us";
	char name[32];
	int r;

	s->bound = h->bucket;
	if (!over || *over <= 0)
		return 0;
	s->above = (uint64_t)*over;
	if (!most)
		return 0;
	r = put_note(h->out, NOTE_INFO, s->above, e,
		"T:%zu: %lld samples lie above the last row, %lld %s; the largest is %lld %s", i,
		(long long)*over, (long long)h->bucket, unit, (long long)*most, unit);
	if (r < 0)
		return r;
	snprintf(name, sizeof name, "T:%zu:max", i);
	return put_scalar(h->out, name, unit, 1, *most, e);
}

static int check_foot(struct hist *h, struct err *e)
{
	size_t threads = h->nfoot[LEAST] ? h->nfoot[LEAST] : h->threads;
	int r = 0;

	if (threads && h->columns == threads + 1)
		r = take_off_sum(h, e);
	else if (threads && h->columns != threads)
		r = put_note(h->out, NOTE_MISMATCH, 1, e, "%zu columns for %zu threads", h->columns,
			threads);
	if (r == 0 && !h->nfoot[OVERFLOWS])
		r = put_note(h->out, NOTE_CUT, 1, e,
			"no \"%s\": how many lie above the last row is unknown",
			foot_names[OVERFLOWS]);
	else if (r == 0 && h->cut)
		r = put_note(h->out, NOTE_CUT, 1, e, "the last line is cut and left out");
	if (r == 0 && h->breaks)
		r = put_note(
			h->out, NOTE_ERROR, h->breaks, e, "cyclictest stopped at its break value");
	return r;
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	scoped(mem_freep) struct hist *h = mem_alloc(sizeof *h);
	int r;

	if (!h)
		return err_set(e, E_NOMEM, "out of memory");
	h->out = ret;
	r = read_lines(h, in, e);
	if (r == 0 && !h->columns)
		r = err_set(e, E_MALFORMED, "no row of a histogram");
	if (r == 0)
		r = check_foot(h, e);
	for (size_t i = 0; r == 0 && i < h->columns; i++) {
		r = put_above(h, i, e);
		if (r == 0)
			r = check_total(h, i, e);
		if (r == 0)
			r = check_ends(h, i, e);
	}
	return r;
}

const struct output_format format_cyclictest_hist = {
	.name = "cyclictest histogram",
	.about = "cyclictest -h or -H, on the terminal or by --histfile",
	.sniff = sniff,
	.parse = parse,
};
