/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/record.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/uuid.h"
#include "schema/wire/limits.h"
#include "schema/wire/record.h"

static bool set(char **field, const char *value)
{
	*field = mem_str(value);
	return *field != NULL;
}

/* A label as the name of a metric: "cfs thread 0" -> "cfs-thread-0". */
static bool set_name(char **field, const char *label)
{
	size_t n = 0;

	if (!set(field, *label ? label : "all"))
		return false;
	for (char *c = *field; *c && n < NAME_MAX_LEN; c++, n++) {
		char low = (char)tolower((unsigned char)*c), one[2] = {low, 0};

		*c = text_is_name(one, 1) || (low == '.' && n) ? low : '-';
	}
	(*field)[n] = 0;
	return true;
}

/* The same numbers are the same boot, however often they are converted. */
static int set_boot(struct run *run, const struct record_ask *ask, struct err *e)
{
	scoped(buf_fini) struct buf all = {0};
	char hex[DIGEST_HEX_LEN], text[64];
	struct digest d;
	int r = 0;

	if (ask->boot)
		return set(&run->boot_id, ask->boot) ? 0 : err_set(e, E_NOMEM, "out of memory");
	for (size_t i = 0; r == 0 && i < run->nmetrics; i++)
		r = dist_encode(run->metric[i].dist, &all, e);
	if (r < 0)
		return r;
	d = digest_of(all.data, all.len);
	digest_hex(&d, hex);
	snprintf(text, sizeof text, "imported-%.32s", hex);
	return set(&run->boot_id, text) ? 0 : err_set(e, E_NOMEM, "out of memory");
}

static int set_texts(
	struct run *run, const struct record_ask *ask, const char *run_id, struct err *e)
{
	char hex[DIGEST_HEX_LEN];
	struct digest d;
	int r;

	run->workload = json_pack(
		"{s:s, s:b}", "name", ask->workload ? ask->workload : "imported", "imported", 1);
	run->facts = json_pack("{s:b}", "imported", 1);
	run->before = json_object();
	run->after = json_object();
	run->policies = json_array();
	r = run_workload_digest(run->workload, &d, e);
	if (r < 0)
		return r;
	digest_hex(&d, hex);
	if (!run->facts || !run->before || !run->after || !run->policies ||
		!set(&run->run_id, run_id) || !set(&run->workload_digest, hex) ||
		!set(&run->board_name, ask->board ? ask->board : "imported") ||
		!set(&run->arch, "unknown") ||
		!set(&run->kernel_release, ask->kernel ? ask->kernel : "unknown") ||
		!set(&run->kernel_version, "unknown") || !set(&run->cmdline, "") ||
		!set(&run->workload_name, ask->workload ? ask->workload : "imported") ||
		!set(&run->tool_name, "imported") || !set(&run->tool_ended, "unknown") ||
		!set(&run->agent_version, LATLAB_VERSION))
		return err_set(e, E_NOMEM, "out of memory for a record");
	return 0;
}

static int add_metric(struct run *run, const struct export_row *row, struct err *e)
{
	struct run_metric *m = &run->metric[run->nmetrics++];
	int r;

	if (!set_name(&m->name, row->name) || !set(&m->unit, *row->unit ? row->unit : "1") ||
		!set(&m->direction, row->direction))
		return err_set(e, E_NOMEM, "out of memory for a record");
	m->resolution = 1;
	if (row->d->encoding == DIST_SCALAR)
		return dist_from_scalar(row->d->runs[0].value, &m->dist, e);
	r = dist_from_runs(row->d->runs, row->d->len, &m->dist, e);
	if (r == 0 && row->d->censored)
		r = dist_set_censored(m->dist, row->d->bound, row->d->censored, e);
	if (r < 0)
		return r;
	m->dist->missed = row->d->missed;
	if (dist_missed_share(m->dist) > MISSED_SHARE_MAX)
		run->outcome = RUN_OVERLOADED;
	return 0;
}

int record_of_rows(const struct record_ask *ask, const struct export_row *row, size_t n,
	struct buf *out, char run_id[37], struct err *e)
{
	scoped(run_freep) struct run *run = run_new();
	struct uuid id;
	int r = uuid_make(clock_wall_ns(), &id, e);

	if (r < 0)
		return r;
	if (run)
		run->metric = mem_array(n, sizeof *run->metric);
	if (!run || !run->metric)
		return err_set(e, E_NOMEM, "out of memory for a record");
	uuid_text(&id, run_id);
	run->started_at_ns = clock_wall_ns();
	run->warm_up_ms = ask->warm_up_ms;
	r = set_texts(run, ask, run_id, e);
	for (size_t i = 0; r == 0 && i < n; i++)
		r = add_metric(run, &row[i], e);
	if (r == 0)
		r = set_boot(run, ask, e);
	return r < 0 ? r : record_encode(run, out, e);
}
