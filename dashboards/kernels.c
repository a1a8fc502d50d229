/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/pages.h"

#include "dashboards/parts.h"

static const struct html_page page = {"Kernels", "/kernels", "/kernels"};

void kernels_html(const struct kernels_view *v, struct buf *out)
{
	html_head(out, &page);
	html(out,
		"<h1>Kernels</h1>\n<p class=\"lead\">Each build is known by its build-id: equal build-id, equal"
		" code.</p>\n");
	parts_kernels_html(out, v->kernel, v->nkernels);
	html_foot(out, &page);
}

void kernels_text(const struct kernels_view *v, struct buf *out)
{
	plain_title(out, "latlab: kernels");
	parts_kernels_text(out, v->kernel, v->nkernels);
}

void kernels_json(const struct kernels_view *v, struct buf *out)
{
	struct jout j = {.out = out};

	jout_open(&j, NULL, '{');
	parts_kernels_json(&j, v->kernel, v->nkernels);
	jout_close(&j, '}');
	buf_byte(out, '\n');
}
