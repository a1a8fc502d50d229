/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The body of every output format's fuzz target: define FORMAT and include this. Any bytes: refused with a sentence, or
 * series whose distributions can be made, with notes of one line.
 */
#include <stdlib.h>
#include <string.h>

#include "agent/outputs/formats.h"

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len);

static void check(const struct output *o)
{
	for (size_t i = 0; i < o->nseries; i++) {
		scoped(dist_freep) struct dist *d = NULL;
		int r = output_dist(&o->series[i], &d, NULL);

		if (o->series[i].resolution < 1 || (r < 0 && r != -E_TOO_BIG))
			abort();
	}
	for (size_t i = 0; i < o->nnotes; i++)
		if (!*o->note[i].text || strchr(o->note[i].text, '\n'))
			abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
	struct cursor in = cursor_over(bytes, len);
	struct output o = {0};
	struct err e = {0};
	int sure = FORMAT.sniff(in);

	if (sure < 0 || sure > 100)
		abort();
	if (FORMAT.parse(in, &o, &e) == 0)
		check(&o);
	else if (!e.text[0])
		abort();
	output_fini(&o);
	return 0;
}
