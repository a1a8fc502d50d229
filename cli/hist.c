/* SPDX-License-Identifier: GPL-2.0-or-later */
/* latlab hist: what textogram was run for. */
#include <string.h>

#include "cli/measure.h"
#include "cli/verbs.h"
#include "dashboards/buckets.h"
#include "dashboards/plain.h"
#include "dashboards/textogram.h"
#include "dashboards/textogram_tool.h"
#include "schema/wire/limits.h"

#define UNSET (-SAMPLE_ABS_MAX - 1)

enum form { TOOL, TOOL_OF_INSIDE, HONEST, LOG };

struct edges {
	int64_t a, z, n;
};

static int form_of(const char *percent, bool log, enum form *ret, struct err *e)
{
	static const struct {
		const char *word;
		enum form form;
	} words[] = {{"tool", TOOL}, {"inside", TOOL_OF_INSIDE}, {"all", HONEST}};

	*ret = log ? LOG : TOOL;
	if (!percent || log)
		return 0;
	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (strcmp(percent, words[i].word) != 0)
			continue;
		*ret = words[i].form;
		return 0;
	}
	return err_set(e, E_USAGE, "percent takes tool, inside or all, not \"%s\"", percent);
}

/*
 * Where they were not given: a from 0, or from below the smallest sample; z so that 99 of 100 samples lie below it. The
 * step is a 1-2-5 number, so that edges can be read.
 */
static void default_edges(struct edges *g, const struct dist *d, int digits)
{
	int64_t low = d->len ? d->runs[0].value : 0, high = dist_quantile(d, 0.99, NULL), step;

	for (; digits; digits--) { /* to whole units, outward */
		low = low < 0 ? low / 10 - 1 : low / 10;
		high = high / 10 + (high > 0);
	}
	if (g->a == UNSET)
		g->a = low >= 0 ? 0 : -buckets_above_125(-low);
	if (g->z != UNSET)
		return;
	step = high > g->a ? buckets_floor_125(MAX((high - g->a) / g->n, 1)) : 1;
	while (g->a + step * g->n <= high)
		step = buckets_above_125(step);
	g->z = g->a + step * g->n;
}

static int check_edges(const struct edges *g, struct err *e)
{
	if (g->z != UNSET && g->a != UNSET && g->z <= g->a)
		return err_set(e, E_USAGE, "-z must be larger than -a");
	return 0;
}

/* -a and -z are given in units; the samples are finer where they have digits behind a point. */
static int scale_edges(struct edges *g, int digits, struct err *e)
{
	for (; digits; digits--)
		if (__builtin_mul_overflow(g->a, 10, &g->a) ||
			__builtin_mul_overflow(g->z, 10, &g->z))
			return err_set(e, E_USAGE, "-a or -z is too large");
	return 0;
}

static int put_hist(
	struct buf *out, const struct set *s, enum form form, struct edges g, struct err *e)
{
	if (!s->d->n)
		return err_set(e, E_NOT_FOUND, "%s: no data", s->label);
	default_edges(&g, s->d, s->digits);
	if (check_edges(&g, e) < 0 || scale_edges(&g, s->digits, e) < 0)
		return -E_USAGE;
	if (s->digits && (form == HONEST || form == LOG))
		buf_printf(out, "edges in steps of 10^-%d\n", s->digits);
	switch (form) {
	case TOOL:
	case TOOL_OF_INSIDE:
		textogram_tool(out, s->d, g.a, g.z, (size_t)g.n,
			form == TOOL ? TEXTOGRAM_OF_ALL : TEXTOGRAM_OF_INSIDE, s->digits);
		break;
	case HONEST:
		textogram_linear(out, s->d, g.a, g.z, (size_t)g.n);
		break;
	case LOG:
		textogram_log(out, s->d);
		break;
	}
	return 0;
}

