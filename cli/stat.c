/* SPDX-License-Identifier: GPL-2.0-or-later */
/* latlab stat: what st was run for, with percentiles and what was not measured, of any tool's output. */
#include <string.h>

#include "base/mem.h"
#include "cli/measure.h"
#include "cli/verbs.h"
#include "dashboards/st.h"
#include "dashboards/stat_table.h"

/* ---- units --------------------------------------------------------------------------------- */

static int exponent_of(const char *unit)
{
	static const char *const units[] = {"ns", "us", "ms", "s"};

	for (int i = 0; i < (int)ARRAY_LEN(units); i++)
		if (!strcmp(unit, units[i]))
			return 3 * i;
	return -1;
}

/* How many digits the point moves to the left. */
static int shift_to(const struct set *s, const char *to, int *ret, struct err *e)
{
	const char *from = s->unit;
	int source = exponent_of(from), target = to ? exponent_of(to) : 0;

	*ret = s->digits;
	if (!to || !strcmp(from, to))
		return 0;
	if (source < 0)
		return err_set(e, E_UNSUPPORTED,
			"%s is in no unit of time, so it cannot be shown in %s", s->label, to);
	*ret = target - source;
	return 0;
}

static int check_unit(const char *unit, struct err *e)
{
	return !unit || exponent_of(unit) >= 0
		? 0
		: err_set(e, E_USAGE, "unit takes ns, us, ms or s, not \"%s\"", unit);
}

/* ---- the table ----------------------------------------------------------------------------- */

static bool same_table(const struct set *a, const struct set *b)
{
	return a->scalar == b->scalar && a->digits == b->digits &&
		!strcmp(a->quantity, b->quantity) && !strcmp(a->unit, b->unit);
}

static void put_title(struct buf *title, const struct set *s, const char *unit)
{
	buf_str(title, s->quantity);
	if (unit && *unit)
		buf_printf(title, " in %s", unit);
	if (s->scalar)
		buf_str(title, ": numbers that the tool worked out itself");
}

/* The sets that belong into one table with the first that is not done. */
static int put_table(struct buf *out, const struct sets *sets, size_t first, bool *done,
	const char *unit, struct err *e)
{
	const struct set *s = &sets->set[first];
	scoped(mem_freep) struct stat_row *row = mem_array(sets->len, sizeof *row);
	scoped(buf_fini) struct buf title = {0};
	size_t n = 0;
	int shift, r = shift_to(s, unit, &shift, e);

	if (r < 0)
		return r;
	put_title(&title, s, unit ? unit : s->unit);
	if (!row || !buf_ok(&title))
		return err_set(e, E_NOMEM, "out of memory");
	for (size_t i = first; i < sets->len; i++) {
		if (done[i] || !same_table(s, &sets->set[i]))
			continue;
		row[n++] = (struct stat_row){
			sets->set[i].label, sets->set[i].d, sets->set[i].unknown};
		done[i] = true;
	}
	if (out->len)
		buf_byte(out, '\n');
	(s->scalar ? stat_scalars : stat_table)(out, buf_cstr(&title), row, n, shift);
	return 0;
}

static int put_tables(struct buf *out, const struct sets *sets, const char *unit, struct err *e)
{
	scoped(mem_freep) bool *done = mem_array(sets->len, sizeof *done);
	int r = 0;

	if (!done)
		return err_set(e, E_NOMEM, "out of memory");
	for (size_t i = 0; i < sets->len && r == 0; i++)
		if (!done[i])
			r = put_table(out, sets, i, done, unit, e);
	return r;
}

/* ---- st's line ----------------------------------------------------------------------------- */

/* With a column of names in front where there are several lines. */
static int put_st(struct buf *out, const struct measure *m, const char *unit, struct err *e)
{
	size_t lines = 0;
	int shift, r;

	for (size_t i = 0; i < m->sets.len; i++)
		lines += !m->sets.set[i].part;
	buf_str(out, lines > 1 ? "name\t" : "");
	st_header(out);
	for (size_t i = 0; i < m->sets.len; i++) {
		const struct set *s = &m->sets.set[i];

		if (s->part)
			continue;
		if (!s->d->len)
			return err_set(e, E_NOT_FOUND, "%s: no data", s->label);
		r = shift_to(s, unit, &shift, e);
		if (r < 0)
			return r;
		if (s->d->censored)
			measure_warn(m,
				"%s: %llu samples above %lld are not in it: only their "
				"number is known",
				s->label, (unsigned long long)s->d->censored,
				(long long)s->d->bound);
		if (lines > 1)
			buf_printf(out, "%s\t", s->label);
		st_line(out, s->d, shift);
	}
	return 0;
}

static int run(struct measure *m, bool st, const char *unit, char **operands, struct err *e)
{
	scoped(buf_fini) struct buf out = {0};
	int r = check_unit(unit, e);

	if (r == 0)
		r = measure_read(m, operands, e);

	if (r == 0)
		r = st ? put_st(&out, m, unit, e) : put_tables(&out, &m->sets, unit, e);
	return r < 0 ? r : measure_print(&out, e);
}

int verb_stat(int argc, char **argv)
{
	scoped(measure_fini) struct measure m = {.program = "latlab stat"};
	const char *unit = NULL;
	bool st = false;
	const struct opt opts[] = {MEASURE_OPTS(m){"unit", 'u', OPT_TEXT, &unit, "UNIT", NULL,
					   "shows times in ns, us, ms or s, exactly; default: as "
					   "the tool wrote them",
					   0, 0},
		{"st", 's', OPT_FLAG, &st, NULL, NULL,
			"prints what the tool st prints: N min max sum mean stddev, with tabs", 0,
			0}};
	const struct opt_set set = {
		.program = m.program,
		.operands = "FILES...",
		.about =
			"Prints count, mean, deviation and percentiles of latencies.\n\n" MEASURE_FILES,
		.examples = "  latlab stat my-rtapp-logs/\n"
			    "  latlab stat --warm-up 1000 --by group run-1/ run-2/\n"
			    "  latlab stat --column slack rt-app-cfs_thread-*.log\n"
			    "  trace-cmd report | latlab stat --unit ms -\n"
			    "  latlab stat --st numbers.txt\n",
		.opts = opts,
		.nopts = ARRAY_LEN(opts),
		.operands_min = 1,
		.operands_max = 1 << 20,
	};
	struct err e = {0};
	char **operands;
	int r = opt_read(&set, argc, argv, &operands, &e);

	if (r == OPT_GO_ON)
		r = run(&m, st, unit, operands, &e);
	return measure_end(&m, r, &e);
}
