/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Facts and conditions: JSON objects from boards, shown one line a value under a dotted path
 * ("cpu.governor"). Two members are remarks of the agent and no rows: "unreadable" says of each name why it
 * could not be read, "changed" lists conditions that must stay as they are in a run and did not.
 */
#ifndef LATLAB_DASHBOARDS_FACTS_H
#define LATLAB_DASHBOARDS_FACTS_H

#include <jansson.h>

#include "base/buf.h"

void facts_html(struct buf *out, const char *caption, const json_t *facts);
void facts_text(struct buf *out, const json_t *facts);

/*
 * Two states of the same things side by side: what differs as a table, the rest folded away below. In text all
 * of it, "a -> b" where they differ.
 */
void facts_pair_html(struct buf *out, const json_t *before, const json_t *after);
void facts_pair_text(struct buf *out, const json_t *before, const json_t *after);

/* What could not be read in any of n objects, each name once with its reason; how many they are. */
size_t facts_unreadable_html(struct buf *out, const json_t *const *facts, size_t n);
size_t facts_unreadable_text(struct buf *out, const json_t *const *facts, size_t n);

/* "governor, smt": what the agent says must not have changed and did; "" for nothing. */
void facts_changed(struct buf *out, const json_t *after);

#endif
