/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What pages ask. Every list has a bound; summaries never touch dist_body. */
#include <string.h>

#include "base/mem.h"
#include "schema/wire/limits.h"
#include "server/store_inside.h"

#define RUNS_MAX    200
#define BOARDS_MAX  1000
#define KERNELS_MAX 500
#define SERIES_MAX  500
#define POINTS_MAX  10000
#define TEXT_OF(x)  #x
#define LIMIT(max)  " LIMIT " TEXT_OF(max)

enum {
	RUNS,
	RUNS_OF_BOARD,
	RUNS_OF_WORKLOAD,
	RUNS_OF_BOTH,
	RUNS_OF_KERNEL,
	BOARDS,
	BOARD,
	BOARD_FACTS,
	KERNELS,
	KERNEL,
	SERIES,
	SERIES_OF_BOARD,
	SERIES_ONE,
	POINTS,
	RUN,
	RUN_PARTS,
	RUN_COUNT,
	READ_NSTMT
};

/* The first distribution of its record stands for a run. */
#define RUN_LINES                                                                                     \
	"SELECT run.run_id, board.name, workload.name, kernel.release, run.outcome, run.received_at," \
	" metric.name, metric.unit, " SUMMARY_OF(                                                     \
		"dist") " FROM run"                                                                   \
			" JOIN board ON board.id = run.board JOIN boot ON boot.id = run.boot"         \
			" JOIN kernel ON kernel.id = boot.kernel"                                     \
			" JOIN workload_version AS v ON v.id = run.workload_version"                  \
			" JOIN workload ON workload.id = v.workload"                                  \
			" LEFT JOIN dist ON dist.run = run.id AND dist.pos = 0"                       \
			" LEFT JOIN metric ON metric.id = dist.metric"
#define NEWEST_RUNS " ORDER BY run.id DESC" LIMIT(RUNS_MAX)
#define OF_BOARD    "run.board = (SELECT id FROM board WHERE name = :board)"
#define OF_WORKLOAD "workload.name = :workload"

#define BOARD_LINES                                                                 \
	"SELECT name, arch, (SELECT count(*) FROM run WHERE run.board = board.id)," \
	" (SELECT received_at FROM run WHERE run.board = board.id ORDER BY id DESC LIMIT 1) FROM board"

#define KERNEL_LINES                                                                                \
	"SELECT id, release, build_id, (SELECT count(*) FROM boot WHERE boot.kernel = kernel.id),"  \
	" (SELECT count(*) FROM run JOIN boot ON boot.id = run.boot WHERE boot.kernel = kernel.id)" \
	" FROM kernel"

#define SERIES_LINES                                                                                 \
	"SELECT series.id, board.name, workload.name, metric.name, metric.unit, series.config_name," \
	" (SELECT count(*) FROM point WHERE point.series = series.id), metric.direction FROM series" \
	" JOIN board ON board.id = series.board JOIN metric ON metric.id = series.metric"            \
	" JOIN workload ON workload.id = metric.workload"

