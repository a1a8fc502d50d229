/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/output.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "schema/wire/limits.h"

static void series_fini(struct output_series *s)
{
	mem_free(s->name);
	mem_free(s->unit);
	mem_free(s->sample);
	mem_free(s->run);
}

void output_fini(struct output *o)
{
	for (size_t i = 0; i < o->nseries; i++)
		series_fini(&o->series[i]);
	for (size_t i = 0; i < o->nnotes; i++)
		mem_free(o->note[i].text);
	mem_free(o->series);
	mem_free(o->note);
	*o = (struct output){0};
}

/* Room for one more of `size` bytes in *array; doubles. */
static bool grow(void **array, size_t n, size_t *cap, size_t size)
{
	size_t more = *cap ? 2 * *cap : 16;
	void *grown;

	if (n < *cap)
		return true;
	grown = mem_grow(*array, more, size);
	if (!grown)
		return false;
	*array = grown;
	*cap = more;
	return true;
}

struct output_series *output_add(
	struct output *o, const char *name, const char *unit, int64_t resolution)
{
	struct output_series s = {.name = mem_str(name),
		.unit = mem_str(unit),
		.direction = "lower",
		.resolution = resolution};

	if (!s.name || !s.unit ||
		!grow((void **)&o->series, o->nseries, &o->series_cap, sizeof *o->series)) {
		series_fini(&s);
		return NULL;
	}
	o->series[o->nseries] = s;
	return &o->series[o->nseries++];
}

void output_drop_last(struct output *o)
{
	series_fini(&o->series[--o->nseries]);
}

struct output_series *output_find(const struct output *o, const char *name)
{
	for (size_t i = 0; i < o->nseries; i++)
		if (!strcmp(o->series[i].name, name))
			return &o->series[i];
	return NULL;
}

int output_sample(struct output_series *s, int64_t v)
{
	if (v < -SAMPLE_ABS_MAX || v > SAMPLE_ABS_MAX)
		return -E_TOO_BIG;
	if (!grow((void **)&s->sample, s->n, &s->cap, sizeof *s->sample))
		return -E_NOMEM;
	s->sample[s->n++] = v;
	return 0;
}

int output_run(struct output_series *s, int64_t value, uint64_t count)
{
	if (value < -SAMPLE_ABS_MAX || value > SAMPLE_ABS_MAX || count > DIST_SAMPLES_MAX)
		return -E_TOO_BIG;
	if (!count)
		return 0;
	if (!grow((void **)&s->run, s->nruns, &s->runs_cap, sizeof *s->run))
		return -E_NOMEM;
	s->run[s->nruns++] = (struct dist_run){value, count};
	return 0;
}

int output_note(struct output *o, enum output_note_kind kind, uint64_t count, const char *fmt, ...)
{
	struct output_note *grown = mem_grow(o->note, o->nnotes + 1, sizeof *grown);
	char text[300];
	va_list ap;

	if (!grown)
		return -E_NOMEM;
	o->note = grown;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	grown[o->nnotes] = (struct output_note){kind, count, mem_str(text)};
	if (!grown[o->nnotes].text)
		return -E_NOMEM;
	o->nnotes++;
	return 0;
}

static int by_value(const void *a, const void *b)
{
	const struct dist_run *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

static int dist_of_runs(const struct output_series *s, struct dist **ret, struct err *e)
{
	scoped(mem_freep) struct dist_run *sorted = mem_array(s->nruns, sizeof *sorted);

	if (!sorted)
		return err_set(e, E_NOMEM, "out of memory for %s", s->name);
	if (s->nruns)
		memcpy(sorted, s->run, s->nruns * sizeof *sorted);
	qsort(sorted, s->nruns, sizeof *sorted, by_value);
	return dist_from_runs(sorted, s->nruns, ret, e);
}

int output_dist(const struct output_series *s, struct dist **ret, struct err *e)
{
	scoped(dist_freep) struct dist *samples = NULL, *runs = NULL, *all = NULL;
	int r;

	if (s->scalar && s->n == 1)
		return dist_from_scalar(s->sample[0], ret, e);
	r = dist_from_samples(s->sample, s->n, &samples, e);
	if (r == 0)
		r = dist_of_runs(s, &runs, e);
	if (r == 0)
		r = dist_merge(samples, runs, &all, e);
	if (r == 0 && s->above)
		r = dist_set_censored(all, s->bound, s->above, e);
	if (r < 0)
		return r;
	all->missed = s->missed;
	*ret = take(all);
	return 0;
}

const struct output_format *output_detect(struct cursor in)
{
	const struct output_format *best = NULL;
	int most = 0;

	for (size_t i = 0; i < output_nformats; i++) {
		int sure = output_formats[i]->sniff(in);

		if (sure > most) {
			most = sure;
			best = output_formats[i];
		}
	}
	return best;
}

static int unknown_format(struct err *e)
{
	scoped(buf_fini) struct buf names = {0};

	for (size_t i = 0; i < output_nformats; i++)
		buf_printf(&names, "%s%s", i ? ", " : "", output_formats[i]->name);
	return err_set(e, E_UNSUPPORTED, "unknown format; tried: %s", buf_cstr(&names));
}

int output_read(struct cursor in, struct output *ret, struct err *e)
{
	const struct output_format *f = output_detect(in);
	int r;

	if (!f)
		return unknown_format(e);
	ret->format = f->name;
	if (ret->warm_up_us && !f->has_time)
		return err_set(e, E_UNSUPPORTED,
			"read as %s: no sample has a time, so no warm-up "
			"can be left out",
			f->name);
	r = f->parse(in, ret, e);
	return r < 0 ? err_add(e, r, "read as %s", f->name) : 0;
}
