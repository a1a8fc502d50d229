/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The summary.xml of rteval: below <cyclictest> (or <timerlat>) a <system> for all CPUs together and a <core id="0"> for
 * each, of which every one has <statistics> and, in most releases, a <histogram> of <bucket index="5" value="59999"/>.
 *
 * rteval computes its statistics as doubles and prints all their digits; they are kept to a thousandth of their unit.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/put.h"
#include "agent/outputs/words.h"
#include "agent/outputs/xml.h"
#include "base/text.h"
#include "schema/wire/limits.h"

#define SNIFFED_MAX (64u << 10)
#define GROUPS_MAX  4096

enum { SAMPLES, LEAST, MOST, NCHECKED };

static const struct {
	const char *element, *name;
	bool fraction;
} statistics[] = {
	[SAMPLES] = {"samples", "samples", false},
	[LEAST] = {"minimum", "min", false},
	[MOST] = {"maximum", "max", false},
	{"median", "median", true},
	{"mode", "mode", false},
	{"range", "range", false},
	{"mean", "mean", true},
	{"mean_absolute_deviation", "mad", true},
	{"standard_deviation", "stddev", true},
};

/* A unit that rteval names, and the unit of a thousandth of it. */
static const struct {
	const char *name, *thousandth;
} units[] = {{"us", "ns"}, {"ns", "ps"}};

/* The <system> or <core> that is open. */
struct group {
	char name[48];
	size_t depth;	  /* of its element; 0: none is open */
	size_t histogram; /* its series, plus one; 0: none */
	int64_t v[NCHECKED];
	bool has[NCHECKED];
	int unit; /* of the statistic that is open; -1: one that we do not know */
};

struct reader {
	struct output *out; /* borrowed */
	struct xml xml;
	struct group group;
	size_t ngroups;
	uint64_t unread;
	bool cut;
};

static int sniff(struct cursor in)
{
	struct cursor at = cursor_over(in.at, MIN(cursor_left(&in), (size_t)SNIFFED_MAX)), rest;

	return words_behind(at, "<rteval", NULL, &rest) ? 95 : 0;
}

static bool is_element(const struct xml *x, size_t up, const char *name)
{
	struct cursor c = xml_name(x, up);

	return words_is(&c, name);
}

static bool was_there(const struct output *o, const char *group)
{
	char name[64];

	snprintf(name, sizeof name, "%s:%s", group, statistics[SAMPLES].name);
	return output_find(o, group) || output_find(o, name);
}

static int open_group(struct reader *rd, struct err *e)
{
	struct cursor of = xml_name(&rd->xml, 1), id;
	bool core = is_element(&rd->xml, 0, "core");
	char owner[20] = "", shown[12] = "";

	if (rd->group.depth || (core && !xml_attribute(&rd->xml, "id", &id)))
		return 0;
	if (++rd->ngroups > GROUPS_MAX)
		return err_set(e, E_TOO_BIG, "more than %d cores", GROUPS_MAX);
	rd->group = (struct group){.depth = rd->xml.depth};
	/* cyclictest is what everybody means; other measurements say their names */
	if (!words_is(&of, "cyclictest"))
		text_printable((const char *)of.at, cursor_left(&of), owner, sizeof owner);
	if (core)
		text_printable((const char *)id.at, cursor_left(&id), shown, sizeof shown);
	snprintf(rd->group.name, sizeof rd->group.name, "%s%s%s%s", owner, owner[0] ? ":" : "",
		core ? "core:" : "system", shown);
	if (was_there(rd->out, rd->group.name))
		return err_set(e, E_MALFORMED, "%s is there twice: one measurement at a time",
			rd->group.name);
	return 0;
}

static int unit_of(const struct xml *x)
{
	struct cursor unit;

	if (!xml_attribute(x, "unit", &unit) && !xml_attribute(x, "units", &unit))
		return 0; /* before it said so, it was microseconds */
	for (int i = 0; i < (int)ARRAY_LEN(units); i++)
		if (words_is(&unit, units[i].name))
			return i;
	return -1;
}

