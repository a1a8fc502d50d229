/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Any bytes as a run record. The digest at its end would stop nearly every changed input, so it is put right
 * first: what lies behind it is what must hold.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "schema/wire/record.h"

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len);

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
	scoped(run_freep) struct run *run = NULL, *second = NULL;
	scoped(mem_freep) unsigned char *copy = mem_alloc(len);
	scoped(buf_fini) struct buf again = {0};
	struct err e = {0};

	if (!copy || !len)
		return 0;
	memcpy(copy, bytes, len);
	if (len > DIGEST_BYTES) {
		struct digest d = digest_of(copy, len - DIGEST_BYTES);

		memcpy(copy + len - DIGEST_BYTES, d.bytes, DIGEST_BYTES);
	}
	if (record_decode(copy, len, &run, &e) < 0) {
		if (!e.text[0])
			abort();
		return 0;
	}
	if (record_encode(run, &again, &e) < 0 ||
		record_decode(again.data, again.len, &second, &e) < 0)
		abort();
	return 0;
}
