/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "read_output.h"

#include <unistd.h>

#define HEADER "#idx perf run period start end rel_st slack c_duration c_period wu_lat\n"
#define MADE                                                                     \
	"[rt-app] <notice> pLoad = 32ns\n\n./a/one-0.log\n# Policy : X\n" HEADER \
	"0 0 1 2 3 4 5 9 0 6 61\n0 0 1 2 3 4 5 -1 0 6 0\n"                       \
	"\n./two-1.log\n" HEADER "1 0 7 2 3 4 5 0 3 0 0\n"

static void threads_keep_their_names(void **state)
{
	static const int64_t latency[] = {61, 0}, run[] = {7};
	struct output o;

	(void)state;
	read_text(&format_rtapp_stream, MADE, &o);
	assert_samples(&o, "one-0:wu_lat", "us", 2, latency);
	assert_int_equal(series(&o, "one-0:wu_lat")->missed, 1);
	assert_samples(&o, "two-1:run", "us", 1, run);
	/* no timer: absent, not 0 */
	assert_null(output_find(&o, "two-1:wu_lat"));
	assert_int_equal(o.nnotes, 1);
	assert_int_equal(o.note[0].kind, NOTE_NOT_AVAILABLE);
	output_fini(&o);
}

static void it_is_told_from_a_single_log(void **state)
{
	static const char one[] = HEADER "0 0 1 2 3 4 5 9 0 6 61\n";

	(void)state;
	assert_ptr_equal(output_detect(cursor_over(one, sizeof one - 1)), &format_rtapp_log);
	assert_int_equal(format_rtapp_stream.sniff(cursor_over(MADE, sizeof MADE - 1)), 90);
}

static void what_is_wrong_is_told(void **state)
{
	struct output o;

	(void)state;
	assert_refused(&format_rtapp_stream, "./a.log\n\nnothing\n", "no log");
	assert_refused(&format_rtapp_stream, "./a.log\n" HEADER "x\n", "log of a");
	/* a header that looks like a name was read for ever */
	assert_refused(&format_rtapp_stream, "#idx a.log\n#idx\n", "log of unnamed");
	read_text(&format_rtapp_stream, "[rt-app] <error> no\n" MADE "1 0 7 2", &o);
	assert_int_equal(o.note[0].kind, NOTE_ERROR);
	assert_int_equal(o.note[o.nnotes - 1].kind, NOTE_NOT_AVAILABLE);
	assert_int_equal(o.note[o.nnotes - 2].kind, NOTE_CUT);
	output_fini(&o);
}

static void memory_can_run_out(void **state)
{
	int r = 0;

	(void)state;
	for (int n = 0;; n++) {
		struct output o = {0};
		struct err e = {0};

		fault_arm(n);
		r = format_rtapp_stream.parse(cursor_over(MADE, sizeof MADE - 1), &o, &e);
		output_fini(&o);
		if (!fault_disarm())
			break;
		assert_int_equal(r, -E_NOMEM);
	}
	assert_int_equal(r, 0);
}

/* 12 rows of a thread without a timer, 10 of one with: average 54.1. */
static void the_collected_file(void **state)
{
	const char *cases = getenv("LATLAB_CASES");
	scoped(buf_fini) struct buf text = {0};
	scoped(dist_freep) struct dist *d = NULL;
	char path[FILE_PATH_MAX];
	struct output o;
	struct err e = {0};

	(void)state;
	if (!cases) {
		print_message("LATLAB_CASES is not set: skipped\n");
		skip();
	}
	assert_ok(path_join(path, cases, "rtapp-log/lkp-mp3-stdout-and-logs.txt", &e));
	assert_ok(file_read(path, 1 << 20, &text, &e));
	assert_ptr_equal(output_detect(cursor_over(text.data, text.len)), &format_rtapp_stream);
	assert_ok(read_bytes(&format_rtapp_stream, text.data, text.len, &o, &e));
	assert_int_equal(series(&o, "mp3-OMXCall-4:run")->n, 12);
	assert_null(output_find(&o, "mp3-OMXCall-4:wu_lat"));
	assert_ok(output_dist(series(&o, "mp3-AudioTick-0:wu_lat"), &d, &e));
	assert_int_equal(d->n, 10);
	assert_true(dist_summarise(d).mean > 54.09 && dist_summarise(d).mean < 54.11);
	output_fini(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_keep_their_names),
		cmocka_unit_test(it_is_told_from_a_single_log),
		cmocka_unit_test(what_is_wrong_is_told),
		cmocka_unit_test(memory_can_run_out),
		cmocka_unit_test(the_collected_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
