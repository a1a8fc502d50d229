/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/export.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "dashboards/jout.h"

/* ---- JSON ---------------------------------------------------------------------------------- */

static void put_hist(struct jout *j, const struct dist *d)
{
	jout_open(j, "hist", '[');
	for (size_t i = 0; i < d->len; i++) {
		jout_open(j, NULL, '[');
		jout_int(j, NULL, d->runs[i].value);
		jout_int(j, NULL, (int64_t)d->runs[i].count);
		jout_close(j, ']');
	}
	jout_close(j, ']');
}

static void put_series(struct jout *j, const struct export_row *row)
{
	jout_open(j, NULL, '{');
	jout_text(j, "name", row->name);
	jout_text(j, "unit", row->unit);
	jout_text(j, "better", row->direction);
	jout_int(j, "n", (int64_t)row->d->n);
	jout_int(j, "missed", (int64_t)row->d->missed);
	jout_int(j, "censored", (int64_t)row->d->censored);
	if (row->d->censored)
		jout_int(j, "bound", row->d->bound);
	else
		jout_text(j, "bound", NULL);
	put_hist(j, row->d);
	jout_close(j, '}');
}

void export_json(struct buf *out, const struct export_row *row, size_t n)
{
	struct jout j = {.out = out};

	jout_open(&j, NULL, '{');
	jout_open(&j, "series", '[');
	for (size_t i = 0; i < n; i++)
		put_series(&j, &row[i]);
	jout_close(&j, ']');
	jout_close(&j, '}');
	buf_byte(out, '\n');
}

/* ---- CSV ----------------------------------------------------------------------------------- */

/* Quoted where it must be. */
static void put_field(struct buf *out, const char *s)
{
	if (!strpbrk(s, ",\"\r\n")) {
		buf_str(out, s);
		return;
	}
	buf_byte(out, '"');
	for (; *s; s++)
		buf_printf(out, *s == '"' ? "\"%c" : "%c", *s);
	buf_byte(out, '"');
}

void export_csv(struct buf *out, const struct export_row *row, size_t n)
{
	buf_str(out, n > 1 ? "series,value,count\n" : "value,count\n");
	for (size_t i = 0; i < n; i++) {
		for (size_t v = 0; v < row[i].d->len; v++) {
			const struct dist_run *run = &row[i].d->runs[v];

			if (n > 1) {
				put_field(out, row[i].name);
				buf_byte(out, ',');
			}
			buf_printf(out, "%" PRId64 ",%" PRIu64 "\n", run->value, run->count);
		}
	}
}

/* ---- hgrm ---------------------------------------------------------------------------------- */

static void put_percentile(struct buf *out, int64_t value, uint64_t upto, uint64_t n)
{
	double share = (double)upto / (double)n;

	buf_printf(out, "%12.3f %14.12f %10" PRIu64, (double)value, share, upto);
	if (upto < n)
		buf_printf(out, " %14.2f", (double)n / (double)(n - upto));
	buf_byte(out, '\n');
}

void export_hgrm(struct buf *out, const struct dist *d)
{
	struct dist_summary s = dist_summarise(d);
	uint64_t upto = 0, known = s.n - s.censored;
	double sd = known ? sqrt(s.m2 / (double)known) : 0; /* as there: of a population */

	buf_printf(out, "%12s %14s %10s %14s\n\n", "Value", "Percentile", "TotalCount",
		"1/(1-Percentile)");
	for (size_t i = 0; i < d->len; i++) {
		upto += d->runs[i].count;
		put_percentile(out, d->runs[i].value, upto, d->n);
	}
	buf_printf(out, "#[Mean    = %12.3f, StdDeviation   = %12.3f]\n", s.mean, sd);
	buf_printf(
		out, "#[Max     = %12.3f, Total count    = %12" PRIu64 "]\n", (double)s.max, s.n);
}
