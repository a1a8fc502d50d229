/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/parts.h"

#include <string.h>

#include "dashboards/format.h"

/* ---- small things -------------------------------------------------------------------------- */

void parts_time_html(struct buf *out, int64_t wall_ns)
{
	html(out, "<time datetime=\"%s\">%s</time>", format_iso(wall_ns).s, format_time(wall_ns).s);
}

static void minute(struct buf *out, int64_t wall_ns)
{
	html(out, "<time datetime=\"%s\">%s</time>", format_iso(wall_ns).s,
		format_minute(wall_ns).s);
}

/* A name stays on one line while it is of ordinary length; a hostile one is broken rather than widen the page. */
static void name_cell(struct buf *out, const char *name)
{
	html(out, strlen(name) <= 32 ? "<td class=\"name\">%s</td>" : "<td>%s</td>", name);
}

/* Good is blue and bad is orange: a pair that all eyes tell apart. The word says it without colour. */
static const struct {
	const char *name, *meaning, *class;
} outcomes[] = {
#define OUTCOME(id, name, is_point, meaning) {name, meaning, is_point ? "good" : "bad"},
#include "schema/wire/outcomes.def"
#undef OUTCOME
};

const char *parts_outcome_meaning(const char *outcome)
{
	for (size_t i = 0; i < ARRAY_LEN(outcomes); i++)
		if (strcmp(outcomes[i].name, outcome) == 0)
			return outcomes[i].meaning;
	return outcome;
}

void parts_outcome_html(struct buf *out, const char *outcome)
{
	const char *class = "bad";

	for (size_t i = 0; i < ARRAY_LEN(outcomes); i++)
		if (strcmp(outcomes[i].name, outcome) == 0)
			class = outcomes[i].class;
	html(out, "<span class=\"outcome %s\">%s</span>", class, outcome);
}

void parts_summary_json(struct jout *j, const struct dist_summary *s)
{
	bool known = s->n > s->censored;

	jout_int(j, "n", (int64_t)s->n);
	jout_int(j, "missed", (int64_t)s->missed);
	jout_int(j, "censored", (int64_t)s->censored);
	if (!s->n)
		return;
	if (known) {
		jout_int(j, "min", s->min);
		jout_int(j, "max", s->max);
		jout_real(j, "mean", s->mean);
		jout_real(j, "sd", format_sd(s));
	}
	jout_int(j, "p50", s->p50);
	jout_int(j, "p90", s->p90);
	jout_int(j, "p95", s->p95);
	jout_int(j, "p99", s->p99);
	jout_int(j, "p999", s->p999);
}

/* ---- runs ---------------------------------------------------------------------------------- */

static bool has_numbers(const struct run_line *r)
{
	return r->metric && r->unit && r->sum.n;
}

static void number_cells(struct buf *out, const struct run_line *r)
{
	if (!has_numbers(r)) {
		html(out,
			"<td class=\"num\">-</td><td class=\"num\">-</td><td class=\"num\">-</td><td class=\"num\">-</td>");
		return;
	}
	html(out,
		"<td class=\"num\">%s</td><td class=\"num\">%s</td><td class=\"num\">%s</td><td class=\"num\">%" PRIu64
		"</td>",
		format_value((double)r->sum.p50, r->unit).s,
		format_value((double)r->sum.p99, r->unit).s,
		format_value((double)r->sum.max, r->unit).s, r->sum.n);
}

void parts_runs_html(struct buf *out, const struct run_line *run, size_t n)
{
	static const char *const columns[] = {"Received (UTC)", "Workload", "Board", "Kernel",
		"Outcome", "Metric", "#p50", "#p99", "#max", "#Samples"};

	if (!n) {
		html(out, "<p class=\"none\">No runs yet. Make one: <code>%s</code></p>\n",
			PARTS_FIRST_COMMAND);
		return;
	}
	html_table(out, "Runs", columns, ARRAY_LEN(columns));
	for (size_t i = 0; i < n; i++) {
		const struct run_line *r = &run[i];

		html(out, "<tr><td><a href=\"/runs/%-s\">", r->run_id);
		minute(out, r->received_at_ns);
		html(out, "</a></td>");
		name_cell(out, r->workload);
		html(out, "<td><a href=\"/boards/%-s\">%s</a></td>", r->board, r->board);
		name_cell(out, r->kernel_release);
		html(out, "<td>");
		parts_outcome_html(out, r->outcome);
		html(out, "</td>");
		name_cell(out, r->metric ? r->metric : "-");
		number_cells(out, r);
		html(out, "</tr>\n");
	}
	html_table_end(out);
}

