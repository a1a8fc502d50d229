/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every page in its three forms, one file each (run_json.c apart). Pure: the view in, bytes out; out->failed says that memory ran
 * out. HTML is complete without scripts, text is ASCII in at most 75 columns, JSON holds all there is.
 */
#ifndef LATLAB_DASHBOARDS_PAGES_H
#define LATLAB_DASHBOARDS_PAGES_H

#include "dashboards/view.h"

#define PAGE(name)                                                      \
	void name##_html(const struct name##_view *v, struct buf *out); \
	void name##_text(const struct name##_view *v, struct buf *out); \
	void name##_json(const struct name##_view *v, struct buf *out)

PAGE(home);    /* / */
PAGE(boards);  /* /boards */
PAGE(board);   /* /boards/{name} */
PAGE(kernels); /* /kernels */
PAGE(kernel);  /* /kernels/{id} */
PAGE(runs);    /* /runs */
PAGE(run);     /* /runs/{run_id} */
PAGE(series);  /* /series/{id} */

#undef PAGE

/* sentence: what went wrong and what helps, for people. */
void error_html(int status, const char *sentence, struct buf *out);

/* The style sheet every page links to, and the short hash of its content that stands in that link. */
extern const unsigned char style_css[];
extern const size_t style_css_len;
extern const char style_css_hash[];

#endif
