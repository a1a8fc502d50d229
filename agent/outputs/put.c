/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/put.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int put_failed(int r, const char *name, int64_t v, struct err *e)
{
	if (r == -E_TOO_BIG)
		return err_set(e, E_TOO_BIG, "%s: %lld is too large a number", name, (long long)v);
	return err_set(e, E_NOMEM, "out of memory for %s", name);
}

int put_series(struct output *o, const char *name, const char *unit, int64_t resolution,
	struct output_series **ret, struct err *e)
{
	struct output_series *s = output_add(o, name, unit, resolution);

	if (!s)
		return put_failed(-E_NOMEM, name, 0, e);
	*ret = s;
	return 0;
}

int put_sample(struct output_series *s, int64_t v, struct err *e)
{
	int r = output_sample(s, v);

	return r < 0 ? put_failed(r, s->name, v, e) : 0;
}

int put_run(struct output_series *s, int64_t value, uint64_t count, struct err *e)
{
	int r = output_run(s, value, count);

	return r < 0 ? put_failed(r, s->name, value, e) : 0;
}

int put_note(struct output *o, enum output_note_kind kind, uint64_t count, struct err *e,
	const char *fmt, ...)
{
	char text[300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (output_note(o, kind, count, "%s", text) < 0)
		return err_set(e, E_NOMEM, "out of memory for a note");
	return 0;
}

int put_scalar(struct output *o, const char *name, const char *unit, int64_t resolution, int64_t v,
	struct err *e)
{
	struct output_series *s = output_find(o, name);

	if (!s) {
		int r = put_series(o, name, unit, resolution, &s, e);

		if (r < 0)
			return r;
		s->scalar = true;
	}
	return put_sample(s, v, e);
}

static int by_value(const void *a, const void *b)
{
	const struct dist_run *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

void put_together(struct output_series *s)
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
