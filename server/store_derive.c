/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Series and points, made from runs. A point is a pure function of the runs of one workload version in
 * one boot, whatever their order, so deriving it when a run arrives and deriving all of them again give the
 * same. The boot is the unit of replication: several runs in it are one point, of all their samples.
 *
 * A run is a fact, a point is not: where runs have no union (more samples than a distribution may have, a
 * stored one that cannot be read) they are kept, and there is no point of that metric in that boot.
 */
#include "base/mem.h"
#include "server/store_inside.h"

enum {
	BOOT_SERIES,
	BOOT_METRICS,
	ALL_METRICS,
	BODIES,
	SERIES_FIND,
	SERIES_MAKE,
	POINT_DROP,
	POINT_PUT,
	POINTS_DROP_BOOT,
	POINTS_DROP,
	SERIES_DROP_EMPTY,
	DERIVE_NSTMT
};

const char *const derive_sql[] = {
	[BOOT_SERIES] = "SELECT boot.board, kernel.config_name FROM boot JOIN kernel ON"
			" kernel.id = boot.kernel WHERE boot.id = :boot",
	/* in the order in which runs made them, so that a rebuild numbers new series as uploads would */
	[BOOT_METRICS] = "SELECT run.boot, run.workload_version, dist.metric FROM run JOIN dist ON"
			 " dist.run = run.id WHERE run.boot = :boot"
			 " GROUP BY run.workload_version, dist.metric ORDER BY min(dist.id)",
	[ALL_METRICS] = "SELECT run.boot, run.workload_version, dist.metric FROM run JOIN dist ON"
			" dist.run = run.id GROUP BY run.boot, run.workload_version, dist.metric"
			" ORDER BY min(dist.id)",
	[BODIES] = "SELECT run.outcome, dist_body.bytes FROM run JOIN dist ON dist.run = run.id"
		   " JOIN dist_body ON dist_body.dist = dist.id WHERE run.boot = :boot AND"
		   " run.workload_version = :version AND dist.metric = :metric",
	[SERIES_FIND] = "SELECT id FROM series WHERE board = :board AND metric = :metric AND"
			" config_name = :config",
	[SERIES_MAKE] = "INSERT INTO series (board, metric, config_name)"
			" VALUES (:board, :metric, :config) RETURNING id",
	[POINT_DROP] =
		"DELETE FROM point WHERE series IN (SELECT id FROM series WHERE metric = :metric AND"
		" board = :board) AND boot = :boot AND workload_version = :version",
	[POINT_PUT] = "INSERT INTO point (series, boot, workload_version, runs, " SUMMARY_COLUMNS
		      ")"
		      " VALUES (:series, :boot, :version, :runs, " SUMMARY_VALUES ")",
	[POINTS_DROP_BOOT] =
		"DELETE FROM point WHERE boot = :boot AND series IN (SELECT series.id FROM"
		" series JOIN boot ON boot.board = series.board WHERE boot.id = :boot)",
	[POINTS_DROP] = "DELETE FROM point",
	[SERIES_DROP_EMPTY] = "DELETE FROM series WHERE NOT EXISTS"
			      " (SELECT 1 FROM point WHERE point.series = series.id)",
};
const size_t derive_nsql = DERIVE_NSTMT;
_Static_assert(ARRAY_LEN(derive_sql) == DERIVE_NSTMT, "a statement a name");

/* What lies above bound is only counted from now on. */
static void lower_bound(struct dist *d, int64_t bound)
{
	for (; d->len && d->runs[d->len - 1].value > bound; d->len--)
		d->censored += d->runs[d->len - 1].count;
	if (d->censored) {
		d->encoding = DIST_CENSORED;
		d->bound = bound;
	}
}

/*
 * Makes two of the same metric mergeable. Lone numbers of several runs are samples of what runs give.
 * Where the tool's overflow bound differed, the lower one is all that is known of both.
 */
static void make_alike(struct dist *a, struct dist *b)
{
	if (a->encoding == DIST_SCALAR)
		a->encoding = DIST_EXACT;
	if (b->encoding == DIST_SCALAR)
		b->encoding = DIST_EXACT;
	if (a->censored || b->censored) {
		int64_t bound = MIN(
			a->censored ? a->bound : INT64_MAX, b->censored ? b->bound : INT64_MAX);

		lower_bound(a, bound);
		lower_bound(b, bound);
	}
}

/* Takes bytes into *sum. 1: there is no union, for ever. */
static int merge_body(struct dist **sum, const void *bytes, size_t len, struct err *e)
{
	scoped(dist_freep) struct dist *next = NULL, *both = NULL;
	int r = dist_decode(cursor_over(bytes, len), &next, e);

	if (r == 0 && *sum) {
		make_alike(*sum, next);
		r = dist_merge(*sum, next, &both, e);
	}
	if (r < 0)
		return r == -E_NOMEM ? r : 1;
	dist_free(*sum);
	*sum = both ? take(both) : take(next);
	return 0;
}

/*
 * The union of the runs that may be points; *ret stays NULL where there is none. A part of it would depend on
 * the order of the runs: it is all of them or nothing.
 */
