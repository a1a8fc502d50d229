/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Taking a line of a tool's text apart. A line is a cursor; nothing reads past its end. */
#ifndef LATLAB_OUTPUTS_WORDS_H
#define LATLAB_OUTPUTS_WORDS_H

#include "base/cursor.h"

/* Moves over blanks, tabs and carriage returns. */
void words_skip(struct cursor *c);
/* The same text without blanks on either side. */
struct cursor words_trim(struct cursor c);
/* The next word between blanks; false at the end. */
bool words_next(struct cursor *c, struct cursor *word);
/* Whether the whole of c is s, begins with s, ends with s. */
bool words_is(const struct cursor *c, const char *s);
bool words_begin(const struct cursor *c, const char *s);
bool words_end(const struct cursor *c, const char *s);
/* words_begin(), and moves behind s. */
bool words_eat(struct cursor *c, const char *s);
/* The part behind the last (or first) s; false where there is none. `before` (may be NULL) gets the part ahead of it. */
bool words_behind_last(struct cursor c, const char *s, struct cursor *before, struct cursor *ret);
bool words_behind(struct cursor c, const char *s, struct cursor *before, struct cursor *ret);
/* The whole number at the front, and moves behind it; false (and stays) where there is none or it is too large. */
bool words_i64(struct cursor *c, int64_t *ret);
/* The whole of c as a decimal in units of 10^-digits, as text_decimal(); *given: how many digits stood behind its point. */
bool words_decimal(struct cursor c, int digits, int64_t *ret, int *given);
/* "65.255 usecs" at the front: nanoseconds. `unit` is what must follow the number. Moves behind it. */
bool words_usecs(struct cursor *c, const char *unit, int64_t *ns);

#endif
