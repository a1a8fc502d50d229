/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The histogram that the kernel keeps for a hist trigger, events/.../hist:
 *
 *     { lat: ~ 10-19 } hitcount:        120
 *     { next_pid: 97, lat: 12 } hitcount: 34
 *
 * The measured quantity is the key whose name begins with "lat", else the last key; it is summed over the others. With
 * .buckets=10 a value is only known to be in a range: its lower end stands for it and the resolution is the range. With
 * .log2 a value is known to be above half of the power that stands for it. The file does not say the unit.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/words.h"
#include "schema/wire/limits.h"

enum total { TOTAL_HITS, TOTAL_ENTRIES, TOTAL_DROPPED, TOTAL_NKINDS };

static const char *const total_names[TOTAL_NKINDS] = {"Hits:", "Entries:", "Dropped:"};

/* One "# event histogram" of a file. */
struct hist {
	struct output *ret;
	size_t number;	 /* of histograms so far */
	bool has_series; /* the last of ret's is this one's */
	size_t keys;	 /* of an entry */
	uint64_t entries, hits, unread;
	size_t unread_line;
	bool log2, has[TOTAL_NKINDS];
	int64_t total[TOTAL_NKINDS];
};

struct entry {
	struct cursor name; /* of the key that is the value */
	int64_t value, step;
	bool log2;
	size_t keys;
	int64_t hits;
};

/* "12", "~ 10-19", "~ 2^3" */
static bool read_value(struct cursor c, struct entry *en)
{
	int64_t last;

	c = words_trim(c);
	en->step = 1;
	if (!words_eat(&c, "~ "))
		return words_i64(&c, &en->value) && !cursor_left(&c);
	words_skip(&c);
	if (words_eat(&c, "2^")) {
		if (!words_i64(&c, &last) || last < 0 || last > 52 || cursor_left(&c))
			return false;
		en->value = INT64_C(1) << last;
		en->log2 = true;
		return true;
	}
	if (!words_i64(&c, &en->value) || !words_eat(&c, "-") || !words_i64(&c, &last) ||
		cursor_left(&c) || last < en->value || last > SAMPLE_ABS_MAX)
		return false;
	en->step = last - en->value + 1;
	return true;
}

/* "next_pid: 97, lat: 12": takes the key that is measured. */
static bool read_keys(struct cursor keys, struct entry *en)
{
	struct cursor key, name, value, measured = keys;
	bool more, chosen = false;

	do {
		more = words_behind(keys, ", ", &key, &keys);
		if (!more)
			key = keys;
		if (!words_behind(key, ":", &name, &value))
			return false;
		name = words_trim(name);
		en->keys++;
		if (chosen)
			continue;
		en->name = name;
		measured = value;
		chosen = words_begin(&name, "lat");
	} while (more);
	return read_value(measured, en);
}

static bool read_entry(struct cursor line, struct entry *en)
{
	struct cursor keys, rest;

	*en = (struct entry){.step = 1};
	if (!words_eat(&line, "{") || !words_behind(line, "}", &keys, &rest) ||
		!words_behind(rest, "hitcount:", NULL, &rest))
		return false;
	words_skip(&rest);
	return read_keys(words_trim(keys), en) && words_i64(&rest, &en->hits) && en->hits >= 0;
}

static struct output_series *add_series(struct hist *h, const struct entry *en)
{
	int len = (int)MIN(cursor_left(&en->name), (size_t)60);
	char name[96];

	if (h->number > 1)
		snprintf(name, sizeof name, "%.*s #%zu", len, (const char *)en->name.at, h->number);
	else
		snprintf(name, sizeof name, "%.*s", len, (const char *)en->name.at);
	h->has_series = true;
	h->keys = en->keys;
	return output_add(h->ret, name, "", en->step);
}

static int take_entry(struct hist *h, const struct entry *en)
{
	struct output_series *s;

	s = h->has_series ? &h->ret->series[h->ret->nseries - 1] : add_series(h, en);
	if (!s)
		return -E_NOMEM;
	s->resolution = MAX(s->resolution, en->step);
	h->entries++;
	h->hits += (uint64_t)en->hits;
	h->log2 |= en->log2;
	return output_run(s, en->value, (uint64_t)en->hits);
}

static bool take_total(struct hist *h, struct cursor line)
{
	int64_t v;

	for (size_t i = 0; i < TOTAL_NKINDS; i++) {
		struct cursor rest = line;

		if (!words_eat(&rest, total_names[i]))
			continue;
		words_skip(&rest);
		if (!words_i64(&rest, &v) || v < 0)
			return false;
		h->has[i] = true;
		h->total[i] = v;
		return true;
	}
	return false;
}

