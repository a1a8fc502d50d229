/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/uuid.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/text.h"

int uuid_make(int64_t wall_ns, struct uuid *ret, struct err *e)
{
	uint64_t ms = wall_ns > 0 ? (uint64_t)(wall_ns / NS_PER_MS) : 0;
	struct uuid id;
	ssize_t got;

	do
		got = getrandom(id.bytes, sizeof id.bytes, 0);
	while (got < 0 && errno == EINTR);
	if (got != sizeof id.bytes)
		return err_errno(e, "random bits for an id");
	for (int i = 0; i < 6; i++)
		id.bytes[i] = (unsigned char)(ms >> (40 - 8 * i));
	id.bytes[6] = (id.bytes[6] & 0x0f) | 0x70;
	id.bytes[8] = (id.bytes[8] & 0x3f) | 0x80;
	*ret = id;
	return 0;
}

void uuid_text(const struct uuid *id, char out[UUID_TEXT_LEN])
{
	static const int ends[] = {4, 6, 8, 10, 16};
	int from = 0;

	for (size_t g = 0; g < ARRAY_LEN(ends); from = ends[g++]) {
		text_hex(id->bytes + from, (size_t)(ends[g] - from), out);
		out += 2 * (ends[g] - from);
		*out++ = g + 1 < ARRAY_LEN(ends) ? '-' : 0;
	}
}

bool uuid_parse(const char *s, struct uuid *ret)
{
	char hex[33], again[UUID_TEXT_LEN];
	struct uuid id;
	size_t n = 0;

	if (strlen(s) != UUID_TEXT_LEN - 1)
		return false;
	for (const char *c = s; *c; c++)
		if (*c != '-' && n < sizeof hex - 1)
			hex[n++] = *c;
	hex[n] = 0;
	if (!text_unhex(hex, id.bytes, sizeof id.bytes))
		return false;
	uuid_text(&id, again);
	if (strcmp(again, s) != 0 || id.bytes[6] >> 4 != 7 || id.bytes[8] >> 6 != 2)
		return false;
	*ret = id;
	return true;
}
