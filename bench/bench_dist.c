/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bytes of a distribution against the entropy of such a multiset, and the time to make, encode and decode it, on
 * twelve made cases: calm and heavy, us and ns, 5,136 to 10M samples.
 *
 * The floor is the entropy of n independent samples as a multiset: for each value the entropy of a Poisson count with
 * mean n * p, p from 40M samples (ns: smoothed over 501 values), added up over values. It is computed here, in the
 * same run, from the same generator.
 */
#include "bench/bench.h"
#include "schema/wire/dist.h"

#define DRAWN	 20000000
#define SMOOTHED 501
#define RANGE	 70000000

/* Entropy of a Poisson count in bits; exact below 60, Gaussian above. */
static double poisson_bits(double mean)
{
	double bits = 0, p = exp(-mean);

	if (mean > 60)
		return 0.5 * log2(2 * 3.141592653589793 * 2.718281828459045 * mean);
	for (int k = 0; k < 200; k++) {
		if (p > 1e-300)
			bits -= p * log2(p);
		p *= mean / (k + 1);
	}
	return bits;
}

static double floor_bytes(const float *density, size_t range, double n)
{
	/* entropies on a grid of the logarithm, read off between */
	enum { STEPS = 4000 };
	static double grid[STEPS + 1];
	double bits = 0;

	if (!grid[STEPS])
		for (int i = 0; i <= STEPS; i++)
			grid[i] = poisson_bits(pow(10, -12 + 20.0 * i / STEPS));
	for (size_t v = 0; v < range; v++) {
		double at;

		if (density[v] <= 0)
			continue;
		at = (log10(n * (double)density[v]) + 12) / 20 * STEPS;
		if (at < 0 || at >= STEPS)
			continue;
		bits += grid[(int)at] + (at - (int)at) * (grid[(int)at + 1] - grid[(int)at]);
	}
	return bits / 8;
}

static void estimate(float *density, int heavy, double scale, int window)
{
	uint64_t state = 99991;
	double sum = 0;
	float *raw = calloc(RANGE, sizeof *raw);

	if (!raw)
		exit(1);
	for (long i = 0; i < DRAWN; i++) {
		size_t v = (size_t)(bench_latency(heavy, &state) * scale);

		if (v < RANGE)
			raw[v] += 1;
	}
	for (long v = 0; v < RANGE; v++) {
		sum += (double)raw[v];
		if (v >= window)
			sum -= (double)raw[v - window];
		if (v >= window / 2)
			density[v - window / 2] = (float)(sum / window / DRAWN);
	}
	free(raw);
}

static void one_case(int heavy, double scale, size_t n, const float *density)
{
	int64_t *s = malloc(n * sizeof *s);
	struct dist *d = NULL, *back = NULL;
	struct buf b = {0};
	uint64_t state = 88172645463325252u;
	double floor = floor_bytes(density, RANGE, (double)n), from, make, encode, decode;
	int rounds = n > 1000000 ? 1 : 20;

	if (!s)
		exit(1);
	for (size_t i = 0; i < n; i++)
		s[i] = (int64_t)(bench_latency(heavy, &state) * scale);
	from = bench_now();
	for (int i = 0; i < rounds; i++) {
		dist_free(d);
		if (dist_from_samples(s, n, &d, NULL) < 0)
			exit(1);
	}
	make = (bench_now() - from) / rounds;
	from = bench_now();
	for (int i = 0; i < rounds; i++) {
		buf_clear(&b);
		if (dist_encode(d, &b, NULL) < 0)
			exit(1);
	}
	encode = (bench_now() - from) / rounds;
	from = bench_now();
	for (int i = 0; i < rounds; i++) {
		dist_free(back);
		if (dist_decode(cursor_over(b.data, b.len), &back, NULL) < 0)
			exit(1);
	}
	decode = (bench_now() - from) / rounds;
	printf("%-5s %s %9zu %9zu %10.0f %10zu %6.2f %10.1f %10.1f %10.1f\n",
		heavy ? "heavy" : "calm", scale > 1 ? "ns" : "us", n, d->len, floor, b.len,
		(double)b.len / floor, make * 1e9 / (double)n, encode * 1e9 / (double)d->len,
		decode * 1e9 / (double)d->len);
	dist_free(d);
	dist_free(back);
	buf_fini(&b);
	free(s);
}

int main(void)
{
	static const size_t sizes[] = {5136, 100000, 10000000};
	float *density = calloc(RANGE, sizeof *density);

	if (!density)
		return 1;
	puts("                n  distinct      floor      bytes  ratio  make/sample enc/value dec/value (ns)");
	for (int heavy = 0; heavy < 2; heavy++)
		for (int scale = 1; scale <= 1000; scale *= 1000) {
			estimate(density, heavy, scale, scale > 1 ? SMOOTHED : 1);
			for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
				one_case(heavy, scale, sizes[i], density);
		}
	free(density);
	return 0;
}
