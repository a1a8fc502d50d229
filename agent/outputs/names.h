/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers names (function names, tasks, pids) in the order they are met: 0, 1, 2, ... */
#ifndef LATLAB_OUTPUTS_NAMES_H
#define LATLAB_OUTPUTS_NAMES_H

#include "base/buf.h"

struct names {
	struct name *name; /* owned */
	size_t n, cap;
	uint32_t *slot; /* owned; number + 1 of a name, 0: free */
	size_t nslots;	/* a power of two */
	struct buf bytes;
};

void names_fini(struct names *t);

/* The number of a name, given when it is new; -E_NOMEM. */
int64_t names_number(struct names *t, const void *bytes, size_t len);
/* The same without giving one: -1 where it is unknown. */
int64_t names_find(const struct names *t, const void *bytes, size_t len);
/* The name as a C string. Valid until the next names_number(). */
const char *names_text(const struct names *t, size_t number);

#endif
