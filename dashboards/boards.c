/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/pages.h"

#include "dashboards/parts.h"

static const struct html_page page = {"Boards", "/boards", "/boards"};

void boards_html(const struct boards_view *v, struct buf *out)
{
	html_head(out, &page);
	html(out, "<h1>Boards</h1>\n<p class=\"lead\">The machines that were measured.</p>\n");
	parts_boards_html(out, v->board, v->nboards);
	html_foot(out, &page);
}

void boards_text(const struct boards_view *v, struct buf *out)
{
	plain_title(out, "latlab: boards");
	parts_boards_text(out, v->board, v->nboards);
}

void boards_json(const struct boards_view *v, struct buf *out)
{
	struct jout j = {.out = out};

	jout_open(&j, NULL, '{');
	parts_boards_json(&j, v->board, v->nboards);
	jout_close(&j, '}');
	buf_byte(out, '\n');
}
