/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/read_output.h"

#define HEAD "# tracer: function_graph\n#\n# CPU  DURATION                  FUNCTION CALLS\n"

static void closing_braces_have_their_opening_lines_name(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_function_graph,
		HEAD "  6)               |  outer [hsr]() {\n"
		     "  6)               |    inner() {\n"
		     "  7)   9.000 us    |  other();\n"
		     "  6)   0.160 us    |      leaf();\n"
		     "  6)   0.770 us    |    }\n"
		     "  6)   0.150 us    |    leaf [hsr]();\n"
		     "  6)   3.500 us    |  }\n",
		&o);
	assert_series(&o, "leaf", "ns", 160, 150);
	assert_series(&o, "inner", "ns", 770);
	assert_series(&o, "outer", "ns", 3500);
	assert_series(&o, "other", "ns", 9000);
	assert_sound(&o);
	output_fini(&o);
}

static void marks_and_digits(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_function_graph,
		" 1) + 10.041 us   |  a();\n 1) ! 665.221 us  |  a();\n 1) # 1234.567 us |  a();\n"
		" 1) * 52999.05 us |  b();\n 1) @ 152999.0 us |  c();\n 1) $ 1529990 us  |  d();\n",
		&o);
	assert_series(&o, "a", "ns", 10041, 665221, 1234567);
	assert_series(&o, "b", "ns", 52999050);
	assert_series(&o, "d", "ns", 1529990000);
	assert_int_equal(series(&o, "a")->resolution, 1);
	assert_int_equal(series(&o, "b")->resolution, 10);
	assert_int_equal(series(&o, "c")->resolution, 100);
	assert_int_equal(series(&o, "d")->resolution, 1000);
	output_fini(&o);
}

/* b-2 opens, is switched out for c-3, moves to CPU 1 and closes there. */
static void stacks_belong_to_tasks(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_function_graph,
		" 0)               |  in_a() {\n"
		" ------------------------------------------\n"
		" 0)   a-1    =>    b-2   \n"
		" ------------------------------------------\n\n"
		" 0)               |  in_b() {\n"
		" 0)   b-2    =>    c-3   \n"
		" 0)   1.000 us    |  in_c();\n"
		" 1)   x-9    =>    b-2   \n"
		" 1)   2.000 us    |  }\n"
		" 0)   c-3    =>    a-1   \n"
		" 0)   3.000 us    |  }\n",
		&o);
	assert_series(&o, "in_c", "ns", 1000);
	assert_series(&o, "in_b", "ns", 2000);
	assert_series(&o, "in_a", "ns", 3000);
	assert_sound(&o);
	output_fini(&o);
}

static void other_columns(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_function_graph,
		"  123.456789 |   0)   sh-48   |               |  f() {\n"
		"  123.456790 |   0)   ls-49   |   0.500 us    |  g();\n"
		"  123.456790 |   1)   sh-48   |  d..1 |   4.000 us    |  } /* f */\n"
		"  123.456791 |   0)   ==========> |\n"
		"  123.456791 |   0)   <========== |\n"
		"  123.456791 |   0)   sh-48   |               |  /* a | note */\n"
		"  123.456791 |   0)   sh-48   |   0.100 us    |  h(a=\"{\"); /* = 0x0 */\n"
		"  123.456791 |   0)   sh-48   |               |  i(a=1) { /* <-j */\n"
		"  123.456791 |   0)   sh-48   |   0.200 us    |  } /* = 0x0 */\n",
		&o);
	assert_series(&o, "g", "ns", 500);
	assert_series(&o, "f", "ns", 4000);
	assert_series(&o, "h", "ns", 100);
	assert_series(&o, "i", "ns", 200);
	assert_sound(&o);
	output_fini(&o);
}

static void parts_are_noted(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_function_graph,
		" 0)   1.000 us    |  }\n 0)   1.500 us    |  } /* known.isra.0 [m] */\n"
		" 0)               |  open() {\n 0)               |  named() {\n 0)   2.000 us    |  } /* else */\n"
		"[...]\nwhat\n 0)   3.0",
		&o);
	assert_series(&o, "known", "ns", 1500);
	assert_series(&o, "else", "ns", 2000);
	assert_note(&o, NOTE_CUT, 1, "began before");
	assert_note(&o, NOTE_CUT, 1, "not over");
	assert_note(&o, NOTE_CUT, 1, "[...]");
	assert_note(&o, NOTE_CUT, 1, "at the end is cut");
	assert_note(&o, NOTE_MISMATCH, 1, "another function");
	assert_note(&o, NOTE_UNPARSED, 1, "line 7");
	assert_note(&o, NOTE_INFO, 1, "known.isra.0");
	output_fini(&o);
}

static void lost_events_close_nothing_wrongly(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_function_graph,
		" 0)               |  a() {\nCPU:0 [LOST 7 EVENTS]\n 0)   2.000 us    |  }\n", &o);
	assert_int_equal(o.nseries, 0);
	assert_note(&o, NOTE_LOST_EVENTS, 7, "lost");
	assert_note(&o, NOTE_CUT, 1, "began before");
	assert_note(&o, NOTE_NOT_AVAILABLE, 1, "durations");
	output_fini(&o);
}

static void memory_ends(void **state)
{
	(void)state;
	walk_failures(&format_function_graph,
		" 0)               |  a() {\n 0)   a-1    =>    b-2   \n 0)   b-2  | 1.000 us    |  f.isra.0();\n"
		" 1)   2.000 us    |  }\nwhat\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closing_braces_have_their_opening_lines_name),
		cmocka_unit_test(marks_and_digits),
		cmocka_unit_test(stacks_belong_to_tasks),
		cmocka_unit_test(other_columns),
		cmocka_unit_test(parts_are_noted),
		cmocka_unit_test(lost_events_close_nothing_wrongly),
		cmocka_unit_test(memory_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
