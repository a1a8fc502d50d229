/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/proc.h"

#include <signal.h>
#include <unistd.h>

#include "base/clock.h"
#include "test.h"

static struct proc_end run(
	const char *script, int64_t limit_ms, size_t output_max, struct buf *output)
{
	const char *argv[] = {"sh", "-c", script, NULL};
	struct proc_spec spec = {.argv = argv, .limit_ms = limit_ms, .output_max = output_max};
	struct proc_end end = {0};
	struct err e = {0};

	assert_ok(proc_run(&spec, output, &end, &e));
	return end;
}

static void output_and_status_come_back(void **state)
{
	scoped(buf_fini) struct buf b = {0};
	struct proc_end end = run("echo out; echo err >&2; exit 3", 5000, 100, &b);
	char text[64];

	(void)state;
	assert_string_equal(buf_cstr(&b), "out\nerr\n");
	assert_int_equal(end.exit_code, 3);
	assert_string_equal(proc_end_text(&end, text, sizeof text), "exit status 3");
	end = run("kill -9 $$", 5000, 100, NULL);
	assert_int_equal(end.signal, SIGKILL);
	assert_string_equal(proc_end_text(&end, text, sizeof text), "signal 9 (Killed)");
}

static void a_talker_is_bounded_and_goes_on(void **state)
{
	scoped(buf_fini) struct buf b = {0};
	struct proc_end end = run("head -c 3000000 /dev/zero", 20000, 1000, &b);

	(void)state;
	assert_int_equal(b.len, 1000);
	assert_int_equal(end.output_lost, 2999000);
	assert_int_equal(end.exit_code, 0);
}

static void a_sleeper_is_ended_with_its_children(void **state)
{
	scoped(buf_fini) struct buf b = {0};
	int64_t from = clock_mono_ns();
	struct proc_end end = run("sleep 60 & echo $!; sleep 60", 300, 100, &b);
	int64_t took_ms = (clock_mono_ns() - from) / NS_PER_MS;
	long child = strtol(buf_cstr(&b), NULL, 10);

	(void)state;
	assert_true(end.timed_out);
	assert_in_range(took_ms, 250, 10000);
	assert_true(child > 1);
	for (int i = 0; i < 100 && kill((pid_t)child, 0) == 0; i++)
		clock_sleep_ms(20);
	/* gone, or a zombie that init has not yet collected */
	if (kill((pid_t)child, 0) == 0) {
		char path[64], stat[512];

		snprintf(path, sizeof path, "/proc/%ld/stat", child);
		if (file_read_value(path, stat, sizeof stat, NULL) == 0)
			assert_non_null(strstr(stat, ") Z"));
	}
}

static void what_it_leaves_behind_does_not_hold_us(void **state)
{
	int64_t from = clock_mono_ns();
	struct proc_end end = run("sleep 60 & exit 0", 30000, 100, NULL);

	(void)state;
	assert_int_equal(end.exit_code, 0);
	assert_true(clock_mono_ns() - from < 20 * NS_PER_S);
}

static void a_missing_program_is_named(void **state)
{
	const char *argv[] = {"no-such-program-here", NULL};
	struct proc_spec spec = {.argv = argv};
	struct proc p = {0};
	struct err e = {0};

	(void)state;
	assert_int_equal(proc_start(&p, &spec, &e), -E_NOT_FOUND);
	assert_non_null(strstr(e.text, "no-such-program-here"));
	proc_fini(&p);
}

static void folder_and_environment_are_set(void **state)
{
	const char *argv[] = {"sh", "-c", "pwd; echo $A", NULL}, *env[] = {"A=b c", NULL};
	struct proc_spec spec = {.argv = argv, .cwd = "/", .env = env, .output_max = 100};
	scoped(buf_fini) struct buf b = {0};
	struct proc_end end;

	(void)state;
	assert_ok(proc_run(&spec, &b, &end, NULL));
	assert_string_equal(buf_cstr(&b), "/\nb c\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(output_and_status_come_back),
		cmocka_unit_test(a_talker_is_bounded_and_goes_on),
		cmocka_unit_test(a_sleeper_is_ended_with_its_children),
		cmocka_unit_test(what_it_leaves_behind_does_not_hold_us),
		cmocka_unit_test(a_missing_program_is_named),
		cmocka_unit_test(folder_and_environment_are_set),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