static int by_value(const void *a, const void *b)
{
	const struct dist_run *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/* Each value once: with several keys it stands in several entries. */
static void merge_runs(struct output_series *s)
{
	size_t n = 0;

	if (s->nruns)
		qsort(s->run, s->nruns, sizeof *s->run, by_value);
	for (size_t i = 0; i < s->nruns; i++) {
		if (n && s->run[n - 1].value == s->run[i].value)
			s->run[n - 1].count += s->run[i].count;
		else
			s->run[n++] = s->run[i];
	}
	s->nruns = n;
}

static int note_totals(const struct hist *h)
{
	uint64_t hits = (uint64_t)h->total[TOTAL_HITS], entries = (uint64_t)h->total[TOTAL_ENTRIES];
	int r = 0;

	if (!h->has[TOTAL_HITS] || !h->has[TOTAL_ENTRIES])
		r = output_note(
			h->ret, NOTE_CUT, 1, "histogram %zu has no totals: it is cut", h->number);
	else if (hits != h->hits || entries != h->entries)
		r = output_note(h->ret, NOTE_MISMATCH,
			hits > h->hits ? hits - h->hits : h->hits - hits,
			"histogram %zu says %" PRIu64 " hits in %" PRIu64
			" entries, its lines add up to %" PRIu64 " in %" PRIu64,
			h->number, hits, entries, h->hits, h->entries);
	if (r == 0 && h->total[TOTAL_DROPPED])
		r = output_note(h->ret, NOTE_LOST_EVENTS, (uint64_t)h->total[TOTAL_DROPPED],
			"histogram %zu was full: %" PRId64
			" events dropped; give it a larger :size=",
			h->number, h->total[TOTAL_DROPPED]);
	return r;
}

static int note_values(const struct hist *h)
{
	const struct output_series *s;
	int r = 0;

	if (!h->has_series)
		return output_note(h->ret, NOTE_NOT_AVAILABLE, 1,
			"histogram %zu has no entry with a whole number as key", h->number);
	s = &h->ret->series[h->ret->nseries - 1];
	if (h->log2)
		r = output_note(h->ret, NOTE_INFO, 1,
			"%s: powers of 2, each for values above its half", s->name);
	else if (s->resolution > 1)
		r = output_note(h->ret, NOTE_INFO, 1, "%s: the lower ends of ranges of %" PRId64,
			s->name, s->resolution);
	if (r == 0 && h->keys > 1)
		r = output_note(h->ret, NOTE_INFO, 1, "%s: summed over the other keys", s->name);
	if (r == 0)
		r = output_note(h->ret, NOTE_INFO, 1,
			"%s: the unit is not in the file (us where its trigger says common_timestamp.usecs, else ns)",
			s->name);
	return r;
}

/* Ends the histogram that was read and readies h for another. */
static int end_hist(struct hist *h)
{
	int r;

	if (!h->number)
		return 0;
	if (h->has_series)
		merge_runs(&h->ret->series[h->ret->nseries - 1]);
	r = note_totals(h);
	if (r == 0)
		r = note_values(h);
	if (r == 0 && h->unread)
		r = output_note(h->ret, NOTE_UNPARSED, h->unread,
			"%" PRIu64 " lines not understood, the first is line %zu", h->unread,
			h->unread_line);
	*h = (struct hist){.ret = h->ret, .number = h->number};
	return r;
}

/* 0, 1 where the line is not understood, or negative. */
static int take_line(struct hist *h, struct cursor line)
{
	struct entry en;
	int r = 0;

	line = words_trim(line);
	if (words_begin(&line, "# event histogram")) {
		r = end_hist(h);
		h->number++;
		return r;
	}
	if (!cursor_left(&line) || *line.at == '#' || words_begin(&line, "Totals:") ||
		take_total(h, line))
		return 0;
	return read_entry(line, &en) ? take_entry(h, &en) : 1;
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct hist h = {.ret = ret};
	struct cursor line;
	bool ended;
	int r = 0;

	for (size_t n = 1; cursor_line(&in, &line, &ended); n++) {
		r = take_line(&h, line);
		if (r < 0)
			return err_set(e, (enum err_code) - r, "line %zu: %s", n,
				r == -E_TOO_BIG ? "a value or count is too large"
						: "out of memory");
		if (r && !h.unread++)
			h.unread_line = n;
		if (!h.number)
			return err_set(e, E_MALFORMED, "line %zu: not \"# event histogram\"", n);
	}
	return end_hist(&h) < 0 ? err_set(e, E_NOMEM, "out of memory") : 0;
}

static int sniff(struct cursor in)
{
	struct cursor line;
	bool ended;

	return cursor_line(&in, &line, &ended) && words_begin(&line, "# event histogram") ? 95 : 0;
}

const struct output_format format_hist_trigger = {
	.name = "hist trigger",
	.about = "the kernel's histogram of a trace event: events/synthetic/wakeup_lat/hist",
	.sniff = sniff,
	.parse = parse,
};
