/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one writer of HTML and SVG. Names, command lines and reasons come from boards and may hold
 * anything; here they can only ever become text.
 */
#ifndef LATLAB_DASHBOARDS_HTML_H
#define LATLAB_DASHBOARDS_HTML_H

#include <inttypes.h>

#include "base/buf.h"

/*
 * Appends fmt, which is a literal of ours, with these conversions and no others:
 *	%s	text, escaped for content and for quoted attribute values; NULL writes nothing
 *	%-s	one segment of a URL path or a query value, percent-encoded; so is the dot of a last .json or .txt
 *	%d %zu	%" PRId64 " %" PRIu64 "	whole numbers
 *	%.1f	a coordinate; must be finite
 *	%%	a percent sign
 * Bytes that are not UTF-8, control bytes and marks that turn the direction of writing become U+FFFD.
 */
void html(struct buf *out, const char *fmt, ...) printf_like(2, 3);

/* Text as it is, escaped; len bytes. */
void html_text(struct buf *out, const char *s, size_t len);

/*
 * One layout for all pages. here: the path of the navigation's entry this page belongs to, or NULL.
 * path: where the .json and .txt forms are found ("/runs/x" has "/runs/x.json"), or NULL for none.
 */
struct html_page {
	const char *title, *here, *path;
};

void html_head(struct buf *out, const struct html_page *page);
void html_foot(struct buf *out, const struct html_page *page);

/*
 * A table's head: column names, "#" in front of one that holds numbers (they stand right). It opens a box
 * that scrolls by itself on narrow screens; html_table_end() closes both.
 */
void html_table(struct buf *out, const char *caption, const char *const *column, size_t n);
void html_table_end(struct buf *out);

#endif
