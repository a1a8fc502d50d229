/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cyclictest without a histogram: for each thread what it printed last. While it runs it prints the same lines
 * over and over, moving the cursor up between; only the last of each thread is the result.
 */
#include <stdio.h>
#include <string.h>

#include "agent/outputs/cyclictest_line.h"
#include "agent/outputs/formats.h"
#include "agent/outputs/put.h"
#include "agent/outputs/words.h"
#include "base/mem.h"

struct seen {
	struct cyclictest_line last[CYCLICTEST_THREADS_MAX];
	bool is[CYCLICTEST_THREADS_MAX];
	size_t nthreads; /* the highest, plus one */
	uint64_t broken;
	bool cut, ns;
	size_t breaks; /* lines with "# Break" */
};

static int sniff(struct cursor in)
{
	struct cyclictest_line l;
	struct cursor line;
	bool ended;

	for (int n = 0; n < 200 && cursor_line(&in, &line, &ended); n++)
		if (cyclictest_line_read(line, &l) == CYCLICTEST_THREAD)
			return 90;
	return 0;
}

static void take_line(struct seen *seen, const struct cyclictest_line *l)
{
	seen->last[l->thread] = *l;
	seen->is[l->thread] = true;
	seen->nthreads = MAX(seen->nthreads, (size_t)l->thread + 1);
	seen->ns = seen->ns || l->ns;
}

static void read_lines(struct cursor in, struct seen *seen)
{
	struct cyclictest_line l;
	struct cursor line;
	bool ended;

	while (cursor_line(&in, &line, &ended)) {
		enum cyclictest_kind kind = cyclictest_line_read(line, &l);

		/* the last number of a line without an end may lack digits */
		if (kind != CYCLICTEST_OTHER && !ended)
			seen->cut = true;
		else if (kind == CYCLICTEST_THREAD)
			take_line(seen, &l);
		else if (kind == CYCLICTEST_BROKEN)
			seen->broken++;
		seen->breaks += words_begin(&line, "# Break value:");
	}
}

static int put_thread(struct output *o, const struct seen *seen, size_t i, struct err *e)
{
	const struct cyclictest_line *l = &seen->last[i];
	const struct {
		const char *name;
		int64_t v;
	} numbers[] = {{"min", l->min}, {"avg", l->avg}, {"max", l->max}};

	/* before its first cycle a thread shows the numbers it counts down from */
	if (!l->cycles)
		return put_note(o, NOTE_NOT_AVAILABLE, 1, e, "T:%zu: no cycle was measured", i);
	for (size_t k = 0; k < ARRAY_LEN(numbers); k++) {
		char name[32];
		int r;

		snprintf(name, sizeof name, "T:%zu:%s", i, numbers[k].name);
		r = put_scalar(o, name, seen->ns ? "ns" : "us", 1, numbers[k].v, e);
		if (r < 0)
			return r;
	}
	return 0;
}

static int put_notes(struct output *o, const struct seen *seen, struct err *e)
{
	int r = 0;

	if (seen->cut)
		r = put_note(o, NOTE_CUT, 1, e, "the last line is cut and left out");
	if (r == 0 && seen->broken)
		r = put_note(
			o, NOTE_UNPARSED, seen->broken, e, "lines of threads could not be read");
	if (r == 0 && seen->breaks)
		r = put_note(
			o, NOTE_ERROR, seen->breaks, e, "cyclictest stopped at its break value");
	return r;
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	scoped(mem_freep) struct seen *seen = mem_alloc(sizeof *seen);
	int r = 0;

	if (!seen)
		return err_set(e, E_NOMEM, "out of memory");
	read_lines(in, seen);
	if (!seen->nthreads && !seen->cut)
		return err_set(e, E_MALFORMED, "no line of a thread (\"T: 0 (...) ...\")");
	for (size_t i = 0; r == 0 && i < seen->nthreads; i++)
		if (seen->is[i])
			r = put_thread(ret, seen, i, e);
	return r < 0 ? r : put_notes(ret, seen, e);
}

const struct output_format format_cyclictest = {
	.name = "cyclictest",
	.about = "what cyclictest prints without a histogram: min, avg and max of each thread",
	.sniff = sniff,
	.parse = parse,
};