const char *const read_sql[] = {
	[RUNS] = RUN_LINES NEWEST_RUNS,
	[RUNS_OF_BOARD] = RUN_LINES " WHERE " OF_BOARD NEWEST_RUNS,
	[RUNS_OF_WORKLOAD] = RUN_LINES " WHERE " OF_WORKLOAD NEWEST_RUNS,
	[RUNS_OF_BOTH] = RUN_LINES " WHERE " OF_BOARD " AND " OF_WORKLOAD NEWEST_RUNS,
	[RUNS_OF_KERNEL] = RUN_LINES " WHERE boot.kernel = :kernel" NEWEST_RUNS,
	[BOARDS] = BOARD_LINES " ORDER BY name" LIMIT(BOARDS_MAX),
	[BOARD] = BOARD_LINES " WHERE name = :board",
	[BOARD_FACTS] =
		"SELECT json, (SELECT count(*) FROM board_facts AS all_ WHERE all_.board = f.board)"
		" FROM board_facts AS f JOIN board ON board.id = f.board WHERE board.name = :board"
		" ORDER BY f.id DESC LIMIT 1",
	[KERNELS] = KERNEL_LINES " ORDER BY id DESC" LIMIT(KERNELS_MAX),
	[KERNEL] = KERNEL_LINES " WHERE id = :kernel",
	[SERIES] = SERIES_LINES
	" ORDER BY board.name, workload.name, metric.name" LIMIT(SERIES_MAX),
	[SERIES_OF_BOARD] = SERIES_LINES
	" WHERE board.name = :board ORDER BY workload.name, metric.name,"
	" series.config_name" LIMIT(SERIES_MAX),
	[SERIES_ONE] = SERIES_LINES " WHERE series.id = :series",
	/* the newest ones, given oldest first */
	[POINTS] =
		"SELECT * FROM (SELECT kernel.id, kernel.release, boot.boot_uuid, boot.started_at AS at,"
		" boot.id AS boot, point.workload_version, boot.facts, " SUMMARY_OF(
			"point") " FROM point JOIN boot ON boot.id = point.boot JOIN kernel ON kernel.id = boot.kernel"
				 " WHERE point.series = :series ORDER BY at DESC, boot DESC,"
				 " point.workload_version DESC" LIMIT(
					 POINTS_MAX) ") ORDER BY at, boot, workload_version",
	[RUN] = "SELECT run.id, run.header, run.outcome, run.reason, run.received_at, boot.kernel FROM run"
		" JOIN boot ON boot.id = run.boot WHERE run.run_id = :run_id",
	/* the series too, where this run's point is in one */
	[RUN_PARTS] =
		"SELECT dist_body.bytes, dist_body.blocks, (SELECT series.id FROM series JOIN point ON"
		" point.series = series.id WHERE series.metric = dist.metric AND series.board ="
		" run.board AND point.boot = run.boot AND point.workload_version ="
		" run.workload_version), run.outcome FROM dist JOIN run ON run.id = dist.run"
		" JOIN dist_body ON dist_body.dist = dist.id WHERE dist.run = :run ORDER BY dist.pos",
	[RUN_COUNT] = "SELECT count(*) FROM run",
};
const size_t read_nsql = READ_NSTMT;
_Static_assert(ARRAY_LEN(read_sql) == READ_NSTMT, "a statement a name");

static int no_memory(struct err *e)
{
	return err_set(e, E_NOMEM, "out of memory for a page");
}

/* ---- rows to structs ---------------------------------------------------------------------------- */

static void get_summary(const struct query *q, int at, struct dist_summary *ret)
{
	*ret = (struct dist_summary){
		.n = (uint64_t)query_int(q, at),
		.missed = (uint64_t)query_int(q, at + 1),
		.censored = (uint64_t)query_int(q, at + 2),
		.min = query_int(q, at + 3),
		.max = query_int(q, at + 4),
		.mean = query_real(q, at + 5),
		.m2 = query_real(q, at + 6),
		.p50 = query_int(q, at + 7),
		.p90 = query_int(q, at + 8),
		.p95 = query_int(q, at + 9),
		.p99 = query_int(q, at + 10),
		.p999 = query_int(q, at + 11),
	};
}

/* Each fills one struct of a list from a row; false when out of memory. */
typedef bool get_row(const struct query *q, struct arena *a, void *ret);

static bool get_run_line(const struct query *q, struct arena *a, void *ret)
{
	struct run_line *l = ret;
	bool has_metric = query_text(q, 6) != NULL;

	*l = (struct run_line){
		.run_id = arena_str(a, query_text(q, 0)),
		.board = arena_str(a, query_text(q, 1)),
		.workload = arena_str(a, query_text(q, 2)),
		.kernel_release = arena_str(a, query_text(q, 3)),
		.outcome = arena_str(a, query_text(q, 4)),
		.received_at_ns = query_int(q, 5),
		.metric = has_metric ? arena_str(a, query_text(q, 6)) : NULL,
		.unit = has_metric ? arena_str(a, query_text(q, 7)) : NULL,
	};
	if (has_metric)
		get_summary(q, 8, &l->sum);
	return l->run_id && l->board && l->workload && l->kernel_release && l->outcome &&
		(!has_metric || (l->metric && l->unit));
}

