/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include "agent/kernel_id.h"

/* A Linux note, then a build-id of five bytes with its padding. */
static const unsigned char notes[] = {6, 0, 0, 0, 4, 0, 0, 0, 1, 1, 0, 0, 'L', 'i', 'n', 'u', 'x',
	0, 0, 0, 9, 9, 9, 9, /**/
	4, 0, 0, 0, 5, 0, 0, 0, 3, 0, 0, 0, 'G', 'N', 'U', 0, 0xde, 0xad, 0xbe, 0xef, 0x01, 0, 0,
	0};

static void finds_the_build_id(void **state)
{
	char id[65];

	(void)state;
	assert_true(kernel_id_from_notes(cursor_over(notes, sizeof notes), id));
	assert_string_equal(id, "deadbeef01");
}

static void cut_notes_have_none(void **state)
{
	char id[65];

	(void)state;
	for (size_t len = 0; len < sizeof notes - 3; len++)
		assert_false(kernel_id_from_notes(cursor_over(notes, len), id));
}

static void lying_lengths_have_none(void **state)
{
	unsigned char bytes[sizeof notes];
	char id[65];

	(void)state;
	for (size_t at = 24; at < 32; at++) { /* the lengths of name and content */
		memcpy(bytes, notes, sizeof notes);
		bytes[at] = 0xff;
		assert_false(kernel_id_from_notes(cursor_over(bytes, sizeof bytes), id));
	}
}

static void reads_this_kernel(void **state)
{
	scoped(run_freep) struct run *run = run_new();
	struct err e = {0};

	(void)state;
	assert_non_null(run);
	assert_ok(kernel_id_read(run, &e));
	assert_non_null(run->kernel_release);
	assert_int_equal(strlen(run->boot_id), 36);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_the_build_id),
		cmocka_unit_test(cut_notes_have_none),
		cmocka_unit_test(lying_lengths_have_none),
		cmocka_unit_test(reads_this_kernel),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
