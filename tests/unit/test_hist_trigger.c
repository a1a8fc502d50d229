/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/read_output.h"

#define HEAD \
	"# event histogram\n#\n# trigger info: hist:keys=lat.buckets=10:vals=hitcount:sort=lat [active]\n#\n\n"
#define TOTALS(hits, entries, dropped) \
	"\nTotals:\n    Hits: " hits "\n    Entries: " entries "\n    Dropped: " dropped "\n"

static void assert_runs(
	const struct output *o, const char *name, size_t n, const struct dist_run *want)
{
	const struct output_series *s = series(o, name);

	assert_int_equal(s->n, 0);
	assert_int_equal(s->nruns, n);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(s->run[i].value, want[i].value);
		assert_int_equal(s->run[i].count, want[i].count);
	}
}

static void single_values(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_hist_trigger,
		HEAD
		"{ lat:         12 } hitcount:         34\n{ lat:         13 } hitcount:          1\n" TOTALS(
			"35", "2", "0"),
		&o);
	assert_runs(&o, "lat", 2, (struct dist_run[]){{12, 34}, {13, 1}});
	assert_int_equal(series(&o, "lat")->resolution, 1);
	assert_sound(&o);
	output_fini(&o);
}

static void ranges_stand_at_their_lower_end(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_hist_trigger,
		HEAD
		"{ lat: ~ 0-9 } hitcount:       7801\n{ lat: ~ 10-19 } hitcount:        120  lat: 3\n" TOTALS(
			"7921", "2", "0"),
		&o);
	assert_runs(&o, "lat", 2, (struct dist_run[]){{0, 7801}, {10, 120}});
	assert_int_equal(series(&o, "lat")->resolution, 10);
	assert_note(&o, NOTE_INFO, 1, "ranges of 10");
	assert_sound(&o);
	output_fini(&o);
}

static void powers_of_two(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_hist_trigger,
		HEAD
		"{ lat: ~ 2^3  } hitcount: 5\n{ lat: ~ 2^10 } hitcount: 6\n" TOTALS("11", "2", "0"),
		&o);
	assert_runs(&o, "lat", 2, (struct dist_run[]){{8, 5}, {1024, 6}});
	assert_note(&o, NOTE_INFO, 1, "powers of 2");
	output_fini(&o);
}

static void other_keys_are_summed_over(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_hist_trigger,
		HEAD
		"{ next_pid: 98, lat: 12 } hitcount: 3\n{ next_pid: 97, lat: 11 } hitcount: 2\n"
		"{ next_pid: 97, lat: 12 } hitcount: 4\n" TOTALS("9", "3", "0"),
		&o);
	assert_runs(&o, "lat", 2, (struct dist_run[]){{11, 2}, {12, 7}});
	assert_note(&o, NOTE_INFO, 1, "summed over");
	output_fini(&o);
	read_text(&format_hist_trigger,
		HEAD "{ lat: 5, prio: 120 } hitcount: 3\n" TOTALS("3", "1", "0"), &o);
	assert_runs(&o, "lat", 1, (struct dist_run[]){{5, 3}});
	output_fini(&o);
}

static void totals_are_checked(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_hist_trigger, HEAD "{ lat: 5 } hitcount: 3\n" TOTALS("5", "1", "0"), &o);
	assert_note(&o, NOTE_MISMATCH, 2, "5 hits");
	output_fini(&o);
	read_text(&format_hist_trigger, HEAD "{ lat: 5 } hitcount: 3\n" TOTALS("3", "1", "77"), &o);
	assert_note(&o, NOTE_LOST_EVENTS, 77, "dropped");
	output_fini(&o);
	read_text(&format_hist_trigger, HEAD "{ lat: 5 } hitcount: 3\n{ la", &o);
	assert_note(&o, NOTE_CUT, 1, "no totals");
	assert_note(&o, NOTE_UNPARSED, 1, "line 7");
	output_fini(&o);
}

static void two_histograms(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_hist_trigger,
		HEAD "{ lat: 5 } hitcount: 3\n" TOTALS("3", "1", "0") HEAD
		"{ lat: 6 } hitcount: 4\n" TOTALS("4", "1", "0"),
		&o);
	assert_runs(&o, "lat", 1, (struct dist_run[]){{5, 3}});
	assert_runs(&o, "lat #2", 1, (struct dist_run[]){{6, 4}});
	assert_sound(&o);
	output_fini(&o);
}

static void keys_that_are_no_numbers(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_hist_trigger,
		HEAD
		"{ common_pid: bash            [       3045] } hitcount: 3\n{ lat: ~ 9-3 } hitcount: 1\n"
		"{ lat: ~ 2^99 } hitcount: 1\n" TOTALS("3", "1", "0"),
		&o);
	assert_int_equal(o.nseries, 0);
	assert_note(&o, NOTE_NOT_AVAILABLE, 1, "no entry");
	assert_int_equal(noted(&o, NOTE_UNPARSED), 3);
	output_fini(&o);
	assert_refused(&format_hist_trigger, "lat\n", "line 1: not \"# event histogram\"");
	assert_refused(&format_hist_trigger, HEAD "{ lat: 99999999999999999 } hitcount: 3\n",
		"line 6: a value");
}

static void memory_ends(void **state)
{
	(void)state;
	walk_failures(&format_hist_trigger,
		HEAD "{ pid: 1, lat: ~ 0-9 } hitcount: 3\nwhat\n" TOTALS("5", "1", "4") HEAD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(single_values),
		cmocka_unit_test(ranges_stand_at_their_lower_end),
		cmocka_unit_test(powers_of_two),
		cmocka_unit_test(other_keys_are_summed_over),
		cmocka_unit_test(totals_are_checked),
		cmocka_unit_test(two_histograms),
		cmocka_unit_test(keys_that_are_no_numbers),
		cmocka_unit_test(memory_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