static bool get_board_line(const struct query *q, struct arena *a, void *ret)
{
	struct board_line *l = ret;

	*l = (struct board_line){
		.name = arena_str(a, query_text(q, 0)),
		.arch = arena_str(a, query_text(q, 1)),
		.runs = query_int(q, 2),
		.last_at_ns = query_int(q, 3),
	};
	return l->name && l->arch;
}

static bool get_kernel_line(const struct query *q, struct arena *a, void *ret)
{
	struct kernel_line *l = ret;

	*l = (struct kernel_line){
		.id = query_int(q, 0),
		.release = arena_str(a, query_text(q, 1)),
		.build_id = arena_str(a, query_text(q, 2)),
		.boots = query_int(q, 3),
		.runs = query_int(q, 4),
	};
	return l->release && l->build_id;
}

static bool get_series_line(const struct query *q, struct arena *a, void *ret)
{
	struct series_line *l = ret;

	*l = (struct series_line){
		.id = query_int(q, 0),
		.board = arena_str(a, query_text(q, 1)),
		.workload = arena_str(a, query_text(q, 2)),
		.metric = arena_str(a, query_text(q, 3)),
		.unit = arena_str(a, query_text(q, 4)),
		.config_name = arena_str(a, query_text(q, 5)),
		.points = query_int(q, 6),
	};
	return l->board && l->workload && l->metric && l->unit && l->config_name;
}

/* A point and what its segment is made of. */
struct point_row {
	struct point_line line;
	int64_t version, facts;
};

static bool get_point_row(const struct query *q, struct arena *a, void *ret)
{
	struct point_row *p = ret;

	*p = (struct point_row){
		.line = {.kernel_id = query_int(q, 0),
			.kernel_release = arena_str(a, query_text(q, 1)),
			.boot_id = arena_str(a, query_text(q, 2)),
			.started_at_ns = query_int(q, 3)},
		.version = query_int(q, 5),
		.facts = query_int(q, 6),
	};
	get_summary(q, 7, &p->line.sum);
	return p->line.kernel_release && p->line.boot_id;
}

/* ---- lists -------------------------------------------------------------------------------------- */

struct list {
	size_t which; /* the statement */
	get_row *get;
	size_t size, max; /* of a struct; how many at most, as the statement's LIMIT says */
};

static const struct list board_list = {
	BOARDS, get_board_line, sizeof(struct board_line), BOARDS_MAX};
static const struct list kernel_list = {
	KERNELS, get_kernel_line, sizeof(struct kernel_line), KERNELS_MAX};
static const struct list point_list = {POINTS, get_point_row, sizeof(struct point_row), POINTS_MAX};

static int read_list(struct store *s, const struct list *l, const struct db_arg *args, size_t nargs,
	struct arena *a, void *ret, size_t *ret_n, struct err *e)
{
	scoped(query_end) struct query q = query_on(&s->read, l->which, args, nargs);
	char *rows = arena_alloc(a, l->max, l->size);
	size_t n = 0;
	int r = 0;

	if (!rows)
		return no_memory(e);
	for (; n < l->max && (r = query_step(&q, e)) > 0; n++)
		if (!l->get(&q, a, rows + n * l->size))
			return no_memory(e);
	if (r < 0)
		return r;
	*(void **)ret = rows;
	*ret_n = n;
	return 0;
}

static int read_run_lines(struct store *s, size_t which, const struct db_arg *args, size_t nargs,
	struct arena *a, const struct run_line **ret, size_t *ret_n, struct err *e)
{
	struct list l = {which, get_run_line, sizeof(struct run_line), RUNS_MAX};

	return read_list(s, &l, args, nargs, a, ret, ret_n, e);
}

static int read_series_lines(struct store *s, size_t which, const struct db_arg *args, size_t nargs,
	struct arena *a, const struct series_line **ret, size_t *ret_n, struct err *e)
{
	struct list l = {which, get_series_line, sizeof(struct series_line), SERIES_MAX};

	return read_list(s, &l, args, nargs, a, ret, ret_n, e);
}

/* The one row of a statement; E_NOT_FOUND with "there is no ..." where it gives none. */
static int read_one(struct store *s, size_t which, struct db_arg key, get_row *get, struct arena *a,
	void *ret, const char *what, struct err *e)
{
	scoped(query_end) struct query q = query_on(&s->read, which, DB_ARGS(key));
	int r = query_step(&q, e);

	if (r == 0)
		return err_set(e, E_NOT_FOUND, "there is no such %s here", what);
	if (r < 0)
		return r;
	return get(&q, a, ret) ? 0 : no_memory(e);
}