void parts_runs_text(struct buf *out, const struct run_line *run, size_t n)
{
	if (!n)
		plain(out, 2, "No runs yet. Make one: %s", PARTS_FIRST_COMMAND);
	for (size_t i = 0; i < n; i++) {
		const struct run_line *r = &run[i];

		plain(out, 2, "%s  %s on %s: %s", format_time(r->received_at_ns).s, r->workload,
			r->board, r->outcome);
		if (has_numbers(r))
			plain(out, 6, "%s: p50 %s, p99 %s, max %s of %" PRIu64, r->metric,
				format_value((double)r->sum.p50, r->unit).s,
				format_value((double)r->sum.p99, r->unit).s,
				format_value((double)r->sum.max, r->unit).s, r->sum.n);
		plain(out, 6, "kernel %s", r->kernel_release);
		plain(out, 6, "/runs/%s", r->run_id);
	}
}

void parts_runs_json(struct jout *j, const struct run_line *run, size_t n)
{
	jout_open(j, "runs", '[');
	for (size_t i = 0; i < n; i++) {
		const struct run_line *r = &run[i];

		jout_open(j, NULL, '{');
		jout_text(j, "run_id", r->run_id);
		jout_text(j, "board", r->board);
		jout_text(j, "workload", r->workload);
		jout_text(j, "kernel_release", r->kernel_release);
		jout_text(j, "outcome", r->outcome);
		jout_int(j, "received_at_ns", r->received_at_ns);
		jout_text(j, "metric", r->metric);
		jout_text(j, "unit", r->unit);
		if (r->metric)
			parts_summary_json(j, &r->sum);
		jout_close(j, '}');
	}
	jout_close(j, ']');
}

/* ---- boards -------------------------------------------------------------------------------- */

void parts_boards_html(struct buf *out, const struct board_line *board, size_t n)
{
	static const char *const columns[] = {"Board", "Architecture", "#Runs", "Last run (UTC)"};

	if (!n) {
		html(out, "<p class=\"none\">No boards yet: the first run makes its own.</p>\n");
		return;
	}
	html_table(out, "Boards", columns, ARRAY_LEN(columns));
	for (size_t i = 0; i < n; i++) {
		html(out,
			"<tr><td><a href=\"/boards/%-s\">%s</a></td><td>%s</td><td class=\"num\">%" PRId64
			"</td><td>",
			board[i].name, board[i].name, board[i].arch, board[i].runs);
		minute(out, board[i].last_at_ns);
		html(out, "</td></tr>\n");
	}
	html_table_end(out);
}

void parts_boards_text(struct buf *out, const struct board_line *board, size_t n)
{
	if (!n)
		plain(out, 2, "No boards yet: the first run makes its own.");
	for (size_t i = 0; i < n; i++)
		plain(out, 2, "%s (%s): %s, the last %s  /boards/%s", board[i].name, board[i].arch,
			format_count(board[i].runs, "run").s, format_time(board[i].last_at_ns).s,
			board[i].name);
}

void parts_board_json(struct jout *j, const struct board_line *board)
{
	jout_text(j, "name", board->name);
	jout_text(j, "arch", board->arch);
	jout_int(j, "run_count", board->runs);
	jout_int(j, "last_at_ns", board->last_at_ns);
}

void parts_boards_json(struct jout *j, const struct board_line *board, size_t n)
{
	jout_open(j, "boards", '[');
	for (size_t i = 0; i < n; i++) {
		jout_open(j, NULL, '{');
		parts_board_json(j, &board[i]);
		jout_close(j, '}');
	}
	jout_close(j, ']');
}

/* ---- kernels ------------------------------------------------------------------------------- */

static const char *build_id(const struct kernel_line *kernel)
{
	return kernel->build_id && *kernel->build_id ? kernel->build_id : "unknown";
}

