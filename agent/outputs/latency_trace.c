/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a latency tracer (preemptoff, irqsoff, wakeup, wakeup_rt) keeps of the worst case it met, since 2.6.18-rt:
 *
 *     preemption latency trace v1.1.5 on 2.6.18-rt5
 *      latency: 19 us, #58/58, CPU#0 | (M:rt VP:0, KP:0, SP:1 HP:1)
 *         | task: posix_cpu_timer-2 (uid:0 nice:0 policy:1 rt_prio:99)
 *
 * Today each head line begins with '#'. The one number is the latency; #a/b are its entries kept and met.
 */
#include <inttypes.h>
#include <stdio.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/words.h"
#include "base/text.h"
#include "schema/wire/limits.h"

struct head {
	bool has_latency;
	int64_t latency_us, kept, met;
	uint64_t entries; /* lines of them in this text */
	struct cursor title, task;
};

/* "latency: 19 us, #58/58, CPU#0 ..." */
static bool read_latency(struct cursor c, struct head *h)
{
	if (!words_eat(&c, "latency: ") || !words_i64(&c, &h->latency_us) ||
		!words_eat(&c, " us, #") || !words_i64(&c, &h->kept) || !words_eat(&c, "/") ||
		!words_i64(&c, &h->met))
		return false;
	return h->latency_us >= 0 && h->latency_us <= SAMPLE_ABS_MAX && h->kept >= 0 &&
		h->met >= h->kept;
}

/* "<idle>-0  0Dnh2  0us+: function (caller)": some word is a time in us and ends in ':' */
static bool is_entry(struct cursor line)
{
	struct cursor word, rest;
	int64_t us;

	while (words_next(&line, &word)) {
		if (!words_i64(&word, &us) || !words_eat(&word, "us"))
			continue;
		words_skip(&line);
		rest = line;
		return words_end(&word, ":") || words_begin(&rest, ":") ||
			words_begin(&rest, "|") ||
			(words_next(&rest, &word) && words_is(&word, ":"));
	}
	return false;
}

static struct cursor without_hash(struct cursor line)
{
	(void)words_eat(&line, "#");
	return words_trim(line);
}

static void take_line(struct head *h, struct cursor line)
{
	struct cursor text = without_hash(line), rest;

	if (words_behind(text, " latency trace v", NULL, &rest))
		h->title = text;
	else if (!h->has_latency && words_begin(&text, "latency: "))
		h->has_latency = read_latency(text, h);
	else if (words_behind(text, "| task: ", NULL, &rest))
		h->task = rest;
	else if (h->has_latency && !words_begin(&line, "#"))
		h->entries += is_entry(text);
}

static int add_about(const struct head *h, struct output *ret)
{
	char title[100], task[100];

	return output_note(ret, NOTE_INFO, 1, "%s; task %s",
		text_printable(
			(const char *)h->title.at, cursor_left(&h->title), title, sizeof title),
		text_printable((const char *)h->task.at, cursor_left(&h->task), task, sizeof task));
}

static int add_latency(const struct head *h, struct output *ret)
{
	struct output_series *s = output_add(ret, "latency", "us", 1);
	int r;

	if (!s)
		return -E_NOMEM;
	s->scalar = true;
	r = output_sample(s, h->latency_us);
	if (r == 0)
		r = add_about(h, ret);
	if (r == 0 && (uint64_t)h->kept > h->entries)
		r = output_note(ret, NOTE_CUT, (uint64_t)h->kept - h->entries,
			"%" PRIu64 " of the %" PRId64 " entries are in this text", h->entries,
			h->kept);
	if (r == 0 && h->met > h->kept)
		r = output_note(ret, NOTE_LOST_EVENTS, (uint64_t)(h->met - h->kept),
			"%" PRId64 " of %" PRId64 " entries were overwritten", h->met - h->kept,
			h->met);
	return r;
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct head h = {.entries = 0};
	struct cursor line;
	bool ended;

	for (size_t n = 1; cursor_line(&in, &line, &ended); n++) {
		struct cursor text = without_hash(line);

		if (h.has_latency && words_begin(&text, "latency: "))
			return err_set(e, E_MALFORMED,
				"line %zu: a second latency: one trace at a time", n);
		take_line(&h, line);
		if (!h.has_latency && words_begin(&text, "latency: "))
			return err_set(
				e, E_MALFORMED, "line %zu: not \"latency: N us, #N/N, CPU#N\"", n);
	}
	if (!h.has_latency)
		return err_set(e, E_MALFORMED, "no line \"latency: N us, ...\"");
	return add_latency(&h, ret) < 0 ? err_set(e, E_NOMEM, "out of memory") : 0;
}

static int sniff(struct cursor in)
{
	struct cursor line, rest;
	bool ended;

	for (int n = 0; n < 8 && cursor_line(&in, &line, &ended); n++)
		if (words_behind(line, " latency trace v", NULL, &rest))
			return 95;
	return 0;
}

const struct output_format format_latency_trace = {
	.name = "latency trace",
	.about =
		"the worst case that a latency tracer kept: preemptoff, irqsoff, wakeup, wakeup_rt",
	.sniff = sniff,
	.parse = parse,
};
