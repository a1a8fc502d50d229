/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading a text as one format and looking at what came out. */
#ifndef LATLAB_TESTS_READ_OUTPUT_H
#define LATLAB_TESTS_READ_OUTPUT_H

#include "agent/outputs/formats.h"
#include "tests/unit/test.h"

/* A copy of its own size is read, so that the sanitizers see a read past the end. */
static inline int read_bytes(const struct output_format *f, const void *bytes, size_t len,
	struct output *o, struct err *e)
{
	char *copy = malloc(len ? len : 1);
	int r;

	assert_non_null(copy);
	memcpy(copy, bytes, len);
	*o = (struct output){0};
	*e = (struct err){0};
	r = f->parse(cursor_over(copy, len), o, e);
	free(copy);
	return r;
}

static inline void read_text(const struct output_format *f, const char *text, struct output *o)
{
	struct err e;
	int r = read_bytes(f, text, strlen(text), o, &e);

	if (r < 0)
		print_error("%s\n", err_text(&e));
	assert_int_equal(r, 0);
}

/* The text is refused, with a sentence that holds `sentence`. */
static inline void assert_refused(
	const struct output_format *f, const char *text, const char *sentence)
{
	struct output o;
	struct err e;

	assert_true(read_bytes(f, text, strlen(text), &o, &e) < 0);
	if (!strstr(err_text(&e), sentence))
		print_error("\"%s\" instead of \"%s\"\n", err_text(&e), sentence);
	assert_non_null(strstr(err_text(&e), sentence));
	output_fini(&o);
}

static inline const struct output_series *series(const struct output *o, const char *name)
{
	const struct output_series *s = output_find(o, name);

	if (!s)
		print_error("no series \"%s\"\n", name);
	assert_non_null(s);
	return s;
}

static inline void assert_samples(
	const struct output *o, const char *name, const char *unit, size_t n, const int64_t *want)
{
	const struct output_series *s = series(o, name);

	assert_string_equal(s->unit, unit);
	assert_int_equal(s->n, n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(s->sample[i], want[i]);
}

#define assert_series(o, name, unit, ...)                                                 \
	assert_samples(o, name, unit, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), \
		(int64_t[]){__VA_ARGS__})

static inline void assert_scalar(const struct output *o, const char *name, int64_t want)
{
	const struct output_series *s = series(o, name);

	assert_true(s->scalar);
	assert_int_equal(s->n, 1);
	assert_int_equal(s->sample[0], want);
}

/* The sum of the counts of all notes of a kind. */
static inline uint64_t noted(const struct output *o, enum output_note_kind kind)
{
	uint64_t count = 0;

	for (size_t i = 0; i < o->nnotes; i++)
		count += o->note[i].kind == kind ? o->note[i].count : 0;
	return count;
}

static inline void assert_note(
	const struct output *o, enum output_note_kind kind, uint64_t count, const char *text)
{
	for (size_t i = 0; i < o->nnotes; i++)
		if (o->note[i].kind == kind && o->note[i].count == count &&
			strstr(o->note[i].text, text))
			return;
	for (size_t i = 0; i < o->nnotes; i++)
		print_error("note %d, %lu: %s\n", (int)o->note[i].kind,
			(unsigned long)o->note[i].count, o->note[i].text);
	fail_msg("no note of kind %d, %lu with \"%s\"", (int)kind, (unsigned long)count, text);
}

/* Nothing but remarks. */
static inline void assert_sound(const struct output *o)
{
	for (size_t i = 0; i < o->nnotes; i++)
		if (o->note[i].kind != NOTE_INFO)
			fail_msg("unexpected note: %s", o->note[i].text);
}

/* Every allocation fails once: each time E_NOMEM, and nothing is left behind that the sanitizers would see. */
static inline void walk_failures(const struct output_format *f, const char *text)
{
	for (int n = 0;; n++) {
		struct output o;
		struct err e;
		bool met;
		int r;

		fault_arm(n);
		r = read_bytes(f, text, strlen(text), &o, &e);
		met = fault_disarm();
		output_fini(&o);
		if (!met) {
			assert_int_equal(r, 0);
			assert_true(n > 0);
			return;
		}
		assert_int_equal(r, -E_NOMEM);
		assert_true(e.text[0] != 0);
	}
}

#endif
