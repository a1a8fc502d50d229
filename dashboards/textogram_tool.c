/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/textogram_tool.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dashboards/buckets.h"

#define BAR_MAX 50

struct tool {
	struct buckets b;
	uint64_t most, whole;
	int width;    /* of an edge */
	int64_t unit; /* what is shown as 1 */
};

/* The tool's last bucket ends before its edge. */
static uint64_t count_at(const struct dist *d, int64_t value)
{
	for (size_t i = 0; i < d->len; i++)
		if (d->runs[i].value == value)
			return d->runs[i].count;
	return 0;
}

static void count(struct tool *t, const struct dist *d, enum textogram_share share)
{
	struct buckets *b = &t->b;
	uint64_t inside = 0;

	buckets_fill(b, d);
	b->count[b->len - 1] -= count_at(d, b->edge[b->len]);
	b->above += b->censored;
	for (size_t i = 0; i < b->len; i++) {
		t->most = MAX(t->most, b->count[i]);
		inside += b->count[i];
	}
	for (size_t i = 0; i <= b->len; i++)
		t->width = MAX(t->width, snprintf(NULL, 0, "%" PRId64, b->edge[i] / t->unit));
	t->whole = share == TEXTOGRAM_OF_ALL ? d->n : inside;
}

static void put_share(struct buf *out, const struct tool *t, int width, uint64_t n)
{
	if (t->whole)
		buf_printf(out, "%*" PRIu64 "%% ", width,
			(uint64_t)((unsigned __int128)n * 100 / t->whole));
	buf_printf(out, "(%" PRIu64 ")", n);
}

static void put_outer_label(struct buf *out, const struct tool *t, char sign, int64_t edge)
{
	buf_printf(out, "%*c%*" PRId64 " : ", t->width + 3, sign, t->width, edge / t->unit);
}

static void put_outer(struct buf *out, const struct tool *t, char sign, int64_t edge, uint64_t n)
{
	if (!n)
		return;
	put_outer_label(out, t, sign, edge);
	put_share(out, t, 0, n);
	buf_byte(out, '\n');
}

static void put_label(struct buf *out, const struct tool *t, size_t i)
{
	if (t->b.below && !i) {
		put_outer_label(out, t, '<', t->b.edge[0]);
		return;
	}
	if (t->b.below)
		i--;
	buf_printf(out, "%*" PRId64 " - %-*" PRId64 " : ", t->width, t->b.edge[i] / t->unit,
		t->width, t->b.edge[i + 1] / t->unit);
}

static void put_bucket(struct buf *out, const struct tool *t, size_t i)
{
	uint64_t n = t->b.count[i];
	size_t bar = t->most ? (size_t)((unsigned __int128)n * BAR_MAX / t->most) : 0;

	put_label(out, t, i);
	buf_fill(out, '#', bar);
	buf_fill(out, ' ', BAR_MAX - bar);
	if (n) {
		buf_str(out, "  ");
		put_share(out, t, 3, n);
	}
	buf_byte(out, '\n');
}

void textogram_tool(struct buf *out, const struct dist *d, int64_t a, int64_t z, size_t n,
	enum textogram_share share, int digits)
{
	struct tool t = {.unit = 1};

	while (digits-- > 0)
		t.unit *= 10;

	buckets_linear(&t.b, a, z, n);
	count(&t, d, share);
	put_outer(out, &t, '<', a, t.b.below);
	buf_byte(out, '\n');
	for (size_t i = 0; i < t.b.len; i++)
		put_bucket(out, &t, i);
	put_outer(out, &t, '>', z, t.b.above);
	buf_byte(out, '\n');
}
