/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rt-app. What it hides, and what is done about it:
 *
 *  - It exits 0 after running nothing and after errors it only printed: its output is searched for <error> and
 *    <crit>, every thread's log must be there, and zero samples are a failure.
 *  - Version 1.0 refuses "policy": "SCHED_IDLE". The policy is set by thread id once all threads have their names (the
 *    first rt-app of a slow boot needs over a second for that), and read back, twice. Set later than the warm-up, or
 *    not in effect at either reading, the run is `wrong-policy`: a fixed wait once made two kernels look alike.
 *  - At its end each thread makes itself SCHED_OTHER, which an ordinary user may not do from SCHED_IDLE, and rt-app then
 *    ends without its logs. shim/rtapp_shim.c hides that refusal.
 *  - wu_lat is 0 where an activation was already late: counted as missed; above 5 % the run is `overloaded`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zstd.h>

#include "agent/collect.h"
#include "agent/kind.h"
#include "agent/policy.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/proc.h"
#include "schema/wire/limits.h"
#include "schema/workload/rtapp_config.h"

#define OUTPUT_MAX     (256u << 10)
#define LOG_MAX	       (256u << 20)
#define SPARE_MS       30000 /* over the duration, before rt-app counts as hung */
#define LOOK_MS	       20    /* between two looks for its threads */
#define SECOND_LOOK_MS 300   /* before the end */
#define BINARY_MAX     (64u << 20)
#define POLICIES       8 /* numbers of policies the kernel has, and one more */

#define SHIM	       "rtapp_shim.so"
#define PRELOAD_MAX    4096

extern const unsigned char rtapp_shim_so[]; /* embedded by agent/CMakeLists.txt */
extern const size_t rtapp_shim_so_len;

struct measuring {
	const struct resolved *r;
	const char *folder;
	struct run *run;
	struct proc p;
	int64_t started_ns;    /* clock_mono_ns() */
	pid_t *tid;	       /* owned; of task i, 0 while not seen */
	struct rtapp_log *log; /* owned; of task i */
	struct buf raw;	       /* tool output and logs, as text */
};

static void measuring_fini(struct measuring *m)
{
	proc_fini(&m->p);
	for (size_t i = 0; m->log && i < m->r->len; i++)
		rtapp_log_fini(&m->log[i]);
	mem_free(m->log);
	mem_free(m->tid);
	buf_fini(&m->raw);
}

/* ---- before --------------------------------------------------------------------------------- */

/* The path of a program that execvp() would find; false where there is none. */
static bool find_program(const char *name, char out[FILE_PATH_MAX])
{
	const char *dirs = getenv("PATH");
	scoped(mem_freep) char *copy = mem_str(dirs ? dirs : "/usr/bin:/bin");
	char *rest = copy, *dir;

	while (rest && (dir = strsep(&rest, ":")))
		if (path_join(out, *dir ? dir : ".", name, NULL) == 0 && access(out, X_OK) == 0)
			return true;
	return false;
}

static int probe(const struct workload *w, struct err *e)
{
	char path[FILE_PATH_MAX];

	if (!find_program("rt-app", path))
		return err_set(e, E_NOT_FOUND,
			"rt-app is not installed (apt install rt-app, or build it and put it into PATH)");
	for (size_t g = 0; g < w->ngroups; g++) {
		int code = policy_may_set(w->group[g].policy, (int)w->group[g].priority, e);

		if (code < 0)
			return code;
	}
	return 0;
}

/* rt-app tells no version, so its bytes do. */
static int set_tool(struct run *run)
{
	scoped(buf_fini) struct buf binary = {0};
	char path[FILE_PATH_MAX], hex[DIGEST_HEX_LEN], text[32];
	struct digest d;

	run->tool_name = mem_str("rt-app");
	if (!find_program("rt-app", path) || file_read(path, BINARY_MAX, &binary, NULL) < 0)
		return run->tool_name ? 0 : -E_NOMEM;
	d = digest_of(binary.data, binary.len);
	digest_hex(&d, hex);
	snprintf(text, sizeof text, "binary %.16s", hex);
	run->tool_version = mem_str(text);
	return run->tool_name && run->tool_version ? 0 : -E_NOMEM;
}

static bool needs_shim(const struct workload *w)
{
	for (size_t g = 0; geteuid() != 0 && g < w->ngroups; g++)
		if (!strcmp(w->group[g].policy, "SCHED_IDLE"))
			return true;
	return false;
}

