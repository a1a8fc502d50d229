/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The bytes of the tool `textogram` (-a, -z, -n), for scripts and mails that compare with older ones. People are better
 * served by textogram.h. Nothing of the tool is in here: the rule was found from its answers, which are (w is the
 * width of the widest edge):
 *
 *	- A line for the samples below a, where there are any, "<" and a right-aligned in w; then an empty line; the
 *	  n buckets; a line for the samples above z, where there are any; an empty line. So the answer starts with an
 *	  empty line unless something lies below a.
 *	- The labels of the buckets are "%*d - %-*d"; those of the outer lines end in the same column. Outer lines
 *	  have a share but no bar.
 *	- Bars are 50 times the share of the fullest bucket, cut down to a whole number. Shares are cut down to
 *	  whole percents too ("0%" may be 47 of 5136). An empty bucket has its 51 blanks and no share.
 *	- A sample equal to z is in no bucket and on no line: buckets end before their upper edge, and ">z" starts
 *	  after it. It still counts where shares are taken of all samples.
 *	- Where something lies below a, every bucket bears the label of the one before it, and the first that of
 *	  the outer line: the second "<" line of such an answer counts the first bucket, and the last label is not
 *	  used at all.
 *	- Shares are of all samples, wherever they lie. The version of 2019, whose answers are in the mails of the
 *	  sched-idle series, took them of the samples inside a and z, also for the line of those above z: "34%"
 *	  of 4710 samples was 1218 of the 3491 inside. TEXTOGRAM_OF_INSIDE repeats that.
 *
 * Not known, and chosen here: edges that are not whole (cut down), and no sample inside at all (no bars, of the version
 * of 2019 no shares).
 */
#ifndef LATLAB_DASHBOARDS_TEXTOGRAM_TOOL_H
#define LATLAB_DASHBOARDS_TEXTOGRAM_TOOL_H

#include "schema/wire/dist.h"

enum textogram_share { TEXTOGRAM_OF_ALL, TEXTOGRAM_OF_INSIDE };

/*
 * All values, a and z too, are steps of 10^-digits. z > a, 1 <= n <= BUCKETS_MAX; fewer buckets where a step would be below 1. Censored samples count as above z, which they
 * may not be: the caller says so.
 */
void textogram_tool(struct buf *out, const struct dist *d, int64_t a, int64_t z, size_t n,
	enum textogram_share share, int digits);

#endif
