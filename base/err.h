/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Errors: a negative code for the program, a sentence for the person.
 *
 * A function that can fail returns 0 or -E_... and, where a person will read the reason,
 * takes a `struct err *` last. The caller owns it; NULL is allowed and means "not interested".
 */
#ifndef LATLAB_BASE_ERR_H
#define LATLAB_BASE_ERR_H

#include "base/util.h"

enum err_code {
	E_OK,
#define ERR(name, text) E_##name,
#include "base/err.def"
#undef ERR
	E_NCODES
};

struct err {
	int code;	/* an enum err_code, 0 while nothing went wrong */
	char text[400]; /* one line; cut with "..." where longer */
};

/* Sets the sentence and returns -code. */
int err_set(struct err *e, enum err_code code, const char *fmt, ...) printf_like(3, 4);

/* Puts "fmt: " in front of the sentence on its way up; returns r unchanged. */
int err_add(struct err *e, int r, const char *fmt, ...) printf_like(3, 4);

/* err_set() from errno, which it reads first: "fmt: No such file or directory". */
int err_errno(struct err *e, const char *fmt, ...) printf_like(2, 3);

/* "MALFORMED" for -E_MALFORMED or E_MALFORMED; never NULL. */
const char *err_name(int code);

/* The sentence, or the code's general meaning where none was set; never NULL. */
const char *err_text(const struct err *e);

#endif
