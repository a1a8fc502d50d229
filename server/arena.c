/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/arena.h"

#include <string.h>

#include "base/mem.h"

struct arena_item {
	struct arena_item *before;
	void *p;
	void (*release)(void *);
};

void arena_fini(struct arena *a)
{
	while (a->last) {
		struct arena_item *item = a->last;

		a->last = item->before;
		item->release(item->p);
		mem_free(item);
	}
}

bool arena_own(struct arena *a, void *p, void (*release)(void *))
{
	struct arena_item *item = mem_alloc(sizeof *item);

	if (!item) {
		release(p);
		return false;
	}
	*item = (struct arena_item){a->last, p, release};
	a->last = item;
	return true;
}

void *arena_alloc(struct arena *a, size_t n, size_t size)
{
	void *p = mem_array(n, size);

	return p && arena_own(a, p, mem_free) ? p : NULL;
}

const char *arena_str(struct arena *a, const char *s)
{
	size_t len = s ? strlen(s) : 0;
	char *copy = arena_alloc(a, len + 1, 1);

	if (copy && len)
		memcpy(copy, s, len);
	return copy;
}
