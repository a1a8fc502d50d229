/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One column of one rt-app log, read in pieces of any size in constant memory: a log of a week is as good as one of
 * a second. What it leaves in the output is what format_rtapp_log leaves there for that column, but as values with
 * counts, without their order in time.
 */
#ifndef LATLAB_OUTPUTS_RTAPP_H
#define LATLAB_OUTPUTS_RTAPP_H

#include "agent/outputs/output.h"
#include "agent/outputs/rtapp_log.h"
#include "schema/wire/dist_builder.h"

struct rtapp_pieces {
	struct output *o; /* the caller's */
	size_t column;	  /* of ours */
	int row_failed;	  /* why a row could not be taken: the scan has no words for it */
	struct rtapp_scan scan;
	struct dist_builder built;
};

/* o: with its wishes, `only` among them. E_NOT_FOUND where rt-app has no such column. */
int rtapp_pieces_start(struct rtapp_pieces *p, struct output *o, struct err *e);
int rtapp_pieces_add(struct rtapp_pieces *p, const void *bytes, size_t len, struct err *e);
/* Fills o. */
int rtapp_pieces_end(struct rtapp_pieces *p, struct err *e);
void rtapp_pieces_fini(struct rtapp_pieces *p); /* fine on a zeroed one */

#endif
