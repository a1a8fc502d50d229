/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which format a text is taken for: each by its own sniffer, and none by another's. */
#include "tests/unit/read_output.h"

static const struct {
	const char *text, *format; /* NULL: unknown */
} texts[] = {
	{"T: 0 ( 12) P:80 I:1000 C: 100 Min: 4 Act: 5 Avg: 6 Max: 17\n", "cyclictest"},
	{"T: 0 ( 12) P:80 I:1000 C: 100 Min: 4 Act: 5 Avg: 6 Max: 17\n# Histogram\n000001 000010\n",
		"cyclictest histogram"},
	{"{\"cmdline\": \"cyclictest --json\", \"rt_test_version\": \"2.4\"}", "cyclictest JSON"},
	{"{\"cmdline\": \"oslat --json\", \"rt_test_version\": \"2.4\"}", NULL},
	{"{\"time\": 1}", NULL},
	{"Running in process mode with 10 groups using 40 file descriptors each (== 400 "
	 "tasks)\nTime: 0.443\n",
		"hackbench"},
	{"Running the tests\nTime: late\n", NULL},
	{"# Running 'sched/messaging' benchmark:\n     Total time: 0.055 [sec]\n",
		"perf bench sched"},
	{"Latency percentiles (usec)\n\t50.0000th: 11\n", "schbench"},
	{"Task | Runtime ms  | Switches | Average delay ms | Maximum delay ms |\n",
		"perf sched latency"},
	{"<?xml version=\"1.0\"?>\n<rteval version=\"3.9\">\n", "rteval summary"},
	{"<?xml version=\"1.0\"?>\n<html/>\n", NULL},
	{"Value Percentile TotalCount 1/(1-Percentile)\n", "HdrHistogram percentiles"},
	{"#[Histogram log format version 1.3]\n0.1,1.0,0.3,HISTFAAAAC==\n", "HdrHistogram log"},
	{"#[Histogram log format version 1.0]\n#Tag,Interval_Start,count,p50\nTag=a,1.0,12,5\n",
		NULL},
	{"1\n2\n3\n", "numbers"},
	{"1,2,3\n", NULL},
	{"#idx perf run\n0 1 2\n", "rt-app log"},
	{"", NULL},
	{"nothing in particular\n", NULL},
};

static void each_by_its_own(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		struct cursor in = cursor_over(texts[i].text, strlen(texts[i].text));
		const struct output_format *f = output_detect(in);

		if (!f != !texts[i].format || (f && strcmp(f->name, texts[i].format) != 0))
			fail_msg("%s: %s", f ? f->name : "unknown", texts[i].text);
	}
}

/* Only a histogram is also something weaker: cyclictest's own lines stand above it. */
static void and_by_no_other(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		size_t sure = 0;

		for (size_t f = 0; f < output_nformats; f++)
			sure += output_formats[f]->sniff(
					cursor_over(texts[i].text, strlen(texts[i].text))) > 0;
		assert_int_equal(sure,
			(texts[i].format != NULL) +
				(strstr(texts[i].text, "\n# Histogram") != NULL));
	}
}

static void names_are_told_apart(void **state)
{
	struct output o = {0};
	struct err e = {0};

	(void)state;
	for (size_t i = 0; i < output_nformats; i++) {
		assert_true(output_formats[i]->about[0] != 0);
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(output_formats[i]->name, output_formats[k]->name);
	}
	assert_int_equal(output_read(cursor_over("?", 1), &o, &e), -E_UNSUPPORTED);
	assert_non_null(strstr(err_text(&e), "tried: "));
	assert_non_null(strstr(err_text(&e), "HdrHistogram log"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_by_its_own),
		cmocka_unit_test(and_by_no_other),
		cmocka_unit_test(names_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
