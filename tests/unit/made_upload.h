/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs as a server gets them: made, changed, encoded, ingested, stored. */
#ifndef LATLAB_TESTS_MADE_UPLOAD_H
#define LATLAB_TESTS_MADE_UPLOAD_H

#include "made_run.h"
#include "server/store.h"

/* A run id that differs in its number. */
static inline const char *made_id(int n, char out[37])
{
	snprintf(out, 37, "019ad6f2-1c00-7abc-8def-%012x", (unsigned)n);
	return out;
}

static inline struct run *made_numbered(int n)
{
	char id[37];

	return made_run(made_id(n, id));
}

static inline void made_samples(struct run *run, const int64_t *samples, size_t n)
{
	dist_free(run->metric[0].dist);
	run->metric[0].dist = NULL;
	assert_ok(dist_from_samples(samples, n, &run->metric[0].dist, NULL));
}

static inline void made_record(const struct run *run, struct buf *out)
{
	struct err e = {0};

	buf_clear(out);
	if (record_encode(run, out, &e) < 0)
		fail_msg("%s", err_text(&e));
}

/* Encodes and ingests it. */
static inline struct upload *made_upload(const struct run *run)
{
	scoped(buf_fini) struct buf b = {0};
	struct upload *up = NULL;
	struct err e = {0};

	made_record(run, &b);
	if (ingest_record(run->run_id, b.data, b.len, &up, &e) < 0)
		fail_msg("%s", err_text(&e));
	return up;
}

/* One transaction; what store_put_run() returns, or the commit's error. */
static inline int made_put(
	struct store *s, const struct upload *up, enum store_put *ret, struct err *e)
{
	int r = store_begin(s, e);

	if (r == 0)
		r = store_put_run(s, up, ret, e);
	if (r == 0)
		r = store_commit(s, e);
	if (r < 0)
		store_rollback(s);
	return r;
}

/* Stores it and frees it. */
static inline void made_stored(struct store *s, struct run *run)
{
	scoped(upload_freep) struct upload *up = made_upload(run);
	enum store_put put;
	struct err e = {0};

	run_free(run);
	if (made_put(s, up, &put, &e) < 0)
		fail_msg("%s", err_text(&e));
	assert_int_equal(put, STORE_NEW);
}

#endif
