/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/measure.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "schema/wire/limits.h"

#define DEFAULT_COLUMN "wu_lat"

void measure_fini(struct measure *m)
{
	for (size_t i = 0; i < m->ntold; i++) {
		mem_free(m->told[i].path);
		mem_free(m->told[i].text);
	}
	mem_free(m->told);
	sets_fini(&m->sets);
}

/* ---- telling ------------------------------------------------------------------------------- */

void measure_warn(const struct measure *m, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s: warning: ", m->program);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

static void cannot(struct measure *m, const char *path, const struct err *e)
{
	if (path)
		fprintf(stderr, "%s: %s: %s\n", m->program, path, err_text(e));
	else
		fprintf(stderr, "%s: %s\n", m->program, err_text(e));
	m->unreadable++;
}

/* The same of many files (idle threads have no timer, say) is kept and told once. */
static int keep(struct measure *m, const char *kind, const char *path, const char *text)
{
	struct told *grown;

	for (size_t i = 0; i < m->ntold; i++) {
		if (strcmp(m->told[i].text, text) != 0)
			continue;
		m->told[i].more++;
		return 0;
	}
	grown = mem_grow(m->told, m->ntold + 1, sizeof *grown);
	if (!grown)
		return -E_NOMEM;
	m->told = grown;
	grown[m->ntold] = (struct told){mem_str(path), mem_str(text), kind, 0};
	if (!grown[m->ntold++].text || !grown[m->ntold - 1].path)
		return -E_NOMEM;
	return 0;
}

static int keep_notes(struct measure *m, const struct source *s, const struct output *o)
{
	char text[100];
	int r = 0;

	for (size_t i = 0; i < o->nnotes && r == 0; i++)
		r = keep(m, o->note[i].kind == NOTE_INFO ? "note" : "warning", s->path,
			o->note[i].text);
	if (r == 0 && o->only && !output_find(o, o->only) && !o->nnotes) {
		snprintf(text, sizeof text, "it has no %.60s", o->only);
		r = keep(m, "warning", s->path, text);
	}
	return r;
}

static void tell_notes(const struct measure *m)
{
	for (size_t i = 0; i < m->ntold; i++) {
		const struct told *t = &m->told[i];

		fprintf(stderr, "%s: %s: %s", m->program, t->kind, t->path);
		if (t->more)
			fprintf(stderr, " and %zu more", t->more);
		fprintf(stderr, ": %s\n", t->text);
	}
}

/* A thread that is late all the time is hardly ever measured: what is measured then says little. */
static void tell_overload(const struct measure *m)
{
	for (size_t i = 0; i < m->sets.len; i++) {
		const struct set *s = &m->sets.set[i];
		double share = dist_missed_share(s->d);

		if (share > MISSED_SHARE_MAX)
			measure_warn(m,
				"%s: %.0f %% of the activations were late before rt-app could wait "
				"for them (missed); their %s was not measured and stands as 0",
				s->label, 100 * share, s->quantity);
	}
}

/* ---- reading ------------------------------------------------------------------------------- */

static void tell_unknown(const struct measure *m)
{
	for (size_t i = 0; i < m->sets.len; i++) {
		const struct set *s = &m->sets.set[i];

		if (s->unknown && !s->part)
			measure_warn(m, "%s: %llu of %llu samples are not in the file at all",
				s->label, (unsigned long long)s->unknown,
				(unsigned long long)(s->unknown + s->d->n));
	}
}

static int read_source(struct measure *m, const struct source *s)
{
	scoped(output_fini) struct output o = {.warm_up_us = m->warm_up_ms * 1000};
	struct err e = {0};
	int r = source_read(s, m->column ? m->column : DEFAULT_COLUMN, m->column != NULL, &o, &e);

	if (r == 0)
		r = sets_add(&m->sets, s, &o, &e);
	if (r < 0) {
		cannot(m, s->path, &e);
		return r;
	}
	return keep_notes(m, s, &o);
}

static int add_operands(
	struct measure *m, char **operands, struct sources *sources, struct buf *passed_over)
{
	for (; *operands; operands++) {
		struct err e = {0};
		int r = sources_add(sources, *operands, passed_over, &e);

		if (r < 0)
			cannot(m, NULL, &e);
		if (r == -E_NOMEM)
			return r;
	}
	return 0;
}

static int nothing(const struct measure *m, struct err *e)
{
	return err_set(e, E_NOT_FOUND, m->unreadable ? "nothing could be read" : "no data");
}

int measure_read(struct measure *m, char **operands, struct err *e)
{
	scoped(sources_fini) struct sources sources = {0};
	scoped(buf_fini) struct buf passed_over = {0};
	int r = sets_by_of(m->by, &m->sets.by, e);

	if (r < 0)
		return err_add(e, r, "%s", m->program);
	r = add_operands(m, operands, &sources, &passed_over);
	if (passed_over.len)
		measure_warn(
			m, "passed over, for they are no rt-app logs:%s", buf_cstr(&passed_over));
	m->sets.several = sources.len > 1;
	for (size_t i = 0; i < sources.len && r != -E_NOMEM; i++)
		r = read_source(m, &sources.source[i]);
	if (r == -E_NOMEM)
		return err_set(e, E_NOMEM, "out of memory");
	sets_finish(&m->sets);
	tell_notes(m);
	tell_overload(m);
	tell_unknown(m);
	return m->sets.len ? 0 : nothing(m, e);
}

/* ---- the end ------------------------------------------------------------------------------- */

int measure_print(const struct buf *out, struct err *e)
{
	int r = buf_check(out, "the output", e);

	if (r < 0)
		return r;
	fwrite(buf_cstr(out), 1, out->len, stdout);
	return fflush(stdout) || ferror(stdout) ? err_errno(e, "standard output") : 0;
}

int measure_end(const struct measure *m, int r, const struct err *e)
{
	if (r == OPT_DONE)
		return EXIT_OK;
	if (r < 0)
		return opt_fail(m->program, r, e);
	return m->unreadable ? EXIT_FAILED : EXIT_OK;
}
