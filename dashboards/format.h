/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers as people read them. Each answer is a struct by value, used at once:
 *
 *	html(out, "<td>%s</td>", format_value(s->p99, unit).s);
 *
 * Always plain ASCII and never grouped in thousands, so that a number can be copied into anything.
 */
#ifndef LATLAB_DASHBOARDS_FORMAT_H
#define LATLAB_DASHBOARDS_FORMAT_H

#include "schema/wire/dist.h"

struct formatted {
	char s[96];
};

/* Four significant digits; a time is scaled to ns, us, ms or s ("1.117 ms"). "-" for what is no number. */
struct formatted format_value(double v, const char *unit);

/* All digits, in the tool's own unit: "67664 us". */
struct formatted format_exact(int64_t v, const char *unit);

/* The q-quantile, exact; "> 1000 us" where it lies among the censored, "-" for an empty d. */
struct formatted format_quantile(const struct dist *d, double q, const char *unit);
/* As format_value() of it. */
struct formatted format_quantile_short(const struct dist *d, double q, const char *unit);

/* "12.3 %" of whole; never rounded to 0 % or 100 % where it is neither. */
struct formatted format_share(uint64_t part, uint64_t whole);

/* "1 boot", "12 boots". */
struct formatted format_count(int64_t n, const char *one);

/* "104.358", "5.25956e+06": as the tool `st` prints. */
struct formatted format_g(double v);

/* v divided by 10^shift, exactly: "65.255" for 65255 and 3, "65255000" for 65255 and -3. */
struct formatted format_decimal(int64_t v, int shift);

/* Six significant digits and never an exponent; "-" for what is no number. */
struct formatted format_six(double v);

struct formatted format_duration(int64_t ns);	 /* "9.02 s", "2 min 5 s", "1 h 3 min" */
struct formatted format_time(int64_t wall_ns);	 /* "2026-12-01 01:40:00 UTC" */
struct formatted format_minute(int64_t wall_ns); /* "2026-12-01 01:40", for lists that say UTC */
struct formatted format_iso(int64_t wall_ns);	 /* "2026-12-01T01:40:00Z" */

/* The standard deviation of the known samples; NAN for fewer than two. */
double format_sd(const struct dist_summary *s);

/* The sum of the known samples, rounded once. */
double format_sum(const struct dist *d);

#endif
