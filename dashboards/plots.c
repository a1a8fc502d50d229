/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/plots.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dashboards/buckets.h"
#include "dashboards/format.h"
#include "dashboards/svg.h"

enum { HEIGHT = 300, LEFT = 64, RIGHT = 74, TOP = 36, BOTTOM = 48 };

struct plot {
	struct buf *out;
	struct svg_axis x, y;
};

static struct svg_axis across(double lo, double hi)
{
	return (struct svg_axis){false, lo, hi, LEFT, SVG_WIDTH - RIGHT};
}

/* No sample lies beyond 2^53, but the sums and maxima of blocks come as boards sent them. */
static int64_t within(double v)
{
	return (int64_t)MIN(MAX(v, 1.0), 1e16);
}

/* Around low..high on a log axis; what is below 1 lies on its lower end. */
static struct svg_axis upwards(double low, double high)
{
	int64_t lo = buckets_floor_125(within(low)), hi = buckets_above_125(within(high));

	if (hi / lo < 5)
		hi = buckets_above_125(hi);
	return (struct svg_axis){true, (double)lo, (double)hi, HEIGHT - BOTTOM, TOP};
}

struct words {
	const char *title, *caption; /* for all */
	const char *desc;	     /* for screen readers */
};

static void open_figure(const struct plot *p, const char *id, const struct words *w)
{
	html(p->out,
		"<figure><figcaption><strong>%s.</strong> %s</figcaption>\n"
		"<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Plot\">\n",
		w->title, w->caption);
	svg_open(p->out, id, HEIGHT, w->title, w->desc);
}

static void close_figure(const struct plot *p)
{
	svg_line(p->out, p->x.from, p->y.from, p->x.to, p->y.from, "base");
	svg_close(p->out);
	html(p->out, "</div></figure>\n");
}

/* ---- percentiles --------------------------------------------------------------------------- */

#define NINES_MAX 13 /* 2^40 samples */

/* The axis reads 50, 90, 99, 99.9: x = -log10(1 - q). */
static void nines_axis(const struct plot *p)
{
	char text[32];

	for (int nines = 0; nines <= NINES_MAX; nines++) {
		double v = nines ? nines : -log10(0.5), at = svg_at(&p->x, v);

		if (v > p->x.hi + 1e-9)
			break;
		snprintf(text, sizeof text, "%.*f %%", MAX(nines - 2, 0),
			nines ? 100 - 100 * pow(10, -nines) : 50);
		svg_line(p->out, at, p->y.from, at, p->y.to, "grid");
		/* with many nines the labels grow long: every other one then */
		if (p->x.hi < 7 || nines % 2 == 0)
			svg_text(p->out, at, p->y.from + 17, "tick mid", text);
	}
	svg_text(p->out, (p->x.from + p->x.to) / 2, p->y.from + 36, "axis mid",
		"share of the samples at or below");
}

/*
 * One step a pixel at most, however many values there are: walks the values once, drawing each where the
 * share at or below it has moved on by a pixel. Ends at the share of all known samples but the last.
 */
static void steps(const struct plot *p, const struct dist *d)
{
	uint64_t below = 0;
	double drawn = p->x.from, at;

	html(p->out, "<path class=\"line p50\" d=\"M%.1f %.1f", p->x.from,
		svg_at(&p->y, (double)d->runs[0].value));
	for (size_t i = 0; i < d->len; i++) {
		below += d->runs[i].count;
		at = below < d->n ? svg_at(&p->x, -log10((double)(d->n - below) / (double)d->n))
				  : p->x.to;
		if (at - drawn < 1 && i + 1 < d->len)
			continue;
		html(p->out, "V%.1fH%.1f", svg_at(&p->y, (double)d->runs[i].value), at);
		drawn = at;
	}
	html(p->out, "\"/>\n");
}

static void named_points(const struct plot *p, const struct run_metric *m)
{
	static const double q[] = {0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999};
	bool beyond;

	for (size_t i = 0; i < ARRAY_LEN(q); i++) {
		double x = svg_at(&p->x, -log10(1 - q[i])), y;
		int64_t v = dist_quantile(m->dist, q[i], &beyond);

		if (beyond || -log10(1 - q[i]) > p->x.hi)
			return;
		y = svg_at(&p->y, (double)v);
		html(p->out, "<circle class=\"dot p50\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>\n", x,
			y);
		svg_text(p->out, x - 6, y - 8, "label end", format_value((double)v, m->unit).s);
	}
}

