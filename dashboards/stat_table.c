/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/stat_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dashboards/format.h"
#include "dashboards/plain.h"

#define LABEL_MAX 28
#define GAP	  2

/* ---- columns ------------------------------------------------------------------------------- */

struct subject {
	const struct dist *d;
	uint64_t unknown;
	struct dist_summary s;
	int shift;
};

static struct formatted count_of(uint64_t n)
{
	struct formatted f;

	snprintf(f.s, sizeof f.s, "%" PRIu64, n);
	return f;
}

static struct formatted show_n(const struct subject *t)
{
	return count_of(t->s.n + t->unknown);
}

static struct formatted show_missed(const struct subject *t)
{
	return count_of(t->s.missed);
}

static struct formatted show_censored(const struct subject *t)
{
	return count_of(t->s.censored);
}

#define UNKNOWN ((struct formatted){"?"})

static struct formatted show_min(const struct subject *t)
{
	if (t->unknown)
		return UNKNOWN;
	return t->d->len ? format_decimal(t->s.min, t->shift) : (struct formatted){"-"};
}

static struct formatted show_mean(const struct subject *t)
{
	if (t->unknown)
		return UNKNOWN;
	return format_six(t->d->len ? t->s.mean / pow(10, t->shift) : (double)NAN);
}

static struct formatted show_sd(const struct subject *t)
{
	if (t->unknown)
		return UNKNOWN;
	return format_six(format_sd(&t->s) / pow(10, t->shift));
}

/* The sample of that rank (from 1) of the n; above the bound for the last, censored ones. */
static int64_t at_rank(const struct dist *d, uint64_t rank, bool *beyond)
{
	*beyond = rank > d->n - d->censored;
	if (*beyond)
		return d->bound;
	for (size_t i = 0;; i++) {
		if (rank <= d->runs[i].count)
			return d->runs[i].value;
		rank -= d->runs[i].count;
	}
}

/* Known where it is the same wherever the unknown samples lie: all below, or all above. */
static bool quantile(const struct subject *t, double q, int64_t *ret, bool *beyond)
{
	uint64_t rank = (uint64_t)ceil(q * (double)(t->d->n + t->unknown));
	bool high_beyond;

	if (!t->unknown) {
		*ret = dist_quantile(t->d, q, beyond);
		return true;
	}
	if (rank <= t->unknown)
		return false;
	*ret = at_rank(t->d, rank - t->unknown, beyond);
	return *beyond || (rank <= t->d->n && at_rank(t->d, rank, &high_beyond) == *ret);
}

static struct formatted show_quantile(const struct subject *t, double q)
{
	struct formatted f, above;
	bool beyond;
	int64_t v;

	if (!t->d->n)
		return (struct formatted){"-"};
	if (!quantile(t, q, &v, &beyond))
		return UNKNOWN;
	f = format_decimal(v, t->shift);
	if (!beyond)
		return f;
	snprintf(above.s, sizeof above.s, ">%.90s", f.s);
	return above;
}

/* Two halves that stay together where the table must be broken. */
static const struct column {
	const char *name;
	struct formatted (*show)(const struct subject *t);
	double q; /* where there is no show */
} columns[] = {
	{"N", show_n, 0},
	{"missed", show_missed, 0},
	{"censored", show_censored, 0},
	{"min", show_min, 0},
	{"mean", show_mean, 0},
	{"stddev", show_sd, 0},
	{"p50", NULL, 0.5},
	{"p90", NULL, 0.9},
	{"p95", NULL, 0.95},
	{"p99", NULL, 0.99},
	{"p99.9", NULL, 0.999},
	{"max", NULL, 1},
};

#define HALF 6

static struct formatted cell(const struct column *c, const struct subject *t)
{
	return c->show ? c->show(t) : show_quantile(t, c->q);
}

/* ---- the table ----------------------------------------------------------------------------- */

static struct subject subject_of(const struct stat_row *row, int shift)
{
	return (struct subject){row->d, row->unknown, dist_summarise(row->d), shift};
}

static size_t label_width(const struct stat_row *row, size_t n)
{
	size_t width = 0;

	for (size_t i = 0; i < n; i++)
		width = MAX(width, MIN(strlen(row[i].label), LABEL_MAX));
	return width;
}

static void find_widths(
	size_t width[ARRAY_LEN(columns)], const struct stat_row *row, size_t n, int shift)
{
	for (size_t c = 0; c < ARRAY_LEN(columns); c++)
		width[c] = strlen(columns[c].name);
	for (size_t i = 0; i < n; i++) {
		struct subject t = subject_of(&row[i], shift);

		for (size_t c = 0; c < ARRAY_LEN(columns); c++)
			width[c] = MAX(width[c], strlen(cell(&columns[c], &t).s));
	}
}

/* How many columns from `from` on stand side by side: all, else up to the half, else what fits; at least one. */
static size_t columns_that_fit(const size_t width[ARRAY_LEN(columns)], size_t label, size_t from)
{
	size_t used = label, fit = from;

	while (fit < ARRAY_LEN(columns) && used + GAP + width[fit] <= PLAIN_COLUMNS)
		used += GAP + width[fit++];
	if (fit < ARRAY_LEN(columns) && from < HALF && fit > HALF)
		fit = HALF;
	return MAX(fit, from + 1);
}

/* Plain ASCII. A label that is too long loses its start: the ends of paths tell them apart. */
static void put_label(struct buf *out, const char *label, size_t width)
{
	size_t len = strlen(label), cut = len > LABEL_MAX ? len - LABEL_MAX + 3 : 0;

	buf_str(out, cut ? "..." : "");
	for (const char *c = label + cut; *c; c++)
		buf_byte(out, *c >= ' ' && *c <= '~' ? (unsigned char)*c : '?');
	buf_fill(out, ' ', width - MIN(len, LABEL_MAX));
}

static void put_part(struct buf *out, const struct stat_row *row, size_t n, int shift,
	const size_t width[ARRAY_LEN(columns)], size_t from, size_t to)
{
	size_t label = label_width(row, n);

	buf_fill(out, ' ', label);
	for (size_t c = from; c < to; c++)
		buf_printf(out, "%*s", (int)width[c] + GAP, columns[c].name);
	buf_byte(out, '\n');
	for (size_t i = 0; i < n; i++) {
		struct subject t = subject_of(&row[i], shift);

		put_label(out, row[i].label, label);
		for (size_t c = from; c < to; c++)
			buf_printf(out, "%*s", (int)width[c] + GAP, cell(&columns[c], &t).s);
		buf_byte(out, '\n');
	}
}

void stat_table(struct buf *out, const char *title, const struct stat_row *row, size_t n, int shift)
{
	size_t width[ARRAY_LEN(columns)], from = 0;

	plain(out, 0, "%s", title);
	find_widths(width, row, n, shift);
	while (from < ARRAY_LEN(columns)) {
		size_t to = columns_that_fit(width, label_width(row, n), from);

		if (from)
			buf_byte(out, '\n');
		put_part(out, row, n, shift, width, from, to);
		from = to;
	}
}

void stat_scalars(
	struct buf *out, const char *title, const struct stat_row *row, size_t n, int shift)
{
	size_t label = label_width(row, n), width = 0;

	plain(out, 0, "%s", title);
	for (size_t i = 0; i < n; i++)
		width = MAX(width, strlen(format_decimal(row[i].d->runs[0].value, shift).s));
	for (size_t i = 0; i < n; i++) {
		put_label(out, row[i].label, label);
		buf_printf(out, "%*s\n", (int)width + GAP,
			format_decimal(row[i].d->runs[0].value, shift).s);
	}
}
