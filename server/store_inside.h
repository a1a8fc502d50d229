/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the store_*.c files share, and nobody else sees. */
#ifndef LATLAB_SERVER_STORE_INSIDE_H
#define LATLAB_SERVER_STORE_INSIDE_H

#include "server/db.h"
#include "server/store.h"

struct store {
	char *data_dir; /* owned */
	struct db *db;	/* owned */
	struct db_stmts run, derive, read, token, check;
};

extern const char *const run_sql[],
	*const derive_sql[], *const read_sql[], *const token_sql[], *const check_sql[];
extern const size_t run_nsql, derive_nsql, read_nsql, token_nsql, check_nsql;

/* The columns every summary has, in one order. */
#define SUMMARY_COLUMNS "n, missed, censored, min, max, mean, m2, p50, p90, p95, p99, p999"
#define SUMMARY_VALUES \
	":n, :missed, :censored, :min, :max, :mean, :m2, :p50, :p90, :p95, :p99, :p999"
#define SUMMARY_OF(t)                                                                        \
	t ".n, " t ".missed, " t ".censored, " t ".min, " t ".max, " t ".mean, " t ".m2, " t \
	  ".p50, " t ".p90, " t ".p95, " t ".p99, " t ".p999"
#define SUMMARY_ARGS(s)                                                                         \
	db_int(":n", (int64_t)(s)->n), db_int(":missed", (int64_t)(s)->missed),                 \
		db_int(":censored", (int64_t)(s)->censored), db_int(":min", (s)->min),          \
		db_int(":max", (s)->max), db_real(":mean", (s)->mean), db_real(":m2", (s)->m2), \
		db_int(":p50", (s)->p50), db_int(":p90", (s)->p90), db_int(":p95", (s)->p95),   \
		db_int(":p99", (s)->p99), db_int(":p999", (s)->p999)

/*
 * What a reader of stored bytes returned, as the fault of the store that it is: a sender must not be told that
 * its record is wrong, or it would give it up.
 */
static inline int damaged(struct err *e, int r)
{
	if (r != -E_MALFORMED && r != -E_DIGEST && r != -E_TOO_BIG && r != -E_NEWER &&
		r != -E_UNSUPPORTED)
		return r;
	if (e)
		e->code = E_DAMAGED;
	return -E_DAMAGED;
}

/* ---- store_derive.c ---- */

/* Makes the point of one metric in one boot again, from all its runs of that workload version. */
int derive_point(struct store *s, int64_t boot, int64_t version, int64_t metric, struct err *e);
/* All points of a boot, after its config was learned. */
int derive_boot(struct store *s, int64_t boot, struct err *e);

#endif
