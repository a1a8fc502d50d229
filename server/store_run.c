/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Storing a run. Every row it refers to is looked up first and made where missing: a lookup dirties
 * no page, so the ten-thousandth run of a board costs its own rows only.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "schema/wire/limits.h"
#include "server/store_inside.h"

enum {
	RUN_FIND,
	RUN_MAKE,
	BOARD_FIND,
	BOARD_MAKE,
	FACTS_FIND,
	FACTS_MAKE,
	KERNEL_FIND,
	KERNEL_MAKE,
	WORKLOAD_FIND,
	WORKLOAD_MAKE,
	VERSION_FIND,
	VERSION_MAKE,
	METRIC_FIND,
	METRIC_MAKE,
	BOOT_FIND,
	BOOT_MAKE,
	BOOT_KERNEL,
	BOOT_LEARN,
	BOOT_EARLIER,
	BLOB_FIND,
	BLOB_MAKE,
	DIST_MAKE,
	BODY_MAKE,
	RUN_NSTMT
};

const char *const run_sql[] = {
	[RUN_FIND] = "SELECT digest = :digest FROM run WHERE run_id = :run_id",
	[RUN_MAKE] =
		"INSERT INTO run (run_id, digest, board, boot, workload_version, received_at, outcome,"
		" reason, header, raw_blob) VALUES (:run_id, :digest, :board, :boot, :version, :at,"
		" :outcome, :reason, :header, :raw) RETURNING id",
	[BOARD_FIND] = "SELECT id FROM board WHERE name = :name",
	[BOARD_MAKE] = "INSERT INTO board (name, arch) VALUES (:name, :arch) RETURNING id",
	[FACTS_FIND] = "SELECT id FROM board_facts WHERE board = :board AND digest = :digest",
	[FACTS_MAKE] = "INSERT INTO board_facts (board, digest, from_at, json)"
		       " VALUES (:board, :digest, :at, :json) RETURNING id",
	[KERNEL_FIND] = "SELECT id FROM kernel WHERE recipe = :recipe",
	[KERNEL_MAKE] =
		"INSERT INTO kernel (recipe, commit_sha, config_name, build_id, release, version)"
		" VALUES (:recipe, :commit, :config, :build_id, :release, :version) RETURNING id",
	[WORKLOAD_FIND] = "SELECT id FROM workload WHERE name = :name",
	[WORKLOAD_MAKE] = "INSERT INTO workload (name) VALUES (:name) RETURNING id",
	[VERSION_FIND] =
		"SELECT id FROM workload_version WHERE workload = :workload AND digest = :digest",
	[VERSION_MAKE] = "INSERT INTO workload_version (workload, digest, body)"
			 " VALUES (:workload, :digest, :body) RETURNING id",
	[METRIC_FIND] =
		"SELECT id FROM metric WHERE workload = :workload AND name = :name AND unit = :unit"
		" AND resolution = :resolution AND direction = :direction AND scalar = :scalar",
	[METRIC_MAKE] =
		"INSERT INTO metric (workload, name, unit, resolution, direction, scalar)"
		" VALUES (:workload, :name, :unit, :resolution, :direction, :scalar) RETURNING id",
	[BOOT_FIND] = "SELECT id FROM boot WHERE board = :board AND boot_uuid = :uuid",
	[BOOT_MAKE] =
		"INSERT INTO boot (board, boot_uuid, kernel, facts, cmdline, started_at)"
		" VALUES (:board, :uuid, :kernel, :facts, :cmdline, :started_at) RETURNING id",
	[BOOT_KERNEL] =
		"SELECT kernel.release, kernel.version, kernel.build_id, kernel.commit_sha,"
		" nullif(kernel.config_name, ''), kernel.id FROM boot JOIN kernel ON kernel.id = boot.kernel WHERE boot.id = :boot",
	[BOOT_LEARN] = "UPDATE boot SET kernel = :kernel WHERE id = :boot",
	[BOOT_EARLIER] = "UPDATE boot SET started_at = :started_at WHERE id = :boot AND"
			 " started_at > :started_at",
	[BLOB_FIND] = "SELECT size FROM blob WHERE digest = :digest",
	[BLOB_MAKE] =
		"INSERT INTO blob (digest, size, bytes, at) VALUES (:digest, :size, :bytes, :at)",
	[DIST_MAKE] = "INSERT INTO dist (run, pos, metric, " SUMMARY_COLUMNS ")"
		      " VALUES (:run, :pos, :metric, " SUMMARY_VALUES ") RETURNING id",
	[BODY_MAKE] = "INSERT INTO dist_body (dist, bytes, blocks) VALUES (:dist, :bytes, :blocks)",
};
const size_t run_nsql = RUN_NSTMT;
_Static_assert(ARRAY_LEN(run_sql) == RUN_NSTMT, "a statement a name");

