/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A trace as text. Wakeup latency is paired from its events; where `report -w` has paired already, its latencies are taken,
 * since they are in nanoseconds and the printed stamps mostly are not.
 */
#include <inttypes.h>
#include <string.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/report_totals.h"
#include "agent/outputs/trace_line.h"
#include "agent/outputs/wakeup_trace.h"
#include "agent/outputs/words.h"

struct report {
	struct wakeup_trace trace;
	struct wakeup_pairs listed; /* samples of "Latency: ... usecs" alone */
	struct report_totals totals;
	int digits;
	bool elided, cut;
	uint64_t failed;    /* events trace-cmd could not print */
	uint64_t clockless; /* scheduler events whose stamp is no time */
	uint64_t unread;    /* other lines, */
	size_t unread_line; /* the first of them */
};

/* Lines around the events that say nothing of them. */
static const char *const known_lines[] = {"#", "version =", "cpus=", "CPU ", "=>", "--"};

/* Each take_ returns 0, NOT_READ where the line is not understood, or negative. */
#define NOT_READ 1

static int take_switch(struct report *p, const struct trace_event *ev, struct err *e)
{
	struct trace_switch sw;
	int64_t latency;
	int r;

	if (!trace_line_switch(ev->body, &sw))
		return NOT_READ;
	r = wakeup_trace_switch(&p->trace, sw.prev_pid, sw.next_pid, sw.next_prio, ev->ns);
	if (r == 0 && trace_line_latency(ev->body, &latency))
		r = wakeup_pairs_add(&p->listed, latency, sw.next_prio);
	return r < 0 ? err_set(e, E_NOMEM, "out of memory") : 0;
}

static int take_woken(struct report *p, int from, const struct trace_event *ev, struct err *e)
{
	int64_t pid;
	bool woken;

	if (!trace_line_woken(ev->body, &pid, &woken))
		return NOT_READ;
	if (woken && wakeup_trace_woken(&p->trace, (enum wakeup_event)from, pid, ev->ns) < 0)
		return err_set(e, E_NOMEM, "out of memory");
	return 0;
}

static int take_event(struct report *p, const struct trace_event *ev, struct err *e)
{
	int from = wakeup_trace_event((const char *)ev->name.at, cursor_left(&ev->name));
	bool is_switch = words_is(&ev->name, "sched_switch");

	if (words_begin(&ev->body, "[FAILED TO PARSE]")) {
		p->failed++;
		return 0;
	}
	if (from < 0 && !is_switch)
		return 0;
	if (!ev->digits) {
		p->clockless++;
		return 0;
	}
	p->digits = MAX(p->digits, ev->digits);
	return is_switch ? take_switch(p, ev, e) : take_woken(p, from, ev, e);
}

static int take_other(struct report *p, struct cursor line)
{
	uint64_t lost;

	line = words_trim(line);
	if (!cursor_left(&line))
		return 0;
	if (words_is(&line, "[...]")) {
		p->elided = true;
		return 0;
	}
	if (trace_line_lost(line, &lost)) {
		wakeup_trace_lost(&p->trace, lost);
		return 0;
	}
	for (size_t i = 0; i < ARRAY_LEN(known_lines); i++)
		if (words_begin(&line, known_lines[i]))
			return 0;
	return NOT_READ;
}

static int take_line(struct report *p, struct cursor line, struct output *ret, struct err *e)
{
	struct trace_event ev;
	int r;

	if (trace_line_event(line, &ev))
		return take_event(p, &ev, e);
	r = report_totals_line(&p->totals, line, ret, e);
	return r ? MIN(r, 0) : take_other(p, line);
}

static int read_lines(struct report *p, struct cursor in, struct output *ret, struct err *e)
{
	struct cursor line;
	bool ended;

	for (size_t n = 1; cursor_line(&in, &line, &ended); n++) {
		int r = take_line(p, line, ret, e);

		if (r < 0)
			return err_add(e, r, "line %zu", n);
		if (r == NOT_READ && !ended) {
			p->cut = true;
		} else if (r == NOT_READ) {
			p->unread_line = p->unread_line ? p->unread_line : n;
			p->unread++;
		}
	}
	return 0;
}

