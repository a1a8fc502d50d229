/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/trace_stat.h"
#include "tests/unit/read_output.h"

#define HEAD                                                                                    \
	"  Function                               Hit    Time            Avg             s^2\n" \
	"  --------                               ---    ----            ---             ---\n"

static void functions_are_scalars_in_ns(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_stat,
		HEAD "  do_it        500    199.918 us      0.399 us        0.000 us    \n"
		     "  slow [mod]     2    5577224 us      2788612 us      1537657 us    \n",
		&o);
	assert_int_equal(o.nseries, 6);
	assert_scalar(&o, "do_it:time", 199918);
	assert_scalar(&o, "do_it:hits", 500);
	assert_scalar(&o, "do_it:avg", 399);
	assert_scalar(&o, "slow:time", INT64_C(5577224000));
	assert_int_equal(series(&o, "do_it:time")->resolution, 1);
	assert_int_equal(series(&o, "slow:time")->resolution, 1000);
	assert_string_equal(series(&o, "do_it:time")->unit, "ns");
	assert_string_equal(series(&o, "do_it:hits")->unit, "count");
	assert_sound(&o);
	output_fini(&o);
}

static void variants_share_their_base_name(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_stat,
		HEAD "  f.isra.0    3    30.000 us    10.000 us    0.000 us\n"
		     "  g           1    1.000 us    1.000 us    0.000 us\n"
		     "  f.part.1    1    50.000 us    50.000 us    0.000 us\n",
		&o);
	assert_scalar(&o, "f:time", 80000);
	assert_scalar(&o, "f:hits", 4);
	assert_scalar(&o, "f:avg", 20000);
	assert_note(&o, NOTE_INFO, 2, "f is f.isra.0, f.part.1");
	output_fini(&o);
}

static void a_kernel_without_graph_counts_hits(void **state)
{
	struct output o;

	(void)state;
	read_text(
		&format_trace_stat, "  Function      Hit\n  --------      ---\n  f      12\n", &o);
	assert_int_equal(o.nseries, 1);
	assert_scalar(&o, "f:hits", 12);
	output_fini(&o);
}

static void nothing_hit(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_stat, HEAD, &o);
	assert_int_equal(o.nseries, 0);
	assert_note(&o, NOTE_NOT_AVAILABLE, 1, "no function");
	output_fini(&o);
}

static void sums_over_cpus(void **state)
{
	static const char *const cpu[] = {
		HEAD "  f    2    3.000 us    1.500 us    0.000 us\n",
		HEAD,
		HEAD
		"  g    1    9.000 us    9.000 us    0.000 us\n  f    1    2.500 us    2.500 us    0.000 us\n",
	};
	struct trace_stat t = {0};
	struct output o = {0};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cpu); i++)
		assert_ok(trace_stat_parse(cursor_over(cpu[i], strlen(cpu[i])), &t, NULL));
	assert_int_equal(t.tables, 3);
	assert_ok(trace_stat_output(&t, &o));
	assert_scalar(&o, "f:time", 5500);
	assert_scalar(&o, "f:hits", 3);
	assert_scalar(&o, "f:avg", 1833);
	assert_scalar(&o, "g:avg", 9000);
	assert_sound(&o);
	output_fini(&o);
	trace_stat_fini(&t);
}

static void many_functions(void **state)
{
	scoped(buf_fini) struct buf text = {0};
	struct output o;

	(void)state;
	buf_str(&text, HEAD);
	for (int i = 0; i < 300; i++)
		buf_printf(&text, "  f%d    1    %d.000 us    %d.000 us    0.000 us\n", i, i, i);
	read_text(&format_trace_stat, buf_cstr(&text), &o);
	assert_int_equal(o.nseries, 900);
	assert_scalar(&o, "f299:time", 299000);
	output_fini(&o);
}

static void faults_are_noted_or_named(void **state)
{
	struct output o;

	(void)state;
	read_text(&format_trace_stat, HEAD "  f    2    3.000 us    7.500 us    0.000 us\n", &o);
	assert_note(&o, NOTE_MISMATCH, 1, "the first is f");
	output_fini(&o);
	read_text(&format_trace_stat,
		HEAD "  f    1    3.000 us    3.000 us    0.000 us\n  g    1    3.0", &o);
	assert_int_equal(o.nseries, 3);
	assert_note(&o, NOTE_CUT, 1, "last row");
	output_fini(&o);
	read_text(&format_trace_stat, HEAD "  f    1    3.000 us    3.000 us    0.000 us", &o);
	assert_int_equal(o.nseries, 3);
	assert_sound(&o);
	output_fini(&o);
	read_text(&format_trace_stat,
		HEAD "  a23456789012345678901234567890    1    3.000 us    3.000 us    0.000 us\n",
		&o);
	assert_note(&o, NOTE_INFO, 1, "may have cut");
	output_fini(&o);
	assert_refused(&format_trace_stat, "f  1\n", "line 1: a row before the header");
	assert_refused(&format_trace_stat, HEAD "f  x\n", "line 3: not \"function hits");
	assert_refused(&format_trace_stat, HEAD "f  -1\n", "line 3");
	assert_refused(&format_trace_stat, HEAD "f  1 2.0000 us 2.000 us\n", "line 3");
	assert_refused(&format_trace_stat, HEAD "f  1 2.000 ms 2.000 us\n", "line 3");
	assert_refused(&format_trace_stat, HEAD "f  1\nf 1 1.000 us 1.000 us 0.000 us\n",
		"line 4: \"f\" has a time");
	assert_refused(&format_trace_stat, HEAD "f 9007199254740992\nf 9007199254740992\n",
		"line 4: the sum");
}

static void memory_ends(void **state)
{
	(void)state;
	walk_failures(&format_trace_stat,
		HEAD
		"  f.isra.0    2    3.000 us    7.500 us    0.000 us\n  g    1    3.000 us    3.000 us    0.000 us\n  g");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_are_scalars_in_ns),
		cmocka_unit_test(variants_share_their_base_name),
		cmocka_unit_test(a_kernel_without_graph_counts_hits),
		cmocka_unit_test(nothing_hit),
		cmocka_unit_test(sums_over_cpus),
		cmocka_unit_test(many_functions),
		cmocka_unit_test(faults_are_noted_or_named),
		cmocka_unit_test(memory_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
