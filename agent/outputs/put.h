/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Filling an output, for the parsers of the tools: the same calls as in output.h with the error's sentence. */
#ifndef LATLAB_OUTPUTS_PUT_H
#define LATLAB_OUTPUTS_PUT_H

#include "agent/outputs/output.h"

/* output_add(). */
int put_series(struct output *o, const char *name, const char *unit, int64_t resolution,
	struct output_series **ret, struct err *e);
int put_sample(struct output_series *s, int64_t v, struct err *e);
int put_run(struct output_series *s, int64_t value, uint64_t count, struct err *e);
int put_note(struct output *o, enum output_note_kind kind, uint64_t count, struct err *e,
	const char *fmt, ...) printf_like(5, 6);

/*
 * One number that the tool computed, as the series of that name; one more of them where the tool ran several times
 * and the series is there.
 */
int put_scalar(struct output *o, const char *name, const char *unit, int64_t resolution, int64_t v,
	struct err *e);

/* Puts runs of the same value together and sorts them. */
void put_together(struct output_series *s);

#endif