static int add_notes(const struct report *p, struct output *ret)
{
	int r = 0;

	if (p->failed)
		r = output_note(ret, NOTE_UNPARSED, p->failed,
			"%" PRIu64 " events that trace-cmd FAILED TO PARSE", p->failed);
	if (r == 0 && p->unread)
		r = output_note(ret, NOTE_UNPARSED, p->unread,
			"%" PRIu64 " lines not understood, the first is line %zu", p->unread,
			p->unread_line);
	if (r == 0 && p->clockless)
		r = output_note(ret, NOTE_NOT_AVAILABLE, p->clockless,
			"the trace clock does not count seconds: record with -C mono or -C local");
	if (r == 0 && p->elided)
		r = output_note(ret, NOTE_CUT, 1, "\"[...]\": events are left out of this text");
	if (r == 0 && p->cut)
		r = output_note(ret, NOTE_CUT, 1,
			"the last line has no end and is not understood: left out");
	return r;
}

/* What report -w has paired in ns is better than what we pair from printed stamps: it takes the place of that. */
static void prefer_listed(struct report *p)
{
	struct wakeup_pairs *own = &p->trace.from[FROM_WAKEUP], had = *own;

	if (!p->listed.n)
		return;
	own->sample = p->listed.sample;
	own->n = p->listed.n;
	own->cap = p->listed.cap;
	own->digits = 9;
	p->listed.sample = had.sample;
	p->listed.n = had.n;
	p->listed.cap = had.cap;
}

static bool has_totals_only(const struct report *p, const struct output *ret)
{
	return !p->trace.switches && (p->totals.has[0][TOTAL_AVERAGE] || ret->nseries);
}

static int finish(struct report *p, struct output *ret)
{
	const struct wakeup_pairs *listed = p->listed.n ? &p->trace.from[FROM_WAKEUP] : &p->listed;
	int r = 0;

	for (size_t i = 0; i < FROM_NEVENTS; i++)
		p->trace.from[i].digits = p->digits;
	prefer_listed(p);
	if (!has_totals_only(p, ret))
		r = wakeup_trace_output(&p->trace, ret);
	if (r == 0)
		r = report_totals_output(&p->totals, listed, p->elided, ret);
	return r < 0 ? r : add_notes(p, ret);
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct report p = {.digits = 0};
	int r = read_lines(&p, in, ret, e);

	if (r == 0) {
		r = finish(&p, ret);
		if (r < 0)
			(void)err_set(e, (enum err_code) - r, "the latencies of this trace");
	}
	wakeup_trace_fini(&p.trace);
	wakeup_pairs_fini(&p.listed);
	return r;
}

static bool is_total(struct cursor line)
{
	line = words_trim(line);
	return words_begin(&line, "Average wakeup latency:") ||
		(words_begin(&line, "Average: ") &&
			words_behind(line, " usecs Max: ", NULL, &line));
}

/* Surest where most lines are events; a mail that quotes some is one, too. */
static int sniff(struct cursor in)
{
	size_t lines = 0, events = 0, totals = 0, heads = 0;
	struct trace_event ev;
	struct cursor line;
	bool ended;

	while (lines < 500 && cursor_line(&in, &line, &ended)) {
		bool is_event = trace_line_event(line, &ev);

		events += is_event;
		lines += cursor_left(&line) && *line.at != '#';
		totals += !is_event && is_total(line);
		heads += words_begin(&line, "cpus=") || words_begin(&line, "version = ");
	}
	if (2 * events >= lines && events)
		return 90;
	return totals ? 70 : events ? 40 : heads ? 50 : 0;
}

const struct output_format format_trace_report = {
	.name = "trace-cmd report",
	.about =
		"a trace of scheduler events as text: trace-cmd report (also -w), or tracefs' own trace",
	.sniff = sniff,
	.parse = parse,
};
