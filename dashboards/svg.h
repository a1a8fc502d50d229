/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The pieces of a plot as inline SVG: frame, axes, ticks, lines. Colours, dashes and type come from
 * classes of the style sheet, since the pages forbid inline styles. Every coordinate passes svg_at(),
 * which answers a point of the axis for whatever number it is given.
 */
#ifndef LATLAB_DASHBOARDS_SVG_H
#define LATLAB_DASHBOARDS_SVG_H

#include "dashboards/html.h"

#define SVG_WIDTH 720

struct svg_axis {
	bool log;
	double lo, hi;	 /* lo < hi; both > 0 where log */
	double from, to; /* the pixels of lo and hi */
};

/* The pixel of v; outside values, and what is no number, land on the nearer end. */
double svg_at(const struct svg_axis *a, double v);

/*
 * Opens the picture. id is unique on the page; title and desc are what a screen reader says. height: in pixels
 * of a picture that is SVG_WIDTH wide.
 */
void svg_open(struct buf *out, const char *id, double height, const char *title, const char *desc);
void svg_close(struct buf *out);

void svg_text(struct buf *out, double x, double y, const char *class, const char *text);
void svg_line(struct buf *out, double x1, double y1, double x2, double y2, const char *class);
void svg_rect(struct buf *out, double x, double y, double w, double h, const char *class);

/* Ticks of an axis, at most SVG_TICKS_MAX: 1-2-5 steps, or decades where those would be too many. */
#define SVG_TICKS_MAX 12
size_t svg_ticks(const struct svg_axis *a, double tick[SVG_TICKS_MAX]);

/* How a tick's value is written: with its unit; NULL unit: a count. */
struct svg_label {
	const char *unit, *title; /* title: what the axis shows */
};

/* Grid lines over the plot (x from y_axis's side to the other), tick labels, and the axis' title. */
void svg_x_axis(struct buf *out, const struct svg_axis *x, const struct svg_axis *y,
	const struct svg_label *label);
void svg_y_axis(struct buf *out, const struct svg_axis *x, const struct svg_axis *y,
	const struct svg_label *label);

/* About how wide a text of the plots' type is. */
double svg_text_width(const char *text);

#endif