static int add_bucket(struct reader *rd, struct err *e)
{
	struct cursor index, count;
	int64_t v, n;
	struct output_series *s;
	int r = 0;

	if (!xml_attribute(&rd->xml, "index", &index) || !words_i64(&index, &v) ||
		cursor_left(&index) || !xml_attribute(&rd->xml, "value", &count) ||
		!words_i64(&count, &n) || cursor_left(&count) || n < 0)
		return err_set(
			e, E_MALFORMED, "%s: a bucket without its two numbers", rd->group.name);
	if (!rd->group.histogram) {
		r = put_series(rd->out, rd->group.name, "us", 1, &s, e);
		rd->group.histogram = rd->out->nseries;
	}
	return r < 0 ? r : put_run(&rd->out->series[rd->group.histogram - 1], v, (uint64_t)n, e);
}

static int put_abort(struct reader *rd, struct err *e)
{
	struct cursor reason;
	char shown[40];

	if (!xml_attribute(&rd->xml, "reason", &reason))
		reason = cursor_over("?", 1);
	return put_note(rd->out, NOTE_ERROR, 1, e, "rteval's measurement was aborted: %s",
		text_printable((const char *)reason.at, cursor_left(&reason), shown, sizeof shown));
}

static int opened(struct reader *rd, struct err *e)
{
	const struct xml *x = &rd->xml;

	if (is_element(x, 0, "system") || is_element(x, 0, "core"))
		return open_group(rd, e);
	if (is_element(x, 0, "abort_report"))
		return put_abort(rd, e);
	if (!rd->group.depth)
		return 0;
	if (is_element(x, 0, "bucket") && is_element(x, 1, "histogram"))
		return add_bucket(rd, e);
	rd->group.unit = unit_of(x);
	return 0;
}

/* A number as Python prints it: also "1e-05". */
static bool read_double(struct cursor text, double *v)
{
	char copy[40], *end;

	if (cursor_left(&text) >= sizeof copy || !cursor_left(&text))
		return false;
	memcpy(copy, text.at, cursor_left(&text));
	copy[cursor_left(&text)] = 0;
	if (copy[strspn(copy, "0123456789.eE+-")])
		return false;
	*v = strtod(copy, &end);
	return !*end && fabs(*v) < 1e12;
}

static struct cursor trim_lines(struct cursor c)
{
	while (c.at < c.end && *c.at <= ' ')
		c.at++;
	while (c.end > c.at && c.end[-1] <= ' ')
		c.end--;
	return cursor_over(c.at, cursor_left(&c));
}

static int put_statistic(struct reader *rd, size_t i, struct err *e)
{
	struct cursor text = trim_lines(rd->xml.text);
	const char *unit = i == SAMPLES ? "count" : units[MAX(rd->group.unit, 0)].name;
	int64_t v = 0;
	double d = 0;
	char name[80];
	int given;
	bool read = statistics[i].fraction ? read_double(text, &d)
					   : words_decimal(text, 0, &v, &given);

	if (!read || rd->group.unit < 0) {
		rd->unread++;
		return 0;
	}
	if (statistics[i].fraction) {
		unit = units[rd->group.unit].thousandth;
		v = llround(d * 1000);
	}
	if (i < NCHECKED) {
		rd->group.v[i] = v;
		rd->group.has[i] = true;
	}
	snprintf(name, sizeof name, "%s:%s", rd->group.name, statistics[i].name);
	return put_scalar(rd->out, name, unit, 1, v, e);
}

