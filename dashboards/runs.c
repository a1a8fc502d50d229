/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/pages.h"

#include "dashboards/parts.h"

static const struct html_page page = {"Runs", "/runs", "/runs"};

/* What was asked for, each part with its way out. */
static void put_filter(const struct runs_view *v, struct buf *out)
{
	if (!v->board && !v->workload) {
		html(out, "<p class=\"lead\">Newest first.</p>\n");
		return;
	}
	html(out, "<p class=\"lead\">Newest first");
	if (v->workload)
		html(out, ", of workload <strong>%s</strong>", v->workload);
	if (v->board)
		html(out, ", on board <strong>%s</strong>", v->board);
	html(out, ". <a href=\"/runs\">Show all</a></p>\n");
}

void runs_html(const struct runs_view *v, struct buf *out)
{
	html_head(out, &page);
	html(out, "<h1>Runs</h1>\n");
	put_filter(v, out);
	if (!v->nruns && (v->board || v->workload))
		html(out, "<p class=\"none\">No run matches.</p>\n");
	else
		parts_runs_html(out, v->run, v->nruns);
	html_foot(out, &page);
}

void runs_text(const struct runs_view *v, struct buf *out)
{
	plain_title(out, "latlab: runs");
	if (v->workload)
		plain_field(out, "workload", "%s", v->workload);
	if (v->board)
		plain_field(out, "board", "%s", v->board);
	if (!v->nruns && (v->board || v->workload))
		plain(out, 2, "No run matches.");
	else
		parts_runs_text(out, v->run, v->nruns);
}

void runs_json(const struct runs_view *v, struct buf *out)
{
	struct jout j = {.out = out};

	jout_open(&j, NULL, '{');
	jout_text(&j, "board", v->board);
	jout_text(&j, "workload", v->workload);
	parts_runs_json(&j, v->run, v->nruns);
	jout_close(&j, '}');
	buf_byte(out, '\n');
}
