/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/pages.h"

#include <stdio.h>

#include "dashboards/format.h"
#include "dashboards/parts.h"

static const char *build_id(const struct kernel_view *v)
{
	return v->kernel.build_id && *v->kernel.build_id ? v->kernel.build_id : "unknown";
}

void kernel_html(const struct kernel_view *v, struct buf *out)
{
	char path[64];
	struct html_page page = {v->kernel.release, "/kernels", path};

	snprintf(path, sizeof path, "/kernels/%" PRId64, v->kernel.id);
	html_head(out, &page);
	html(out,
		"<p class=\"crumb\">Kernel</p>\n<h1>%s</h1>\n<p class=\"lead\">%s in %s."
		" Build-id <code>%s</code></p>\n<section><h2>Runs</h2>\n",
		v->kernel.release, format_count(v->kernel.runs, "run").s,
		format_count(v->kernel.boots, "boot").s, build_id(v));
	parts_runs_html(out, v->run, v->nruns);
	html(out, "</section>\n");
	html_foot(out, &page);
}

void kernel_text(const struct kernel_view *v, struct buf *out)
{
	plain_title(out, "latlab: kernel %s", v->kernel.release);
	plain_field(out, "build-id", "%s", build_id(v));
	plain_field(out, "boots", "%" PRId64, v->kernel.boots);
	plain_field(out, "runs", "%" PRId64, v->kernel.runs);
	plain_heading(out, "Runs");
	parts_runs_text(out, v->run, v->nruns);
}

void kernel_json(const struct kernel_view *v, struct buf *out)
{
	struct jout j = {.out = out};

	jout_open(&j, NULL, '{');
	parts_kernel_json(&j, &v->kernel);
	parts_runs_json(&j, v->run, v->nruns);
	jout_close(&j, '}');
	buf_byte(out, '\n');
}
