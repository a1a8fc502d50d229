/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "made_pages.h"

#include <stdlib.h>

#include "base/mem.h"

static void need(bool ok)
{
	if (!ok)
		abort();
}

static char *text(const char *s)
{
	char *copy = mem_str(s);

	need(copy != NULL);
	return copy;
}

static json_t *json(const char *s)
{
	json_t *v = json_loads(s, 0, NULL);

	need(v != NULL);
	return v;
}

/* A small generator, so that the same samples come out everywhere. */
static uint32_t next(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static int64_t sample(uint32_t *state)
{
	uint32_t kind = next(state) % 1000;

	if (kind < 4)
		return 0; /* missed */
	if (kind < 850)
		return 50 + next(state) % 24 + next(state) % 24;
	if (kind < 960)
		return 90 + next(state) % 900;
	return 1000 + (next(state) % 1800) * (next(state) % 4 + 1);
}

#define SAMPLES 4030
#define BLOCKS	70

static void fill(struct run_metric *m)
{
	static int64_t samples[SAMPLES];
	uint32_t state = 7;

	m->blocks.block = mem_array(BLOCKS, sizeof *m->blocks.block);
	need(m->blocks.block != NULL);
	m->blocks.len = BLOCKS;
	m->blocks.slice_us = 100000;
	for (size_t i = 0; i < SAMPLES; i++) {
		struct run_block *b = &m->blocks.block[i * BLOCKS / SAMPLES];

		samples[i] = sample(&state);
		b->n++;
		b->sum += samples[i];
		b->max = MAX(b->max, samples[i]);
	}
	need(dist_from_samples(samples, SAMPLES, &m->dist, NULL) == 0);
	m->dist->missed = m->dist->runs[0].count;
}

static void fill_metric(struct run *run)
{
	run->metric = mem_array(1, sizeof *run->metric);
	need(run->metric != NULL);
	run->nmetrics = 1;
	run->metric[0].name = text("cfs:wu_lat");
	run->metric[0].unit = text("us");
	run->metric[0].direction = text("lower");
	run->metric[0].resolution = 1;
	fill(&run->metric[0]);
}

static void fill_kernel(struct run *run)
{
	run->kernel_release = text("6.1.0-42-amd64");
	run->kernel_version = text("#1 SMP PREEMPT_DYNAMIC Debian 6.1.159-1 (2025-12-30)");
	run->build_id = text("9f2b6c1d0e3a48577665544332211000ffeeddcc");
	run->cmdline = text(
		"BOOT_IMAGE=/boot/vmlinuz-6.1.0-42-amd64 root=UUID=0b6c9f0e-5f44-4c0e-8d6f-0f5f2f1f7a11"
		" ro quiet mitigations=auto console=ttyS0,115200");
}

static void fill_conditions(struct run *run)
{
	run->facts = json(
		"{\"cpu\":{\"model\":\"AMD EPYC 7B13\",\"online\":\"0-7\",\"smt\":\"on\"},"
		"\"clocksource\":\"tsc\",\"memory_mb\":32256,"
		"\"unreadable\":{\"bios_version\":\"No such file or directory\"}}");
	run->before = json(
		"{\"governor\":\"schedutil\",\"load\":\"0.12 0.20 0.18\",\"steal_ticks\":12,"
		"\"preempt\":\"voluntary\",\"unreadable\":{\"temperature_mc\":\"no thermal zone can be read\"}}");
	run->after = json(
		"{\"governor\":\"performance\",\"changed\":[\"governor\"],\"load\":\"6.03 2.11 0.84\",\"steal_ticks\":31,"
		"\"preempt\":\"voluntary\",\"unreadable\":{\"temperature_mc\":\"no thermal zone can be read\"}}");
	run->policies = json(
		"[{\"group\":\"cfs\",\"wanted\":\"SCHED_OTHER\",\"threads\":8,\"in_effect\":\"SCHED_OTHER\"},"
		"{\"group\":\"idle\",\"wanted\":\"SCHED_IDLE\",\"threads\":5,\"in_effect\":\"SCHED_IDLE\"}]");
}

struct run *made_page_run(void)
{
	struct run *run = run_new();

	need(run != NULL);
	run->run_id = text("019ad8f0-1c00-7a1b-8c2d-3e4f50617283");
	run->board_name = text("local");
	run->arch = text("x86_64");
	run->boot_id = text("5d9f4a8e-0c0b-4a51-9d5e-0f7a1b2c3d4e");
	fill_kernel(run);
	run->workload_name = text("sched-idle");
	run->workload_digest = text(
		"c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00");
	run->workload = json(
		"{\"name\":\"sched-idle\",\"duration_ms\":7000,\"metrics\":[{\"name\":\"cfs:wu_lat\","
		"\"tail\":[500,1000,5000]}],\"tasks\":[{\"group\":\"cfs\",\"instances\":8},"
		"{\"group\":\"idle\",\"instances\":5}]}");
	fill_conditions(run);
	run->started_at_ns = INT64_C(1796089200000000000);
	run->duration_ns = INT64_C(7012345678);
	run->warm_up_ms = 1000;
	run->tool_name = text("rt-app");
	run->tool_version = text("1.0-1");
	run->tool_ended = text("exit status 0");
	run->agent_version = text("0.1.0");
	fill_metric(run);
	return run;
}

static struct dist_summary summary(int64_t p50, int64_t p99, int64_t max)
{
	return (struct dist_summary){.n = 4030,
		.missed = 16,
		.min = 0,
		.max = max,
		.mean = (double)p50 * 1.5,
		.m2 = 4029.0 * (double)(p99 * p50),
		.p50 = p50,
		.p90 = p50 * 2,
		.p95 = p99 / 2,
		.p99 = p99,
		.p999 = (p99 + max) / 2};
}

static void fill_points(struct made_lists *l)
{
	for (size_t i = 0; i < ARRAY_LEN(l->point); i++) {
		int64_t shift = i >= 7 ? 400 : 3000;

		l->point[i] = (struct point_line){1 + (i >= 7),
			i >= 7 ? "6.2.0-patched" : "6.1.0-42-amd64",
			"5d9f4a8e-0c0b-4a51-9d5e-0f7a1b2c3d4e",
			INT64_C(1796089200000000000) + (int64_t)i * INT64_C(3600000000000), i == 4,
			summary(70 - (i >= 7) * 3, shift + (int64_t)(i * 37 % 11) * 20,
				shift * 2 + (int64_t)(i * 53 % 13) * 300)};
	}
}

void made_lists(struct made_lists *l)
{
	static const char *const outcome[] = {"complete", "complete", "overloaded", "failed"};

	for (size_t i = 0; i < ARRAY_LEN(l->run); i++)
		l->run[i] = (struct run_line){
			(const char *[]){"019ad8f0-1c00-7a1b-8c2d-3e4f50617283",
				"019ad8e9-1c00-7a1b-8c2d-3e4f50617283",
				"019ad8d0-1c00-7a1b-8c2d-3e4f50617283",
				"019ad8c2-1c00-7a1b-8c2d-3e4f50617283"}[i],
			i == 3 ? "hikey-960-02" : "local",
			i == 1 ? "sched-idle-null" : "sched-idle",
			i == 3 ? "6.6.51-rc1-latlab+" : "6.1.0-42-amd64", outcome[i],
			INT64_C(1796089200000000000) - (int64_t)i * INT64_C(5400000000000),
			i == 3 ? NULL : "cfs:wu_lat", i == 3 ? NULL : "us",
			i == 3 ? (struct dist_summary){0} : summary(70 + (int64_t)i, 4480, 11068)};
	l->board[0] = (struct board_line){"local", "x86_64", 31, INT64_C(1796089200000000000)};
	l->board[1] = (struct board_line){
		"hikey-960-02", "aarch64", 4, INT64_C(1796073000000000000)};
	l->kernel[0] = (struct kernel_line){
		1, "6.1.0-42-amd64", "9f2b6c1d0e3a48577665544332211000ffeeddcc", 7, 30};
	l->kernel[1] = (struct kernel_line){2, "6.2.0-patched", "", 5, 5};
	l->series[0] = (struct series_line){
		1, "local", "sched-idle", "cfs:wu_lat", "us", "unknown", 12};
	l->series[1] = (struct series_line){
		2, "local", "sched-idle-null", "cfs:wu_lat", "us", "unknown", 1};
	fill_points(l);
}
