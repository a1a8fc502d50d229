/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * schbench prints percentiles, in reports: sections ("Wakeup Latencies percentiles (usec) runtime 30 (s) ...") of
 * "99.0th: 123" lines. While it runs it prints interim reports of everything so far, and at its end the final one. Only
 * the last report of a run counts. A run ends at "average rps", at "Iteration", where the time since its start goes
 * back, and, since releases that print no such time print only the final report, at each of their reports.
 */
#include <stdio.h>
#include <string.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/put.h"
#include "agent/outputs/words.h"
#include "base/mem.h"
#include "base/text.h"

#define NUMBERS_MAX  256 /* of one report */
#define SECTIONS_MAX 8
#define SECTION_NAME 16

struct number {
	char name[32]; /* "wakeup:p99.9" */
	const char *unit, *direction;
	int64_t v, resolution;
};

struct section {
	char name[SECTION_NAME];
	const char *unit, *direction;
	bool whole; /* its last line, "min=", was met */
};

/* The report that is being read, which is the last one so far. */
struct report {
	struct section section[SECTIONS_MAX];
	struct number number[NUMBERS_MAX];
	size_t nsections, nnumbers;
	int64_t runtime; /* seconds; -1: it does not say */
	bool interim;	 /* "current rps" followed it */
};

struct reader {
	struct output *out; /* borrowed */
	struct report last;
	uint64_t runs, interim;
};

/* "50.0th:", "99.9th:" and "99.5000th:" are p50, p99.9 and p99.5. */
static bool read_percentile(struct cursor word, char *name, size_t size)
{
	struct cursor number;
	int64_t v;
	int given;

	if (!words_end(&word, "th:"))
		return false;
	number = cursor_over(word.at, cursor_left(&word) - 3);
	if (!words_decimal(number, 4, &v, &given) || v < 0 || v > 1000000)
		return false;
	while (given && number.end[-1] == '0') {
		number.end--;
		given--;
	}
	if (number.end[-1] == '.')
		number.end--;
	snprintf(name, size, "p%.*s", (int)cursor_left(&number), (const char *)number.at);
	return true;
}

static int flush(struct reader *rd, struct err *e)
{
	struct report *last = &rd->last;
	int r = 0;

	if (!last->nsections)
		return 0;
	rd->runs++;
	if (last->interim)
		r = put_note(rd->out, NOTE_CUT, 1, e,
			"run %llu has no final report: its last interim one is taken",
			(unsigned long long)rd->runs);
	for (size_t i = 0; r == 0 && i < last->nsections; i++)
		if (!last->section[i].whole)
			r = put_note(rd->out, NOTE_CUT, 1, e,
				"run %llu: the section %s has no line \"min=\"",
				(unsigned long long)rd->runs, last->section[i].name);
	for (size_t i = 0; r == 0 && i < last->nnumbers; i++) {
		const struct number *n = &last->number[i];

		r = put_scalar(rd->out, n->name, n->unit, n->resolution, n->v, e);
		if (r == 0)
			output_find(rd->out, n->name)->direction = n->direction;
	}
	memset(last, 0, sizeof *last);
	return r;
}

static bool has_section(const struct report *rp, const char *name)
{
	for (size_t i = 0; i < rp->nsections; i++)
		if (!strcmp(rp->section[i].name, name))
			return true;
	return false;
}

static int put_number(
	struct report *rp, const struct section *s, const char *name, int64_t v, struct err *e)
{
	struct number *n = &rp->number[rp->nnumbers];

	if (rp->nnumbers == NUMBERS_MAX)
		return err_set(e, E_TOO_BIG, "a report of more than %d numbers", NUMBERS_MAX);
	*n = (struct number){.unit = s->unit, .direction = s->direction, .v = v, .resolution = 1};
	snprintf(n->name, sizeof n->name, "%s:%s", s->name, name);
	for (size_t i = 0; i < rp->nnumbers; i++)
		if (!strcmp(rp->number[i].name, n->name))
			return err_set(e, E_MALFORMED, "%s is there twice", n->name);
	rp->nnumbers++;
	return 0;
}

/* "Wakeup Latencies percentiles (usec) runtime 30 (s) (434591 total samples)" */
static bool read_header(struct cursor line, struct section *s, int64_t *runtime)
{
	struct cursor title, rest, word;
	size_t n = 0;

	*s = (struct section){.unit = "us", .direction = "lower"};
	if (!words_behind(line, " percentiles (", &title, &rest) || !words_next(&title, &word))
		return false;
	for (; word.at < word.end && n + 1 < sizeof s->name; word.at++)
		s->name[n++] = (char)(*word.at | 0x20);
	if (words_begin(&rest, "requests)")) {
		s->unit = "Hz";
		s->direction = "higher";
	} else if (!words_begin(&rest, "usec)")) {
		return false;
	}
	*runtime = -1;
	if (words_behind(rest, "runtime ", NULL, &rest) && !words_i64(&rest, runtime))
		return false;
	return text_is_name(s->name, sizeof s->name);
}

