/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/fault.h"

#ifdef LATLAB_FAULTS

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a test armed, for its own thread. */
static _Thread_local struct {
	bool armed, met;
	int kind; /* -1: any */
	int left;
} test;

/* What the environment armed, for the whole process. */
static struct {
	int kind; /* -1: none */
	bool kills;
	atomic_int left;
} outside = {.kind = -1};
static pthread_once_t outside_once = PTHREAD_ONCE_INIT;

static const char *const kind_names[FAULT_NKINDS] = {
	[FAULT_ALLOC] = "alloc",
	[FAULT_WRITE] = "write",
	[FAULT_SYNC] = "sync",
	[FAULT_SQL] = "sql",
	[FAULT_COMMIT] = "commit",
	[FAULT_REPLY] = "reply",
};

static void read_environment(void)
{
	const char *spec = getenv("LATLAB_FAULT");
	char *rest;
	size_t len;

	if (!spec)
		return;
	len = strcspn(spec, ":");
	for (int k = 0; k < FAULT_NKINDS; k++) {
		if (strlen(kind_names[k]) != len || memcmp(kind_names[k], spec, len) != 0)
			continue;
		outside.left = spec[len] == ':' ? (int)strtol(spec + len + 1, &rest, 10) : 0;
		outside.kills = strstr(spec, ":kill") != NULL;
		outside.kind = k;
	}
}

void fault_arm(int n)
{
	test.armed = true;
	test.met = false;
	test.kind = -1;
	test.left = n;
}

void fault_arm_kind(enum fault_kind kind, int n)
{
	fault_arm(n);
	test.kind = (int)kind;
}

bool fault_disarm(void)
{
	test.armed = false;
	return test.met;
}

bool fault_here(enum fault_kind kind)
{
	pthread_once(&outside_once, read_environment);
	if (outside.kind == (int)kind && atomic_fetch_sub(&outside.left, 1) == 0) {
		if (outside.kills)
			kill(getpid(), SIGKILL);
		return true;
	}
	if (!test.armed || test.met || (test.kind >= 0 && test.kind != (int)kind))
		return false;
	if (test.left-- > 0)
		return false;
	test.met = true;
	return true;
}

#else
typedef int fault_points_are_compiled_out;
#endif