void plots_percentiles(struct buf *out, const struct run_metric *m, const char *id)
{
	const struct dist *d = m->dist;
	struct plot p = {.out = out};
	char desc[300];
	int64_t lo, hi;

	if (d->encoding == DIST_SCALAR || d->n < 10 || !buckets_range(d, &lo, &hi))
		return;
	p.x = across(0, MAX(log10((double)d->n), 1.0));
	p.y = upwards((double)lo, (double)d->runs[d->len - 1].value);
	snprintf(desc, sizeof desc, "Half of the samples are at or below %s, 99 %% at or below %s.",
		format_quantile(d, 0.5, m->unit).s, format_quantile(d, 0.99, m->unit).s);
	open_figure(&p, id,
		&(struct words){"Percentiles",
			d->censored
				? "Each step right adds a nine: the tail, stretched. The line ends where samples lie beyond the tool's bound."
				: "Each step right adds a nine: the tail, stretched.",
			desc});
	svg_y_axis(out, &p.x, &p.y, &(struct svg_label){m->unit, "latency"});
	nines_axis(&p);
	steps(&p, d);
	named_points(&p, m);
	close_figure(&p);
}

/* ---- curves over slices and boots ---------------------------------------------------------- */

struct curve {
	const char *name, *class;
	double (*value)(const void *of, size_t i); /* NAN: a gap */
	bool (*breaks)(const void *of, size_t i);  /* the line starts anew at i; NULL: never */
};

/* x of the ith of n; they stand in the middle of their share of the axis. */
static double place(const struct plot *p, size_t i, size_t n)
{
	return p->x.from + (p->x.to - p->x.from) * ((double)i + 0.5) / (double)n;
}

static void put_curve(const struct plot *p, const struct curve *c, const void *of, size_t n)
{
	bool pen_down = false;

	html(p->out, "<path class=\"line %s\" d=\"", c->class);
	for (size_t i = 0; i < n; i++) {
		double v = c->value(of, i);

		if (c->breaks && c->breaks(of, i))
			pen_down = false;
		if (isfinite(v))
			html(p->out, pen_down ? "L%.1f %.1f" : "M%.1f %.1f", place(p, i, n),
				svg_at(&p->y, v));
		pen_down = isfinite(v);
	}
	html(p->out, "\"/>\n");
	/* also what a line cannot show: one value between two gaps */
	for (size_t i = 0; n <= 120 && i < n; i++)
		if (isfinite(c->value(of, i)))
			html(p->out,
				"<circle class=\"dot %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>\n",
				c->class, place(p, i, n), svg_at(&p->y, c->value(of, i)));
}

/* Names at the right end beside their curves, pushed down where they would overlap. First curve highest. */
static void put_curves(
	const struct plot *p, const struct curve *c, size_t ncurves, const void *of, size_t n)
{
	double free_from = p->y.to;

	for (size_t k = 0; k < ncurves; k++) {
		double y = p->y.from;

		put_curve(p, &c[k], of, n);
		for (size_t i = n; i-- > 0;) {
			if (!isfinite(c[k].value(of, i)))
				continue;
			y = svg_at(&p->y, c[k].value(of, i));
			break;
		}
		y = MAX(y, free_from);
		free_from = y + 14;
		html(p->out, "<text class=\"name %s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
			c[k].class, p->x.to + 8, y + 4, c[k].name);
	}
}

static void extremes(
	const struct curve *c, size_t ncurves, const void *of, size_t n, double *low, double *high)
{
	*low = INFINITY;
	*high = 1;
	for (size_t k = 0; k < ncurves; k++) {
		for (size_t i = 0; i < n; i++) {
			double v = c[k].value(of, i);

			if (!isfinite(v))
				continue;
			*high = MAX(*high, v);
			if (v > 0)
				*low = MIN(*low, v);
		}
	}
	*low = MIN(*low, *high);
}

/* ---- a run over time ----------------------------------------------------------------------- */

#define COURSE_COLUMNS 300

/* Slices, several to a column where they are more than can be told apart. */
struct course {
	const struct run_blocks *blocks;
	size_t columns;
};

static struct run_block column(const struct course *c, size_t i)
{
	size_t from = i * c->blocks->len / c->columns, to = (i + 1) * c->blocks->len / c->columns;
	struct run_block all = {0};

	for (; from < to; from++) {
		const struct run_block *b = &c->blocks->block[from];

		if (!b->n)
			continue;
		all.max = all.n ? MAX(all.max, b->max) : b->max;
		all.n += b->n;
		/* a sum past 2^63 can only come from a hostile record: any finite picture will do */
		if (__builtin_add_overflow(all.sum, b->sum, &all.sum))
			all.sum = INT64_MAX;
	}
	return all;
}

