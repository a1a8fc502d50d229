/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/pages.h"

#include "dashboards/parts.h"

static const struct html_page page = {"Newest runs", NULL, "/"};

/* An empty lab says what to do next and what will come of it. */
static void first_steps(struct buf *out)
{
	html(out,
		"<section class=\"first\"><h2>This lab is empty</h2>\n"
		"<p>On the machine you want to measure, run</p>\n<pre>%s</pre>\n"
		"<p>It loads the CPUs for a few seconds, writes down how long each wakeup took, and sends that here."
		" Then this page shows the run, its board and its kernel.</p></section>\n",
		PARTS_FIRST_COMMAND);
}

static void full(const struct home_view *v, struct buf *out)
{
	html(out, "<section><h2>Newest runs</h2>\n");
	parts_runs_html(out, v->run, v->nruns);
	html(out,
		"<p class=\"more\"><a href=\"/runs\">All runs</a></p></section>\n<section><h2>Series</h2>\n"
		"<p class=\"lead\">One metric on one board, boot after boot.</p>\n");
	parts_series_html(out, v->series, v->nseries);
	html(out, "</section>\n<section><h2>Boards</h2>\n");
	parts_boards_html(out, v->board, v->nboards);
	html(out, "</section>\n");
}

void home_html(const struct home_view *v, struct buf *out)
{
	html_head(out, &page);
	html(out,
		"<h1>Scheduler latency</h1>\n"
		"<p class=\"lead\">Every run with its whole latency distribution, by board and kernel.</p>\n");
	if (v->nruns)
		full(v, out);
	else
		first_steps(out);
	html_foot(out, &page);
}

void home_text(const struct home_view *v, struct buf *out)
{
	plain_title(out, "latlab: scheduler latency");
	plain_heading(out, "Newest runs");
	parts_runs_text(out, v->run, v->nruns);
	plain_heading(out, "Series");
	parts_series_text(out, v->series, v->nseries);
	plain_heading(out, "Boards");
	parts_boards_text(out, v->board, v->nboards);
}

void home_json(const struct home_view *v, struct buf *out)
{
	struct jout j = {.out = out};

	jout_open(&j, NULL, '{');
	parts_runs_json(&j, v->run, v->nruns);
	parts_series_json(&j, v->series, v->nseries);
	parts_boards_json(&j, v->board, v->nboards);
	jout_close(&j, '}');
	buf_byte(out, '\n');
}