/* ---- pages -------------------------------------------------------------------------------------- */

int store_read_home(struct store *s, struct arena *a, struct home_view *ret, struct err *e)
{
	int r = read_run_lines(s, RUNS, NULL, 0, a, &ret->run, &ret->nruns, e);

	if (r == 0)
		r = read_list(s, &board_list, NULL, 0, a, &ret->board, &ret->nboards, e);
	if (r == 0)
		r = read_series_lines(s, SERIES, NULL, 0, a, &ret->series, &ret->nseries, e);
	return r;
}

int store_read_boards(struct store *s, struct arena *a, struct boards_view *ret, struct err *e)
{
	return read_list(s, &board_list, NULL, 0, a, &ret->board, &ret->nboards, e);
}

static void release_json(void *json)
{
	json_decref(json);
}

static int read_facts(
	struct store *s, const char *name, struct arena *a, struct board_view *ret, struct err *e)
{
	scoped(query_end) struct query q = query_on(
		&s->read, BOARD_FACTS, DB_ARGS(db_text(":board", name)));
	int r = query_step(&q, e);
	json_t *facts;

	if (r <= 0)
		return r < 0 ? r : err_set(e, E_DAMAGED, "board %s has no facts", name);
	facts = json_loads(query_text(&q, 0) ? query_text(&q, 0) : "", 0, NULL);
	if (!facts)
		return err_set(e, E_DAMAGED, "the facts of board %s cannot be read", name);
	if (!arena_own(a, facts, release_json))
		return no_memory(e);
	ret->facts = facts;
	ret->nfacts = (size_t)query_int(&q, 1);
	return 0;
}

int store_read_board(
	struct store *s, const char *name, struct arena *a, struct board_view *ret, struct err *e)
{
	struct db_arg key = db_text(":board", name);
	int r = read_one(s, BOARD, key, get_board_line, a, &ret->board, "board", e);

	if (r == 0)
		r = read_facts(s, name, a, ret, e);
	if (r == 0)
		r = read_series_lines(
			s, SERIES_OF_BOARD, DB_ARGS(key), a, &ret->series, &ret->nseries, e);
	if (r == 0)
		r = read_run_lines(s, RUNS_OF_BOARD, DB_ARGS(key), a, &ret->run, &ret->nruns, e);
	return r;
}

int store_read_kernels(struct store *s, struct arena *a, struct kernels_view *ret, struct err *e)
{
	return read_list(s, &kernel_list, NULL, 0, a, &ret->kernel, &ret->nkernels, e);
}

int store_read_kernel(
	struct store *s, int64_t id, struct arena *a, struct kernel_view *ret, struct err *e)
{
	struct db_arg key = db_int(":kernel", id);
	int r = read_one(s, KERNEL, key, get_kernel_line, a, &ret->kernel, "kernel", e);

	if (r == 0)
		r = read_run_lines(s, RUNS_OF_KERNEL, DB_ARGS(key), a, &ret->run, &ret->nruns, e);
	return r;
}

static bool get_series_view(const struct query *q, struct arena *a, void *ret)
{
	struct series_view *v = ret;

	v->direction = arena_str(a, query_text(q, 7));
	return v->direction && get_series_line(q, a, &v->series);
}

int store_read_series(
	struct store *s, int64_t id, struct arena *a, struct series_view *ret, struct err *e)
{
	struct db_arg key = db_int(":series", id);
	struct point_line *line;
	struct point_row *row;
	size_t n;
	int r = read_one(s, SERIES_ONE, key, get_series_view, a, ret, "series", e);

	if (r == 0)
		r = read_list(s, &point_list, DB_ARGS(key), a, &row, &n, e);
	if (r < 0)
		return r;
	line = arena_alloc(a, n, sizeof *line);
	if (!line)
		return no_memory(e);
	for (size_t i = 0; i < n; i++) {
		line[i] = row[i].line;
		line[i].segment_starts = i &&
			(row[i].version != row[i - 1].version || row[i].facts != row[i - 1].facts);
	}
	ret->point = line;
	ret->npoints = n;
	return 0;
}

