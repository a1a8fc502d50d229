/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The run page as JSON: all of the record but its raw log. */
#include "dashboards/pages.h"

#include <stdio.h>
#include <string.h>

#include "dashboards/parts.h"

enum kind { KIND_TEXT, KIND_INT, KIND_JSON };

static const struct {
	const char *path;
	enum kind kind;
	size_t offset;
} fields[] = {
#define FIELD_TEXT(path, member, max, need)	 {path, KIND_TEXT, offsetof(struct run, member)},
#define FIELD_INT(path, member, low, high, need) {path, KIND_INT, offsetof(struct run, member)},
#define FIELD_JSON(path, member, type, need)	 {path, KIND_JSON, offsetof(struct run, member)},
#include "schema/wire/run_fields.def"
};

static void json_field(struct jout *j, const char *key, enum kind kind, const void *at)
{
	if (kind == KIND_TEXT)
		jout_text(j, key, *(char *const *)at);
	else if (kind == KIND_INT)
		jout_int(j, key, *(const int64_t *)at);
	else
		jout_json(j, key, *(json_t *const *)at);
}

/* The table lists the members of an object next to each other: it opens at the first and closes after the last. */
static void json_header(struct jout *j, const struct run *run)
{
	size_t inside = 0; /* bytes of "board." while in it */

	for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
		const char *path = fields[i].path, *dot = strchr(path, '.');

		if (inside && strncmp(path, fields[i - 1].path, inside) != 0) {
			jout_close(j, '}');
			inside = 0;
		}
		if (dot && !inside) {
			char object[32];

			snprintf(object, sizeof object, "%.*s", (int)(dot - path), path);
			jout_open(j, object, '{');
			inside = (size_t)(dot - path) + 1;
		}
		json_field(j, path + inside, fields[i].kind, (const char *)run + fields[i].offset);
	}
	if (inside)
		jout_close(j, '}');
}

static void json_dist(struct jout *j, const struct dist *d)
{
	struct dist_summary s = dist_summarise(d);

	jout_open(j, "distribution", '{');
	jout_text(j, "encoding",
		d->encoding == DIST_SCALAR	       ? "scalar"
			: d->encoding == DIST_CENSORED ? "censored"
						       : "exact");
	if (d->censored)
		jout_int(j, "bound", d->bound);
	parts_summary_json(j, &s);
	jout_open(j, "values", '[');
	for (size_t i = 0; i < d->len; i++) {
		jout_open(j, NULL, '[');
		jout_int(j, NULL, d->runs[i].value);
		jout_int(j, NULL, (int64_t)d->runs[i].count);
		jout_close(j, ']');
	}
	jout_close(j, ']');
	jout_close(j, '}');
}

static void json_blocks(struct jout *j, const struct run_blocks *b)
{
	jout_open(j, "blocks", '{');
	jout_int(j, "slice_us", (int64_t)b->slice_us);
	jout_open(j, "slices", '[');
	for (size_t i = 0; i < b->len; i++) {
		jout_open(j, NULL, '[');
		jout_int(j, NULL, (int64_t)b->block[i].n);
		jout_int(j, NULL, b->block[i].sum);
		jout_int(j, NULL, b->block[i].max);
		jout_close(j, ']');
	}
	jout_close(j, ']');
	jout_close(j, '}');
}

static void json_metric(struct jout *j, const struct run_view *v, size_t i)
{
	const struct run_metric *m = &v->run->metric[i];

	jout_open(j, NULL, '{');
	jout_text(j, "name", m->name);
	jout_text(j, "unit", m->unit);
	jout_text(j, "direction", m->direction);
	jout_int(j, "resolution", m->resolution);
	if (v->series_id && v->series_id[i])
		jout_int(j, "series_id", v->series_id[i]);
	json_dist(j, m->dist);
	json_blocks(j, &m->blocks);
	jout_close(j, '}');
}

void run_json(const struct run_view *v, struct buf *out)
{
	struct jout j = {.out = out};

	jout_open(&j, NULL, '{');
	json_header(&j, v->run);
	jout_text(&j, "outcome", run_outcome_name(v->run->outcome));
	jout_int(&j, "received_at_ns", v->received_at_ns);
	jout_int(&j, "kernel_id", v->kernel_id);
	jout_open(&j, "metrics", '[');
	for (size_t i = 0; i < v->run->nmetrics; i++)
		json_metric(&j, v, i);
	jout_close(&j, ']');
	jout_close(&j, '}');
	buf_byte(out, '\n');
}
