/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/uuid.h"

#include "base/clock.h"
#include "test.h"

static void later_ids_sort_later(void **state)
{
	char before[UUID_TEXT_LEN] = "", text[UUID_TEXT_LEN];
	struct uuid id, back;

	(void)state;
	for (int64_t ms = 1; ms < 50; ms++) {
		assert_ok(uuid_make(ms * 1000 * NS_PER_MS, &id, NULL));
		uuid_text(&id, text);
		assert_true(strcmp(before, text) < 0);
		assert_true(uuid_parse(text, &back));
		assert_memory_equal(id.bytes, back.bytes, sizeof id.bytes);
		strcpy(before, text);
	}
}

static void only_the_one_form_is_read(void **state)
{
	static const char *const bad[] = {"", "019ad6f21c007abc8def0123456789ab",
		"019AD6F2-1C00-7ABC-8DEF-0123456789AB", "019ad6f2-1c00-4abc-8def-0123456789ab",
		"019ad6f2-1c00-7abc-0def-0123456789ab", "019ad6f2-1c00-7abc-8def-0123456789a/",
		"019ad6f21-c00-7abc-8def-0123456789ab", "../../../../../../../../../etc/passw"};
	struct uuid id;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_false(uuid_parse(bad[i], &id));
	assert_true(uuid_parse("019ad6f2-1c00-7abc-8def-0123456789ab", &id));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(later_ids_sort_later),
		cmocka_unit_test(only_the_one_form_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
