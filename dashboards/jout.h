/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes JSON straight into a buffer: a page with a million values needs no tree of a million nodes.
 * Members stand in the order they are written, commas look after themselves.
 */
#ifndef LATLAB_DASHBOARDS_JOUT_H
#define LATLAB_DASHBOARDS_JOUT_H

#include <jansson.h>

#include "base/buf.h"

struct jout {
	struct buf *out;
	bool comma; /* something stands before the next one */
};

/* key: the member's name; NULL inside an array and at the top. kind: '{' or '['. */
void jout_open(struct jout *j, const char *key, char kind);
void jout_close(struct jout *j, char kind); /* '}' or ']' */

void jout_text(struct jout *j, const char *key, const char *s); /* NULL: null */
void jout_int(struct jout *j, const char *key, int64_t v);
void jout_real(struct jout *j, const char *key, double v); /* null where it is not finite */
void jout_bool(struct jout *j, const char *key, bool v);
void jout_json(struct jout *j, const char *key, const json_t *v); /* NULL: null */

/* A JSON value as one line of text, a string without its quotes: for pages. NULL writes nothing. */
void jout_show(struct buf *out, const json_t *v);

#endif
