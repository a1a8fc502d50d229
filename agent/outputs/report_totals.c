/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/report_totals.h"

#include <stdio.h>

#include "agent/outputs/words.h"

static const struct {
	const char *line, *name;
} kinds[TOTAL_NKINDS] = {
	[TOTAL_AVERAGE] = {"Average wakeup latency:", "average"},
	[TOTAL_MAXIMUM] = {"Maximum Latency:", "maximum"},
	[TOTAL_MINIMUM] = {"Minimum Latency:", "minimum"},
};

static int take_total(struct report_totals *t, size_t kind, struct cursor rest, struct err *e)
{
	int64_t ns;

	if (!words_usecs(&rest, "usecs", &ns))
		return err_set(e, E_MALFORMED, "no \"... usecs\" behind \"%s\"", kinds[kind].line);
	if (t->has[t->in_rt][kind])
		return err_set(e, E_MALFORMED,
			"a second \"%s\" of the same tasks: one report at a time",
			kinds[kind].line);
	t->has[t->in_rt][kind] = true;
	t->ns[t->in_rt][kind] = ns;
	return 1;
}

/* One more value of a row of the 2011 form: a line a run, a heading "Wakeup Latency" a set of runs. */
static int add_2011(const struct report_totals *t, const char *name, int64_t ns, struct output *ret)
{
	struct output_series *s;
	char full[64];

	snprintf(full, sizeof full, "all tasks (report -w): %s", name);
	if (t->block_2011 > 1)
		snprintf(full, sizeof full, "all tasks (report -w) #%zu: %s", t->block_2011, name);
	s = output_find(ret, full);
	if (!s)
		s = output_add(ret, full, "ns", 1);
	if (!s)
		return -E_NOMEM;
	s->scalar = !s->n;
	return output_sample(s, ns);
}

static int take_2011(
	const struct report_totals *t, struct cursor line, struct output *ret, struct err *e)
{
	int64_t average, maximum;
	int r;

	if (!words_usecs(&line, "usecs", &average))
		return 0;
	words_skip(&line);
	if (!words_eat(&line, "Max:") || !words_usecs(&line, "usecs", &maximum))
		return 0;
	r = add_2011(t, "average", average, ret);
	if (r == 0)
		r = add_2011(t, "maximum", maximum, ret);
	return r < 0 ? err_set(e, (enum err_code) - r, "the average and maximum") : 1;
}

int report_totals_line(
	struct report_totals *t, struct cursor line, struct output *ret, struct err *e)
{
	line = words_trim(line);
	for (size_t i = 0; i < TOTAL_NKINDS; i++)
		if (words_eat(&line, kinds[i].line))
			return take_total(t, i, line, e);
	if (words_eat(&line, "Average:"))
		return take_2011(t, line, ret, e);
	if (words_is(&line, "RT task timings:")) {
		t->in_rt = true;
		return 1;
	}
	if (words_is(&line, "Wakeup Latency")) {
		t->block_2011++;
		return 1;
	}
	return 0;
}

struct sums {
	uint64_t n;
	int64_t sum, max, min;
};

static struct sums sums_of(const struct wakeup_pairs *p, bool rt_only)
{
	struct sums s = {.min = INT64_MAX};

	for (size_t i = 0; i < p->n; i++) {
		int64_t v = p->sample[i].latency_ns;

		if (rt_only && !p->sample[i].rt)
			continue;
		s.n++;
		s.sum += v;
		s.max = MAX(s.max, v);
		s.min = MIN(s.min, v);
	}
	return s;
}

/* trace-cmd rounds its average down. What is not printed fits. */
static bool fits(const struct report_totals *t, bool rt, const struct sums *s)
{
	const int64_t want[TOTAL_NKINDS] = {
		[TOTAL_AVERAGE] = s->n ? s->sum / (int64_t)s->n : -1,
		[TOTAL_MAXIMUM] = s->max,
		[TOTAL_MINIMUM] = s->min,
	};

	for (size_t i = 0; i < TOTAL_NKINDS; i++)
		if (t->has[rt][i] && t->ns[rt][i] != want[i])
			return false;
	return true;
}

static int add_totals(const struct report_totals *t, bool rt, struct output *ret)
{
	for (size_t i = 0; i < TOTAL_NKINDS; i++) {
		struct output_series *s;
		char name[64];
		int r;

		if (!t->has[rt][i])
			continue;
		snprintf(name, sizeof name, "%s tasks (report -w): %s", rt ? "rt" : "all",
			kinds[i].name);
		s = output_add(ret, name, "ns", 1);
		if (!s)
			return -E_NOMEM;
		s->scalar = true;
		r = output_sample(s, t->ns[rt][i]);
		if (r < 0)
			return r;
	}
	return 0;
}

int report_totals_output(const struct report_totals *t, const struct wakeup_pairs *listed,
	bool elided, struct output *ret)
{
	int r = 0;

	for (int rt = 0; r == 0 && rt < 2; rt++) {
		struct sums s = sums_of(listed, rt);

		r = add_totals(t, rt, ret);
		if (r < 0 || !t->has[rt][TOTAL_AVERAGE] || !listed->n ||
			(!elided && fits(t, rt, &s)))
			continue;
		r = output_note(ret, NOTE_MISMATCH, s.n,
			"the totals of %s tasks are not those of the %zu latencies listed: both are kept as they are",
			rt ? "RT" : "all", (size_t)s.n);
	}
	return r;
}