/* Puts the shim into the folder and "LD_PRELOAD=..." into entry; what was preloaded before stays. */
static int put_shim(const struct measuring *m, char entry[PRELOAD_MAX], struct err *e)
{
	const char *others = getenv("LD_PRELOAD");
	char path[FILE_PATH_MAX];
	int code = path_join(path, m->folder, SHIM, e);

	if (code < 0)
		return code;
	if (snprintf(entry, PRELOAD_MAX, "LD_PRELOAD=./" SHIM "%s%s", others ? ":" : "",
		    others ? others : "") >= PRELOAD_MAX)
		return err_set(e, E_TOO_BIG, "LD_PRELOAD is longer than %d bytes", PRELOAD_MAX);
	return file_write(path, rtapp_shim_so, rtapp_shim_so_len, e);
}

static int start(struct measuring *m, struct err *e)
{
	scoped(buf_fini) struct buf config = {0};
	char path[FILE_PATH_MAX], preload[PRELOAD_MAX];
	const char *argv[] = {"rt-app", path, NULL}, *env[] = {preload, NULL};
	bool shim = needs_shim(m->r->w);
	struct proc_spec spec = {.argv = argv,
		.cwd = m->folder,
		.env = shim ? env : NULL,
		.limit_ms = m->r->w->duration_ms + SPARE_MS,
		.output_max = OUTPUT_MAX};
	int code = rtapp_config(m->r, m->folder, &config, e);

	if (code == 0)
		code = path_join(path, m->folder, "rt-app.json", e);
	if (code == 0)
		code = file_write(path, config.data, config.len, e);
	if (code == 0 && shim)
		code = put_shim(m, preload, e);
	if (code < 0)
		return code;
	m->run->started_at_ns = clock_wall_ns();
	m->started_ns = clock_mono_ns();
	return proc_start(&m->p, &spec, e);
}

static int64_t since_start_ms(const struct measuring *m)
{
	return (clock_mono_ns() - m->started_ns) / NS_PER_MS;
}

/* ---- policies ------------------------------------------------------------------------------- */

static void take_thread(void *arg, pid_t tid, const char *comm)
{
	struct measuring *m = arg;

	for (size_t i = 0; i < m->r->len; i++)
		if (!m->tid[i] && !strcmp(m->r->task[i].name, comm))
			m->tid[i] = tid;
}

static size_t find_threads(struct measuring *m)
{
	size_t found = 0;

	policy_each_thread(m->p.pid, take_thread, m);
	for (size_t i = 0; i < m->r->len; i++)
		found += m->tid[i] != 0;
	return found;
}

static const struct workload_group *group_of(const struct measuring *m, size_t task)
{
	return &m->r->w->group[m->r->task[task].group];
}

static void step_until(struct measuring *m, int64_t ms)
{
	while (!proc_ended(&m->p) && since_start_ms(m) < ms)
		proc_step(&m->p, ms - since_start_ms(m));
}

/* Waits until all threads have their names, or rt-app ended, or the warm-up is over twice. */
static size_t await_threads(struct measuring *m)
{
	int64_t limit_ms = MAX(2 * m->r->w->warm_up_ms, 5000);
	size_t found;

	while ((found = find_threads(m)) < m->r->len && !proc_ended(&m->p) &&
		since_start_ms(m) < limit_ms)
		proc_step(&m->p, LOOK_MS);
	return found;
}

static int set_policies(struct measuring *m)
{
	for (size_t i = 0; i < m->r->len; i++) {
		const struct workload_group *g = group_of(m, i);
		struct err e = {0};

		if (rtapp_knows_policy(g->policy) || !m->tid[i])
			continue;
		if (policy_set(m->tid[i], policy_number(g->policy), (int)g->priority, &e) < 0)
			return run_ended(m->run, RUN_WRONG_POLICY, "thread %s: %s",
				m->r->task[i].name, err_text(&e));
	}
	if (since_start_ms(m) > m->r->w->warm_up_ms)
		return run_ended(m->run, RUN_WRONG_POLICY,
			"the policies were in effect only %lld ms after the start, later than the warm-up of %lld ms",
			(long long)since_start_ms(m), (long long)m->r->w->warm_up_ms);
	return 0;
}

/* "SCHED_IDLE", or "SCHED_OTHER 2 of 5, SCHED_IDLE 3 of 5" where threads of a group differ. */
static bool policies_of_group(const struct measuring *m, size_t group, struct buf *text)
{
	size_t all = resolved_count(m->r, group), wanted = 0;

	for (int number = 0; number < POLICIES; number++) {
		size_t n = 0;

		for (size_t i = 0; i < m->r->len; i++)
			n += m->r->task[i].group == group && m->tid[i] &&
				policy_get(m->tid[i]) == number;
		if (!n)
			continue;
		buf_printf(text, "%s%s", text->len ? ", " : "", policy_name(number));
		if (n < all)
			buf_printf(text, " %zu of %zu", n, all);
		if (number == policy_number(m->r->w->group[group].policy))
			wanted = n;
	}
	if (!text->len)
		buf_str(text, "not seen");
	return wanted == all;
}

