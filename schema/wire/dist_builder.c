/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "schema/wire/dist_builder.h"

#include "base/mem.h"

#define REST_LEAST (64u << 10)

int dist_builder_init(struct dist_builder *b, struct err *e)
{
	*b = (struct dist_builder){.cap = REST_LEAST};
	b->count = mem_array((size_t)DIST_BUILDER_COUNTED, sizeof *b->count);
	b->rest = mem_array(b->cap, sizeof *b->rest);
	if (b->count && b->rest)
		return 0;
	dist_builder_fini(b);
	return err_set(e, E_NOMEM, "out of memory for a distribution");
}

void dist_builder_fini(struct dist_builder *b)
{
	mem_free(b->count);
	mem_free(b->rest);
	dist_free(b->merged);
	*b = (struct dist_builder){0};
}

static int merge_into(struct dist **sum, struct dist *more, struct err *e)
{
	struct dist *both;
	int r;

	if (!*sum) {
		*sum = more;
		return 0;
	}
	r = dist_merge(*sum, more, &both, e);
	dist_free(more);
	if (r < 0)
		return r;
	dist_free(*sum);
	*sum = both;
	return 0;
}

/* The room grows with what is merged already, so that merging stays a small share of the work. */
static int merge_rest(struct dist_builder *b, struct err *e)
{
	struct dist *more;
	int64_t *grown;
	int r = b->nrest ? dist_from_samples(b->rest, b->nrest, &more, e) : 0;

	if (r == 0 && b->nrest)
		r = merge_into(&b->merged, more, e);
	if (r < 0)
		return r;
	b->nrest = 0;
	if (!b->merged || b->merged->len <= b->cap)
		return 0;
	grown = mem_grow(b->rest, b->merged->len, sizeof *grown);
	if (grown) { /* without, it goes on as it is */
		b->rest = grown;
		b->cap = b->merged->len;
	}
	return 0;
}

int dist_builder_add_rest(struct dist_builder *b, int64_t v)
{
	int r = b->nrest == b->cap ? merge_rest(b, NULL) : 0;

	if (r < 0)
		return r;
	b->rest[b->nrest++] = v;
	return 0;
}

static int counted(const struct dist_builder *b, struct dist **ret, struct err *e)
{
	scoped(mem_freep) struct dist_run *runs = NULL;
	size_t len = 0;

	for (int64_t v = 0; v < DIST_BUILDER_COUNTED; v++)
		len += b->count[v] != 0;
	runs = mem_array(len, sizeof *runs);
	if (!runs)
		return err_set(e, E_NOMEM, "out of memory for a distribution");
	len = 0;
	for (int64_t v = 0; v < DIST_BUILDER_COUNTED; v++)
		if (b->count[v])
			runs[len++] = (struct dist_run){v, b->count[v]};
	return dist_from_runs(runs, len, ret, e);
}

int dist_builder_take(struct dist_builder *b, struct dist **ret, struct err *e)
{
	struct dist *d = NULL, *both = NULL;
	int r = merge_rest(b, e);

	if (r == 0)
		r = counted(b, &d, e);
	if (r < 0)
		return r;
	if (b->merged) {
		r = dist_merge(d, b->merged, &both, e);
		dist_free(d);
		if (r < 0)
			return r;
		d = both;
	}
	d->missed = b->missed;
	*ret = d;
	return 0;
}
