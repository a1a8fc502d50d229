/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/wakeup_trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const event_names[FROM_NEVENTS] = {
	[FROM_WAKEUP] = "sched_wakeup",
	[FROM_WAKING] = "sched_waking",
};

static const struct {
	const char *name;
	enum wakeup_event from;
} events[] = {
	{"sched_wakeup", FROM_WAKEUP},
	{"sched_wakeup_new", FROM_WAKEUP},
	{"sched_waking", FROM_WAKING},
};

void wakeup_trace_fini(struct wakeup_trace *t)
{
	for (size_t i = 0; i < FROM_NEVENTS; i++)
		wakeup_pairs_fini(&t->from[i]);
}

int wakeup_trace_event(const char *name, size_t len)
{
	for (size_t i = 0; i < ARRAY_LEN(events); i++)
		if (strlen(events[i].name) == len && !memcmp(events[i].name, name, len))
			return (int)events[i].from;
	return -1;
}

int wakeup_trace_woken(struct wakeup_trace *t, enum wakeup_event from, int64_t pid, int64_t ns)
{
	return wakeup_pairs_woken(&t->from[from], pid, ns);
}

int wakeup_trace_switch(
	struct wakeup_trace *t, int64_t prev_pid, int64_t next_pid, int64_t next_prio, int64_t ns)
{
	int r = 0;

	t->switches++;
	for (size_t i = 0; r == 0 && i < FROM_NEVENTS; i++)
		r = wakeup_pairs_switch(&t->from[i], prev_pid, next_pid, next_prio, ns);
	return r;
}

void wakeup_trace_lost(struct wakeup_trace *t, uint64_t count)
{
	t->lost += count;
	for (size_t i = 0; i < FROM_NEVENTS; i++)
		wakeup_pairs_lost(&t->from[i]);
}

/* How samples are written: in steps of `step` of a unit that is `unit_ns` long. */
struct scale {
	const char *unit;
	int64_t unit_ns, step;
};

static struct scale scale_of(int digits)
{
	struct scale s = digits > 6 ? (struct scale){"ns", 1, 1} : (struct scale){"us", 1000, 1};

	for (int most = digits > 6 ? 9 : 6; digits < most; digits++)
		s.step *= 10;
	return s;
}

static int add_samples(
	const struct wakeup_pairs *p, const char *event, bool rt_only, struct output *ret)
{
	struct scale scale = scale_of(p->digits);
	struct output_series *s = NULL;
	char name[64];
	int r = 0;

	snprintf(name, sizeof name, "%s tasks (%s)", rt_only ? "rt" : "all", event);
	for (size_t i = 0; r == 0 && i < p->n; i++) {
		if (rt_only && !p->sample[i].rt)
			continue;
		if (!s)
			s = output_add(ret, name, scale.unit, scale.step);
		r = s ? output_sample(s, p->sample[i].latency_ns / scale.unit_ns) : -E_NOMEM;
	}
	return r;
}

static int add_doubts(const struct wakeup_pairs *p, const char *event, struct output *ret)
{
	const struct {
		uint64_t count;
		enum output_note_kind kind;
		const char *text;
	} doubts[] = {
		{wakeup_pairs_open(p), NOTE_CUT,
			"the trace ends before these tasks are switched in"},
		{p->forgotten, NOTE_LOST_EVENTS,
			"events were lost while these tasks waited: their latency is left out"},
		{p->backwards, NOTE_MISMATCH,
			"stamped later than their switch-in: the CPUs' clocks disagree; left out"},
		{p->running, NOTE_INFO,
			"before the task was switched out: counted from there to its next switch-in"},
	};
	int r = 0;

	for (size_t i = 0; r == 0 && i < ARRAY_LEN(doubts); i++)
		if (doubts[i].count)
			r = output_note(ret, doubts[i].kind, doubts[i].count,
				"%" PRIu64 " of %" PRIu64 " %s: %s", doubts[i].count, p->woken,
				event, doubts[i].text);
	return r;
}

static int add_event(const struct wakeup_pairs *p, const char *event, struct output *ret)
{
	int r = add_samples(p, event, false, ret);

	if (r == 0)
		r = add_samples(p, event, true, ret);
	return r < 0 ? r : add_doubts(p, event, ret);
}

static const char *why_none(const struct wakeup_trace *t)
{
	if (!t->from[FROM_WAKEUP].woken && !t->from[FROM_WAKING].woken)
		return "no sched_wakeup and no sched_waking in this trace";
	if (!t->switches)
		return "no sched_switch in this trace";
	return "no wakeup is followed by its switch-in";
}

int wakeup_trace_output(const struct wakeup_trace *t, struct output *ret)
{
	size_t n = 0;
	int r = 0;

	for (size_t i = 0; r == 0 && i < FROM_NEVENTS; i++) {
		n += t->from[i].n;
		r = add_event(&t->from[i], event_names[i], ret);
	}
	if (r == 0 && !n)
		r = output_note(ret, NOTE_NOT_AVAILABLE, 1, "wakeup latency: %s", why_none(t));
	if (r == 0 && t->lost)
		r = output_note(ret, NOTE_LOST_EVENTS, t->lost,
			"the tracer lost at least %" PRIu64 " events", t->lost);
	return r;
}
