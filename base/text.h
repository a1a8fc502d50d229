/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading small texts: whole numbers, hex, and printable copies of what came from outside. */
#ifndef LATLAB_BASE_TEXT_H
#define LATLAB_BASE_TEXT_H

#include "base/util.h"

/* The whole of s (len bytes) as a decimal number; false where it is anything else or too large. */
bool text_i64(const char *s, size_t len, int64_t *ret);

/*
 * The whole of s as a decimal number with up to `digits` (0-9) digits after the point, exactly, as a whole number of
 * 10^-digits: "9.541" with 6 is 9541000. Further digits must be zeros. False for anything else, or too large.
 */
bool text_decimal(const char *s, size_t len, int digits, int64_t *ret);

/* Lower-case hex of len bytes; out holds 2 * len + 1. */
void text_hex(const void *bytes, size_t len, char *out);
/* The reverse; false unless s is exactly 2 * len lower-case digits. */
bool text_unhex(const char *s, void *bytes, size_t len);

/* A copy in which control bytes become '?', cut to size; for logs and error sentences. */
const char *text_printable(const char *s, size_t len, char *out, size_t size);

/* [a-z0-9._:-]+, not starting with '.', at most max bytes: names of boards, workloads, metrics. */
bool text_is_name(const char *s, size_t max);

/* Valid UTF-8 without control bytes other than newline and tab. */
bool text_is_utf8(const char *s, size_t len);

#endif
