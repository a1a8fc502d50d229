/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/policy.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

static const struct {
	const char *name;
	int number;
} policies[] = {
	{"SCHED_OTHER", SCHED_OTHER},
	{"SCHED_BATCH", SCHED_BATCH},
	{"SCHED_IDLE", SCHED_IDLE},
	{"SCHED_FIFO", SCHED_FIFO},
	{"SCHED_RR", SCHED_RR},
	{"SCHED_DEADLINE", 6},
};

int policy_number(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(policies); i++)
		if (!strcmp(policies[i].name, name))
			return policies[i].number;
	return -1;
}

const char *policy_name(int number)
{
	for (size_t i = 0; i < ARRAY_LEN(policies); i++)
		if (policies[i].number == number)
			return policies[i].name;
	return "unknown";
}

void policy_each_thread(pid_t pid, void (*seen)(void *arg, pid_t tid, const char *comm), void *arg)
{
	scoped(dir_names_fini) struct dir_names tids = {0};
	char folder[64], path[128], name[32];

	snprintf(folder, sizeof folder, "/proc/%d/task", pid);
	if (dir_list(folder, &tids, NULL) < 0)
		return; /* it has ended */
	for (size_t i = 0; i < tids.len; i++) {
		snprintf(path, sizeof path, "%s/%.20s/comm", folder, tids.name[i]);
		if (file_read_value(path, name, sizeof name, NULL) == 0)
			seen(arg, (pid_t)strtol(tids.name[i], NULL, 10), name);
	}
}

int policy_set(pid_t tid, int policy, int priority, struct err *e)
{
	struct sched_param param = {.sched_priority = priority};

	if (sched_setscheduler(tid, policy, &param) < 0)
		return err_errno(e, "thread %d: %s", tid, policy_name(policy));
	return 0;
}

int policy_get(pid_t tid)
{
	int policy = sched_getscheduler(tid);

	return policy < 0 ? -E_NOT_FOUND : policy & ~SCHED_RESET_ON_FORK;
}

int policy_may_set(const char *name, int priority, struct err *e)
{
	struct sched_param param = {.sched_priority = priority};
	int status = 0;
	pid_t pid = fork();

	if (pid < 0)
		return err_errno(e, "fork");
	if (pid == 0)
		_exit(sched_setscheduler(0, policy_number(name), &param) == 0 ? 0 : 1);
	if (waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	return err_set(e, E_DENIED,
		"no permission for %s priority %d: run as root, or raise the limit (ulimit -r %d)",
		name, priority, priority);
}
