/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is not a whole trace.dat, and which format bytes are taken for. Whole files: test_trace_cases.c. */
#include "tests/unit/read_output.h"

static void damaged_files_are_an_error_here(void **state)
{
	static const char head[] = "\x17\x08\x44tracing6";
	char bytes[4096];
	uint64_t random = 7;
	struct output o;
	struct err e;

	(void)state;
	for (size_t len = sizeof head - 1; len < sizeof bytes; len = len * 3 + 1) {
		memcpy(bytes, head, sizeof head);
		for (size_t i = sizeof head; i < len; i++)
			bytes[i] = (char)test_random(&random);
		assert_true(read_bytes(&format_trace_dat, bytes, len, &o, &e) < 0);
#ifdef LATLAB_TRACECMD
		assert_int_equal(e.code, E_MALFORMED);
		assert_non_null(strstr(err_text(&e), "cut or damaged trace.dat"));
#else
		assert_int_equal(e.code, E_UNSUPPORTED);
		assert_non_null(strstr(err_text(&e), "trace-cmd report"));
#endif
		output_fini(&o);
	}
}

static void each_text_is_known_as_what_it_is(void **state)
{
	static const struct {
		const struct output_format *format;
		const char *text;
	} row[] = {
		{&format_trace_dat, "\x17\x08\x44tracing6"},
		{&format_trace_report, "cpus=6\n"},
		{&format_trace_report,
			"version = 6\n  a-1 [000] 1.5: sched_wakeup: b:2 [98] CPU:000\n"},
		{&format_trace_report, "# tracer: nop\n#\n  a-1 [000] d..1 1.5: x: y\n"},
		{&format_trace_report, "Average: 2.551 usecs Max: 188.409 usecs\n"},
		{&format_trace_report, "Hi,\nfour\nlines\nof a mail\n  a-1 [000] 1.5: x: y\n"},
		{&format_trace_stat,
			"  Function       Hit    Time            Avg             s^2\n"},
		{&format_function_graph, "# tracer: function_graph\n#\n"},
		{&format_function_graph, " 6)   0.160 us    |      mutex_is_locked();\n"},
		{&format_hist_trigger, "# event histogram\n#\n"},
		{&format_latency_trace,
			"# tracer: irqsoff\n#\n# irqsoff latency trace v1.1.5 on 6.1\n"},
		{&format_rtapp_log, "#idx perf run period start end rel_st\n"},
		{NULL, ""},
		{NULL, "1\n2\n3\n"},
		{NULL, "\x17\x08\x44"},
		{NULL, "Function was hit\n"},
		{NULL, "T: 0 ( 1234) P:80 I:1000 C: 10000 Min: 4 Act: 5 Avg: 6 Max: 27\n"},
		{NULL, "  bash 1234 [000] 1.5: sched:sched_wakeup: comm=a pid=1 prio=1\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		const struct output_format *f = output_detect(
			cursor_over(row[i].text, strlen(row[i].text)));

		if (f != row[i].format &&
			(row[i].format || (f && f->parse == format_trace_report.parse)))
			fail_msg("\"%s\" is taken for %s", row[i].text, f ? f->name : "nothing");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(damaged_files_are_an_error_here),
		cmocka_unit_test(each_text_is_known_as_what_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
