/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any bytes: refused, or a distribution whose encoding is those bytes again. */
#include <stdlib.h>
#include <string.h>

#include "schema/wire/dist.h"

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len);

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
	scoped(dist_freep) struct dist *d = NULL;
	scoped(buf_fini) struct buf again = {0};
	struct dist_summary s;

	if (dist_decode(cursor_over(bytes, len), &d, NULL) < 0)
		return 0;
	if (dist_encode(d, &again, NULL) < 0 || again.len != len ||
		memcmp(again.data, bytes, len) != 0)
		abort();
	s = dist_summarise(d);
	if (d->n && (s.p50 > s.p999 || s.min > s.max))
		abort();
	return 0;
}
