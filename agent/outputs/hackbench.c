/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Benchmarks that print one time a run: hackbench ("Time: 9.541"), and perf bench sched messaging and pipe
 * ("Total time: 0.055 [sec]", "5.123456 usecs/op"). Run in a loop they leave one file with a time an iteration, among
 * whatever else the loop printed.
 */
#include <string.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/put.h"
#include "agent/outputs/words.h"

/* A line "PREFIX number SUFFIX" is a sample of `series`, which is kept in `unit`, `digits` digits behind the point. */
struct timing {
	const char *prefix, *suffix, *series, *unit;
	int digits;
};

struct tool {
	const char *begin; /* how a run's first line begins; it owes a time */
	const struct timing *timing;
	size_t ntimings;
};

static const struct timing hackbench_timing[] = {{"Time:", "", "time", "us", 6}};
static const struct timing perf_timing[] = {
	{"Total time:", "[sec]", "time", "us", 6},
	{"", "usecs/op", "per_op", "ps", 6},
};
static const struct tool hackbench = {"Running ", hackbench_timing, ARRAY_LEN(hackbench_timing)};
static const struct tool perf_bench = {"# Running 'sched/", perf_timing, ARRAY_LEN(perf_timing)};

/* Whether the line is of that timing; word is then its number. */
static bool is_timing(struct cursor line, const struct timing *t, struct cursor *word)
{
	struct cursor rest;

	line = words_trim(line);
	if (!words_eat(&line, t->prefix) || !words_next(&line, word))
		return false;
	rest = words_trim(line);
	return words_is(&rest, t->suffix);
}

static int64_t power_of_ten(int digits)
{
	int64_t p = 1;

	while (digits-- > 0)
		p *= 10;
	return p;
}

static int take_time(struct output *o, const struct timing *t, struct cursor word, struct err *e)
{
	struct output_series *s = output_find(o, t->series);
	int64_t v;
	int given, r;

	if (!words_decimal(word, t->digits, &v, &given) || v < 0)
		return err_set(e, E_MALFORMED, "no time behind \"%s%s\"", t->prefix, t->suffix);
	if (!s) {
		r = put_series(o, t->series, t->unit, power_of_ten(t->digits - given), &s, e);
		if (r < 0)
			return r;
	}
	s->resolution = MIN(s->resolution, power_of_ten(t->digits - given));
	return put_sample(s, v, e);
}

struct counts {
	uint64_t runs, errors;
};

static int read_line(const struct tool *tool, struct cursor line, struct output *o,
	struct counts *counts, struct err *e)
{
	struct cursor word, rest;

	for (size_t i = 0; i < tool->ntimings; i++)
		if (is_timing(line, &tool->timing[i], &word))
			return take_time(o, &tool->timing[i], word, e);
	counts->runs += words_begin(&line, tool->begin);
	counts->errors += words_behind(line, "(error:", NULL, &rest);
	return 0;
}

static int put_notes(struct output *o, const struct counts *counts, bool cut, struct err *e)
{
	const struct output_series *s = output_find(o, "time");
	uint64_t times = s ? s->n : 0;
	int r = 0;

	if (cut)
		r = put_note(o, NOTE_CUT, 1, e, "the last line is cut and left out");
	if (r == 0 && counts->runs > times)
		r = put_note(o, NOTE_CUT, counts->runs - times, e,
			"%llu runs began and %llu printed their time",
			(unsigned long long)counts->runs, (unsigned long long)times);
	if (r == 0 && counts->errors)
		r = put_note(o, NOTE_ERROR, counts->errors, e, "lines with \"(error: ...)\"");
	return r;
}

static int parse_as(const struct tool *tool, struct cursor in, struct output *o, struct err *e)
{
	struct counts counts = {0};
	struct cursor line, word;
	bool ended, cut = false;

	for (size_t n = 1; cursor_line(&in, &line, &ended); n++) {
		int r;

		/* digits may be missing from "Time: 9.5", not from what has something behind its number */
		cut = !ended && is_timing(line, &tool->timing[0], &word) &&
			!tool->timing[0].suffix[0];
		if (cut)
			break;
		r = read_line(tool, line, o, &counts, e);
		if (r < 0)
			return err_add(e, r, "line %zu", n);
	}
	if (!o->nseries && !counts.runs && !cut)
		return err_set(e, E_MALFORMED, "no time");
	return put_notes(o, &counts, cut, e);
}

static int parse_hackbench(struct cursor in, struct output *ret, struct err *e)
{
	return parse_as(&hackbench, in, ret, e);
}

static int parse_perf_bench(struct cursor in, struct output *ret, struct err *e)
{
	return parse_as(&perf_bench, in, ret, e);
}

/* Both the first line of a run and its time: surely; a time alone: perhaps. */
static int sniff_as(const struct tool *tool, struct cursor in)
{
	struct cursor line, word, rest;
	bool ended, began = false;
	int64_t v;
	int given;

	for (int n = 0; n < 200 && cursor_line(&in, &line, &ended); n++) {
		began = began ||
			(words_begin(&line, tool->begin) &&
				(tool == &perf_bench || words_behind(line, "== ", NULL, &rest)));
		if (is_timing(line, &tool->timing[0], &word) && words_decimal(word, 6, &v, &given))
			return began ? 95 : 40;
	}
	return began ? 60 : 0;
}

static int sniff_hackbench(struct cursor in)
{
	return sniff_as(&hackbench, in);
}

static int sniff_perf_bench(struct cursor in)
{
	return sniff_as(&perf_bench, in);
}

const struct output_format format_hackbench = {
	.name = "hackbench",
	.about = "what hackbench prints; several runs in one file give several samples",
	.sniff = sniff_hackbench,
	.parse = parse_hackbench,
};

const struct output_format format_perf_bench = {
	.name = "perf bench sched",
	.about = "what perf bench sched messaging and pipe print",
	.sniff = sniff_perf_bench,
	.parse = parse_perf_bench,
};