/* The row that `find` finds by the first nkeys arguments, or that `make` makes of them all. */
static int find_or_make(struct store *s, size_t find, size_t make, size_t nkeys,
	const struct db_arg *args, size_t nargs, int64_t *ret, struct err *e)
{
	int r = query_id(&s->run, find, args, nkeys, ret, e);

	if (r == 0)
		r = query_id(&s->run, make, args, nargs, ret, e);
	return r < 0 ? r : 0;
}

/* The ids of what a run belongs to. */
struct home {
	int64_t board, facts, workload, version, boot;
	bool config_learned; /* of the boot: its points belong to other series now */
};

static int put_facts(struct store *s, const struct upload *up, struct home *h, struct err *e)
{
	struct digest d;
	int r = digest_of_json(up->run->facts, &d, e);
	char *json;

	if (r < 0)
		return r;
	json = json_dumps(up->run->facts, JSON_COMPACT | JSON_SORT_KEYS);
	if (!json)
		return err_set(e, E_NOMEM, "out of memory for board facts");
	r = find_or_make(s, FACTS_FIND, FACTS_MAKE, 2,
		DB_ARGS(db_int(":board", h->board), db_bytes(":digest", d.bytes, sizeof d.bytes),
			db_int(":at", up->received_at_ns), db_text(":json", json)),
		&h->facts, e);
	free(json);
	return r;
}

/* What is known of a kernel, in the order of BOOT_KERNEL's columns; NULL: not that. Borrowed. */
enum { RELEASE, VERSION, BUILD_ID, COMMIT, CONFIG, NKNOWN };

struct kernel {
	const char *known[NKNOWN];
};

static const char *const known_names[] = {
	[RELEASE] = "release",
	[VERSION] = "version",
	[BUILD_ID] = "build-id",
	[COMMIT] = "commit",
	[CONFIG] = "config",
};
_Static_assert(ARRAY_LEN(known_names) == NKNOWN, "a name a field");

/* An empty text says nothing. */
static const char *given(const char *text)
{
	return text && *text ? text : NULL;
}

/*
 * A run on the wrong kernel says nothing of where that one came from: its commit and config are those of the
 * kernel that should have run.
 */
static struct kernel kernel_of(const struct run *run)
{
	bool origin = run->outcome != RUN_WRONG_KERNEL;

	return (struct kernel){{
		[RELEASE] = run->kernel_release,
		[VERSION] = run->kernel_version,
		[BUILD_ID] = given(run->build_id),
		[COMMIT] = origin ? given(run->commit) : NULL,
		[CONFIG] = origin ? given(run->config_name) : NULL,
	}};
}

/* All that is known of where a kernel came from, as one text. */
static void kernel_recipe(const struct kernel *k, struct buf *out)
{
	if (k->known[COMMIT])
		buf_printf(out, "commit:%s ", k->known[COMMIT]);
	if (k->known[CONFIG])
		buf_printf(out, "config:%s ", k->known[CONFIG]);
	if (k->known[BUILD_ID])
		buf_printf(out, "buildid:%s", k->known[BUILD_ID]);
	else
		buf_printf(out, "release:%s version:%s", k->known[RELEASE], k->known[VERSION]);
}

static int put_kernel(struct store *s, const struct kernel *k, int64_t *ret, struct err *e)
{
	scoped(buf_fini) struct buf recipe = {0};
	int r;

	kernel_recipe(k, &recipe);
	r = buf_check(&recipe, "a kernel's recipe", e);
	if (r < 0)
		return r;
	return find_or_make(s, KERNEL_FIND, KERNEL_MAKE, 1,
		DB_ARGS(db_text(":recipe", buf_cstr(&recipe)), db_text(":commit", k->known[COMMIT]),
			db_text(":config", k->known[CONFIG] ? k->known[CONFIG] : ""),
			db_text(":build_id", k->known[BUILD_ID]),
			db_text(":release", k->known[RELEASE]),
			db_text(":version", k->known[VERSION])),
		ret, e);
}

static int put_version(struct store *s, const struct run *run, struct home *h, struct err *e)
{
	struct digest d;
	char *body;
	int r = find_or_make(s, WORKLOAD_FIND, WORKLOAD_MAKE, 1,
		DB_ARGS(db_text(":name", run->workload_name)), &h->workload, e);

	if (r == 0)
		r = digest_of_json(run->workload, &d, e);
	if (r < 0)
		return r;
	body = json_dumps(run->workload, JSON_COMPACT | JSON_SORT_KEYS);
	if (!body)
		return err_set(e, E_NOMEM, "out of memory for a workload");
	r = find_or_make(s, VERSION_FIND, VERSION_MAKE, 2,
		DB_ARGS(db_int(":workload", h->workload),
			db_bytes(":digest", d.bytes, sizeof d.bytes), db_text(":body", body)),
		&h->version, e);
	free(body);
	return r;
}

