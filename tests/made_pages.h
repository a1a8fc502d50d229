/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Views with made content, always the same: for golden files and for looking at pages. */
#ifndef LATLAB_TESTS_MADE_PAGES_H
#define LATLAB_TESTS_MADE_PAGES_H

#include "dashboards/pages.h"

/*
 * A run in the shape of a real one: most wakeups around 70 us, a tail of milliseconds, a few activations
 * missed. Ends the process when memory runs out.
 */
struct run *made_page_run(void);

/* Lists around it; strings are static. */
struct made_lists {
	struct run_line run[4];
	struct board_line board[2];
	struct kernel_line kernel[2];
	struct series_line series[2];
	struct point_line point[12];
};
void made_lists(struct made_lists *l);

#endif
