/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/histogram.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dashboards/buckets.h"
#include "dashboards/format.h"
#include "dashboards/svg.h"

/* ---- distributions that a sentence says all of --------------------------------------------- */

bool histogram_sentence(struct buf *out, const struct dist *d, const char *unit)
{
	size_t len = out->len;

	if (!d->n)
		buf_str(out, "No samples: nothing was measured.");
	else if (d->encoding == DIST_SCALAR)
		buf_printf(out, "One number that the tool computed, no samples: %s.",
			format_exact(d->runs[0].value, unit).s);
	else if (d->missed == d->n)
		buf_printf(out, "All %" PRIu64 " activations were missed: nothing was measured.",
			d->n);
	else if (!d->len)
		buf_printf(out, "All %" PRIu64 " samples lie beyond the tool's bound of %s.", d->n,
			format_exact(d->bound, unit).s);
	else if (d->n == 1)
		buf_printf(out, "One sample: %s.", format_exact(d->runs[0].value, unit).s);
	else if (d->runs[d->len - 1].value <= 0 && !d->censored)
		buf_printf(out, "All %" PRIu64 " samples lie at or below 0, from %s to %s.", d->n,
			format_exact(d->runs[0].value, unit).s,
			format_exact(d->runs[d->len - 1].value, unit).s);
	return out->len > len || out->failed;
}

/* ---- the plot ------------------------------------------------------------------------------ */

enum { HEIGHT = 340, LEFT = 64, RIGHT = 28, TOP = 84, BOTTOM = 48, SLOT = 56, GAP = 20, BAR = 26 };

/* A bar beside the log axis. */
struct slot {
	double centre;
	uint64_t count; /* 0: no such bar */
};

struct plot {
	struct buf *out;
	const struct run_metric *m;
	const char *id;
	struct buckets b;
	struct svg_axis x, y;
	double left; /* where the frame begins, slots included */
	struct slot missed, zero, beyond;
};

static double nearest_125_above(double v)
{
	return (double)buckets_above_125((int64_t)MAX(v, 1.0));
}

static uint64_t most_of(const struct plot *p)
{
	uint64_t most = MAX(MAX(p->missed.count, p->zero.count), p->beyond.count);

	for (size_t i = 0; i < p->b.len; i++)
		most = MAX(most, p->b.count[i]);
	return most;
}

static void take_slot(struct slot *s, double *edge, double step)
{
	if (!s->count)
		return;
	s->centre = *edge + step / 2;
	*edge += step;
}

/*
 * rt-app writes 0 for an activation it missed: those stand among the values at or below 0 and get
 * their own bar there. A tool that writes another value keeps them in their buckets; the caption
 * says so.
 */
static void split_below(struct plot *p)
{
	const struct dist *d = p->m->dist;

	p->missed.count = d->missed <= p->b.below ? d->missed : 0;
	p->zero.count = p->b.below - p->missed.count;
	p->beyond.count = d->censored;
}

static void set_axes(struct plot *p, int64_t lo, int64_t hi)
{
	double from = LEFT, to = SVG_WIDTH - RIGHT;

	p->left = from;
	take_slot(&p->missed, &from, SLOT);
	take_slot(&p->zero, &from, SLOT);
	take_slot(&p->beyond, &to, -SLOT);
	if (from > LEFT)
		from += GAP; /* room for the labels of both */
	if (p->beyond.count)
		to -= GAP;
	p->x = (struct svg_axis){true, (double)lo, (double)hi, from, to};
	/* from half a sample, so that a single one has a height */
	p->y = (struct svg_axis){
		true, 0.5, nearest_125_above((double)most_of(p)), HEIGHT - BOTTOM, TOP};
}

static int per_decade(int64_t lo, int64_t hi)
{
	double decades = log10((double)hi / (double)lo);

	return decades < 2.5 ? 24 : decades < 4.5 ? 16 : decades < 7 ? 10 : 6;
}

static void plan(struct plot *p)
{
	int64_t lo = 1, hi = 10;

	(void)buckets_range(p->m->dist, &lo, &hi); /* none above 0: any axis does */
	buckets_log(&p->b, lo, hi, per_decade(lo, hi), MAX(p->m->resolution, 1));
	buckets_fill(&p->b, p->m->dist);
	split_below(p);
	set_axes(p, lo, hi);
}

/* ---- bars ---------------------------------------------------------------------------------- */

static void bar(const struct plot *p, double x, double width, uint64_t count, const char *what,
	const char *class)
{
	double top = svg_at(&p->y, (double)count);

	html(p->out, "<g><title>%s: %" PRIu64 "</title>", what, count);
	svg_rect(p->out, x, top, MAX(width, 1.0), p->y.from - top, class);
	html(p->out, "</g>\n");
}

static void bucket_bars(const struct plot *p)
{
	for (size_t i = 0; i < p->b.len; i++) {
		double from = svg_at(&p->x, (double)p->b.edge[i]);
		double to = svg_at(&p->x, (double)p->b.edge[i + 1]);
		char what[64];

		if (!p->b.count[i])
			continue;
		snprintf(what, sizeof what, "%" PRId64 " to %" PRId64 " %.16s", p->b.edge[i],
			p->b.edge[i + 1] - 1, p->m->unit);
		bar(p, from, to - from - 1, p->b.count[i], what, "bar");
	}
}

static void slot_bar(
	const struct plot *p, const struct slot *s, const char *label, const char *class)
{
	if (!s->count)
		return;
	bar(p, s->centre - BAR / 2.0, BAR, s->count, label, class);
	svg_text(p->out, s->centre, p->y.from + 17, "tick mid", label);
}

