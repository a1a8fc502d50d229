/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of kernel functions as traces print them. */
#ifndef LATLAB_OUTPUTS_FUNC_NAME_H
#define LATLAB_OUTPUTS_FUNC_NAME_H

#include <string.h>

#include "agent/outputs/words.h"

/* "call_tee.isra.13 [optee]" without the module: "call_tee.isra.13". */
static inline struct cursor func_name_full(struct cursor c)
{
	struct cursor name;

	(void)words_behind(c, " [", &c, &name);
	return words_trim(c);
}

/*
 * The part before the first dot. The compiler numbers its clones (.isra.13, .constprop.0, .part.2) anew in each build: a
 * series by the full name would break at every one. A name that starts with a dot stays.
 */
static inline struct cursor func_name_base(struct cursor c)
{
	const unsigned char *dot;

	c = func_name_full(c);
	dot = cursor_left(&c) > 1 ? memchr(c.at + 1, '.', cursor_left(&c) - 1) : NULL;
	return dot ? cursor_over(c.at, (size_t)(dot - c.at)) : c;
}

#endif