static int merge_runs(struct store *s, const struct db_arg *args, size_t nargs, struct dist **ret,
	int64_t *ret_runs, struct err *e)
{
	scoped(query_end) struct query q = query_on(&s->derive, BODIES, args, nargs);
	scoped(dist_freep) struct dist *sum = NULL;
	int r;

	while ((r = query_step(&q, e)) > 0) {
		const char *name = query_text(&q, 0);
		enum run_outcome outcome;
		const void *bytes;
		size_t len;

		if (!name || !run_outcome_parse(name, &outcome) || !run_outcome_is_point(outcome))
			continue;
		bytes = query_bytes(&q, 1, &len);
		r = merge_body(&sum, bytes, len, e);
		if (r != 0)
			return r < 0 ? r : 0;
		++*ret_runs;
	}
	if (r == 0)
		*ret = take(sum);
	return r;
}

/* Which series a boot's metric is in. made: make it when it is not there. */
static int series_of(struct store *s, int64_t boot, int64_t metric, int64_t *ret_board,
	int64_t *ret_series, bool make, struct err *e)
{
	scoped(query_end) struct query q = query_on(
		&s->derive, BOOT_SERIES, DB_ARGS(db_int(":boot", boot)));
	int r = query_step(&q, e);

	if (r <= 0)
		return r < 0 ? r
			     : err_set(e, E_NOT_FOUND, "there is no boot %lld", (long long)boot);
	*ret_board = query_int(&q, 0);
	if (!make)
		return 0;
	r = query_id(&s->derive, SERIES_FIND,
		DB_ARGS(db_int(":board", *ret_board), db_int(":metric", metric),
			db_text(":config", query_text(&q, 1))),
		ret_series, e);
	if (r == 0)
		r = query_id(&s->derive, SERIES_MAKE,
			DB_ARGS(db_int(":board", *ret_board), db_int(":metric", metric),
				db_text(":config", query_text(&q, 1))),
			ret_series, e);
	return r < 0 ? r : 0;
}

int derive_point(struct store *s, int64_t boot, int64_t version, int64_t metric, struct err *e)
{
	struct db_arg of_boot = db_int(":boot", boot), of_version = db_int(":version", version);
	struct db_arg of_metric = db_int(":metric", metric);
	scoped(dist_freep) struct dist *all = NULL;
	int64_t board = 0, series = 0, runs = 0;
	struct dist_summary sum;
	int r = merge_runs(s, DB_ARGS(of_boot, of_version, of_metric), &all, &runs, e);

	if (r == 0)
		r = series_of(s, boot, metric, &board, &series, all && all->n, e);
	if (r == 0)
		r = query_run(&s->derive, POINT_DROP,
			DB_ARGS(of_boot, of_version, of_metric, db_int(":board", board)), e);
	if (r > 0 && !all) /* it was the last of its series, perhaps */
		r = query_run(&s->derive, SERIES_DROP_EMPTY, NULL, 0, e);
	if (r < 0 || !all || !all->n)
		return r < 0 ? r : 0;
	sum = dist_summarise(all);
	r = query_run(&s->derive, POINT_PUT,
		DB_ARGS(db_int(":series", series), of_boot, of_version, db_int(":runs", runs),
			SUMMARY_ARGS(&sum)),
		e);
	return r < 0 ? r : 0;
}

static int derive_each(struct store *s, struct query *q, struct err *e)
{
	int r;

	while ((r = query_step(q, e)) > 0) {
		r = derive_point(s, query_int(q, 0), query_int(q, 1), query_int(q, 2), e);
		if (r < 0)
			return r;
	}
	return r;
}

int derive_boot(struct store *s, int64_t boot, struct err *e)
{
	struct db_arg of_boot = db_int(":boot", boot);
	int r = query_run(&s->derive, POINTS_DROP_BOOT, DB_ARGS(of_boot), e);

	if (r >= 0) {
		scoped(query_end) struct query q = query_on(
			&s->derive, BOOT_METRICS, DB_ARGS(of_boot));

		r = derive_each(s, &q, e);
	}
	if (r == 0)
		r = query_run(&s->derive, SERIES_DROP_EMPTY, NULL, 0, e);
	return r < 0 ? r : 0;
}

static int derive_all(struct store *s, struct err *e)
{
	int r = query_run(&s->derive, POINTS_DROP, NULL, 0, e);

	if (r >= 0) {
		scoped(query_end) struct query q = query_on(&s->derive, ALL_METRICS, NULL, 0);

		r = derive_each(s, &q, e);
	}
	if (r == 0)
		r = query_run(&s->derive, SERIES_DROP_EMPTY, NULL, 0, e);
	return r < 0 ? r : 0;
}

int store_rebuild(struct store *s, struct err *e)
{
	int r = db_begin(s->db, e);

	if (r < 0)
		return r;
	r = derive_all(s, e);
	if (r == 0)
		r = db_commit(s->db, e);
	if (r < 0)
		db_rollback(s->db);
	return r;
}
