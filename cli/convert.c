/* SPDX-License-Identifier: GPL-2.0-or-later */
/* latlab convert: distributions in forms that other programs read. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/measure.h"
#include "cli/record.h"
#include "cli/verbs.h"
#include "dashboards/export.h"

struct rows {
	struct export_row *row; /* owned */
	size_t len;
	const struct record_ask *ask;
};

static int to_json(const struct rows *rows, struct buf *out, struct err *e)
{
	(void)e;
	export_json(out, rows->row, rows->len);
	return 0;
}

static int to_csv(const struct rows *rows, struct buf *out, struct err *e)
{
	(void)e;
	export_csv(out, rows->row, rows->len);
	return 0;
}

static int to_hgrm(const struct rows *rows, struct buf *out, struct err *e)
{
	(void)e;
	export_hgrm(out, rows->row[0].d);
	return 0;
}

static int to_dist(const struct rows *rows, struct buf *out, struct err *e)
{
	return dist_encode(rows->row[0].d, out, e);
}

static int to_record(const struct rows *rows, struct buf *out, struct err *e)
{
	char run_id[37];
	int r = record_of_rows(rows->ask, rows->row, rows->len, out, run_id, e);

	if (r == 0)
		fprintf(stderr, "latlab convert: made run %s\n", run_id);
	return r;
}

static const struct form {
	const char *name;
	bool single; /* holds one distribution */
	int (*write)(const struct rows *rows, struct buf *out, struct err *e);
} forms[] = {
	{"json", false, to_json},
	{"csv", false, to_csv},
	{"hgrm", true, to_hgrm},
	{"dist", true, to_dist},
	{"record", false, to_record},
};

static int form_of(const char *name, const struct form **ret, struct err *e)
{
	for (size_t i = 0; name && i < ARRAY_LEN(forms); i++) {
		if (strcmp(name, forms[i].name) != 0)
			continue;
		*ret = &forms[i];
		return 0;
	}
	return err_set(e, E_USAGE, "to takes json, csv, hgrm, dist or record, not \"%s\"",
		name ? name : "nothing");
}

static int rows_of(const struct sets *sets, struct rows *ret, struct err *e)
{
	ret->row = mem_array(sets->len, sizeof *ret->row);
	if (!ret->row)
		return err_set(e, E_NOMEM, "out of memory");
	for (size_t i = 0; i < sets->len; i++) {
		const struct set *s = &sets->set[i];

		if (!s->part)
			ret->row[ret->len++] = (struct export_row){
				s->label, s->unit, s->direction, s->d};
	}
	return 0;
}

static int check_single(const struct form *form, const struct rows *rows, struct err *e)
{
	if (!form->single || rows->len == 1)
		return 0;
	return err_set(e, E_UNSUPPORTED,
		"%s holds one distribution and these files have %zu; choose one with --column, or "
		"use json",
		form->name, rows->len);
}

static int put(const struct buf *bytes, const char *path, struct err *e)
{
	FILE *f;
	bool ok;

	if (!strcmp(path, "-"))
		return measure_print(bytes, e);
	f = fopen(path, "we");
	if (!f)
		return err_errno(e, "%s", path);
	ok = fwrite(buf_cstr(bytes), 1, bytes->len, f) == bytes->len;
	return fclose(f) == 0 && ok ? 0 : err_errno(e, "%s", path);
}

static int run(struct measure *m, const struct record_ask *ask, const char *to, const char *path,
	char **operands, struct err *e)
{
	scoped(buf_fini) struct buf out = {0};
	struct rows rows = {.ask = ask};
	const struct form *form = NULL;
	int r = form_of(to, &form, e);

	if (r < 0)
		return r;
	r = measure_read(m, operands, e);
	if (r == 0)
		r = rows_of(&m->sets, &rows, e);
	if (r == 0)
		r = check_single(form, &rows, e);
	if (r == 0)
		r = form->write(&rows, &out, e);
	if (r == 0)
		r = buf_check(&out, "the output", e);
	mem_free(rows.row);
	return r < 0 ? r : put(&out, path, e);
}

int verb_convert(int argc, char **argv)
{
	scoped(measure_fini) struct measure m = {.program = "latlab convert"};
	struct record_ask ask = {0};
	const char *to = NULL, *path = "-";
	const struct opt opts[] = {{"to", 't', OPT_TEXT, &to, "FORM", NULL,
					   "json: values with counts; csv: value,count; hgrm: "
					   "HdrHistogram's percentile table; dist: the encoded "
					   "distribution, as it is in a run record; record: a "
					   "whole run record, for an agent's spool",
					   0, 0},
		{"output", 'o', OPT_TEXT, &path, "OUT", NULL,
			"the file to write; default: standard output", 0, 0},
		{"board", 0, OPT_TEXT, &ask.board, "NAME", NULL,
			"of a record: where it was measured (default imported)", 0, 0},
		{"workload", 0, OPT_TEXT, &ask.workload, "NAME", NULL,
			"of a record: what ran (default imported)", 0, 0},
		{"kernel", 0, OPT_TEXT, &ask.kernel, "RELEASE", NULL,
			"of a record: the kernel's release (default unknown)", 0, 0},
		{"boot", 0, OPT_TEXT, &ask.boot, "ID", NULL,
			"of a record: which boot (default: one made from the numbers, so that "
			"converting twice gives one boot)",
			0, 0},
		MEASURE_OPTS(m)};
	const struct opt_set set = {
		.program = m.program,
		.operands = "FILES...",
		.about =
			"Writes latencies in forms that other programs read, without loss.\n\n" MEASURE_FILES
			"\n\nA record goes to a lab by an agent's spool: put it into spool/ready as\n"
			"ID.run, with the id that is told, and call latlab-agent upload.",
		.examples =
			"  latlab convert --to json my-rtapp-logs/ | jq .series[0].n\n"
			"  latlab convert --to csv --by thread my-rtapp-logs/ -o latencies.csv\n"
			"  latlab convert --to hgrm cyclictest.txt -o cyclictest.hgrm\n",
		.opts = opts,
		.nopts = ARRAY_LEN(opts),
		.operands_min = 1,
		.operands_max = 1 << 20,
	};
	struct err e = {0};
	char **operands;
	int r = opt_read(&set, argc, argv, &operands, &e);

	if (r == OPT_GO_ON) {
		ask.warm_up_ms = m.warm_up_ms;
		r = run(&m, &ask, to, path, operands, &e);
	}
	return measure_end(&m, r, &e);
}
