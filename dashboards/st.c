/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/st.h"

#include <assert.h>
#include <math.h>

#include "dashboards/format.h"

void st_header(struct buf *out)
{
	buf_str(out, "N\tmin\tmax\tsum\tmean\tstddev\n");
}

void st_line(struct buf *out, const struct dist *d, int shift)
{
	struct dist_summary s = dist_summarise(d);
	double sd = format_sd(&s), unit = pow(10, shift);

	assert(d->len);
	buf_printf(out, "%g\t%g\t%g\t%g\t%g\t%g\n", (double)(s.n - s.censored),
		(double)s.min / unit, (double)s.max / unit, format_sum(d) / unit, s.mean / unit,
		isnan(sd) ? 0 : sd / unit);
}
