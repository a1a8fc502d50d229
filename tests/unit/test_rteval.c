/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/read_output.h"

static const struct output_format *const f = &format_rteval;

#define REPORT(inside)                                                                    \
	"<?xml version=\"1.0\"?>\n<rteval version=\"3.9\"><Measurements><Profile>" inside \
	"</Profile></Measurements></rteval>\n"
#define STATISTICS(samples, min, max)                                             \
	"<statistics>\n<samples>" samples "</samples><minimum unit=\"us\">" min   \
	"</minimum><maximum unit=\"us\">" max "</maximum><median unit=\"us\">5.5" \
	"</median><mean unit=\"us\">5.4255555</mean><mean_absolute_deviation "    \
	"unit=\"us\">1e-05</mean_absolute_deviation></statistics>"
#define HISTOGRAM \
	"<histogram nbuckets=\"2\"><bucket index=\"5\" value=\"7\"/><bucket value='3' index='9'/></histogram>"

static void statistics_and_histogram(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		REPORT("<cyclictest><system description=\"x\">" STATISTICS("10", "5", "9") HISTOGRAM
			"</system><core id=\"3\">" STATISTICS(
				"10", "5", "9") "</core></cyclictest>"),
		&o);
	assert_scalar(&o, "system:samples", 10);
	assert_scalar(&o, "system:max", 9);
	assert_scalar(&o, "system:median", 5500);
	assert_scalar(&o, "system:mean", 5426);
	assert_scalar(&o, "system:mad", 0);
	assert_string_equal(series(&o, "system:median")->unit, "ns");
	assert_string_equal(series(&o, "system:max")->unit, "us");
	assert_string_equal(series(&o, "system:samples")->unit, "count");
	assert_int_equal(series(&o, "system")->nruns, 2);
	assert_scalar(&o, "core:3:min", 5);
	assert_null(output_find(&o, "core:3"));
	assert_sound(&o);
	output_fini(&o);
}

static void another_measurement_says_its_name(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		REPORT("<timerlat><core id=\"0\">" STATISTICS("10", "5", "9") HISTOGRAM
			"</core></timerlat>"),
		&o);
	assert_scalar(&o, "timerlat:core:0:max", 9);
	assert_int_equal(series(&o, "timerlat:core:0")->nruns, 2);
	output_fini(&o);
}

static void contradictions(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		REPORT("<cyclictest><core id=\"0\">" STATISTICS("11", "4", "10") HISTOGRAM
			"</core></cyclictest>"),
		&o);
	assert_note(&o, NOTE_MISMATCH, 1, "holds 10 of 11 samples");
	assert_note(&o, NOTE_MISMATCH, 1, "minimum is 4, its histogram begins at 5");
	assert_note(&o, NOTE_MISMATCH, 1, "maximum is 10, its histogram ends at 9");
	output_fini(&o);
}

static void without_numbers(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		REPORT("<cyclictest><abort_report reason=\"breaktrace\"><breaktrace/></abort_report>"
		       "</cyclictest>"),
		&o);
	assert_note(&o, NOTE_ERROR, 1, "breaktrace");
	assert_note(&o, NOTE_NOT_AVAILABLE, 1, "no statistics");
	output_fini(&o);
	read_text(f,
		REPORT("<cyclictest><system><statistics><samples>x</samples><mean unit=\"kg\">1"
		       "</mean><mode unit=\"us\">nan</mode><median>inf</median></statistics></system>"
		       "</cyclictest>"),
		&o);
	assert_int_equal(o.nseries, 0);
	assert_note(&o, NOTE_UNPARSED, 4, "not understood");
	output_fini(&o);
}

static void cut(void **state)
{
	struct output o;

	(void)state;
	read_text(
		f, "<rteval><cyclictest><core id=\"0\"><statistics><samples>12</samples><mini", &o);
	assert_scalar(&o, "core:0:samples", 12);
	assert_note(&o, NOTE_CUT, 1, "inside an element");
	output_fini(&o);
	/* of a histogram's 12 samples 7 are here */
	read_text(f,
		"<rteval><cyclictest><core id=\"0\">" STATISTICS("12", "5",
			"9") "<histogram><bucket index=\"5\" value=\"3\"/><bucket index=\"5\" value=\"4\"/>",
		&o);
	assert_int_equal(series(&o, "core:0")->nruns, 1);
	assert_int_equal(series(&o, "core:0")->unknown, 5);
	assert_int_equal(series(&o, "core:0")->bound, 9);
	assert_note(&o, NOTE_CUT, 1, "inside an element");
	output_fini(&o);
}

static void refused(void **state)
{
	(void)state;
	assert_refused(f, "<?xml?>\n<!DOCTYPE rteval>\n<rteval/>\n", "line 2: a document type");
	assert_refused(f,
		REPORT("<cyclictest><system>" STATISTICS("1", "1", "1") "</system><system></system>"
									"</cyclictest>"),
		"system is there twice");
	assert_refused(f, "<rteval>\n</x>", "line 2: </x> closes another");
	assert_refused(f,
		REPORT("<cyclictest><core id=\"0\"><histogram><bucket index=\"1\"/></histogram></core>"
		       "</cyclictest>"),
		"line 2: core:0: a bucket without");
}

static void failures(void **state)
{
	(void)state;
	walk_failures(f,
		REPORT("<cyclictest><abort_report/><core id=\"0\">" STATISTICS("11", "4", "x")
				HISTOGRAM "</core></cyclictest>") "<a>");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(statistics_and_histogram),
		cmocka_unit_test(another_measurement_says_its_name),
		cmocka_unit_test(contradictions),
		cmocka_unit_test(without_numbers),
		cmocka_unit_test(cut),
		cmocka_unit_test(refused),
		cmocka_unit_test(failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