/*
 * A board without a battery may say 1970, or be years ahead: then our own clock is the better guess of
 * when the boot was.
 */
static int64_t believable_start(const struct upload *up)
{
	const int64_t year_2020 = INT64_C(1577836800) * NS_PER_S, day = 86400 * NS_PER_S;
	int64_t said = up->run->started_at_ns;

	return said >= year_2020 && said - day <= up->received_at_ns ? said : up->received_at_ns;
}

/* Fills what was not known from what is said; two different values are two kernels. */
static int learn_kernel(struct kernel *k, const struct kernel *said, const struct run *run,
	unsigned *ret_learned, struct err *e)
{
	for (size_t i = 0; i < NKNOWN; i++) {
		const char *is = k->known[i], *now = said->known[i];

		if (is && now && strcmp(is, now) != 0)
			return err_set(e, E_EXISTS,
				"boot %s of board %s ran another kernel: its %s is %s, this run says %s",
				run->boot_id, run->board_name, known_names[i], is, now);
		if (is || !now)
			continue;
		k->known[i] = now;
		*ret_learned |= 1u << i;
	}
	return 0;
}

/*
 * A boot has one kernel. A later run may know more of where that one came from, never another: what is known
 * stays, so its points stay in their series unless the config was not known.
 */
static int join_boot(struct store *s, const struct run *run, struct home *h, struct err *e)
{
	scoped(query_end) struct query q = query_on(
		&s->run, BOOT_KERNEL, DB_ARGS(db_int(":boot", h->boot)));
	struct kernel k, said = kernel_of(run);
	unsigned learned = 0;
	int64_t id;
	int r = query_step(&q, e);

	if (r < 0)
		return r;
	for (int i = 0; i < NKNOWN; i++)
		k.known[i] = query_text(&q, i);
	r = learn_kernel(&k, &said, run, &learned, e);
	if (r < 0 || !learned)
		return r;
	h->config_learned = learned & 1u << CONFIG;
	r = put_kernel(s, &k, &id, e);
	if (r == 0)
		r = query_run(&s->run, BOOT_LEARN,
			DB_ARGS(db_int(":boot", h->boot), db_int(":kernel", id)), e);
	return r < 0 ? r : 0;
}

static int make_boot(
	struct store *s, const struct upload *up, int64_t started_at, struct home *h, struct err *e)
{
	struct kernel k = kernel_of(up->run);
	int64_t kernel;
	int r = put_kernel(s, &k, &kernel, e);

	if (r < 0)
		return r;
	r = query_id(&s->run, BOOT_MAKE,
		DB_ARGS(db_int(":board", h->board), db_text(":uuid", up->run->boot_id),
			db_int(":kernel", kernel), db_int(":facts", h->facts),
			db_text(":cmdline", up->run->cmdline), db_int(":started_at", started_at)),
		&h->boot, e);
	return r < 0 ? r : 0;
}

static int put_boot(struct store *s, const struct upload *up, struct home *h, struct err *e)
{
	const struct run *run = up->run;
	int64_t started_at = believable_start(up);
	int r = query_id(&s->run, BOOT_FIND,
		DB_ARGS(db_int(":board", h->board), db_text(":uuid", run->boot_id)), &h->boot, e);

	if (r < 0)
		return r;
	if (r == 0)
		return make_boot(s, up, started_at, h, e);
	r = join_boot(s, run, h, e);
	if (r == 0)
		r = query_run(&s->run, BOOT_EARLIER,
			DB_ARGS(db_int(":boot", h->boot), db_int(":started_at", started_at)), e);
	return r < 0 ? r : 0;
}

static int put_home(struct store *s, const struct upload *up, struct home *h, struct err *e)
{
	int r = find_or_make(s, BOARD_FIND, BOARD_MAKE, 1,
		DB_ARGS(db_text(":name", up->run->board_name), db_text(":arch", up->run->arch)),
		&h->board, e);

	if (r == 0)
		r = put_facts(s, up, h, e);
	if (r == 0)
		r = put_version(s, up->run, h, e);
	return r < 0 ? r : put_boot(s, up, h, e);
}

static int put_blob(struct store *s, const struct upload *up, struct err *e)
{
	const struct buf *raw = &up->run->raw_log;
	struct db_arg digest = db_bytes(":digest", up->raw_digest.bytes, DIGEST_BYTES);
	int64_t size;
	int r = query_id(&s->run, BLOB_FIND, DB_ARGS(digest), &size, e);

	if (r != 0)
		return r < 0 ? r : 0;
	r = query_run(&s->run, BLOB_MAKE,
		DB_ARGS(digest, db_int(":size", (int64_t)raw->len),
			up->raw_is_file ? db_text(":bytes", NULL)
					: db_bytes(":bytes", raw->data, raw->len),
			db_int(":at", up->received_at_ns)),
		e);
	return r < 0 ? r : 0;
}

