/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/format.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"

static struct formatted text(const char *fmt, ...) printf_like(1, 2);

static struct formatted text(const char *fmt, ...)
{
	struct formatted f;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(f.s, sizeof f.s, fmt, ap);
	va_end(ap);
	return f;
}

/* ---- values with units --------------------------------------------------------------------- */

static const char *const time_units[] = {"ns", "us", "ms", "s"};

static int time_unit(const char *unit)
{
	for (int u = 0; u < (int)ARRAY_LEN(time_units); u++)
		if (strcmp(unit, time_units[u]) == 0)
			return u;
	return -1;
}

static struct formatted four_digits(double v, const char *unit)
{
	/* %g would write 1.234e+04 */
	if (fabs(v) >= 1000 && fabs(v) < 1e7)
		return text("%.0f %s", v, unit);
	return text("%.4g %s", v, unit);
}

struct formatted format_value(double v, const char *unit)
{
	int u = time_unit(unit);

	if (!isfinite(v))
		return text("-");
	if (u < 0 || v == 0)
		return four_digits(v, unit);
	for (; u < (int)ARRAY_LEN(time_units) - 1 && fabs(v) >= 999.95; u++)
		v /= 1000;
	for (; u > 0 && fabs(v) < 0.99995; u--)
		v *= 1000;
	return four_digits(v, time_units[u]);
}

struct formatted format_exact(int64_t v, const char *unit)
{
	return text("%" PRId64 " %s", v, unit);
}

static struct formatted quantile(const struct dist *d, double q, const char *unit, bool exact)
{
	struct formatted f;
	bool beyond;
	int64_t v;

	if (!d->n)
		return text("-");
	v = dist_quantile(d, q, &beyond);
	f = exact ? format_exact(v, unit) : format_value((double)v, unit);
	if (!beyond)
		return f;
	return text("> %.90s", f.s);
}

struct formatted format_quantile(const struct dist *d, double q, const char *unit)
{
	return quantile(d, q, unit, true);
}

struct formatted format_quantile_short(const struct dist *d, double q, const char *unit)
{
	return quantile(d, q, unit, false);
}

/* ---- shares, and numbers as they are ------------------------------------------------------- */

struct formatted format_share(uint64_t part, uint64_t whole)
{
	double percent = whole ? 100.0 * (double)part / (double)whole : 0;

	if (!part || !whole)
		return text("0 %%");
	if (part == whole)
		return text("100 %%");
	if (percent < 0.001)
		return text("< 0.001 %%");
	if (percent > 99.99)
		return text("> 99.99 %%");
	return text(percent > 99 ? "%.4g %%" : "%.3g %%", percent);
}

struct formatted format_count(int64_t n, const char *one)
{
	return text("%" PRId64 " %.60s%s", n, one, n == 1 ? "" : "s");
}

struct formatted format_g(double v)
{
	return isfinite(v) ? text("%g", v) : text("-");
}

struct formatted format_decimal(int64_t v, int shift)
{
	uint64_t size = v < 0 ? -(uint64_t)v : (uint64_t)v, unit = 1;
	const char *sign = v < 0 ? "-" : "";

	if (shift <= 0)
		return text("%s%" PRIu64 "%.*s", sign, size, size ? -shift : 0, "000000000");
	for (int i = 0; i < shift; i++)
		unit *= 10;
	return text("%s%" PRIu64 ".%0*" PRIu64, sign, size / unit, shift, size % unit);
}

struct formatted format_six(double v)
{
	double size = fabs(v);

	if (!isfinite(v))
		return text("-");
	return size >= 999999.5 ? text("%.0f", v)
		: size < 0.0001 ? text("%.6f", v)
				: text("%.6g", v);
}

/* ---- time ---------------------------------------------------------------------------------- */

struct formatted format_duration(int64_t ns)
{
	int64_t s = ns / NS_PER_S;

	if (s < 60)
		return format_value((double)ns, "ns");
	if (s < 3600)
		return text("%" PRId64 " min %" PRId64 " s", s / 60, s % 60);
	return text("%" PRId64 " h %" PRId64 " min", s / 3600, s / 60 % 60);
}

struct formatted format_iso(int64_t wall_ns)
{
	char iso[CLOCK_ISO_LEN];

	return text("%s", clock_iso(wall_ns, iso));
}

struct formatted format_time(int64_t wall_ns)
{
	struct formatted f = format_iso(wall_ns);
	char *t = strchr(f.s, 'T'), *z = strchr(f.s, 'Z');

	if (!t || !z)
		return f;
	*t = ' ';
	*z = 0;
	return text("%.60s UTC", f.s);
}

struct formatted format_minute(int64_t wall_ns)
{
	struct formatted f = format_time(wall_ns);

	/* cut at the seconds; "unknown time" has none */
	if (strlen(f.s) > strlen(":00 UTC") && strchr(f.s, ':'))
		f.s[strlen(f.s) - strlen(":00 UTC")] = 0;
	return f;
}

double format_sd(const struct dist_summary *s)
{
	uint64_t known = s->n - s->censored;

	return known < 2 ? (double)NAN : sqrt(s->m2 / (double)(known - 1));
}

double format_sum(const struct dist *d)
{
	__int128 sum = 0;

	for (size_t i = 0; i < d->len; i++)
		sum += (__int128)d->runs[i].value * (__int128)d->runs[i].count;
	return (double)sum;
}
