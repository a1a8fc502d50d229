/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/kind.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "schema/wire/limits.h"

static const struct kind *const kinds[] = {&kind_rtapp};

const struct kind *kind_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (!strcmp(kinds[i]->name, name))
			return kinds[i];
	return NULL;
}

int run_ended(struct run *run, enum run_outcome outcome, const char *fmt, ...)
{
	char reason[LONG_MAX_LEN + 1];
	va_list ap;

	if (run->reason)
		return 0;
	va_start(ap, fmt);
	vsnprintf(reason, sizeof reason, fmt, ap);
	va_end(ap);
	for (char *c = reason; *c; c++) /* parts may come from a tool's output */
		if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7f)
			*c = '?';
	run->outcome = outcome;
	run->reason = mem_str(reason);
	return run->reason ? 0 : -E_NOMEM;
}
