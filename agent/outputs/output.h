/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a latency tool printed, read into named rows of samples. Each format is one row of formats[] in
 * formats.c: a sniffer that says whether bytes look like it, and a parser. Both are pure functions over bytes.
 * What a parser could not take as it stood (cut files, lost events, totals that do not add up) it notes;
 * nothing is guessed and nothing dropped silently.
 */
#ifndef LATLAB_OUTPUTS_OUTPUT_H
#define LATLAB_OUTPUTS_OUTPUT_H

#include "base/cursor.h"
#include "schema/wire/dist.h"

/* Samples of one quantity of one thread, CPU, task or function. Integers in steps of 1 unit. */
struct output_series {
	char *name;	       /* owned: "wu_lat", "T:0", "all tasks", "load_balance" */
	char *unit;	       /* owned: "ns", "us", "ms", "count", ... */
	const char *direction; /* a static string: "lower" or "higher" is better */
	int64_t resolution;    /* the tool's smallest step, in units; >= 1 */
	bool scalar;	       /* one number that the tool computed, not a sample */
	int64_t *sample;       /* owned; in order of time where the tool has one */
	size_t n, cap;
	struct dist_run *
		run; /* owned; (value, count) where the tool printed a histogram; any order, values once */
	size_t nruns, runs_cap;
	uint64_t missed; /* as in struct dist */
	uint64_t above;	 /* of a histogram: more than bound, value unknown */
	int64_t bound;
	/*
	 * Samples that the tool counted and whose value is not in here at all, neither exact nor by a bound: rows of
	 * its histogram are gone. Only quantiles that these cannot move are known.
	 */
	uint64_t unknown;
};

enum output_note_kind {
	NOTE_CUT,	  /* the file ends in the middle, or parts of it are elided */
	NOTE_LOST_EVENTS, /* count of them */
	NOTE_UNPARSED,	  /* count of lines or events that could not be read and were passed over */
	NOTE_MISMATCH,	  /* parts and totals disagree */
	NOTE_NOT_AVAILABLE, /* the quantity that was asked for is not in here (no sched_wakeup, no timer, not traceable) */
	NOTE_ERROR, /* the tool itself said that something went wrong */
	NOTE_INFO, /* nothing is wrong: how to read the numbers (which event, which names were put together) */
};

struct output_note {
	enum output_note_kind kind;
	uint64_t count;
	char *text; /* owned; one line */
};

struct output {
	const char *format;	      /* a static string: its name in formats[] */
	struct output_series *series; /* owned */
	size_t nseries, series_cap;
	struct output_note *note; /* owned */
	size_t nnotes;

	/* Wishes of the caller, set before the bytes are read. */
	int64_t warm_up_us; /* samples that began earlier in their run are left out; see has_time */
	const char
		*only; /* the one series that is wanted; a parser may leave out others. NULL: all */

	uint64_t left_out; /* rows before warm_up_us */
};

void output_fini(struct output *o);

/* A new, empty series at the end, with copies of name and unit; NULL without memory. Valid until the next call. */
struct output_series *output_add(
	struct output *o, const char *name, const char *unit, int64_t resolution);
/* Takes the last series off again. */
void output_drop_last(struct output *o);
/* The series of that name, or NULL. */
struct output_series *output_find(const struct output *o, const char *name);

int output_sample(struct output_series *s, int64_t v);			/* -E_NOMEM, -E_TOO_BIG */
int output_run(struct output_series *s, int64_t value, uint64_t count); /* -E_NOMEM, -E_TOO_BIG */
int output_note(struct output *o, enum output_note_kind kind, uint64_t count, const char *fmt, ...)
	printf_like(4, 5); /* -E_NOMEM */

/* The distribution of all samples and runs of a series. */
int output_dist(const struct output_series *s, struct dist **ret, struct err *e);

/* Reads bytes as format; errors say "line N: ...". ret is zeroed (but for the wishes) by the caller and filled even on failure (fini it). */
typedef int (*output_parse_fn)(struct cursor in, struct output *ret, struct err *e);

struct output_format {
	const char *name;  /* "rt-app log", "cyclictest histogram" */
	const char *about; /* what it is and how it is made, one line */
	/* How surely the bytes (at least their first 64 kB) are this format: 0 not at all ... 100 surely. */
	int (*sniff)(struct cursor in);
	output_parse_fn parse;
	bool has_time; /* its samples have a time, so that a warm-up can be left out */
};

extern const struct output_format *const output_formats[];
extern const size_t output_nformats;

/* The surest format, or NULL where none is at all sure. */
const struct output_format *output_detect(struct cursor in);

/*
 * Detects and parses. E_UNSUPPORTED names what was tried where the format is unknown, and where a warm-up is
 * to be left out of a format without times.
 */
int output_read(struct cursor in, struct output *ret, struct err *e);

#endif