static void warn_of(const struct measure *m, const struct set *s, enum form form)
{
	if (s->d->censored && (form == TOOL || form == TOOL_OF_INSIDE))
		measure_warn(m,
			"%s: %llu samples are only known to be above %lld; they are on the last line",
			s->label, (unsigned long long)s->d->censored, (long long)s->d->bound);
}

static void put_heading(struct buf *out, const struct set *s)
{
	if (out->len)
		buf_byte(out, '\n');
	plain(out, 0, "%s, %s%s%s", s->label, s->quantity, *s->unit ? " in " : "", s->unit);
}

static int put_all(struct buf *out, const struct measure *m, enum form form, const struct edges *g,
	struct err *e)
{
	size_t sets = 0;
	int r = 0;

	for (size_t i = 0; i < m->sets.len; i++)
		sets += !m->sets.set[i].part && !m->sets.set[i].scalar;
	if (!sets)
		return err_set(e, E_NOT_FOUND, "no data: the tool printed no distribution");
	for (size_t i = 0; i < m->sets.len && r == 0; i++) {
		const struct set *s = &m->sets.set[i];

		if (s->part || s->scalar)
			continue;
		warn_of(m, s, form);
		if (sets > 1)
			put_heading(out, s);
		r = put_hist(out, s, form, *g, e);
	}
	return r;
}

static int run(struct measure *m, const char *percent, bool log, const struct edges *g,
	char **operands, struct err *e)
{
	scoped(buf_fini) struct buf out = {0};
	enum form form;
	int r = form_of(percent, log, &form, e);

	if (r == 0)
		r = check_edges(g, e);
	if (r == 0)
		r = measure_read(m, operands, e);
	if (r == 0)
		r = put_all(&out, m, form, g, e);
	return r < 0 ? r : measure_print(&out, e);
}

int verb_hist(int argc, char **argv)
{
	scoped(measure_fini) struct measure m = {.program = "latlab hist"};
	struct edges g = {UNSET, UNSET, 10};
	const char *percent = NULL;
	bool log = false;
	const struct opt opts[] = {{"from", 'a', OPT_INT, &g.a, "VALUE", NULL,
					   "the lower edge of the first bucket; default: 0, or "
					   "what takes in the smallest sample",
					   -SAMPLE_ABS_MAX, SAMPLE_ABS_MAX},
		{"to", 'z', OPT_INT, &g.z, "VALUE", NULL,
			"the upper edge of the last; default: beyond 99 % of the samples",
			-SAMPLE_ABS_MAX, SAMPLE_ABS_MAX},
		{"buckets", 'n', OPT_INT, &g.n, "N", NULL, "how many (default 10)", 1, BUCKETS_MAX},
		{"percent", 'p', OPT_TEXT, &percent, "OF", NULL,
			"tool (default): the bytes of the tool textogram; inside: with the "
			"percentages of its version of 2019; all: rounded, of all samples, each "
			"of which is on a line",
			0, 0},
		{"log", 'l', OPT_FLAG, &log, NULL, NULL,
			"buckets of 1, 2, 5, 10, 20 ... over all samples", 0, 0},
		MEASURE_OPTS(m)};
	const struct opt_set set = {
		.program = m.program,
		.operands = "FILES...",
		.about = "Prints a histogram of latencies as text.\n\n" MEASURE_FILES,
		.examples = "  latlab hist -a 0 -z 1000 -n 10 my-rtapp-logs/\n"
			    "  latlab hist --log my-rtapp-logs/\n"
			    "  latlab hist --percent=all --by group my-rtapp-logs/\n"
			    "  zcat cyclictest.txt.gz | latlab hist -a 0 -z 50 -\n",
		.opts = opts,
		.nopts = ARRAY_LEN(opts),
		.operands_min = 1,
		.operands_max = 1 << 20,
	};
	struct err e = {0};
	char **operands;
	int r = opt_read(&set, argc, argv, &operands, &e);

	if (r == OPT_GO_ON)
		r = run(&m, percent, log, &g, operands, &e);
	return measure_end(&m, r, &e);
}