static void slot_bars(const struct plot *p)
{
	bool negative = p->m->dist->len && p->m->dist->runs[0].value < 0;
	struct formatted bound = format_value((double)p->m->dist->bound, p->m->unit);
	char beyond[100];

	snprintf(beyond, sizeof beyond, "> %s", bound.s);
	if (p->missed.count) {
		html(p->out,
			"<defs><pattern id=\"%s-h\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\""
			" patternTransform=\"rotate(45)\"><path class=\"hatch\" d=\"M0 0V6\"/></pattern></defs>\n",
			p->id);
		slot_bar(p, &p->missed, "missed", "bar missed");
		html(p->out,
			"<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"url(#%s-h)\"/>\n",
			p->missed.centre - BAR / 2.0, svg_at(&p->y, (double)p->missed.count), BAR,
			p->y.from - svg_at(&p->y, (double)p->missed.count), p->id);
	}
	slot_bar(p, &p->zero, negative ? "<= 0" : "0", "bar zero");
	slot_bar(p, &p->beyond, beyond, "bar beyond");
}

/* ---- marks --------------------------------------------------------------------------------- */

struct mark {
	const char *name;
	double q; /* 1: the largest known sample */
	double x;
	char text[128];
};

enum { NMARKS = 4, ROW = 15 };

static double mark_x(const struct plot *p, int64_t v, bool beyond)
{
	if (beyond)
		return p->beyond.centre;
	if (v > 0)
		return svg_at(&p->x, (double)v);
	return p->zero.count ? p->zero.centre : p->missed.centre;
}

static void set_mark(const struct plot *p, struct mark *m)
{
	const struct dist *d = p->m->dist;
	bool beyond = false;
	int64_t v = m->q < 1 || d->censored ? dist_quantile(d, m->q, &beyond)
					    : d->runs[d->len - 1].value;

	m->x = mark_x(p, v, beyond);
	snprintf(m->text, sizeof m->text, "%s %s%s", m->name, beyond ? "> " : "",
		format_value((double)v, p->m->unit).s);
}

/* A label stands right of its line, or left of it where the picture would end. */
static void put_label(const struct plot *p, const struct mark *m, double y)
{
	bool flip = m->x + 4 + svg_text_width(m->text) > SVG_WIDTH - 2;

	svg_text(p->out, m->x + (flip ? -4 : 4), y, flip ? "label end" : "label", m->text);
}

/*
 * A row each, the largest lowest: values rise from left to right, so a line begins below the labels of
 * the smaller ones. Where a flipped label meets a line it is drawn over it.
 */
static void put_marks(const struct plot *p)
{
	struct mark mark[NMARKS] = {{.name = "p50", .q = 0.5}, {.name = "p95", .q = 0.95},
		{.name = "p99", .q = 0.99}, {.name = "max", .q = 1}};

	for (int i = 0; i < NMARKS; i++) {
		set_mark(p, &mark[i]);
		svg_line(p->out, mark[i].x, 15 + ROW * i, mark[i].x, p->y.from, "mark");
	}
	for (int i = 0; i < NMARKS; i++)
		put_label(p, &mark[i], 24 + ROW * i);
}

/* ---- the figure ---------------------------------------------------------------------------- */

static void put_caption(const struct plot *p)
{
	const struct dist *d = p->m->dist;

	html(p->out,
		"<figcaption><strong>Distribution.</strong> How often each value of %s occurred. Both axes are"
		" logarithmic.",
		p->m->name);
	if (d->missed)
		html(p->out, " %" PRIu64 " of %" PRIu64 " activations were missed (%s): %s.",
			d->missed, d->n, format_share(d->missed, d->n).s,
			p->missed.count
				? "the hatched bar; they were not measured"
				: "not measured, yet counted among the bars with the value the tool wrote");
	if (d->censored)
		html(p->out,
			" %" PRIu64
			" samples lie beyond the tool's bound of %s; how far is unknown.",
			d->censored, format_exact(d->bound, p->m->unit).s);
	html(p->out, "</figcaption>\n");
}

static void describe(const struct plot *p, char *out, size_t size)
{
	const struct dist *d = p->m->dist;

	snprintf(out, size, "%" PRIu64 " samples. p50 %s, p95 %s, p99 %s, largest %s.", d->n,
		format_quantile(d, 0.5, p->m->unit).s, format_quantile(d, 0.95, p->m->unit).s,
		format_quantile(d, 0.99, p->m->unit).s, format_quantile(d, 1, p->m->unit).s);
}

static void draw(struct plot *p)
{
	char title[128], desc[512];

	snprintf(title, sizeof title, "Histogram of %.80s", p->m->name);
	describe(p, desc, sizeof desc);
	svg_open(p->out, p->id, HEIGHT, title, desc);
	svg_y_axis(p->out, &(struct svg_axis){true, 1, 10, p->left, p->x.to}, &p->y,
		&(struct svg_label){NULL, "samples"});
	svg_x_axis(p->out, &p->x, &p->y, &(struct svg_label){p->m->unit, "latency"});
	bucket_bars(p);
	slot_bars(p);
	svg_line(p->out, p->left, p->y.from, SVG_WIDTH - RIGHT, p->y.from, "base");
	put_marks(p);
	svg_close(p->out);
}

void histogram_svg(struct buf *out, const struct run_metric *m, const char *id)
{
	struct plot p = {.out = out, .m = m, .id = id};
	struct buf sentence = {0};

	if (histogram_sentence(&sentence, m->dist, m->unit)) {
		html(out, "<p class=\"none\">%s</p>\n", buf_cstr(&sentence));
		out->failed |= sentence.failed;
	} else {
		plan(&p);
		html(out, "<figure>");
		put_caption(&p);
		html(out,
			"<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Plot\">\n");
		draw(&p);
		html(out, "</div></figure>\n");
	}
	buf_fini(&sentence);
}
