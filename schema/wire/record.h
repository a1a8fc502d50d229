/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The run record: what one execution of one workload on one board gave. One body = one spool
 * file = one request, the same bytes all the way.
 *
 *	"LATLABR1"
 *	u32 length, JSON header
 *	u32 n, n x (u32 kind, u32 length), n sections
 *	BLAKE2b-256 of all before
 *
 * Numbers are little-endian. run_fields.def lists the header's fields; a reader passes over keys it does
 * not know, so a newer agent may say more without a new version.
 */
#ifndef LATLAB_WIRE_RECORD_H
#define LATLAB_WIRE_RECORD_H

#include <jansson.h>

#include "schema/wire/digest.h"
#include "schema/wire/dist.h"

enum run_outcome {
#define OUTCOME(id, name, is_point, meaning) RUN_##id,
#include "schema/wire/outcomes.def"
#undef OUTCOME
	RUN_NOUTCOMES
};

const char *run_outcome_name(enum run_outcome o);
bool run_outcome_parse(const char *name, enum run_outcome *ret);
/* Whether its distributions may become points of a series. */
bool run_outcome_is_point(enum run_outcome o);

/* Equal slices of the run's time, warm-up included: for autocorrelation and warm-up. */
struct run_block {
	uint64_t n;
	int64_t sum, max; /* of the n samples that ended in this slice; 0 where n is 0 */
};

struct run_blocks {
	uint64_t slice_us;
	struct run_block *block; /* owned */
	size_t len;
};

struct run_metric {
	char *name;	    /* "cfs:wu_lat": thread group and quantity */
	char *unit;	    /* "us" */
	char *direction;    /* "lower" or "higher" is better */
	int64_t resolution; /* smallest step of the tool, in units; >= 1 */
	struct dist *dist;
	struct run_blocks blocks; /* len 0: the workload has no time order */
};

struct run {
#define FIELD_TEXT(path, member, max, need)	 char *member;
#define FIELD_INT(path, member, low, high, need) int64_t member;
#define FIELD_JSON(path, member, type, need)	 json_t *member;
#include "schema/wire/run_fields.def"
	enum run_outcome outcome;
	struct run_metric *metric; /* owned */
	size_t nmetrics;
	struct buf raw_log; /* zstd; empty where left out */
};

/*
 * The workload digest of a resolved workload: of what runs, without "metrics" and "summary". How numbers are shown and
 * from where on they matter may change without starting a new segment.
 */
int run_workload_digest(const json_t *resolved, struct digest *ret, struct err *e);

struct run *run_new(void);
void run_free(struct run *run);
DEFINE_FREEP(run, struct run);
void run_metric_fini(struct run_metric *m);

/* Checks every field against its limit, then appends the record to out. */
int record_encode(const struct run *run, struct buf *out, struct err *e);

/*
 * Reads and checks all of it; the bytes are borrowed for the call only. E_MALFORMED, E_TOO_BIG, E_DIGEST
 * and E_NEWER (a version this one does not know) say which byte, field or section.
 */
int record_decode(const void *bytes, size_t len, struct run **ret, struct err *e);

/* The digest at a record's end, without reading it: what makes two uploads the same. */
int record_digest(const void *bytes, size_t len, struct digest *ret, struct err *e);

/* The header alone, as JSON, for the store to keep; *ret is owned by the caller. */
int record_header(const void *bytes, size_t len, json_t **ret, struct err *e);

/*
 * A store keeps a record in parts: its header, and the sections of each metric in the header's order.
 * blocks is appended in its wire form, nothing where there are none. record_restore() is record_decode() of
 * such parts; the raw log is not among them and stays empty. All is borrowed for the call.
 */
struct record_part {
	struct cursor dist, blocks;
};
void record_encode_blocks(const struct run_blocks *blocks, struct buf *out);
int record_restore(const char *header, const struct record_part *part, size_t nparts,
	struct run **ret, struct err *e);

#endif
