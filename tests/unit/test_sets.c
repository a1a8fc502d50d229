/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include "agent/outputs/formats.h"
#include "cli/sets.h"

static char names[][16] = {"a0", "a", "a1", "b0", "b", "x", "y"};
static const struct source a0 = {names[5], names[0], names[1]};
static const struct source a1 = {names[6], names[2], names[1]};
static const struct source b0 = {names[6], names[3], names[4]};

static void add_values(
	struct output *o, const char *name, const char *unit, const int64_t *v, size_t n)
{
	struct output_series *s = output_add(o, name, unit, 1);

	assert_non_null(s);
	for (size_t i = 0; i < n; i++)
		assert_ok(output_sample(s, v[i]));
}

static int add_log(struct sets *s, const struct source *from, int64_t v, struct err *e)
{
	scoped(output_fini) struct output o = {.format = format_rtapp_log.name};
	struct output_series *series = output_add(&o, "wu_lat", "us", 1);
	int r = series ? output_sample(series, v) : -E_NOMEM;

	return r < 0 ? r : sets_add(s, from, &o, e);
}

static void check(const struct sets *s, const char *label, bool part, uint64_t n)
{
	for (size_t i = 0; i < s->len; i++) {
		if (strcmp(s->set[i].label, label) != 0 || s->set[i].part != part)
			continue;
		assert_int_equal(s->set[i].d->n, n);
		return;
	}
	fail_msg("no set %s", label);
}

static void threads_go_together(void **state)
{
	static const struct {
		enum sets_by by;
		size_t len;
		const char *label[3];
		uint64_t n[3];
		bool part[3];
	} rows[] = {
		{BY_DEFAULT, 3, {"all", "a", "b"}, {3, 2, 1}, {false, true, true}},
		{BY_ALL, 1, {"all"}, {3}, {false}},
		{BY_GROUP, 2, {"a", "b"}, {2, 1}, {false, false}},
		{BY_THREAD, 3, {"a0", "a1", "b0"}, {1, 1, 1}, {false, false, false}},
		{BY_FILE, 2, {"x", "y"}, {1, 2}, {false, false}},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scoped(sets_fini) struct sets s = {.by = rows[i].by};

		assert_ok(add_log(&s, &a0, 1, NULL));
		assert_ok(add_log(&s, &a1, 2, NULL));
		assert_ok(add_log(&s, &b0, 3, NULL));
		sets_finish(&s);
		assert_int_equal(s.len, rows[i].len);
		for (size_t k = 0; k < rows[i].len; k++)
			check(&s, rows[i].label[k], rows[i].part[k], rows[i].n[k]);
	}
}

static void one_group_is_not_told(void **state)
{
	scoped(sets_fini) struct sets s = {0};

	(void)state;
	assert_ok(add_log(&s, &a0, 1, NULL));
	assert_ok(add_log(&s, &a1, 1, NULL));
	sets_finish(&s);
	assert_int_equal(s.len, 1);
	check(&s, "all", false, 2);
}

static void series_keep_their_names(void **state)
{
	scoped(output_fini) struct output o = {.format = "a tool"};
	scoped(sets_fini) struct sets s = {.several = true}, files = {.by = BY_FILE};

	(void)state;
	add_values(&o, "T:0", "us", (int64_t[]){1, 2}, 2);
	add_values(&o, "T:1", "us", (int64_t[]){3}, 1);
	add_values(&o, "max", "us", (int64_t[]){9}, 1);
	o.series[2].scalar = true;
	assert_ok(sets_add(&s, &a0, &o, NULL));
	assert_ok(sets_add(&s, &b0, &o, NULL));
	assert_int_equal(s.len, 4);
	check(&s, "T:0", false, 4);
	check(&s, "max", false, 1);
	assert_string_equal(s.set[3].quantity, "y a tool"); /* never put together */
	assert_ok(sets_add(&files, &a0, &o, NULL));
	check(&files, "x: T:0", false, 2);
}

static void decimals_are_levelled(void **state)
{
	static const int64_t whole[] = {3}, hundredths[] = {225}, far[] = {INT64_C(1) << 52};
	scoped(sets_fini) struct sets s = {0};
	struct err e = {0};

	(void)state;
	for (int i = 0; i < 3; i++) {
		scoped(output_fini) struct output o = {.format = "numbers"};

		add_values(&o, "numbers", i == 1 ? "e-2" : "", i == 1 ? hundredths : whole, 1);
		assert_ok(sets_add(&s, &a0, &o, NULL));
	}
	assert_int_equal(s.len, 1);
	assert_int_equal(s.set[0].digits, 2);
	assert_string_equal(s.set[0].unit, "");
	assert_int_equal(s.set[0].d->runs[0].value, 225);
	assert_int_equal(s.set[0].d->runs[1].value, 300);
	assert_int_equal(s.set[0].d->runs[1].count, 2);
	{
		scoped(output_fini) struct output o = {.format = "numbers"};

		add_values(&o, "numbers", "", far, 1);
		assert_int_equal(sets_add(&s, &a0, &o, &e), -E_TOO_BIG);
	}
}

static void refuses_other_words(void **state)
{
	enum sets_by by;
	struct err e = {0};

	(void)state;
	assert_ok(sets_by_of(NULL, &by, NULL));
	assert_int_equal(by, BY_DEFAULT);
	assert_ok(sets_by_of("file", &by, NULL));
	assert_int_equal(by, BY_FILE);
	assert_int_equal(sets_by_of("cpu", &by, &e), -E_USAGE);
}

static void walks_no_memory(void **state)
{
	(void)state;
	for (int n = 0;; n++) {
		scoped(sets_fini) struct sets s = {0};
		struct err e = {0};
		int r;

		fault_arm(n);
		r = add_log(&s, &a0, 1, &e);
		if (r == 0)
			r = add_log(&s, &b0, 1, &e);
		if (!fault_disarm()) {
			assert_ok(r);
			break;
		}
		assert_int_equal(r, -E_NOMEM);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_go_together),
		cmocka_unit_test(one_group_is_not_told),
		cmocka_unit_test(series_keep_their_names),
		cmocka_unit_test(decimals_are_levelled),
		cmocka_unit_test(refuses_other_words),
		cmocka_unit_test(walks_no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
