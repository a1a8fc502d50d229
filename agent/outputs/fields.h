/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole numbers of a line of plain text, fast: eight bytes at a time in one word (SWAR), sixteen with SSE2. Machines of
 * big byte order take the slow way.
 *
 * A bit mask says which bytes of the line are no blanks. Its edges are where fields start and end. A field's
 * digits are loaded as the eight bytes that end with it, so that all lengths take the same few steps, and checked and
 * converted in one go. What does not fit (a tab, a byte that is no digit, more than 16 digits, a line too near the
 * ends of the buffer) makes the whole line "not easy": the caller reads it again the slow way, which also finds the
 * words for what is wrong. So this code can be strict and needs no errors of its own.
 */
#ifndef LATLAB_OUTPUTS_FIELDS_H
#define LATLAB_OUTPUTS_FIELDS_H

#include "base/util.h"

#define FIELDS_LINE_MAX 256 /* bytes of an easy line */
#define FIELDS_BEFORE	16  /* readable bytes needed before a line, and after it */

/*
 * The numbers of line[0..len) where there are exactly n of them: the ith goes to v[to[i]]. FIELDS_BEFORE bytes before line
 * and after line + len must be readable. False: not easy, and what is in v then means nothing.
 */
bool fields_read(
	const unsigned char *line, size_t len, const unsigned char *to, size_t n, int64_t *v);

/* The last number alone: the same, without looking at what stands before. */
bool fields_last(const unsigned char *line, size_t len, int64_t *v);

#endif
