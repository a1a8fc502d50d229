/* SPDX-License-Identifier: GPL-2.0-or-later */
/* genlog ROWS [heavy]: an rt-app log as version 1.0 writes it, with latencies in the shapes of the sched-idle mails. */
#include "bench.h"

int main(int argc, char **argv)
{
	long rows = argc > 1 ? atol(argv[1]) : 0;
	int heavy = argc > 2 && !strcmp(argv[2], "heavy");
	uint64_t random = 42;

	if (rows <= 0) {
		fprintf(stderr, "usage: genlog ROWS [heavy]\n");
		return 2;
	}
	printf("# Policy : SCHED_OTHER priority : 0\n");
	printf("#idx     perf      run   period           start             end          rel_st      "
	       "slack c_duration   c_period     wu_lat\n");
	for (long i = 0; i < rows; i++) {
		long start = 22765910 + 6000 * i, run = 300 + (long)(bench_random(&random) % 40);

		printf("%4ld %8d %8ld %8d %15ld %15ld %15ld %10ld %10d %10d %10ld\n", i, 3, run,
			6000, start, start + run, 7292 + 6000 * i, 6000 - run - 100, 333, 6000,
			(long)bench_latency(heavy, &random));
	}
	return ferror(stdout) || fflush(stdout);
}
