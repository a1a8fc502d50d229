/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/textogram.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dashboards/buckets.h"
#include "dashboards/format.h"
#include "dashboards/plain.h"

#define BAR_MAX 50

struct line {
	char label[48];
	uint64_t count;
};

/* ---- lines of a histogram ------------------------------------------------------------------ */

static int width_of(int64_t v)
{
	return snprintf(NULL, 0, "%" PRId64, v);
}

static void range_label(struct line *l, const struct buckets *b, size_t i, int low, int high)
{
	snprintf(l->label, sizeof l->label, "%*" PRId64 " - %-*" PRId64, low, b->edge[i], high,
		b->edge[i + 1]);
	l->count = b->count[i];
}

/* At most three more than there are buckets. */
static size_t lines_of(const struct buckets *b, const struct dist *d, struct line *line)
{
	int low = 0, high = width_of(b->edge[b->len]);
	size_t n = 0;

	for (size_t i = 0; i < b->len; i++)
		low = MAX(low, width_of(b->edge[i]));
	if (b->below) {
		if (b->log)
			snprintf(line[n].label, sizeof line->label, "<= 0");
		else
			snprintf(line[n].label, sizeof line->label, "<%" PRId64, b->edge[0]);
		line[n++].count = b->below;
	}
	for (size_t i = 0; i < b->len; i++)
		range_label(&line[n++], b, i, low, high);
	if (b->above) {
		snprintf(line[n].label, sizeof line->label, ">%" PRId64, b->edge[b->len]);
		line[n++].count = b->above;
	}
	if (b->censored) {
		snprintf(line[n].label, sizeof line->label, "beyond %" PRId64, d->bound);
		line[n++].count = b->censored;
	}
	return n;
}

/* " 72% (3688)"; nothing where there are none. */
static void tail_of(char *out, size_t size, uint64_t count, uint64_t n)
{
	double percent = n ? 100.0 * (double)count / (double)n : 0;

	if (!count)
		out[0] = 0;
	else if (percent < 0.5)
		snprintf(out, size, " <1%% (%" PRIu64 ")", count);
	else
		snprintf(out, size, "%3.0f%% (%" PRIu64 ")", percent, count);
}

static void put_line(
	struct buf *out, const struct line *l, int label, int bar, uint64_t most, uint64_t n)
{
	int filled = (int)((double)l->count * bar / (double)MAX(most, 1) + 0.5);
	char tail[40];

	tail_of(tail, sizeof tail, l->count, n);
	buf_printf(out, "%*s :", label, l->label);
	if (l->count)
		buf_printf(out, " %.*s%*s %s", filled,
			"##################################################", bar - filled, "",
			tail);
	buf_byte(out, '\n');
}

static void put_lines(struct buf *out, const struct line *line, size_t len, uint64_t n)
{
	int label = 0, tail = 0;
	uint64_t most = 0;
	char text[40];

	for (size_t i = 0; i < len; i++) {
		tail_of(text, sizeof text, line[i].count, n);
		label = MAX(label, (int)strlen(line[i].label));
		tail = MAX(tail, (int)strlen(text));
		most = MAX(most, line[i].count);
	}
	for (size_t i = 0; i < len; i++)
		put_line(out, &line[i], label, MIN(BAR_MAX, PLAIN_COLUMNS - label - 4 - tail), most,
			n);
}

static void put_buckets(struct buf *out, struct buckets *b, const struct dist *d)
{
	struct line line[BUCKETS_MAX + 3];

	buckets_fill(b, d);
	put_lines(out, line, lines_of(b, d, line), d->n);
}

void textogram_linear(struct buf *out, const struct dist *d, int64_t a, int64_t z, size_t n)
{
	struct buckets b;

	buckets_linear(&b, a, z, n);
	put_buckets(out, &b, d);
}

void textogram_log(struct buf *out, const struct dist *d)
{
	struct buckets b;
	int64_t lo, hi;

	if (buckets_range(d, &lo, &hi))
		buckets_125(&b, lo, hi);
	else
		buckets_none(&b);
	put_buckets(out, &b, d);
}

/* ---- st ------------------------------------------------------------------------------------ */

#define COLUMNS 6

static const char *const st_name[COLUMNS] = {"N", "min", "max", "sum", "mean", "stddev"};

/* exact: N, min and max in all digits, as st prints them up to a million. */
static void st_values(const struct dist *d, bool exact, struct formatted value[COLUMNS])
{
	struct dist_summary s = dist_summarise(d);
	double as_g[COLUMNS] = {(double)(s.n - s.censored), (double)s.min, (double)s.max,
		format_sum(d), s.mean, format_sd(&s)};

	for (size_t i = 0; i < COLUMNS; i++)
		value[i] = format_g(d->len || !i ? as_g[i] : (double)NAN);
	if (!exact || !d->len)
		return;
	snprintf(value[0].s, sizeof value->s, "%" PRIu64, s.n - s.censored);
	snprintf(value[1].s, sizeof value->s, "%" PRId64, s.min);
	snprintf(value[2].s, sizeof value->s, "%" PRId64, s.max);
}

/* Columns to the next tab stop, or to one blank further; returns what all take together. */
static int st_widths(const struct formatted value[COLUMNS], int stop, int width[COLUMNS])
{
	int sum = 0;

	for (size_t i = 0; i < COLUMNS; i++) {
		width[i] = (int)(MAX(strlen(value[i].s), strlen(st_name[i])) / (size_t)stop + 1) *
			stop;
		sum += width[i];
	}
	return sum;
}

/* Tab stops as st has them; closer, and then with rounded numbers, where those would be too wide. */
void textogram_st(struct buf *out, const struct dist *d)
{
	struct formatted value[COLUMNS];
	int width[COLUMNS];

	st_values(d, true, value);
	if (st_widths(value, 8, width) > PLAIN_COLUMNS &&
		st_widths(value, 1, width) > PLAIN_COLUMNS) {
		st_values(d, false, value);
		(void)st_widths(value, 1, width); /* six numbers of %g always fit */
	}
	for (int row = 0; row < 2; row++) {
		for (size_t i = 0; i + 1 < COLUMNS; i++)
			buf_printf(out, "%-*s", width[i], row ? value[i].s : st_name[i]);
		buf_printf(out, "%s\n", row ? value[COLUMNS - 1].s : st_name[COLUMNS - 1]);
	}
}

bool textogram_seed_fits(const struct dist *d, const char *unit)
{
	return strcmp(unit, "us") == 0 && d->len && d->runs[0].value >= 0 &&
		dist_quantile(d, 0.5, NULL) <= 1000;
}
