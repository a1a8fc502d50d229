/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/ingest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/mem.h"
#include "schema/wire/limits.h"

void upload_free(struct upload *up)
{
	if (!up)
		return;
	run_free(up->run);
	mem_free(up->header);
	mem_free(up);
}

static int lower_outcome(
	struct run *run, enum run_outcome outcome, const char *reason, struct err *e)
{
	char *said = mem_str(reason);

	if (!said)
		return err_set(e, E_NOMEM, "out of memory for a run");
	mem_free(run->reason);
	run->reason = said;
	run->outcome = outcome;
	return 0;
}

/* A complete run must be what complete means; nothing is ever raised to complete. */
static int judge(struct run *run, struct err *e)
{
	char reason[TEXT_MAX_LEN];

	if (run->outcome != RUN_COMPLETE)
		return 0;
	if (run->wanted_build_id &&
		(!run->build_id || strcmp(run->wanted_build_id, run->build_id) != 0))
		return lower_outcome(run, RUN_WRONG_KERNEL,
			"the build-id is not the one that was asked for (judged by the server)", e);
	for (size_t i = 0; i < run->nmetrics; i++) {
		double share = dist_missed_share(run->metric[i].dist);

		if (share <= MISSED_SHARE_MAX)
			continue;
		snprintf(reason, sizeof reason,
			"%.1f %% of the activations of %s were missed (judged by the server)",
			100 * share, run->metric[i].name);
		return lower_outcome(run, RUN_OVERLOADED, reason, e);
	}
	return 0;
}

static int keep_header(struct upload *up, const void *bytes, size_t len, struct err *e)
{
	scoped(json_decrefp) json_t *header = NULL;
	int r = record_header(bytes, len, &header, e);

	if (r < 0)
		return r;
	up->header = fault_here(FAULT_ALLOC) ? NULL
					     : json_dumps(header, JSON_COMPACT | JSON_SORT_KEYS);
	return up->header ? 0 : err_set(e, E_NOMEM, "out of memory for a record's header");
}

int ingest_record(
	const char *run_id, const void *bytes, size_t len, struct upload **ret, struct err *e)
{
	scoped(upload_freep) struct upload *up = mem_alloc(sizeof *up);
	int r;

	if (!up)
		return err_set(e, E_NOMEM, "out of memory for an upload");
	r = record_decode(bytes, len, &up->run, e);
	if (r == 0 && strcmp(up->run->run_id, run_id) != 0)
		r = err_set(e, E_MALFORMED, "the record is run %s, the address says %s",
			up->run->run_id, run_id);
	if (r == 0)
		r = record_digest(bytes, len, &up->digest, e);
	if (r == 0)
		r = keep_header(up, bytes, len, e);
	if (r == 0)
		r = judge(up->run, e);
	if (r < 0)
		return r;
	if (up->run->raw_log.len) {
		up->raw_digest = digest_of(up->run->raw_log.data, up->run->raw_log.len);
		up->raw_is_file = up->run->raw_log.len > BLOB_INLINE_MAX;
	}
	up->received_at_ns = clock_wall_ns();
	*ret = take(up);
	return 0;
}
