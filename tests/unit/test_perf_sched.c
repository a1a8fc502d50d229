/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/read_output.h"

static const struct output_format *const f = &format_perf_sched;

#define DASHES " ---------------------------------------------------\n"
#define HEADER                                                                                       \
	DASHES "  Task                  |   Runtime ms  | Switches | Avg delay ms    | Max delay ms" \
	       "    | Max delay start           | Max delay end          |\n" DASHES
#define A                                                                                           \
	"  CPU 2/KVM:(2)         |   5399.650 ms |   108698 | avg:   0.003 ms | max:   3.077 ms | " \
	"max start:   544.090322 s | max end:   544.093399 s\n"
#define B                                                                                           \
	"  kworker/22:3-ev:723   |    342.944 ms |    63417 | avg:   0.005 ms | max:   1.880 ms | " \
	"max start:   545.235430 s | max end:   545.237310 s\n"
#define TOTAL(switches) DASHES "  TOTAL:                |   5742.594 ms |   " switches " |\n" DASHES

static void a_line_a_task(void **state)
{
	struct output o;

	(void)state;
	read_text(f, "\n" HEADER A B TOTAL("172115"), &o);
	assert_int_equal(o.nseries, 8);
	assert_scalar(&o, "CPU 2/KVM:(2):runtime", 5399650000);
	assert_scalar(&o, "CPU 2/KVM:(2):switches", 108698);
	assert_scalar(&o, "CPU 2/KVM:(2):avg_delay", 3000);
	assert_scalar(&o, "CPU 2/KVM:(2):max_delay", 3077000);
	assert_scalar(&o, "kworker/22:3-ev:723:max_delay", 1880000);
	assert_string_equal(series(&o, "kworker/22:3-ev:723:max_delay")->unit, "ns");
	assert_int_equal(series(&o, "kworker/22:3-ev:723:max_delay")->resolution, 1000);
	assert_sound(&o);
	output_fini(&o);
}

static void the_old_header(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		"  Task                  |   Runtime ms  | Switches | Average delay ms | Maximum "
		"delay ms | Maximum delay at     |\n" DASHES
		"  a | b:12              |      1.500 ms |        1 | avg:    0.100 ms | max:    0.200 "
		"ms | max at:  12345.678901 s\n"
		"  bash:7                |      1.500 ms |        3 | avg:    0.100 ms | max:    0.250 "
		"ms | max at:  12345.678901 s\n" DASHES
		"  TOTAL:                |      1.500 ms |        3 |\n",
		&o);
	assert_scalar(&o, "bash:7:max_delay", 250000);
	assert_note(&o, NOTE_UNPARSED, 1, "could not be read"); /* a name with a '|' */
	output_fini(&o);
}

static void without_its_end(void **state)
{
	struct output o;

	(void)state;
	read_text(f, HEADER A, &o);
	assert_int_equal(o.nseries, 4);
	assert_note(&o, NOTE_CUT, 1, "no line TOTAL");
	output_fini(&o);
	read_text(f, HEADER A HEADER B TOTAL("63417"), &o); /* the first of two tables */
	assert_note(&o, NOTE_CUT, 1, "no line TOTAL");
	output_fini(&o);
	read_text(f, HEADER A B TOTAL("172116"), &o);
	assert_note(&o, NOTE_MISMATCH, 1, "172115 switches");
	output_fini(&o);
}

static void what_perf_says_below(void **state)
{
	struct output o;

	(void)state;
	read_text(f,
		HEADER A B TOTAL(
			"172115") "  INFO: 0.123% lost events (12 out of 9999, in 3 chunks)\n"
				  "  INFO: 0.500% context switch bugs (5 out of 1000) (due to lost events?)\n",
		&o);
	assert_note(&o, NOTE_LOST_EVENTS, 12, "lost events");
	assert_note(&o, NOTE_ERROR, 5, "context switch bugs");
	output_fini(&o);
}

static void several_tables(void **state)
{
	struct output o;

	(void)state;
	read_text(f, HEADER A B TOTAL("172115") HEADER B A TOTAL("172115"), &o);
	assert_int_equal(o.nseries, 8);
	assert_series(&o, "CPU 2/KVM:(2):max_delay", "ns", 3077000, 3077000);
	assert_sound(&o);
	output_fini(&o);
}

static void refused(void **state)
{
	(void)state;
	assert_refused(f, A B, "no header line");
	assert_refused(f,
		HEADER "  a:1 | 9999999999999.000 ms | 1 | avg: 1.000 ms | max: 1.000 ms |\n",
		"line 4: a:1:runtime: too large");
}

static void failures(void **state)
{
	(void)state;
	walk_failures(
		f, HEADER A "x|\n" HEADER A TOTAL("1") "  INFO: 0.1% lost events (12 out of 9)\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_a_task),
		cmocka_unit_test(the_old_header),
		cmocka_unit_test(without_its_end),
		cmocka_unit_test(what_perf_says_below),
		cmocka_unit_test(several_tables),
		cmocka_unit_test(refused),
		cmocka_unit_test(failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