void parts_kernels_html(struct buf *out, const struct kernel_line *kernel, size_t n)
{
	static const char *const columns[] = {"Release", "Build-id", "#Boots", "#Runs"};

	if (!n) {
		html(out, "<p class=\"none\">No kernels yet: the first run brings its own.</p>\n");
		return;
	}
	html_table(out, "Kernels", columns, ARRAY_LEN(columns));
	for (size_t i = 0; i < n; i++)
		html(out,
			"<tr><td><a href=\"/kernels/%" PRId64
			"\">%s</a></td><td><code>%s</code></td>"
			"<td class=\"num\">%" PRId64 "</td><td class=\"num\">%" PRId64
			"</td></tr>\n",
			kernel[i].id, kernel[i].release, build_id(&kernel[i]), kernel[i].boots,
			kernel[i].runs);
	html_table_end(out);
}

void parts_kernels_text(struct buf *out, const struct kernel_line *kernel, size_t n)
{
	if (!n)
		plain(out, 2, "No kernels yet: the first run brings its own.");
	for (size_t i = 0; i < n; i++) {
		plain(out, 2, "%s: %s, %s  /kernels/%" PRId64, kernel[i].release,
			format_count(kernel[i].boots, "boot").s,
			format_count(kernel[i].runs, "run").s, kernel[i].id);
		plain(out, 6, "build-id %s", build_id(&kernel[i]));
	}
}

void parts_kernel_json(struct jout *j, const struct kernel_line *kernel)
{
	jout_int(j, "id", kernel->id);
	jout_text(j, "release", kernel->release);
	jout_text(j, "build_id", kernel->build_id && *kernel->build_id ? kernel->build_id : NULL);
	jout_int(j, "boot_count", kernel->boots);
	jout_int(j, "run_count", kernel->runs);
}

void parts_kernels_json(struct jout *j, const struct kernel_line *kernel, size_t n)
{
	jout_open(j, "kernels", '[');
	for (size_t i = 0; i < n; i++) {
		jout_open(j, NULL, '{');
		parts_kernel_json(j, &kernel[i]);
		jout_close(j, '}');
	}
	jout_close(j, ']');
}

/* ---- series -------------------------------------------------------------------------------- */

void parts_series_html(struct buf *out, const struct series_line *series, size_t n)
{
	static const char *const columns[] = {
		"Metric", "Unit", "Workload", "Board", "Config", "#Points"};

	if (!n) {
		html(out,
			"<p class=\"none\">No series yet: the first complete run opens one.</p>\n");
		return;
	}
	html_table(out, "Series", columns, ARRAY_LEN(columns));
	for (size_t i = 0; i < n; i++)
		html(out,
			"<tr><td><a href=\"/series/%" PRId64 "\">%s</a></td><td>%s</td><td>%s</td>"
			"<td><a href=\"/boards/%-s\">%s</a></td><td>%s</td><td class=\"num\">%" PRId64
			"</td></tr>\n",
			series[i].id, series[i].metric, series[i].unit, series[i].workload,
			series[i].board, series[i].board, series[i].config_name, series[i].points);
	html_table_end(out);
}

void parts_series_text(struct buf *out, const struct series_line *series, size_t n)
{
	if (!n)
		plain(out, 2, "No series yet: the first complete run opens one.");
	for (size_t i = 0; i < n; i++)
		plain(out, 2, "%s [%s] of %s on %s: %s  /series/%" PRId64, series[i].metric,
			series[i].unit, series[i].workload, series[i].board,
			format_count(series[i].points, "point").s, series[i].id);
}

void parts_series_line_json(struct jout *j, const struct series_line *series)
{
	jout_int(j, "id", series->id);
	jout_text(j, "board", series->board);
	jout_text(j, "workload", series->workload);
	jout_text(j, "metric", series->metric);
	jout_text(j, "unit", series->unit);
	jout_text(j, "config_name", series->config_name);
	jout_int(j, "point_count", series->points);
}

void parts_series_json(struct jout *j, const struct series_line *series, size_t n)
{
	jout_open(j, "series", '[');
	for (size_t i = 0; i < n; i++) {
		jout_open(j, NULL, '{');
		parts_series_line_json(j, &series[i]);
		jout_close(j, '}');
	}
	jout_close(j, ']');
}