static double course_max(const void *of, size_t i)
{
	struct run_block b = column(of, i);

	return b.n ? (double)b.max : (double)NAN;
}

static double course_mean(const void *of, size_t i)
{
	struct run_block b = column(of, i);

	return b.n ? (double)b.sum / (double)b.n : (double)NAN;
}

static void shade_warm_up(const struct plot *p, int64_t warm_up_ms)
{
	double to = svg_at(&p->x, (double)warm_up_ms / 1000);

	if (to <= p->x.from)
		return;
	svg_rect(p->out, p->x.from, p->y.to, to - p->x.from, p->y.from - p->y.to, "warmup");
	svg_text(p->out, p->x.from + 4, p->y.to - 4, "tick", "warm-up, not counted");
}

void plots_course(struct buf *out, const struct run_metric *m, int64_t warm_up_ms, const char *id)
{
	static const struct curve curves[] = {
		{"max", "max", course_max, NULL}, {"mean", "p50", course_mean, NULL}};
	struct course c = {&m->blocks, MIN(m->blocks.len, (size_t)COURSE_COLUMNS)};
	struct plot p = {.out = out};
	double low, high;

	if (m->blocks.len < 2 || !m->blocks.slice_us)
		return;
	extremes(curves, ARRAY_LEN(curves), &c, c.columns, &low, &high);
	p.x = across(0, (double)m->blocks.slice_us * (double)m->blocks.len / 1e6);
	p.y = upwards(low, high);
	open_figure(&p, id,
		&(struct words){"Course of the run",
			"Mean and largest of each slice of time. A course that drifts or steps says the run was not steady.",
			"Mean and largest value of each slice of the run's time."});
	shade_warm_up(&p, warm_up_ms);
	svg_y_axis(out, &p.x, &p.y, &(struct svg_label){m->unit, ""});
	svg_x_axis(out, &p.x, &p.y, &(struct svg_label){"s", "time since the start"});
	put_curves(&p, curves, ARRAY_LEN(curves), &c, c.columns);
	close_figure(&p);
}

/* ---- a series over boots ------------------------------------------------------------------- */

static double series_max(const void *of, size_t i)
{
	return (double)((const struct series_view *)of)->point[i].sum.max;
}

static double series_p99(const void *of, size_t i)
{
	return (double)((const struct series_view *)of)->point[i].sum.p99;
}

static double series_p50(const void *of, size_t i)
{
	return (double)((const struct series_view *)of)->point[i].sum.p50;
}

static bool series_breaks(const void *of, size_t i)
{
	return ((const struct series_view *)of)->point[i].segment_starts;
}

static void mark_segments(const struct plot *p, const struct series_view *v)
{
	double step = (p->x.to - p->x.from) / (double)v->npoints;

	for (size_t i = 1; i < v->npoints; i++)
		if (v->point[i].segment_starts)
			svg_line(p->out, place(p, i, v->npoints) - step / 2, p->y.from,
				place(p, i, v->npoints) - step / 2, p->y.to, "segment");
}

static void put_when(const struct plot *p, const struct series_view *v)
{
	svg_text(p->out, p->x.from, p->y.from + 17, "tick",
		format_time(v->point[0].started_at_ns).s);
	svg_text(p->out, p->x.to, p->y.from + 17, "tick end",
		format_time(v->point[v->npoints - 1].started_at_ns).s);
	svg_text(p->out, (p->x.from + p->x.to) / 2, p->y.from + 36, "axis mid",
		"points in order of time");
}

void plots_series(struct buf *out, const struct series_view *v, const char *id)
{
	static const struct curve curves[] = {{"max", "max", series_max, series_breaks},
		{"p99", "p99", series_p99, series_breaks},
		{"p50", "p50", series_p50, series_breaks}};
	struct plot p = {.out = out};
	double low, high;

	if (v->npoints < 2)
		return;
	extremes(curves, ARRAY_LEN(curves), v, v->npoints, &low, &high);
	p.x = across(0, (double)v->npoints);
	p.y = upwards(low, high);
	open_figure(&p, id,
		&(struct words){"Points in order of time",
			"A point is one boot with one workload version. A dashed upright line opens a segment: the workload or the board differs from"
			" there on, and values on its two sides do not compare.",
			"p50, p99 and largest value of each point."});
	svg_y_axis(out, &p.x, &p.y, &(struct svg_label){v->series.unit, ""});
	mark_segments(&p, v);
	put_curves(&p, curves, ARRAY_LEN(curves), v, v->npoints);
	put_when(&p, v);
	close_figure(&p);
}