static int put_row(
	struct store *s, const struct upload *up, const struct home *h, int64_t *ret, struct err *e)
{
	const struct run *run = up->run;
	int r = run->raw_log.len ? put_blob(s, up, e) : 0;

	if (r < 0)
		return r;
	r = query_id(&s->run, RUN_MAKE,
		DB_ARGS(db_text(":run_id", run->run_id),
			db_bytes(":digest", up->digest.bytes, DIGEST_BYTES),
			db_int(":board", h->board), db_int(":boot", h->boot),
			db_int(":version", h->version), db_int(":at", up->received_at_ns),
			db_text(":outcome", run_outcome_name(run->outcome)),
			db_text(":reason", run->reason), db_text(":header", up->header),
			run->raw_log.len ? db_bytes(":raw", up->raw_digest.bytes, DIGEST_BYTES)
					 : db_text(":raw", NULL)),
		ret, e);
	return r < 0 ? r : 0;
}

static int put_body(struct store *s, int64_t dist, const struct run_metric *m, struct err *e)
{
	scoped(buf_fini) struct buf bytes = {0}, blocks = {0};
	int r = dist_encode(m->dist, &bytes, e);

	record_encode_blocks(&m->blocks, &blocks);
	if (r == 0)
		r = buf_check(&blocks, "block summaries", e);
	if (r < 0)
		return r;
	r = query_run(&s->run, BODY_MAKE,
		DB_ARGS(db_int(":dist", dist), db_bytes(":bytes", bytes.data, bytes.len),
			blocks.len ? db_bytes(":blocks", blocks.data, blocks.len)
				   : db_text(":blocks", NULL)),
		e);
	return r < 0 ? r : 0;
}

static int put_metric(struct store *s, int64_t run, size_t pos, const struct run_metric *m,
	const struct home *h, int64_t *ret_metric, struct err *e)
{
	struct dist_summary sum = dist_summarise(m->dist);
	int64_t dist;
	int r = find_or_make(s, METRIC_FIND, METRIC_MAKE, 6,
		DB_ARGS(db_int(":workload", h->workload), db_text(":name", m->name),
			db_text(":unit", m->unit), db_int(":resolution", m->resolution),
			db_text(":direction", m->direction),
			db_int(":scalar", m->dist->encoding == DIST_SCALAR)),
		ret_metric, e);

	if (r < 0)
		return r;
	r = query_id(&s->run, DIST_MAKE,
		DB_ARGS(db_int(":run", run), db_int(":pos", (int64_t)pos),
			db_int(":metric", *ret_metric), SUMMARY_ARGS(&sum)),
		&dist, e);
	return r < 0 ? r : put_body(s, dist, m, e);
}

static int put_all(struct store *s, const struct upload *up, struct err *e)
{
	int64_t metric[RECORD_METRICS_MAX], run;
	struct home h = {0};
	int r = put_home(s, up, &h, e);

	if (r == 0)
		r = put_row(s, up, &h, &run, e);
	for (size_t i = 0; r == 0 && i < up->run->nmetrics; i++)
		r = put_metric(s, run, i, &up->run->metric[i], &h, &metric[i], e);
	if (r == 0 && h.config_learned)
		return derive_boot(s, h.boot, e);
	if (!run_outcome_is_point(up->run->outcome))
		return r;
	for (size_t i = 0; r == 0 && i < up->run->nmetrics; i++)
		r = derive_point(s, h.boot, h.version, metric[i], e);
	return r;
}

int store_has_run(struct store *s, const struct upload *up, struct err *e)
{
	int64_t same;
	int r = query_id(&s->run, RUN_FIND,
		DB_ARGS(db_text(":run_id", up->run->run_id),
			db_bytes(":digest", up->digest.bytes, DIGEST_BYTES)),
		&same, e);

	if (r > 0 && !same)
		return err_set(
			e, E_EXISTS, "run %s is there already with other content", up->run->run_id);
	return r;
}

int store_put_run(struct store *s, const struct upload *up, enum store_put *ret, struct err *e)
{
	int r = store_has_run(s, up, e);

	if (r < 0)
		return r;
	if (r > 0) {
		*ret = STORE_SAME;
		return 0;
	}
	r = db_save(s->db, e);
	if (r < 0)
		return r;
	r = put_all(s, up, e);
	if (r == 0)
		r = db_keep(s->db, e);
	if (r < 0)
		db_undo(s->db);
	else
		*ret = STORE_NEW;
	return r;
}
