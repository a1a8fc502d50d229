/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Timing for the benches: CPU time of this process, the best of several interleaved rounds. */
#ifndef LATLAB_BENCH_BENCH_H
#define LATLAB_BENCH_BENCH_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline double bench_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline uint64_t bench_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * UINT64_C(2685821657736338717);
}

static inline double bench_uniform(uint64_t *state)
{
	return ((double)(bench_random(state) >> 11) + 0.5) / 9007199254740992.0;
}

/*
 * A wakeup latency in us, in the shapes of the sched-idle thread: calm (72 % below 100 us, nothing above 2.5 ms) or heavy
 * (a quarter above 1 ms, a tail to 68 ms).
 */
static inline double bench_latency(int heavy, uint64_t *state)
{
	double p = bench_uniform(state), fall = -log(bench_uniform(state));
	double around = sqrt(2 * fall) * cos(6.283185307179586 * bench_uniform(state)), v;

	if (p < (heavy ? 0.645 : 0.72))
		v = fabs((heavy ? 60 : 70) + (heavy ? 20 : 18) * around);
	else if (heavy)
		v = p < 0.677	    ? 100 + 100 * bench_uniform(state)
			: p < 0.741 ? 200 + 800 * bench_uniform(state)
				    : 1000 + 3200 * fall;
	else
		v = p < 0.965	    ? 100 + 22 * fall
			: p < 0.994 ? 200 + 25 * fall
			: p < 0.997 ? 300 + 600 * bench_uniform(state)
				    : 1000 + 400 * fall;
	return v > (heavy ? 67664 : 2452) ? (heavy ? 67664 : 2452) * bench_uniform(state) : v;
}

#endif
