/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agent/kernel_id.h"
#include "agent/kind.h"
#include "agent/probe.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/uuid.h"
#include "schema/wire/limits.h"

static const struct probe_root here = {""};

static int set(char **field, const char *value)
{
	*field = value ? mem_str(value) : NULL;
	return value && !*field ? -E_NOMEM : 0;
}

/* A record's header holds the workload and all else; with half of it gone the rest still fits. */
static int check_size(const struct resolved *r, const json_t *workload, struct err *e)
{
	size_t len = json_dumpb(workload, NULL, 0, JSON_COMPACT);

	if (len <= RECORD_HEADER_MAX / 2)
		return 0;
	return err_set(e, E_TOO_BIG,
		"workload %s has %zu tasks on %d CPUs, too many for a record: lower its per_cpu",
		r->w->name, r->len, r->cpus);
}

static int set_workload(struct run *run, const struct resolved *r, struct err *e)
{
	char hex[DIGEST_HEX_LEN];
	struct digest d;
	int code = resolved_json(r, &run->workload, e);

	if (code == 0)
		code = check_size(r, run->workload, e);
	if (code == 0)
		code = run_workload_digest(run->workload, &d, e);
	if (code < 0)
		return code;
	digest_hex(&d, hex);
	run->warm_up_ms = r->w->warm_up_ms;
	if (set(&run->workload_name, r->w->name) < 0 || set(&run->workload_digest, hex) < 0)
		return err_set(e, E_NOMEM, "out of memory for a run");
	return 0;
}

static int set_identity(struct run *run, const struct run_ask *ask, struct err *e)
{
	char id_text[UUID_TEXT_LEN], board[NAME_MAX_LEN + 1];
	struct uuid id;
	int code = uuid_make(clock_wall_ns(), &id, e);

	if (code < 0)
		return code;
	uuid_text(&id, id_text);
	if (ask->board)
		snprintf(board, sizeof board, "%s", ask->board);
	else
		probe_board_name(&here, board, sizeof board);
	if (set(&run->run_id, id_text) < 0 || set(&run->board_name, board) < 0 ||
		set(&run->agent_version, LATLAB_VERSION) < 0 ||
		set(&run->commit, ask->commit) < 0 ||
		set(&run->config_name, ask->config_name) < 0 ||
		set(&run->wanted_build_id, ask->want_build_id) < 0)
		return err_set(e, E_NOMEM, "out of memory for a run");
	code = kernel_id_read(run, e);
	return code < 0 ? code : probe_facts(&here, &run->facts, e);
}

/* Before any time is spent: is this the kernel, and can this board do it? */
static int may_start(struct run *run, const struct run_ask *ask, const struct kind *kind)
{
	struct err why = {0};

	if (ask->want_build_id &&
		(!run->build_id || strcmp(ask->want_build_id, run->build_id) != 0))
		return run_ended(run, RUN_WRONG_KERNEL, "wanted build-id %s, running is %s",
			ask->want_build_id, run->build_id ? run->build_id : "one without build-id");
	if (kind->probe(ask->workload, &why) < 0)
		return run_ended(run, RUN_NOT_RUNNABLE, "%s", err_text(&why));
	return 0;
}

static int measure_in_folder(const struct resolved *r, const struct kind *kind,
	const char *state_dir, struct run *run, struct err *e)
{
	char runs[FILE_PATH_MAX], folder[FILE_PATH_MAX];
	int code = path_join(runs, state_dir, "runs", e);

	if (code == 0)
		code = path_join(folder, runs, run->run_id, e);
	if (code == 0)
		code = dir_ensure(folder, e);
	if (code == 0)
		code = kind->measure(r, folder, run, e);
	(void)dir_remove(folder, NULL); /* what stays is swept before the next run */
	return code;
}

/* What a run that never started has to say for the fields a record must have. */
static int fill_gaps(struct run *run)
{
	if (!run->policies)
		run->policies = json_array();
	if (!run->started_at_ns)
		run->started_at_ns = clock_wall_ns();
	if ((!run->tool_name && set(&run->tool_name, "none") < 0) ||
		(!run->tool_ended && set(&run->tool_ended, "not started") < 0) || !run->policies)
		return -E_NOMEM;
	return 0;
}

static int run_resolved(
	const struct resolved *r, const struct run_ask *ask, struct run *run, struct err *e)
{
	const struct kind *kind = kind_find(r->w->kind);
	int code;

	if (!kind)
		return err_set(e, E_UNSUPPORTED,
			"workload %s is of kind %s, which this agent does not know", r->w->name,
			r->w->kind);
	code = set_identity(run, ask, e);
	if (code == 0)
		code = set_workload(run, r, e);
	if (code == 0)
		code = probe_conditions(&here, &run->before, e);
	if (code == 0 && may_start(run, ask, kind) < 0)
		code = err_set(e, E_NOMEM, "out of memory for a run");
	if (code == 0 && !run->reason) {
		log_info("measuring %s for %.0f s: %zu threads on %d CPUs", r->w->name,
			(double)r->w->duration_ms / 1000, r->len, r->cpus);
		code = measure_in_folder(r, kind, ask->state_dir, run, e);
	}
	if (code == 0)
		code = probe_conditions(&here, &run->after, e);
	if (code == 0)
		code = probe_mark_changes(run->before, run->after, e);
	if (code == 0 && fill_gaps(run) < 0)
		code = err_set(e, E_NOMEM, "out of memory for a run");
	return code;
}

int run_workload(const struct run_ask *ask, struct run **ret, struct err *e)
{
	scoped(run_freep) struct run *run = run_new();
	scoped(resolved_fini) struct resolved r = {0};
	int code;

	if (!run)
		return err_set(e, E_NOMEM, "out of memory for a run");
	code = workload_resolve(ask->workload, probe_cpus(), &r, e);
	if (code == 0)
		code = run_resolved(&r, ask, run, e);
	if (code < 0)
		return code;
	*ret = take(run);
	return 0;
}

static void print_metric(const struct run_metric *m)
{
	struct dist_summary s = dist_summarise(m->dist);

	printf("%s (%s): n %llu  mean %.1f  p50 %lld  p99 %lld  max %lld  missed %llu (%.2f %%)\n",
		m->name, m->unit, (unsigned long long)s.n, s.mean, (long long)s.p50,
		(long long)s.p99, (long long)s.max, (unsigned long long)s.missed,
		100 * dist_missed_share(m->dist));
}

void run_print(const struct run *run)
{
	printf("run %s: %s%s%s\n", run->run_id, run_outcome_name(run->outcome),
		run->reason ? ": " : "", run->reason ? run->reason : "");
	for (size_t i = 0; i < run->nmetrics; i++)
		print_metric(&run->metric[i]);
}
