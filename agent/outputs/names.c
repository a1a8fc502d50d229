/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/names.h"

#include <string.h>

#include "base/mem.h"

struct name {
	size_t at, len; /* in bytes */
};

void names_fini(struct names *t)
{
	mem_free(t->name);
	mem_free(t->slot);
	buf_fini(&t->bytes);
	*t = (struct names){0};
}

/* FNV-1a, folded once more since the low bits choose the slot. */
static size_t hash(const unsigned char *p, size_t len)
{
	uint64_t h = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < len; i++)
		h = (h ^ p[i]) * UINT64_C(1099511628211);
	return (size_t)(h ^ h >> 32);
}

/* Where the name is, or the free slot where it would be. There is always one: at most half are taken. */
static uint32_t *slot_of(const struct names *t, const void *bytes, size_t len)
{
	size_t mask = t->nslots - 1;

	for (size_t i = hash(bytes, len) & mask;; i = (i + 1) & mask) {
		const struct name *had = t->slot[i] ? &t->name[t->slot[i] - 1] : NULL;

		if (!had ||
			(had->len == len && (!len || !memcmp(t->bytes.data + had->at, bytes, len))))
			return &t->slot[i];
	}
}

static bool rehash(struct names *t)
{
	size_t nslots = t->nslots ? 2 * t->nslots : 64;
	uint32_t *slot = nslots < UINT32_MAX ? mem_array(nslots, sizeof *slot) : NULL;

	if (!slot)
		return false;
	mem_free(t->slot);
	t->slot = slot;
	t->nslots = nslots;
	for (size_t i = 0; i < t->n; i++)
		*slot_of(t, t->bytes.data + t->name[i].at, t->name[i].len) = (uint32_t)i + 1;
	return true;
}

static bool make_room(struct names *t)
{
	size_t cap = t->cap ? 2 * t->cap : 32;
	struct name *grown;

	if (2 * (t->n + 1) > t->nslots && !rehash(t))
		return false;
	if (t->n < t->cap)
		return true;
	grown = mem_grow(t->name, cap, sizeof *grown);
	if (!grown)
		return false;
	t->name = grown;
	t->cap = cap;
	return true;
}

int64_t names_find(const struct names *t, const void *bytes, size_t len)
{
	return t->nslots ? (int64_t)*slot_of(t, bytes, len) - 1 : -1;
}

int64_t names_number(struct names *t, const void *bytes, size_t len)
{
	int64_t had = names_find(t, bytes, len);
	size_t at = t->bytes.len;

	if (had >= 0)
		return had;
	if (!make_room(t))
		return -E_NOMEM;
	buf_put(&t->bytes, bytes, len);
	buf_byte(&t->bytes, 0);
	if (!buf_ok(&t->bytes))
		return -E_NOMEM;
	t->name[t->n] = (struct name){at, len};
	*slot_of(t, bytes, len) = (uint32_t)t->n + 1;
	return (int64_t)t->n++;
}

const char *names_text(const struct names *t, size_t number)
{
	return (const char *)t->bytes.data + t->name[number].at;
}
