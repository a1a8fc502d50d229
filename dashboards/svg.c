/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dashboards/format.h"

/* ---- pieces -------------------------------------------------------------------------------- */

double svg_at(const struct svg_axis *a, double v)
{
	double part;

	if (a->log)
		part = v > a->lo ? log(v / a->lo) / log(a->hi / a->lo) : 0;
	else
		part = (v - a->lo) / (a->hi - a->lo);
	if (!(part > 0)) /* also where v is no number */
		part = 0;
	return a->from + MIN(part, 1.0) * (a->to - a->from);
}

void svg_open(struct buf *out, const char *id, double height, const char *title, const char *desc)
{
	html(out,
		"<svg class=\"plot\" role=\"img\" aria-labelledby=\"%s-t %s-d\" viewBox=\"0 0 %d %.1f\">\n"
		"<title id=\"%s-t\">%s</title><desc id=\"%s-d\">%s</desc>\n",
		id, id, SVG_WIDTH, height, id, title, id, desc);
}

void svg_close(struct buf *out)
{
	html(out, "</svg>\n");
}

void svg_text(struct buf *out, double x, double y, const char *class, const char *text)
{
	html(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">%s</text>\n", x, y, class, text);
}

void svg_line(struct buf *out, double x1, double y1, double x2, double y2, const char *class)
{
	html(out, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", class, x1, y1, x2, y2);
}

void svg_rect(struct buf *out, double x, double y, double w, double h, const char *class)
{
	html(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
		class, x, y, w, h);
}

double svg_text_width(const char *text)
{
	return 6.6 * (double)strlen(text);
}

/* ---- ticks --------------------------------------------------------------------------------- */

/* How many pixels a label needs along its axis. */
static size_t ticks_that_fit(const struct svg_axis *a)
{
	double pixels = fabs(a->to - a->from), each = a->to > a->from ? 56 : 26;

	return (size_t)MAX(2.0, MIN(pixels / each, (double)SVG_TICKS_MAX));
}

static bool is_within(const struct svg_axis *a, double v)
{
	return v >= a->lo * (1 - 1e-9) && v <= a->hi * (1 + 1e-9);
}

/* The numbers mantissas[] x 10^(k * every) on the axis; 0 where they are more than max. */
static size_t log_ticks(const struct svg_axis *a, const char *mantissas, int every, size_t max,
	double tick[SVG_TICKS_MAX])
{
	size_t n = 0;

	for (int k = (int)floor(log10(a->lo)) / every * every - every; pow(10, k) <= a->hi;
		k += every) {
		for (const char *m = mantissas; *m; m++) {
			double v = (*m - '0') * pow(10, k);

			if (!is_within(a, v))
				continue;
			if (n == max)
				return 0;
			tick[n++] = v;
		}
	}
	return n;
}

static double linear_step(double range, size_t max)
{
	double step = pow(10, floor(log10(range / (double)max)));

	for (int i = 0; range / step > (double)max; i = (i + 1) % 3)
		step *= i == 1 ? 2.5 : 2;
	return step;
}

static size_t linear_ticks(const struct svg_axis *a, size_t max, double tick[SVG_TICKS_MAX])
{
	double step = linear_step(a->hi - a->lo, max - 1);
	size_t n = 0;

	for (double k = ceil(a->lo / step - 1e-9); k * step <= a->hi + step * 1e-9 && n < max; k++)
		tick[n++] = k * step + 0.0; /* not -0 */
	return n;
}

size_t svg_ticks(const struct svg_axis *a, double tick[SVG_TICKS_MAX])
{
	static const struct {
		const char *mantissas;
		int every;
	} densities[] = {{"125", 1}, {"13", 1}, {"1", 1}, {"1", 2}, {"1", 3}, {"1", 5}, {"1", 9}};
	size_t max = ticks_that_fit(a), n = 0;

	if (!a->log)
		return linear_ticks(a, max, tick);
	for (size_t i = 0; !n && i < ARRAY_LEN(densities); i++)
		n = log_ticks(a, densities[i].mantissas, densities[i].every, max, tick);
	return n;
}

/* ---- axes ---------------------------------------------------------------------------------- */

static struct formatted tick_label(double v, const struct svg_label *label)
{
	struct formatted f;

	if (label->unit)
		return format_value(v, label->unit);
	snprintf(f.s, sizeof f.s, v < 1e6 ? "%.0f" : "%.0e", v);
	return f;
}

void svg_x_axis(struct buf *out, const struct svg_axis *x, const struct svg_axis *y,
	const struct svg_label *label)
{
	double tick[SVG_TICKS_MAX];
	size_t n = svg_ticks(x, tick);

	for (size_t i = 0; i < n; i++) {
		double at = svg_at(x, tick[i]);

		svg_line(out, at, y->from, at, y->to, "grid");
		svg_text(out, at, y->from + 17, "tick mid", tick_label(tick[i], label).s);
	}
	svg_text(out, (x->from + x->to) / 2, y->from + 36, "axis mid", label->title);
}

void svg_y_axis(struct buf *out, const struct svg_axis *x, const struct svg_axis *y,
	const struct svg_label *label)
{
	double tick[SVG_TICKS_MAX];
	size_t n = svg_ticks(y, tick);

	for (size_t i = 0; i < n; i++) {
		double at = svg_at(y, tick[i]);

		svg_line(out, x->from, at, x->to, at, "grid");
		svg_text(out, x->from - 8, at + 4, "tick end", tick_label(tick[i], label).s);
	}
	svg_text(out, x->from - 52, y->to - 10, "axis", label->title);
}
