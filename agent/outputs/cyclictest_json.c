/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cyclictest --json (rt-tests 2.x). The histogram holds the buckets that are not empty; how many samples were slower
 * than all of them is what is missing up to "cycles", and where the last bucket lay only the command line says.
 */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agent/outputs/cyclictest_line.h"
#include "agent/outputs/formats.h"
#include "agent/outputs/put.h"
#include "agent/outputs/words.h"
#include "base/text.h"

#define SNIFFED_MAX (64u << 10)

struct doc {
	struct output *out; /* borrowed */
	const char *unit;
	int64_t buckets; /* -h of the command line; 0: unknown */
};

static void decrefp(json_t **j)
{
	json_decref(*j);
}

static int sniff(struct cursor in)
{
	struct cursor at = in, rest;

	while (at.at < at.end &&
		(*at.at == '\n' || *at.at == ' ' || *at.at == '\t' || *at.at == '\r'))
		at.at++;
	if (!words_begin(&at, "{"))
		return 0;
	at = cursor_over(at.at, MIN(cursor_left(&at), (size_t)SNIFFED_MAX));
	if (!words_behind(at, "\"rt_test_version\"", NULL, &rest))
		return 0;
	return words_behind(at, "cyclictest", NULL, &rest) ? 95 : 0;
}

/* The number of "-h 100", "-h100", "--histogram=100" and so on; 0 where it is not found ("-qmh100" is not). */
static int64_t buckets_of(const char *cmdline)
{
	static const char *const options[] = {"-h", "-H", "--histogram", "--histofall"};
	struct cursor line = cursor_over(cmdline, strlen(cmdline)), word;
	int64_t v = 0;

	while (words_next(&line, &word)) {
		for (size_t i = 0; i < ARRAY_LEN(options); i++) {
			struct cursor at = word;

			if (!words_eat(&at, options[i]))
				continue;
			words_eat(&at, "=");
			if (!cursor_left(&at) && !words_next(&line, &at))
				return 0;
			if (words_i64(&at, &v) && !cursor_left(&at) && v > 0)
				return v;
		}
	}
	return 0;
}

static int bad_thread(const char *thread, const char *what, struct err *e)
{
	char shown[32];

	return err_set(e, E_MALFORMED, "thread \"%s\": %s",
		text_printable(thread, strlen(thread), shown, sizeof shown), what);
}

static int add_bucket(struct output_series *s, const char *thread, const char *key,
	const json_t *value, struct err *e)
{
	int64_t bucket;

	if (!text_i64(key, strlen(key), &bucket) || bucket < 0)
		return bad_thread(thread, "a bucket's name is not a number", e);
	if (!json_is_integer(value) || json_integer_value(value) < 0)
		return bad_thread(thread, "a bucket's count is not a number", e);
	return put_run(s, bucket, (uint64_t)json_integer_value(value), e);
}

/* What "cycles" has and the buckets have not: above the last bucket if max is, else a contradiction. */
static int check_cycles(struct doc *d, const char *thread, const json_t *t, struct err *e)
{
	struct output_series *s = &d->out->series[d->out->nseries - 1];
	int64_t most = json_integer_value(json_object_get(t, "max"));
	int64_t cycles = json_integer_value(json_object_get(t, "cycles"));
	int64_t last = s->nruns ? s->run[s->nruns - 1].value : 0;
	uint64_t sum = 0;
	char name[64];
	int r;

	for (size_t i = 0; i < s->nruns; i++)
		sum += s->run[i].count;
	s->bound = MAX(last, d->buckets - 1);
	if ((uint64_t)cycles == sum)
		return 0;
	if ((uint64_t)cycles < sum || most <= s->bound)
		return put_note(d->out, NOTE_MISMATCH, 1, e,
			"T:%s: the histogram holds %llu samples, cycles are %lld, max is %lld",
			thread, (unsigned long long)sum, (long long)cycles, (long long)most);
	s->above = (uint64_t)cycles - sum;
	r = put_note(d->out, NOTE_INFO, s->above, e,
		"T:%s: %llu samples lie above the last bucket, %lld; the largest is %lld", thread,
		(unsigned long long)s->above, (long long)s->bound, (long long)most);
	if (r < 0)
		return r;
	snprintf(name, sizeof name, "T:%s:max", thread);
	return put_scalar(d->out, name, d->unit, 1, most, e);
}

static int read_histogram(
	struct doc *d, const char *thread, const json_t *t, json_t *histogram, struct err *e)
{
	struct output_series *s;
	const char *key;
	json_t *value;
	char name[64];
	int r;