static int check_group(struct reader *rd, struct err *e)
{
	struct group *g = &rd->group;
	struct output_series *s = &rd->out->series[g->histogram - 1];
	uint64_t sum = 0;
	int r = 0;

	put_together(s);
	for (size_t i = 0; i < s->nruns; i++)
		sum += s->run[i].count;
	if (g->has[SAMPLES] && g->v[SAMPLES] > 0 && (uint64_t)g->v[SAMPLES] > sum) {
		int64_t last = s->nruns ? s->run[s->nruns - 1].value : 0;

		s->unknown = (uint64_t)g->v[SAMPLES] - sum;
		s->bound = g->has[MOST] ? MAX(last, g->v[MOST]) : SAMPLE_ABS_MAX;
	}
	if (g->has[SAMPLES] && (uint64_t)g->v[SAMPLES] != sum)
		r = put_note(rd->out, NOTE_MISMATCH, 1, e,
			"%s: its histogram holds %llu of %lld samples", g->name,
			(unsigned long long)sum, (long long)g->v[SAMPLES]);
	if (r == 0 && s->nruns && g->has[LEAST] && g->v[LEAST] != s->run[0].value)
		r = put_note(rd->out, NOTE_MISMATCH, 1, e,
			"%s: the minimum is %lld, its histogram begins at %lld", g->name,
			(long long)g->v[LEAST], (long long)s->run[0].value);
	if (r == 0 && s->nruns && g->has[MOST] && g->v[MOST] != s->run[s->nruns - 1].value)
		r = put_note(rd->out, NOTE_MISMATCH, 1, e,
			"%s: the maximum is %lld, its histogram ends at %lld", g->name,
			(long long)g->v[MOST], (long long)s->run[s->nruns - 1].value);
	return r;
}

static int closed(struct reader *rd, struct err *e)
{
	const struct xml *x = &rd->xml;
	int r = 0;

	if (!rd->group.depth)
		return 0;
	if (x->depth == rd->group.depth) {
		if (rd->group.histogram)
			r = check_group(rd, e);
		rd->group.depth = 0;
		return r;
	}
	if (!is_element(x, 1, "statistics"))
		return 0;
	for (size_t i = 0; i < ARRAY_LEN(statistics); i++)
		if (is_element(x, 0, statistics[i].element))
			return put_statistic(rd, i, e);
	return 0;
}

static int read_events(struct reader *rd, struct err *e)
{
	for (;;) {
		int event = xml_next(&rd->xml, e), r = 0;

		if (event < 0)
			return event;
		if (event == XML_OPEN)
			r = opened(rd, e);
		else if (event == XML_CLOSE)
			r = closed(rd, e);
		if (r < 0)
			return r;
		rd->cut = event == XML_CUT;
		if (rd->cut && rd->group.depth && rd->group.histogram)
			return check_group(rd, e);
		if (rd->cut || event == XML_END)
			return 0;
	}
}

static size_t line_of(struct cursor in)
{
	size_t line = 1;

	for (const unsigned char *p = in.start; p < in.at; p++)
		line += *p == '\n';
	return line;
}

static int put_notes(struct reader *rd, struct err *e)
{
	int r = 0;

	if (rd->cut)
		r = put_note(rd->out, NOTE_CUT, 1, e, "the file ends inside an element");
	if (r == 0 && rd->unread)
		r = put_note(rd->out, NOTE_UNPARSED, rd->unread, e,
			"statistics with a value or unit that is not understood");
	if (r == 0 && !rd->ngroups)
		r = put_note(rd->out, NOTE_NOT_AVAILABLE, 1, e,
			"no statistics: rteval leaves them out where the maximum is beyond its buckets");
	return r;
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct reader rd = {.out = ret, .xml = xml_over(cursor_over(in.at, cursor_left(&in)))};
	int r = read_events(&rd, e);

	if (r < 0)
		return err_add(e, r, "line %zu", line_of(rd.xml.in));
	return put_notes(&rd, e);
}

const struct output_format format_rteval = {
	.name = "rteval summary",
	.about =
		"the summary.xml of an rteval report: statistics and histograms of each core and of all",
	.sniff = sniff,
	.parse = parse,
};
