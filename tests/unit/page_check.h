/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every page must keep, checked on its bytes. Each sentence says what is wrong; NULL: nothing. */
#ifndef LATLAB_TESTS_PAGE_CHECK_H
#define LATLAB_TESTS_PAGE_CHECK_H

#include "base/buf.h"

/*
 * HTML: every tag closed in order, every attribute quoted, no '<' or '&' in text that is no entity, no id
 * twice, none of script, style attributes and event handlers, no number that is none.
 */
const char *page_check_html(const struct buf *page);

/* Text: printable ASCII lines of at most 75 columns without blanks at their ends. */
const char *page_check_text(const struct buf *page);

/* JSON: one document jansson reads. */
const char *page_check_json(const struct buf *page);

#endif