	snprintf(name, sizeof name, "T:%s", thread);
	r = put_series(d->out, name, d->unit, 1, &s, e);
	json_object_foreach(histogram, key, value)
	{
		if (r == 0)
			r = add_bucket(s, thread, key, value, e);
	}
	if (r < 0)
		return r;
	put_together(s);
	return check_cycles(d, thread, t, e);
}

/* avg has two digits behind its point. */
static int read_avg(struct doc *d, const char *thread, const json_t *avg, struct err *e)
{
	bool ns = !strcmp(d->unit, "ns");
	double v = json_number_value(avg);
	char name[64];

	if (!json_is_number(avg) || !(fabs(v) < 1e12))
		return bad_thread(thread, "no avg", e);
	snprintf(name, sizeof name, "T:%s:avg", thread);
	return put_scalar(d->out, name, ns ? "ps" : "ns", 10, (int64_t)llround(v * 100) * 10, e);
}

static int read_numbers(struct doc *d, const char *thread, const json_t *t, struct err *e)
{
	static const char *const names[] = {"min", "max"};
	char name[64];
	int r = read_avg(d, thread, json_object_get(t, "avg"), e);

	for (size_t i = 0; r == 0 && i < ARRAY_LEN(names); i++) {
		snprintf(name, sizeof name, "T:%s:%s", thread, names[i]);
		r = put_scalar(d->out, name, d->unit, 1,
			json_integer_value(json_object_get(t, names[i])), e);
	}
	return r;
}

static int read_thread(struct doc *d, const char *thread, const json_t *t, struct err *e)
{
	json_t *histogram = json_object_get(t, "histogram");
	const json_t *cycles = json_object_get(t, "cycles");
	int64_t number;

	if (!text_i64(thread, strlen(thread), &number) || number < 0 ||
		number >= CYCLICTEST_THREADS_MAX || strlen(thread) > 4)
		return bad_thread(thread, "not a thread's number", e);
	if (!json_is_integer(cycles) || json_integer_value(cycles) < 0 ||
		!json_is_integer(json_object_get(t, "min")) ||
		!json_is_integer(json_object_get(t, "max")))
		return bad_thread(thread, "cycles, min and max are not all there", e);
	if (histogram && !json_is_object(histogram))
		return bad_thread(thread, "its histogram is no object", e);
	if (!json_integer_value(cycles))
		return put_note(
			d->out, NOTE_NOT_AVAILABLE, 1, e, "T:%s: no cycle was measured", thread);
	return histogram ? read_histogram(d, thread, t, histogram, e)
			 : read_numbers(d, thread, t, e);
}

static int read_doc(json_t *root, struct output *out, struct err *e)
{
	const char *cmdline = json_string_value(json_object_get(root, "cmdline"));
	json_t *threads = json_object_get(root, "thread"), *t;
	json_int_t code = json_integer_value(json_object_get(root, "return_code"));
	json_int_t n = json_integer_value(json_object_get(root, "num_threads"));
	struct doc d = {.out = out, .buckets = cmdline ? buckets_of(cmdline) : 0};
	const char *key;
	int r = 0;

	if (!json_is_object(threads))
		return err_set(e, E_MALFORMED, "no object \"thread\"");
	d.unit = json_integer_value(json_object_get(root, "resolution_in_ns")) ? "ns" : "us";
	json_object_foreach(threads, key, t)
	{
		if (r == 0)
			r = read_thread(&d, key, t, e);
	}
	if (r == 0 && n != (json_int_t)json_object_size(threads))
		r = put_note(out, NOTE_MISMATCH, 1, e, "num_threads is %lld, %zu threads are here",
			(long long)n, json_object_size(threads));
	if (r == 0 && code)
		r = put_note(
			out, NOTE_ERROR, 1, e, "cyclictest ended with code %lld", (long long)code);
	return r;
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	json_error_t at = {0};
	char shown[sizeof at.text];
	scoped(decrefp) json_t *root = json_loadb(
		(const char *)in.at, cursor_left(&in), JSON_REJECT_DUPLICATES, &at);

	if (!root && json_error_code(&at) == json_error_out_of_memory)
		return err_set(e, E_NOMEM, "out of memory");
	if (!root)
		return err_set(e, E_MALFORMED, "line %d: %s", at.line,
			text_printable(at.text, strlen(at.text), shown, sizeof shown));
	return read_doc(root, ret, e);
}

const struct output_format format_cyclictest_json = {
	.name = "cyclictest JSON",
	.about = "cyclictest --json of rt-tests 2.x, with or without a histogram",
	.sniff = sniff,
	.parse = parse,
};
