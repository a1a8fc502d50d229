/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/err.h"

#include <errno.h>

#include "test.h"

static void context_goes_in_front(void **state)
{
	struct err e = {0};
	int r = err_set(&e, E_MALFORMED, "pair at byte %d", 7);

	(void)state;
	r = err_add(&e, r, "metric %s", "wu_lat");
	assert_int_equal(r, -E_MALFORMED);
	assert_int_equal(e.code, E_MALFORMED);
	assert_string_equal(err_text(&e), "metric wu_lat: pair at byte 7");
}

static void a_sentence_is_one_line_and_fits(void **state)
{
	char longer[1000];
	struct err e = {0};

	(void)state;
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = 0;
	err_set(&e, E_IO, "a\nb %s", longer);
	assert_null(strchr(e.text, '\n'));
	assert_string_equal(e.text + sizeof e.text - 4, "...");
	err_add(&e, -E_IO, "%s", longer);
	assert_string_equal(e.text + sizeof e.text - 4, "...");
}

static void errno_becomes_code_and_words(void **state)
{
	struct err e = {0};

	(void)state;
	errno = ENOSPC;
	assert_int_equal(err_errno(&e, "/x"), -E_FULL);
	assert_string_equal(err_text(&e), "/x: No space left on device");
	assert_string_equal(err_name(-E_FULL), "FULL");
	assert_string_equal(err_name(-9999), "UNKNOWN");
	assert_int_equal(err_set(NULL, E_BUSY, "nobody listens"), -E_BUSY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(context_goes_in_front),
		cmocka_unit_test(a_sentence_is_one_line_and_fits),
		cmocka_unit_test(errno_becomes_code_and_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
