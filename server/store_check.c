/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Is everything there, and as it was written? And is there what nobody asks for? */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "schema/wire/limits.h"
#include "server/blob.h"
#include "server/store_inside.h"

enum { REFERENCES, BODIES_MISSING, BODIES, BLOBS, BLOB_WANTED, CHECK_NSTMT };

const char *const check_sql[] = {
	[REFERENCES] = "SELECT count(*) FROM pragma_foreign_key_check",
	[BODIES_MISSING] = "SELECT count(*) FROM dist WHERE id NOT IN (SELECT dist FROM dist_body)",
	[BODIES] =
		"SELECT run_id, bytes FROM dist_body AS b JOIN dist AS d ON d.id = b.dist JOIN run ON run.id = run",
	[BLOBS] = "SELECT digest, bytes FROM blob",
	[BLOB_WANTED] = "SELECT 1 FROM blob WHERE digest = :digest AND bytes IS NULL",
};
const size_t check_nsql = CHECK_NSTMT;
_Static_assert(ARRAY_LEN(check_sql) == CHECK_NSTMT, "a statement a name");

struct check {
	struct store *s;
	struct buf *out;
	int64_t faults;
};

static void fault_line(struct check *c, const char *text)
{
	buf_printf(c->out, "%s\n", text);
	c->faults++;
}

static int check_count(struct check *c, size_t which, const char *what, struct err *e)
{
	int64_t n = 0;
	int r = query_id(&c->s->check, which, NULL, 0, &n, e);

	if (r >= 0 && n) {
		buf_printf(c->out, "%lld %s\n", (long long)n, what);
		c->faults++;
	}
	return r < 0 ? r : 0;
}

static int check_bodies(struct check *c, struct err *e)
{
	scoped(query_end) struct query q = query_on(&c->s->check, BODIES, NULL, 0);
	int r;

	while ((r = query_step(&q, e)) > 0) {
		scoped(dist_freep) struct dist *d = NULL;
		const char *run_id = query_text(&q, 0);
		size_t len;
		const void *bytes = query_bytes(&q, 1, &len);

		r = dist_decode(cursor_over(bytes, len), &d, e);
		if (r == -E_NOMEM)
			return r;
		if (r == 0)
			continue;
		buf_printf(c->out, "run %s: a distribution cannot be read\n", run_id);
		c->faults++;
	}
	return r;
}

static int check_blob(struct check *c, const struct query *q, struct err *e)
{
	scoped(buf_fini) struct buf file = {0};
	size_t key_len, len;
	const void *key = query_bytes(q, 0, &key_len), *bytes = query_bytes(q, 1, &len);
	struct digest d, is;
	struct err why = {0};
	int r;

	if (key_len != sizeof d.bytes)
		return fault_line(c, "a blob has a digest of the wrong length"), 0;
	memcpy(d.bytes, key, sizeof d.bytes);
	if (bytes) {
		is = digest_of(bytes, len);
		if (!digest_equal(&is, &d))
			fault_line(c, "the bytes of a blob in the database have changed");
		return 0;
	}
	r = blob_read(c->s->data_dir, &d, RECORD_RAW_MAX, &file, &why);
	if (r == -E_NOMEM)
		return err_set(e, E_NOMEM, "%s", err_text(&why));
	if (r < 0)
		fault_line(c, err_text(&why));
	return 0;
}

static int check_blobs(struct check *c, struct err *e)
{
	scoped(query_end) struct query q = query_on(&c->s->check, BLOBS, NULL, 0);
	int r;

	while ((r = query_step(&q, e)) > 0) {
		r = check_blob(c, &q, e);
		if (r < 0)
			return r;
	}
	return r;
}

#define HOUR_S 3600

/* 1: a run refers to this file. */
static int is_wanted(struct store *s, const struct digest *d, struct err *e)
{
	int64_t one;

	return query_id(&s->check, BLOB_WANTED,
		DB_ARGS(db_bytes(":digest", d->bytes, sizeof d->bytes)), &one, e);
}

static int check_file(void *arg, const struct digest *d, const char *path, struct err *e)
{
	struct check *c = arg;
	int r = d ? is_wanted(c->s, d, e) : 0;

	if (r == 0)
		buf_printf(c->out, "note: no run refers to %s\n", path);
	return r < 0 ? r : 0;
}

static int sweep_file(void *arg, const struct digest *d, const char *path, struct err *e)
{
	struct stat st;
	int r = d ? is_wanted(arg, d, e) : 1; /* what is not named as ours is not ours to remove */

	if (r != 0)
		return r < 0 ? r : 0;
	if (lstat(path, &st) == 0 && clock_wall_ns() / NS_PER_S - st.st_mtim.tv_sec > HOUR_S)
		(void)unlink(path); /* where it stays a check notes it */
	return 0;
}

int store_sweep_blobs(struct store *s, struct err *e)
{
	return blob_each(s->data_dir, sweep_file, s, e);
}

int store_check(struct store *s, struct buf *out, int64_t *faults, struct err *e)
{
	struct check c = {s, out, 0};
	struct err why = {0};
	int r = db_check(s->db, &why);

	if (r < 0 && r != -E_DAMAGED)
		return err_set(e, (enum err_code) - r, "%s", err_text(&why));
	if (r < 0)
		fault_line(&c, err_text(&why));
	r = check_count(&c, REFERENCES, "rows refer to rows that are not there", e);
	if (r == 0)
		r = check_count(&c, BODIES_MISSING, "distributions have lost their bodies", e);
	if (r == 0)
		r = check_bodies(&c, e);
	if (r == 0)
		r = check_blobs(&c, e);
	if (r == 0)
		r = blob_each(s->data_dir, check_file, &c, e);
	if (r == 0)
		r = buf_check(out, "the report", e);
	if (r == 0)
		*faults = c.faults;
	return r;
}
