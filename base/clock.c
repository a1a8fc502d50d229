/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/clock.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static _Atomic int64_t turned_ns;
static atomic_bool turning;

static int64_t read_clock(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return t.tv_sec * NS_PER_S + t.tv_nsec + turned_ns;
}

int64_t clock_wall_ns(void)
{
	return read_clock(CLOCK_REALTIME);
}

int64_t clock_mono_ns(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

void clock_turn(int64_t ns)
{
	turned_ns += ns;
	turning = true;
}

void clock_sleep_ms(int64_t ms)
{
	struct timespec t = {ms / 1000, ms % 1000 * NS_PER_MS};

	if (turning) {
		turned_ns += ms * NS_PER_MS;
		return;
	}
	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &t) == EINTR)
		;
}

const char *clock_iso(int64_t wall_ns, char out[CLOCK_ISO_LEN])
{
	time_t s = (time_t)(wall_ns / NS_PER_S);
	struct tm tm;

	if (!gmtime_r(&s, &tm) || !strftime(out, CLOCK_ISO_LEN, "%Y-%m-%dT%H:%M:%SZ", &tm))
		snprintf(out, CLOCK_ISO_LEN, "unknown time");
	return out;
}
