/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/policy.h"

/* A child of our own with a thread name, that waits. */
static pid_t named_child(const char *name)
{
	int told[2];
	char c;
	pid_t pid;

	assert_ok(pipe(told));
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		prctl(PR_SET_NAME, name);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		(void)!write(told[1], "x", 1);
		for (;;)
			pause();
	}
	assert_int_equal(read(told[0], &c, 1), 1);
	close(told[0]);
	close(told[1]);
	return pid;
}

static void names_and_numbers(void **state)
{
	(void)state;
	assert_int_equal(policy_number("SCHED_IDLE"), SCHED_IDLE);
	assert_int_equal(policy_number("SCHED_LAZY"), -1);
	assert_string_equal(policy_name(SCHED_FIFO), "SCHED_FIFO");
	assert_string_equal(policy_name(77), "unknown");
}

struct wanted {
	const char *comm;
	pid_t tid;
};

static void take_wanted(void *arg, pid_t tid, const char *comm)
{
	struct wanted *w = arg;

	if (!strcmp(w->comm, comm))
		w->tid = tid;
}

static pid_t find_thread(pid_t pid, const char *comm)
{
	struct wanted w = {comm, 0};

	policy_each_thread(pid, take_wanted, &w);
	return w.tid;
}

static void sets_and_reads_back(void **state)
{
	pid_t pid = named_child("cfs-12"), tid;
	struct err e = {0};
	int status;

	(void)state;
	tid = find_thread(pid, "cfs-12");
	assert_int_equal(tid, pid);
	assert_int_equal(find_thread(pid, "cfs-1"), 0); /* the whole name, not its start */
	assert_int_equal(policy_get(tid), SCHED_OTHER);
	assert_ok(policy_set(tid, SCHED_IDLE, 0, &e));
	assert_int_equal(policy_get(tid), SCHED_IDLE);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(policy_get(tid) < 0);
	assert_true(policy_set(tid, SCHED_IDLE, 0, &e) < 0);
	assert_int_equal(find_thread(pid, "cfs-12"), 0);
}

static void asking_changes_nothing(void **state)
{
	int before = sched_getscheduler(0);

	(void)state;
	assert_ok(policy_may_set("SCHED_IDLE", 0, NULL));
	(void)policy_may_set(
		"SCHED_FIFO", 1, NULL); /* permitted or not, depending on who runs the test */
	assert_int_equal(sched_getscheduler(0), before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_and_numbers),
		cmocka_unit_test(sets_and_reads_back),
		cmocka_unit_test(asking_changes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
