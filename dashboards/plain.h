/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text pages: plain ASCII in at most 75 columns, so that they go into a mail as they are. Other
 * bytes become '?', a long line is folded at a space or, where there is none, in a word.
 */
#ifndef LATLAB_DASHBOARDS_PLAIN_H
#define LATLAB_DASHBOARDS_PLAIN_H

#include "base/buf.h"

#define PLAIN_COLUMNS 75

/* One paragraph, indent columns in; an indented one hangs by two more from its first line. */
void plain(struct buf *out, size_t indent, const char *fmt, ...) printf_like(3, 4);

/* "  label             text", folded under the text. */
void plain_field(struct buf *out, const char *label, const char *fmt, ...) printf_like(3, 4);

/* A heading after an empty line. */
void plain_heading(struct buf *out, const char *fmt, ...) printf_like(2, 3);

/* The title, underlined. */
void plain_title(struct buf *out, const char *fmt, ...) printf_like(2, 3);

#endif
