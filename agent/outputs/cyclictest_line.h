/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The line that cyclictest prints for each thread, again and again while it runs, and what a run of it needs to know. */
#ifndef LATLAB_OUTPUTS_CYCLICTEST_LINE_H
#define LATLAB_OUTPUTS_CYCLICTEST_LINE_H

#include "base/cursor.h"

#define CYCLICTEST_THREADS_MAX 1024

struct cyclictest_line {
	int64_t thread, cycles, min, avg, max;
	/*
	 * With -N all numbers are nanoseconds, and the only word of it is how wide cyclictest prints two of them:
	 * "Act:%8ld Avg:%8ld" instead of "Act:%5ld Avg:%5ld".
	 */
	bool ns;
};

enum cyclictest_kind {
	CYCLICTEST_OTHER,  /* no line of a thread */
	CYCLICTEST_THREAD, /* one, read */
	CYCLICTEST_BROKEN, /* starts as one and is none */
};

/* Escape codes that move the cursor may stand in front. */
enum cyclictest_kind cyclictest_line_read(struct cursor line, struct cyclictest_line *ret);

#endif