static int add_policy(const struct measuring *m, size_t group, json_t *rows, struct buf *wrong)
{
	const struct workload_group *g = &m->r->w->group[group];
	scoped(buf_fini) struct buf text = {0};

	if (!policies_of_group(m, group, &text))
		buf_printf(wrong, "%sgroup %s: wanted %s, in effect %s", wrong->len ? "; " : "",
			g->name, g->policy, buf_cstr(&text));
	return json_array_append_new(rows,
		json_pack("{s:s, s:s, s:I, s:s}", "group", g->name, "wanted", g->policy, "threads",
			(json_int_t)resolved_count(m->r, group), "in_effect", buf_cstr(&text)));
}

/*
 * Reads all policies back into run->policies; `when` is for the reason. Threads that are gone because rt-app ended
 * in the meantime say nothing.
 */
static int read_policies(struct measuring *m, const char *when)
{
	json_auto_t *rows = json_array();
	scoped(buf_fini) struct buf wrong = {0};

	for (size_t g = 0; g < m->r->w->ngroups; g++)
		if (add_policy(m, g, rows, &wrong) < 0)
			return -E_NOMEM;
	proc_step(&m->p, 0);
	if (proc_ended(&m->p))
		return 0;
	json_decref(m->run->policies);
	m->run->policies = json_incref(rows);
	if (!wrong.len)
		return 0;
	return run_ended(m->run, RUN_WRONG_POLICY, "%s, %s", buf_cstr(&wrong), when);
}

/* From the start to the end of rt-app. */
static int watch(struct measuring *m)
{
	size_t found = await_threads(m);
	int code = 0;

	if (proc_ended(&m->p))
		return 0;
	if (found < m->r->len)
		return run_ended(m->run, RUN_FAILED, "only %zu of %zu threads of rt-app appeared",
			found, m->r->len);
	code = set_policies(m);
	step_until(m, m->r->w->warm_up_ms * 3 / 4);
	if (code == 0)
		code = read_policies(m, "at the start");
	step_until(m, m->r->w->duration_ms - SECOND_LOOK_MS);
	if (code == 0 && !proc_ended(&m->p))
		code = read_policies(m, "at the end");
	while (code == 0 && !proc_ended(&m->p))
		proc_step(&m->p, 1000);
	return code;
}

/* ---- after ---------------------------------------------------------------------------------- */

/* The first line of the output that holds a mark of an error; false where there is none. */
static bool error_line(const struct buf *output, char *out, size_t size)
{
	static const char *const marks[] = {"<error>", "<crit"};

	for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
		const char *at = strstr(buf_cstr(output), marks[i]);

		if (!at)
			continue;
		while (at > buf_cstr(output) && at[-1] != '\n')
			at--;
		snprintf(out, size, "%.*s", (int)strcspn(at, "\n"), at);
		return true;
	}
	return false;
}

/* The last line that is not empty: what a library printed before it ended the program. "" where there is none. */
static void last_line(const struct buf *output, char *out, size_t size)
{
	struct cursor in = cursor_over(output->data, output->len), line;
	bool ended;

	out[0] = 0;
	while (cursor_line(&in, &line, &ended))
		if (cursor_left(&line))
			snprintf(out, size, ": %.*s", (int)MIN(cursor_left(&line), size), line.at);
}

/* NUL bytes would hide what follows them. */
static void drop_nuls(struct buf *output)
{
	for (size_t i = 0; i < output->len; i++)
		if (!output->data[i])
			output->data[i] = '?';
}

static int judge_end(struct measuring *m, const struct proc_end *end)
{
	char line[400] = "", text[64];

	drop_nuls(&m->p.output);
	if (error_line(&m->p.output, line, sizeof line))
		return run_ended(m->run, RUN_FAILED, "rt-app said: %s", line);
	if (!end->timed_out && !end->signal && !end->exit_code)
		return 0;
	last_line(&m->p.output, line, sizeof line);
	return run_ended(
		m->run, RUN_FAILED, "rt-app: %s%s", proc_end_text(end, text, sizeof text), line);
}

static int read_log(struct measuring *m, size_t i, struct err *e)
{
	scoped(buf_fini) struct buf text = {0};
	char name[64], path[FILE_PATH_MAX];
	struct err why = {0};
	int code;

	rtapp_log_name(m->r, i, name, sizeof name);
	code = path_join(path, m->folder, name, e);
	if (code < 0)
		return code;
	code = file_read(path, LOG_MAX, &text, &why);
	if (code == -E_NOMEM)
		return err_set(e, E_NOMEM, "%s", err_text(&why));
	if (code < 0)
		return run_ended(m->run, RUN_FAILED, "no log of thread %s: %s", m->r->task[i].name,
			err_text(&why));
	buf_printf(&m->raw, "== %s\n", name);
	buf_put(&m->raw, text.data, text.len);
	code = rtapp_log_parse(cursor_over(text.data, text.len), &m->log[i], &why);
	if (code == -E_NOMEM)
		return err_set(e, E_NOMEM, "%s", err_text(&why));
	if (code < 0)
		return run_ended(m->run, RUN_FAILED, "%s: %s", name, err_text(&why));
	if (m->log[i].truncated)
		return run_ended(m->run, RUN_PARTIAL, "%s ends in the middle of a row", name);
	return 0;
}

