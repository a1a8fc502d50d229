/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The log that rt-app writes for each thread, one row a loop. Its columns changed ten times since 2010 (two of them even
 * swapped), so they are found by the names in the header line; a column that is not named there is absent, not 0.
 */
#ifndef LATLAB_OUTPUTS_RTAPP_LOG_H
#define LATLAB_OUTPUTS_RTAPP_LOG_H

#include "base/buf.h"
#include "base/cursor.h"

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

/* Where each field of a line goes; filled from the header line. */
#define RTAPP_FIELDS_MAX 32
struct rtapp_layout {
	unsigned char to[RTAPP_FIELDS_MAX]; /* enum rtapp_column; RTAPP_NCOLUMNS: passed over */
	size_t len;
};

/*
 * A wu_lat of 0 that nobody measured: the thread was late already and did not sleep, or the end of the run cut its loop
 * off before the timer (then the timer's period is not there either). has is of the log's header.
 */
static inline bool rtapp_is_missed(unsigned has, const int64_t v[RTAPP_NCOLUMNS])
{
	return v[RTAPP_SLACK] < 0 || ((has & BIT(RTAPP_C_PERIOD)) && !v[RTAPP_C_PERIOD]);
}

/*
 * One log read in pieces of any size, in constant memory: zeroed, then rtapp_scan() for each piece, rtapp_scan_end(),
 * rtapp_scan_fini(). The fields say at any time what was seen so far.
 */
struct rtapp_scan {
	unsigned has;	/* BIT(column) of those the header names; 0: no header at all */
	bool has_timer; /* some row shows one; without, wu_lat is 0 in every row and means nothing */
	bool truncated; /* after the end: the last line had no newline: its writer died; it is no row */
	uint64_t rows;
	size_t line; /* the last one read */
	struct rtapp_layout layout;
	int64_t v[RTAPP_NCOLUMNS +
		1];	 /* the row at hand; the last is for fields that are passed over */
	struct buf part; /* owned: of a line that the next piece goes on with */
};

/* Takes one row; v[column] is 0 where the log has no such column. A negative code ends the scan with it. */
typedef int (*rtapp_row_fn)(void *arg, const int64_t v[RTAPP_NCOLUMNS]);

/* Errors name the line. */
int rtapp_scan(struct rtapp_scan *s, const void *bytes, size_t len, rtapp_row_fn row, void *arg,
	struct err *e);
void rtapp_scan_end(struct rtapp_scan *s);
void rtapp_scan_fini(struct rtapp_scan *s);

/* ---- all rows of a log in memory ------------------------------------------------------------- */

struct rtapp_row {
	int64_t v[RTAPP_NCOLUMNS]; /* 0 where the log has no such column */
};

struct rtapp_log {
	struct rtapp_row *row; /* owned */
	size_t len, cap;
	unsigned has; /* as in struct rtapp_scan */
	bool has_timer, truncated;
};

/* Appends the rows of one log; log is zeroed before, by the caller. Errors name the line. */
int rtapp_log_parse(struct cursor in, struct rtapp_log *log, struct err *e);
void rtapp_log_fini(struct rtapp_log *log);

static inline bool rtapp_log_has(const struct rtapp_log *log, enum rtapp_column c)
{
	return log->has & BIT(c);
}

/* Whether the thread waited for a timer at all. */
static inline bool rtapp_log_has_timer(const struct rtapp_log *log)
{
	return log->has_timer;
}

#endif
