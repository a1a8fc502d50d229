/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/sets.h"

#include <stdio.h>
#include <string.h>

#include "agent/outputs/formats.h"
#include "base/mem.h"
#include "schema/wire/limits.h"

static void set_fini(struct set *s)
{
	mem_free(s->label);
	mem_free(s->quantity);
	mem_free(s->unit);
	dist_free(s->d);
}

void sets_fini(struct sets *s)
{
	for (size_t i = 0; i < s->len; i++)
		set_fini(&s->set[i]);
	mem_free(s->set);
	*s = (struct sets){0};
}

int sets_by_of(const char *word, enum sets_by *ret, struct err *e)
{
	static const char *const words[] = {
		[BY_ALL] = "all", [BY_GROUP] = "group", [BY_THREAD] = "thread", [BY_FILE] = "file"};

	*ret = BY_DEFAULT;
	if (!word)
		return 0;
	for (size_t i = BY_ALL; i < ARRAY_LEN(words); i++) {
		if (strcmp(word, words[i]) != 0)
			continue;
		*ret = (enum sets_by)i;
		return 0;
	}
	return err_set(e, E_USAGE, "by takes thread, group, file or all, not \"%s\"", word);
}

/* ---- one set ------------------------------------------------------------------------------- */

/* What a set is known by. */
struct key {
	const char *label, *quantity, *unit;
	bool part;
};

static struct set *find(struct sets *s, const struct key *k)
{
	for (size_t i = 0; i < s->len; i++) {
		struct set *t = &s->set[i];

		if (!t->scalar && t->part == k->part && !strcmp(t->label, k->label) &&
			!strcmp(t->quantity, k->quantity) && !strcmp(t->unit, k->unit))
			return t;
	}
	return NULL;
}

static struct set *append(struct sets *s, const struct key *k)
{
	struct set *grown = mem_grow(s->set, s->len + 1, sizeof *grown);
	struct set new = {0};

	if (!grown)
		return NULL;
	s->set = grown;
	new.label = mem_str(k->label);
	new.quantity = mem_str(k->quantity);
	new.unit = mem_str(k->unit);
	if (!new.label || !new.quantity || !new.unit || dist_from_runs(NULL, 0, &new.d, NULL) < 0) {
		set_fini(&new);
		return NULL;
	}
	grown[s->len] = new;
	return &grown[s->len++];
}

/* ---- decimals ------------------------------------------------------------------------------ */

/* Plain numbers that have points come in steps of 10^-digits, and say so as "e-2". */
static int digits_of(const char *unit)
{
	bool steps = !strncmp(unit, "e-", 2) && unit[2] >= '1' && unit[2] <= '9' && !unit[3];

	return steps ? unit[2] - '0' : 0;
}

static int scale(struct dist *d, int digits, struct err *e)
{
	for (size_t i = 0; i < d->len; i++) {
		int64_t *v = &d->runs[i].value;

		for (int n = 0; n < digits; n++)
			if (__builtin_mul_overflow(*v, 10, v))
				*v = INT64_MAX;
		if (*v > SAMPLE_ABS_MAX || *v < -SAMPLE_ABS_MAX)
			return err_set(e, E_TOO_BIG,
				"a number too large to be kept with the digits of another");
	}
	return 0;
}

/* The coarser of the two becomes as fine as the other. */
static int level(struct set *t, struct dist *d, int digits, struct err *e)
{
	int r = digits > t->digits ? scale(t->d, digits - t->digits, e)
				   : scale(d, t->digits - digits, e);

	t->digits = MAX(t->digits, digits);
	return r;
}

/* ---- putting in ---------------------------------------------------------------------------- */

static int merge(struct set *t, const struct dist *d, struct err *e)
{
	struct dist *both;
	int r = dist_merge(t->d, d, &both, e);

	if (r < 0)
		return err_add(
			e, r, "%s cannot be put together with that of another file", t->label);
	dist_free(t->d);
	t->d = both;
	return 0;
}

static int add(struct sets *s, const struct key *k, const struct output_series *from,
	struct dist *d, struct err *e)
{
	struct set *t = find(s, k);
	int r;

	if (!t)
		t = append(s, k);
	if (!t)
		return err_set(e, E_NOMEM, "out of memory");
	t->direction = from->direction;
	t->part = k->part;
	t->unknown += from->unknown;
	r = level(t, d, digits_of(from->unit), e);
	return r < 0 ? r : merge(t, d, e);
}

static int add_scalar(struct sets *s, const struct key *k, const struct output_series *from,
	struct dist **d, struct err *e)
{
	struct set *t = append(s, k);

	if (!t)
		return err_set(e, E_NOMEM, "out of memory");
	dist_free(t->d);
	t->d = take(*d);
	t->direction = from->direction;
	t->scalar = true;
	return 0;
}

/* ---- which ones ---------------------------------------------------------------------------- */

static int add_thread(struct sets *s, const struct source *from, const struct output_series *series,
	struct dist *d, struct err *e)
{
	const char *label = s->by == BY_GROUP ? from->group
		: s->by == BY_THREAD	      ? from->thread
		: s->by == BY_FILE	      ? from->path
					      : "all";
	struct key k = {label, series->name, series->unit, false};
	struct key group = {from->group, series->name, series->unit, true};
	int r = add(s, &k, series, d, e);

	if (r == 0 && s->by == BY_DEFAULT)
		r = add(s, &group, series, d, e);
	return r;
}

static int add_named(struct sets *s, const struct source *from, const struct output *o,
	const struct output_series *series, struct dist **d, struct err *e)
{
	scoped(buf_fini) struct buf name = {0};
	struct key k = {
		series->name, o->format, digits_of(series->unit) ? "" : series->unit, false};

	if (series->scalar && s->several) {
		buf_printf(&name, "%s %s", from->path, o->format);
		k.quantity = buf_cstr(&name);
	} else if (s->by == BY_FILE) {
		buf_printf(&name, "%s: %s", from->path, series->name);
		k.label = buf_cstr(&name);
	}
	if (buf_check(&name, "a name", e) < 0)
		return -E_NOMEM;
	return series->scalar ? add_scalar(s, &k, series, d, e) : add(s, &k, series, *d, e);
}

int sets_add(struct sets *s, const struct source *from, const struct output *o, struct err *e)
{
	for (size_t i = 0; i < o->nseries; i++) {
		const struct output_series *series = &o->series[i];
		scoped(dist_freep) struct dist *d = NULL;
		int r;

		if (o->only && strcmp(o->only, series->name) != 0)
			continue;
		r = output_dist(series, &d, e);
		if (r == 0)
			r = o->format == format_rtapp_log.name
				? add_thread(s, from, series, d, e)
				: add_named(s, from, o, series, &d, e);
		if (r < 0)
			return r;
	}
	return 0;
}

void sets_finish(struct sets *s)
{
	size_t parts = 0, kept = 0;

	for (size_t i = 0; i < s->len; i++)
		parts += s->set[i].part;
	for (size_t i = 0; i < s->len; i++) {
		if (s->set[i].part && parts == 1)
			set_fini(&s->set[i]);
		else
			s->set[kept++] = s->set[i];
	}
	s->len = kept;
}