/* zstd -1; a raw log that stays too large is left out, and the record says so. */
static int keep_raw(struct measuring *m, struct err *e)
{
	size_t bound = ZSTD_compressBound(m->raw.len), len;
	unsigned char *room;

	if (!buf_ok(&m->raw))
		return err_set(e, E_NOMEM, "out of memory for the raw log");
	room = buf_room(&m->run->raw_log, bound);
	if (!room)
		return err_set(e, E_NOMEM, "out of memory for the raw log");
	len = ZSTD_compress(room, bound, m->raw.data, m->raw.len, 1);
	if (ZSTD_isError(len))
		return err_set(e, E_IO, "raw log: %s", ZSTD_getErrorName(len));
	if (len <= RECORD_RAW_MAX) {
		buf_added(&m->run->raw_log, len);
		return 0;
	}
	m->run->raw_log_left_out = mem_str("its compressed size is above the limit");
	return m->run->raw_log_left_out ? 0 : err_set(e, E_NOMEM, "out of memory");
}

/* A failed run is never data. */
static void drop_metrics(struct run *run)
{
	for (size_t i = 0; i < run->nmetrics; i++)
		run_metric_fini(&run->metric[i]);
	mem_free(run->metric);
	run->metric = NULL;
	run->nmetrics = 0;
}

static int judge_samples(struct measuring *m, struct err *e)
{
	struct run *run = m->run;
	struct err why = {0};
	int64_t took_ms = run->duration_ns / NS_PER_MS;
	int code = collect_rtapp(m->r, m->log, run, &why);

	if (code == -E_NOMEM)
		return err_set(e, E_NOMEM, "%s", err_text(&why));
	if (code < 0) {
		drop_metrics(run);
		return run_ended(run, RUN_FAILED, "%s", err_text(&why));
	}
	if (took_ms < m->r->w->duration_ms * 95 / 100)
		return run_ended(run, RUN_PARTIAL, "rt-app ended after %lld ms of %lld",
			(long long)took_ms, (long long)m->r->w->duration_ms);
	if (!run->policies)
		return run_ended(run, RUN_WRONG_POLICY,
			"the policies were not read back: rt-app ended before all its %zu threads were seen",
			m->r->len);
	if (collect_missed_share(run) > MISSED_SHARE_MAX)
		return run_ended(run, RUN_OVERLOADED,
			"%.1f %% of the activations were missed; more than %.0f %% is too much",
			100 * collect_missed_share(run), 100 * MISSED_SHARE_MAX);
	return 0;
}

static int finish(struct measuring *m, struct err *e)
{
	struct proc_end end;
	char text[64];
	int code;

	proc_finish(&m->p, &end);
	m->run->duration_ns = clock_mono_ns() - m->started_ns;
	m->run->tool_ended = mem_str(proc_end_text(&end, text, sizeof text));
	buf_str(&m->raw, "== output\n");
	buf_put(&m->raw, m->p.output.data, m->p.output.len);
	if (end.output_lost)
		buf_printf(&m->raw, "\n== %llu bytes more were not kept\n",
			(unsigned long long)end.output_lost);
	code = judge_end(m, &end);
	for (size_t i = 0; code == 0 && i < m->r->len; i++)
		code = read_log(m, i, e);
	if (code == 0 && m->run->outcome != RUN_FAILED)
		code = judge_samples(m, e);
	return code < 0 ? code : keep_raw(m, e);
}

static int measure(const struct resolved *r, const char *folder, struct run *run, struct err *e)
{
	scoped(measuring_fini) struct measuring m = {.r = r, .folder = folder, .run = run};
	int code;

	m.tid = mem_array(r->len, sizeof *m.tid);
	m.log = mem_array(r->len, sizeof *m.log);
	if (!m.tid || !m.log || set_tool(run) < 0)
		return err_set(e, E_NOMEM, "out of memory for a measurement");
	code = start(&m, e);
	if (code < 0)
		return code;
	code = watch(&m);
	if (code == 0)
		code = finish(&m, e);
	return code == -E_NOMEM ? err_set(e, E_NOMEM, "out of memory for a measurement") : code;
}

const struct kind kind_rtapp = {"rt-app", probe, measure};
