/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bytes of a stranger in, a checked upload out: all the work on a record that needs no database, done
 * on the thread that received it.
 */
#ifndef LATLAB_SERVER_INGEST_H
#define LATLAB_SERVER_INGEST_H

#include "schema/wire/record.h"

/* A larger raw log is a file of its own. */
#define BLOB_INLINE_MAX (64u << 10)

struct upload {
	struct run *run;      /* owned; outcome and reason are as we judge them */
	struct digest digest; /* of the record */
	char *header;	      /* owned; the record's JSON */
	int64_t received_at_ns;
	struct digest raw_digest; /* where run->raw_log is not empty */
	bool raw_is_file;
};

void upload_free(struct upload *up);
DEFINE_FREEP(upload, struct upload);

/*
 * run_id is what the request's address says and must be the record's. The bytes are borrowed for the call.
 * What the agent concluded is not taken on trust: a "complete" run whose build-id is not the wanted one is
 * a wrong-kernel one, and one with too many missed activations is overloaded.
 */
int ingest_record(
	const char *run_id, const void *bytes, size_t len, struct upload **ret, struct err *e);

#endif