/* Whether a report that starts with this section, at this time, is another run's. */
static bool is_next_run(const struct report *last, const struct section *s, int64_t runtime)
{
	if (!last->nsections)
		return false;
	return runtime < 0 ? has_section(last, s->name) : runtime < last->runtime;
}

static int begin_section(struct reader *rd, const struct section *s, int64_t runtime, struct err *e)
{
	struct report *last = &rd->last;
	int r = is_next_run(last, s, runtime) ? flush(rd, e) : 0;

	if (last->interim || has_section(last, s->name)) {
		memset(last, 0, sizeof *last);
		rd->interim++;
	}
	if (last->nsections == SECTIONS_MAX)
		return err_set(e, E_TOO_BIG, "a report of more than %d sections", SECTIONS_MAX);
	last->runtime = runtime;
	last->section[last->nsections++] = *s;
	return r;
}

/* "* 99.0th: 8          (2076 samples)"; what is no such line is passed over. */
static int read_row(struct report *rp, struct cursor line, struct err *e)
{
	const struct section *s = &rp->section[rp->nsections - 1];
	struct cursor word;
	char name[16];
	int64_t v;

	words_eat(&line, "*");
	if (!words_next(&line, &word) || !read_percentile(word, name, sizeof name))
		return 0;
	words_skip(&line);
	if (!words_i64(&line, &v) || (cursor_left(&line) && *line.at != ' ' && *line.at != '\t'))
		return err_set(e, E_MALFORMED, "%s:%s has no number", s->name, name);
	return put_number(rp, s, name, v, e);
}

/* "min=1, max=119", which ends a section. */
static int read_ends(struct report *rp, struct cursor line, struct err *e)
{
	struct section *s = &rp->section[rp->nsections - 1];
	int64_t min, max;
	int r;

	if (!words_eat(&line, "min=") || !words_i64(&line, &min) || !words_eat(&line, ", max=") ||
		!words_i64(&line, &max) || cursor_left(&line))
		return err_set(e, E_MALFORMED, "not \"min=..., max=...\"");
	s->whole = true;
	r = put_number(rp, s, "min", min, e);
	return r < 0 ? r : put_number(rp, s, "max", max, e);
}

/* "average rps: 17108.70" is the last line of a run. In thousandths, since it has digits behind its point. */
static int read_average(struct reader *rd, struct cursor line, struct err *e)
{
	static const struct section rps = {.name = "rps", .unit = "mHz", .direction = "higher"};
	int64_t v;
	int given, r;

	line = words_trim(line);
	if (!words_decimal(line, 3, &v, &given))
		return err_set(e, E_MALFORMED, "\"average rps\" has no number");
	r = put_number(&rd->last, &rps, "average", v, e);
	if (r < 0)
		return r;
	rd->last.interim = false;
	rd->last.number[rd->last.nnumbers - 1].resolution = 10;
	return flush(rd, e);
}

static int read_line(struct reader *rd, struct cursor line, struct err *e)
{
	struct section s;
	int64_t runtime;

	line = words_trim(line);
	if (words_begin(&line, "Iteration"))
		return flush(rd, e);
	if (read_header(line, &s, &runtime))
		return begin_section(rd, &s, runtime, e);
	if (!rd->last.nsections)
		return 0;
	if (words_begin(&line, "current rps:"))
		rd->last.interim = true;
	if (words_eat(&line, "average rps:"))
		return read_average(rd, line, e);
	if (words_begin(&line, "min="))
		return read_ends(&rd->last, line, e);
	return read_row(&rd->last, line, e);
}

static int parse_lines(struct reader *rd, struct cursor in, struct err *e)
{
	struct cursor line;
	bool ended;

	for (size_t n = 1; cursor_line(&in, &line, &ended); n++) {
		int r;

		if (!ended) /* its number may lack digits */
			return put_note(
				rd->out, NOTE_CUT, 1, e, "the last line is cut and left out");
		r = read_line(rd, line, e);
		if (r < 0)
			return err_add(e, r, "line %zu", n);
	}
	return 0;
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	scoped(mem_freep) struct reader *rd = mem_alloc(sizeof *rd);
	int r;

	if (!rd)
		return err_set(e, E_NOMEM, "out of memory");
	rd->out = ret;
	r = parse_lines(rd, in, e);
	if (r == 0)
		r = flush(rd, e);
	if (r == 0 && !rd->runs)
		r = err_set(e, E_MALFORMED, "no report (\"... percentiles (usec) ...\")");
	if (r == 0 && rd->interim)
		r = put_note(ret, NOTE_INFO, rd->interim, e,
			"interim reports, which hold what the later ones hold, are passed over");
	return r;
}

static int sniff(struct cursor in)
{
	struct cursor line;
	struct section s;
	int64_t runtime;
	bool ended;

	for (int n = 0; n < 200 && cursor_line(&in, &line, &ended); n++)
		if (read_header(words_trim(line), &s, &runtime))
			return 95;
	return 0;
}

const struct output_format format_schbench = {
	.name = "schbench",
	.about =
		"the percentiles that schbench prints, of old and new releases; several runs in one file too",
	.sniff = sniff,
	.parse = parse,
};
