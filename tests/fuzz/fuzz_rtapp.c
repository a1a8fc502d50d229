/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any bytes as an rt-app log, whole and in pieces: both refuse it, or both give the same distribution. */
#include <stdlib.h>
#include <string.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/rtapp.h"

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len);

static int read_pieces(const unsigned char *bytes, size_t len, size_t size, struct output *o)
{
	scoped(rtapp_pieces_fini) struct rtapp_pieces p;
	int r = rtapp_pieces_start(&p, o, NULL);

	for (size_t at = 0; r == 0 && at < len; at += size)
		r = rtapp_pieces_add(&p, bytes + at, MIN(size, len - at), NULL);
	return r < 0 ? r : rtapp_pieces_end(&p, NULL);
}

static void compare(const struct output *a, const struct output *b)
{
	scoped(dist_freep) struct dist *da = NULL, *db = NULL;

	if (a->nseries != b->nseries || a->nnotes != b->nnotes || a->left_out != b->left_out)
		abort();
	if (!a->nseries)
		return;
	if (output_dist(&a->series[0], &da, NULL) < 0 || output_dist(&b->series[0], &db, NULL) < 0)
		abort();
	if (da->n != db->n || da->missed != db->missed || da->len != db->len ||
		(da->len && memcmp(da->runs, db->runs, da->len * sizeof *da->runs) != 0))
		abort();
}

/* The first byte says which column, how large the pieces are and whether there is a warm-up. */
int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
	unsigned how = len ? bytes[0] : 0;
	struct output wish = {
		.only = how & 1 ? "wu_lat" : "slack", .warm_up_us = how & 2 ? 1000 : 0};
	scoped(output_fini) struct output whole = wish, pieces = wish;
	int r;

	if (len < 2)
		return 0;
	r = format_rtapp_log.parse(cursor_over(bytes + 1, len - 1), &whole, NULL);
	if ((r < 0) != (read_pieces(bytes + 1, len - 1, 1 + how / 4, &pieces) < 0))
		abort();
	if (r == 0)
		compare(&whole, &pieces);
	return 0;
}
