/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * UUID version 7: 48 bits of milliseconds, then random bits. Ids made later sort later, so
 * the server's index grows at its end.
 */
#ifndef LATLAB_BASE_UUID_H
#define LATLAB_BASE_UUID_H

#include "base/err.h"

#define UUID_TEXT_LEN 37 /* with the NUL */

struct uuid {
	unsigned char bytes[16];
};

/*
 * Random bits come from getrandom(), which blocks until the kernel's pool is seeded: a board that
 * booted a second ago waits rather than repeat an id.
 */
int uuid_make(int64_t wall_ns, struct uuid *ret, struct err *e);
void uuid_text(const struct uuid *id, char out[UUID_TEXT_LEN]);
/* Lower case with dashes and version 7 only; false for anything else. */
bool uuid_parse(const char *s, struct uuid *ret);

#endif
