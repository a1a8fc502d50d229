/* SPDX-License-Identifier: GPL-2.0-or-later */
/* BLAKE2b-256: what names a record, a resolved workload, a set of board facts, a blob. */
#ifndef LATLAB_WIRE_DIGEST_H
#define LATLAB_WIRE_DIGEST_H

#include <jansson.h>

#include "base/err.h"

#define DIGEST_BYTES   32
#define DIGEST_HEX_LEN (2 * DIGEST_BYTES + 1) /* with the NUL */

struct digest {
	unsigned char bytes[DIGEST_BYTES];
};

struct digest digest_of(const void *bytes, size_t len);
/* Of JSON in its canonical form: keys sorted, no spaces. E_NOMEM only. */
int digest_of_json(const json_t *json, struct digest *ret, struct err *e);

bool digest_equal(const struct digest *a, const struct digest *b);
void digest_hex(const struct digest *d, char out[DIGEST_HEX_LEN]);
bool digest_parse(const char *hex, struct digest *ret);

#endif
