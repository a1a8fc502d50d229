/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/pages.h"

#include <stdio.h>

#include "dashboards/format.h"
#include "dashboards/parts.h"
#include "dashboards/plots.h"

static void put_points(const struct series_view *v, struct buf *out)
{
	static const char *const columns[] = {"Boot", "Kernel", "#p50", "#p90", "#p99", "#p99.9",
		"#max", "#mean", "#sd", "#Samples"};
	const char *unit = v->series.unit;

	html_table(out, "Points", columns, ARRAY_LEN(columns));
	for (size_t i = 0; i < v->npoints; i++) {
		const struct point_line *p = &v->point[i];

		if (p->segment_starts && i)
			html(out,
				"<tr class=\"segment\"><td colspan=\"%zu\">New segment: workload or board facts"
				" differ from here on.</td></tr>\n",
				ARRAY_LEN(columns));
		html(out, "<tr><td>");
		parts_time_html(out, p->started_at_ns);
		html(out, "</td><td><a href=\"/kernels/%" PRId64 "\">%s</a></td>", p->kernel_id,
			p->kernel_release);
		html(out,
			"<td class=\"num\">%" PRId64 "</td><td class=\"num\">%" PRId64
			"</td><td class=\"num\">%" PRId64 "</td><td class=\"num\">%" PRId64
			"</td><td class=\"num\">%" PRId64 "</td>",
			p->sum.p50, p->sum.p90, p->sum.p99, p->sum.p999, p->sum.max);
		html(out,
			"<td class=\"num\">%s</td><td class=\"num\">%s</td><td class=\"num\">%" PRIu64
			"</td></tr>\n",
			format_g(p->sum.mean).s, format_g(format_sd(&p->sum)).s, p->sum.n);
	}
	html_table_end(out);
	html(out, "<p class=\"note\">All values in %s.</p>\n", unit);
}

void series_html(const struct series_view *v, struct buf *out)
{
	char path[64];
	struct html_page page = {v->series.metric, NULL, path};

	snprintf(path, sizeof path, "/series/%" PRId64, v->series.id);
	html_head(out, &page);
	html(out,
		"<p class=\"crumb\">Series</p>\n<h1>%s</h1>\n<p class=\"lead\">Workload %s on board "
		"<a href=\"/boards/%-s\">%s</a>%s%s, in %s; %s is better.</p>\n",
		v->series.metric, v->series.workload, v->series.board, v->series.board,
		*v->series.config_name ? ", config " : "", v->series.config_name, v->series.unit,
		v->direction);
	if (v->npoints) {
		plots_series(out, v, "series");
		put_points(v, out);
	} else {
		html(out, "<p class=\"none\">No boots yet.</p>\n");
	}
	html_foot(out, &page);
}

static void text_point(const struct point_line *p, const char *unit, struct buf *out)
{
	plain(out, 2, "%s  kernel %s", format_time(p->started_at_ns).s, p->kernel_release);
	plain(out, 6, "p50 %s, p99 %s, max %s of %" PRIu64,
		format_value((double)p->sum.p50, unit).s, format_value((double)p->sum.p99, unit).s,
		format_value((double)p->sum.max, unit).s, p->sum.n);
}

void series_text(const struct series_view *v, struct buf *out)
{
	plain_title(out, "latlab: series %s", v->series.metric);
	plain_field(out, "workload", "%s", v->series.workload);
	plain_field(out, "board", "%s", v->series.board);
	if (*v->series.config_name)
		plain_field(out, "config", "%s", v->series.config_name);
	plain_field(out, "unit", "%s, %s is better", v->series.unit, v->direction);
	plain_heading(out, "%s in order of time; a point is one boot with one workload version",
		format_count((int64_t)v->npoints, "point").s);
	for (size_t i = 0; i < v->npoints; i++) {
		if (v->point[i].segment_starts && i)
			plain(out, 2,
				"-- new segment: workload or board facts differ from here on --");
		text_point(&v->point[i], v->series.unit, out);
	}
}

void series_json(const struct series_view *v, struct buf *out)
{
	struct jout j = {.out = out};

	jout_open(&j, NULL, '{');
	parts_series_line_json(&j, &v->series);
	jout_text(&j, "direction", v->direction);
	jout_open(&j, "points", '[');
	for (size_t i = 0; i < v->npoints; i++) {
		const struct point_line *p = &v->point[i];

		jout_open(&j, NULL, '{');
		jout_int(&j, "kernel_id", p->kernel_id);
		jout_text(&j, "kernel_release", p->kernel_release);
		jout_text(&j, "boot_id", p->boot_id);
		jout_int(&j, "started_at_ns", p->started_at_ns);
		jout_bool(&j, "segment_starts", p->segment_starts);
		parts_summary_json(&j, &p->sum);
		jout_close(&j, '}');
	}
	jout_close(&j, ']');
	jout_close(&j, '}');
	buf_byte(out, '\n');
}
