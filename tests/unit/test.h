/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every test includes: cmocka with what it needs, and a few helpers. */
#ifndef LATLAB_TESTS_TEST_H
#define LATLAB_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"
#include "base/fault.h"
#include "base/file.h"

/* A folder of the test's own, gone at the end: `scoped(test_dir_fini) char *dir = test_dir();` */
static inline char *test_dir(void)
{
	char *dir = strdup("/tmp/latlab-test-XXXXXX");

	assert_non_null(dir);
	assert_non_null(mkdtemp(dir));
	return dir;
}

static inline void test_dir_fini(char **dir)
{
	(void)dir_remove(*dir, NULL); /* what is left behind in /tmp fails no test */
	free(*dir);
}

/* Deterministic numbers: xorshift64*. */
static inline uint64_t test_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * UINT64_C(2685821657736338717);
}

#define assert_ok(call) assert_int_equal(call, 0)

#endif
