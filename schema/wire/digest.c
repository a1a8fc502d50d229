/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "schema/wire/digest.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/text.h"

struct digest digest_of(const void *bytes, size_t len)
{
	struct digest d;

	crypto_generichash(d.bytes, sizeof d.bytes, bytes, len, NULL, 0);
	return d;
}

int digest_of_json(const json_t *json, struct digest *ret, struct err *e)
{
	char *text = fault_here(FAULT_ALLOC)
		? NULL
		: json_dumps(json, JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);

	if (!text)
		return err_set(e, E_NOMEM, "out of memory for a digest");
	*ret = digest_of(text, strlen(text));
	free(text);
	return 0;
}

bool digest_equal(const struct digest *a, const struct digest *b)
{
	return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

void digest_hex(const struct digest *d, char out[DIGEST_HEX_LEN])
{
	text_hex(d->bytes, sizeof d->bytes, out);
}

bool digest_parse(const char *hex, struct digest *ret)
{
	return text_unhex(hex, ret->bytes, sizeof ret->bytes);
}
