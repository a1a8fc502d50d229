/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A small, complete run for tests, always the same. */
#ifndef LATLAB_TESTS_MADE_RUN_H
#define LATLAB_TESTS_MADE_RUN_H

#include "base/mem.h"
#include "schema/wire/record.h"
#include "test.h"

static inline void made_text(char **field, const char *value)
{
	mem_free(*field);
	*field = mem_str(value);
	assert_non_null(*field);
}

static inline void made_json(json_t **field, const char *value)
{
	json_decref(*field);
	*field = json_loads(value, 0, NULL);
	assert_non_null(*field);
}

/* Puts workload.digest right after a change of run->workload. */
static inline void made_workload_digest(struct run *run)
{
	char hex[DIGEST_HEX_LEN];
	struct digest d;

	assert_ok(run_workload_digest(run->workload, &d, NULL));
	digest_hex(&d, hex);
	made_text(&run->workload_digest, hex);
}

static inline void made_metric(
	struct run_metric *m, const char *name, const int64_t *samples, size_t n)
{
	made_text(&m->name, name);
	made_text(&m->unit, "us");
	made_text(&m->direction, "lower");
	m->resolution = 1;
	assert_ok(dist_from_samples(samples, n, &m->dist, NULL));
	m->blocks.block = mem_array(2, sizeof *m->blocks.block);
	assert_non_null(m->blocks.block);
	m->blocks.len = 2;
	m->blocks.slice_us = 500000;
	m->blocks.block[0] = (struct run_block){.n = 3, .sum = 300, .max = 120};
}

static inline struct run *made_run(const char *run_id)
{
	static const int64_t samples[] = {60, 61, 61, 64, 70, 70, 75, 140, 900, 4000};
	struct run *run = run_new();

	assert_non_null(run);
	made_text(&run->run_id, run_id);
	made_text(&run->board_name, "local");
	made_text(&run->arch, "x86_64");
	made_text(&run->boot_id, "5d9f4a8e-0c0b-4a51-9d5e-0f7a1b2c3d4e");
	made_text(&run->kernel_release, "6.1.0-latlab");
	made_text(&run->kernel_version, "#1 SMP PREEMPT_DYNAMIC");
	made_text(&run->build_id, "00112233445566778899aabbccddeeff00112233");
	made_text(&run->cmdline, "console=ttyS0 quiet");
	made_text(&run->workload_name, "sched-idle");
	made_text(&run->tool_name, "rt-app");
	made_text(&run->tool_ended, "exit status 0");
	made_text(&run->agent_version, "0");
	made_json(&run->facts, "{\"cpus\":2}");
	made_json(&run->before, "{\"load\":\"0.1\"}");
	made_json(&run->after, "{\"load\":\"1.9\"}");
	made_json(&run->policies, "[]");
	made_json(&run->workload, "{\"name\":\"sched-idle\",\"tasks\":[]}");
	made_workload_digest(run);
	run->started_at_ns = INT64_C(1764547200000000000);
	run->duration_ns = INT64_C(7000000000);
	run->warm_up_ms = 1000;
	run->metric = mem_array(1, sizeof *run->metric);
	assert_non_null(run->metric);
	run->nmetrics = 1;
	made_metric(&run->metric[0], "cfs:wu_lat", samples, ARRAY_LEN(samples));
	return run;
}

#define MADE_RUN_ID "019ad6f2-1c00-7abc-8def-0123456789ab"

#endif