int store_read_runs(struct store *s, const char *board, const char *workload, struct arena *a,
	struct runs_view *ret, struct err *e)
{
	struct db_arg args[2];
	size_t n = 0, which = RUNS;

	if (board)
		args[n++] = db_text(":board", board);
	if (workload)
		args[n++] = db_text(":workload", workload);
	if (board || workload)
		which = !workload ? RUNS_OF_BOARD : board ? RUNS_OF_BOTH : RUNS_OF_WORKLOAD;
	ret->board = board;
	ret->workload = workload;
	return read_run_lines(s, which, args, n, a, &ret->run, &ret->nruns, e);
}

/* ---- one run, put together again ------------------------------------------------------------------ */

struct parts {
	struct record_part part[RECORD_METRICS_MAX];
	int64_t series[RECORD_METRICS_MAX];
	size_t n;
};

static bool copy_bytes(const struct query *q, int column, struct arena *a, struct cursor *ret)
{
	size_t len;
	const void *bytes = query_bytes(q, column, &len);
	unsigned char *copy = arena_alloc(a, len, 1);

	if (copy && len)
		memcpy(copy, bytes, len);
	*ret = cursor_over(copy, copy ? len : 0);
	return copy;
}

static int read_parts(
	struct store *s, int64_t run, struct arena *a, struct parts *ret, struct err *e)
{
	scoped(query_end) struct query q = query_on(
		&s->read, RUN_PARTS, DB_ARGS(db_int(":run", run)));
	int r;

	while ((r = query_step(&q, e)) > 0) {
		const char *name = query_text(&q, 3);
		enum run_outcome outcome;
		size_t i = ret->n++;

		if (i >= RECORD_METRICS_MAX)
			return err_set(e, E_DAMAGED, "a stored run has too many metrics");
		if (!copy_bytes(&q, 0, a, &ret->part[i].dist) ||
			!copy_bytes(&q, 1, a, &ret->part[i].blocks))
			return no_memory(e);
		if (name && run_outcome_parse(name, &outcome) && run_outcome_is_point(outcome))
			ret->series[i] = query_int(&q, 2);
	}
	return r;
}

/* What we judged the run to be stands over what its agent said. */
static int set_outcome(const struct query *q, struct run *run, struct err *e)
{
	const char *outcome = query_text(q, 2), *reason = query_text(q, 3);

	if (!outcome || !run_outcome_parse(outcome, &run->outcome))
		return err_set(e, E_DAMAGED, "a stored run has an unknown outcome");
	mem_free(run->reason);
	run->reason = reason ? mem_str(reason) : NULL;
	return !reason || run->reason ? 0 : no_memory(e);
}

static void release_run(void *run)
{
	run_free(run);
}

int store_read_run(
	struct store *s, const char *run_id, struct arena *a, struct run_view *ret, struct err *e)
{
	scoped(query_end) struct query q = query_on(
		&s->read, RUN, DB_ARGS(db_text(":run_id", run_id)));
	struct parts *parts = arena_alloc(a, 1, sizeof *parts);
	struct run *run = NULL;
	int r = query_step(&q, e);

	if (r <= 0)
		return r < 0 ? r : err_set(e, E_NOT_FOUND, "there is no such run here");
	if (!parts)
		return no_memory(e);
	r = read_parts(s, query_int(&q, 0), a, parts, e);
	if (r == 0)
		r = record_restore(
			query_text(&q, 1) ? query_text(&q, 1) : "", parts->part, parts->n, &run, e);
	if (r < 0)
		return err_add(e, damaged(e, r), "stored run %s", run_id);
	if (!arena_own(a, run, release_run))
		return no_memory(e);
	*ret = (struct run_view){.run = run,
		.kernel_id = query_int(&q, 5),
		.received_at_ns = query_int(&q, 4),
		.series_id = parts->series};
	return set_outcome(&q, run, e);
}

int store_count_runs(struct store *s, int64_t *ret, struct err *e)
{
	int r = query_id(&s->read, RUN_COUNT, NULL, 0, ret, e);

	return r < 0 ? r : 0;
}
