/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/pages.h"

#include <stdio.h>

#include "dashboards/facts.h"
#include "dashboards/format.h"
#include "dashboards/parts.h"

static const char *page_path(const struct board_view *v, struct buf *path)
{
	html(path, "/boards/%-s", v->board.name);
	return buf_cstr(path);
}

static void put_facts(const struct board_view *v, struct buf *out)
{
	html(out,
		"<section><h2>Board facts</h2>\n<p class=\"lead\">What must be equal for two boots to compare.");
	if (v->nfacts > 1)
		html(out, " It had %zu different sets so far; this is the newest.", v->nfacts);
	html(out, "</p>\n");
	facts_html(out, "Board facts", v->facts);
	html(out, "</section>\n");
}

void board_html(const struct board_view *v, struct buf *out)
{
	struct buf path = {0};
	struct html_page page = {v->board.name, "/boards", page_path(v, &path)};

	html_head(out, &page);
	html(out, "<p class=\"crumb\">Board</p>\n<h1>%s</h1>\n<p class=\"lead\">%s, %s, the last ",
		v->board.name, v->board.arch, format_count(v->board.runs, "run").s);
	parts_time_html(out, v->board.last_at_ns);
	html(out, ". <a href=\"/runs?board=%-s\">All its runs</a></p>\n<section><h2>Series</h2>\n",
		v->board.name);
	parts_series_html(out, v->series, v->nseries);
	html(out, "</section>\n<section><h2>Newest runs</h2>\n");
	parts_runs_html(out, v->run, v->nruns);
	html(out, "</section>\n");
	put_facts(v, out);
	html_foot(out, &page);
	out->failed |= path.failed;
	buf_fini(&path);
}

void board_text(const struct board_view *v, struct buf *out)
{
	plain_title(out, "latlab: board %s", v->board.name);
	plain_field(out, "architecture", "%s", v->board.arch);
	plain_field(out, "runs", "%" PRId64 ", the last %s", v->board.runs,
		format_time(v->board.last_at_ns).s);
	plain_heading(out, "Series");
	parts_series_text(out, v->series, v->nseries);
	plain_heading(out, "Newest runs");
	parts_runs_text(out, v->run, v->nruns);
	plain_heading(out, "Board facts (the newest of %zu)", v->nfacts);
	facts_text(out, v->facts);
}

void board_json(const struct board_view *v, struct buf *out)
{
	struct jout j = {.out = out};

	jout_open(&j, NULL, '{');
	parts_board_json(&j, &v->board);
	jout_json(&j, "facts", v->facts);
	jout_int(&j, "facts_count", (int64_t)v->nfacts);
	parts_series_json(&j, v->series, v->nseries);
	parts_runs_json(&j, v->run, v->nruns);
	jout_close(&j, '}');
	buf_byte(out, '\n');
}
