/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What /proc, /sys and debugfs say about this machine, read by two tables: board facts (what must be equal
 * for two boots to compare) and conditions (what may differ from run to run and explains it).
 */
#ifndef LATLAB_AGENT_PROBE_H
#define LATLAB_AGENT_PROBE_H

#include <jansson.h>

#include "base/err.h"

/* Where /proc and /sys are found; "" on a board, a made tree in tests. */
struct probe_root {
	const char *path;
};

/*
 * *ret is the caller's. A value that is the same on all CPUs stands once, others as {"value": "0-3", ...}. What
 * could not be read stands under "unreadable" with the reason. E_NOMEM only.
 */
int probe_facts(const struct probe_root *root, json_t **ret, struct err *e);
int probe_conditions(const struct probe_root *root, json_t **ret, struct err *e);

/*
 * Puts "changed": [names] into after: of those conditions that a run needs to stay as they are (governor, frequency
 * limits, CPUs online, ...), the ones that did not.
 */
int probe_mark_changes(const json_t *before, json_t *after, struct err *e);

/* A board's name from what it says of itself: device tree, DMI, else the host's name; always a proper name. */
void probe_board_name(const struct probe_root *root, char *out, size_t size);

/* Online CPUs. */
int probe_cpus(void);

#endif
