/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One owner for all that a page's view points at: freed together when the page is written. */
#ifndef LATLAB_SERVER_ARENA_H
#define LATLAB_SERVER_ARENA_H

#include "base/util.h"

struct arena {
	struct arena_item *last; /* owned list, newest first */
};

void arena_fini(struct arena *a);

/* Zeroed memory; NULL when out of memory. */
void *arena_alloc(struct arena *a, size_t n, size_t size);
/* A copy; NULL when out of memory. s = NULL gives "". */
const char *arena_str(struct arena *a, const char *s);
/* Takes p over: release(p) is called at the end, or now where there is no memory to note it (then false). */
bool arena_own(struct arena *a, void *p, void (*release)(void *));

#endif
