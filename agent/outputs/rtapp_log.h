/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The log that rt-app writes for each thread, one row a loop. Its columns changed ten times since 2010 (two of them even
 * swapped), so they are found by the names in the header line; a column that is not named there is absent, not 0.
 */
#ifndef LATLAB_OUTPUTS_RTAPP_LOG_H
#define LATLAB_OUTPUTS_RTAPP_LOG_H

#include "base/cursor.h"
#include "base/err.h"

/* Times in microseconds. */
enum rtapp_column {
	RTAPP_IDX,
	RTAPP_PERF,
	RTAPP_RUN,
	RTAPP_PERIOD, /* from start to end of this loop */
	RTAPP_START,
	RTAPP_END,
	RTAPP_REL_ST, /* start, counted from the start of the run */
	RTAPP_SLACK, /* time left before the timer was due; < 0: it was already late, did not sleep, and wu_lat is 0 */
	RTAPP_C_DURATION,
	RTAPP_C_PERIOD,
	RTAPP_WU_LAT, /* how late the timer woke the thread */
	RTAPP_NCOLUMNS
};

struct rtapp_row {
	int64_t v[RTAPP_NCOLUMNS]; /* 0 where the log has no such column */
};

struct rtapp_log {
	struct rtapp_row *row; /* owned */
	size_t len, cap;
	unsigned has; /* BIT(column) of those the header names; 0: no header at all */
	bool truncated; /* the last line did not end: the writer or its board died; that line is no row */
};

/* Appends the rows of one log; log is zeroed before, by the caller. Errors name the line. */
int rtapp_log_parse(struct cursor in, struct rtapp_log *log, struct err *e);
void rtapp_log_fini(struct rtapp_log *log);

static inline bool rtapp_log_has(const struct rtapp_log *log, enum rtapp_column c)
{
	return log->has & BIT(c);
}

/* Whether the thread waited for a timer at all. Without one wu_lat is 0 in every row and means nothing. */
bool rtapp_log_has_timer(const struct rtapp_log *log);

#endif
