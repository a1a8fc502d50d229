/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One rt-app log as an output: a series a column. */
#include "agent/outputs/rtapp.h"

#include <string.h>

#include "agent/outputs/formats.h"
#include "schema/wire/limits.h"

static const struct {
	enum rtapp_column column;
	const char *name, *direction;
} columns[] = {
	{RTAPP_WU_LAT, "wu_lat", "lower"},
	{RTAPP_SLACK, "slack", "higher"},
	{RTAPP_RUN, "run", "lower"},
	{RTAPP_PERIOD, "period", "lower"},
	{RTAPP_C_DURATION, "c_duration", "lower"},
	{RTAPP_C_PERIOD, "c_period", "lower"},
};

static int sniff(struct cursor in)
{
	struct cursor line;
	bool ended;

	for (int n = 0; n < 16 && cursor_line(&in, &line, &ended); n++)
		if (cursor_left(&line) > 4 && !memcmp(line.at, "#idx", 4))
			return 100;
	return 0;
}

/* ---- what holds for a row, and for the whole log ------------------------------------------- */

/* What is known at the end of a log. */
struct seen {
	uint64_t rows;
	unsigned has;
	bool has_timer, truncated;
};

static bool is_in_warm_up(const struct output *ret, const int64_t v[RTAPP_NCOLUMNS])
{
	return ret->warm_up_us && v[RTAPP_REL_ST] < ret->warm_up_us;
}

static bool needs_timer(enum rtapp_column c)
{
	return c == RTAPP_WU_LAT || c == RTAPP_SLACK;
}

static bool is_there(const struct seen *seen, enum rtapp_column c)
{
	return (seen->has & BIT(c)) && (seen->has_timer || !needs_timer(c));
}

static int check_warm_up(const struct output *ret, const struct seen *seen, struct err *e)
{
	if (!ret->warm_up_us || !seen->rows || (seen->has & BIT(RTAPP_REL_ST)))
		return 0;
	return err_set(e, E_UNSUPPORTED,
		"no column rel_st says when a row began, so no warm-up can be left out");
}

static int add_notes(const struct seen *seen, struct output *ret, struct err *e)
{
	int r = 0;

	if (seen->truncated)
		r = output_note(ret, NOTE_CUT, 1, "the last row is cut and left out");
	if (r == 0 && !seen->rows)
		r = output_note(ret, NOTE_CUT, 1, "no row: the thread ended before its first loop");
	if (r == 0 && seen->rows && !seen->has_timer && (seen->has & BIT(RTAPP_WU_LAT)))
		r = output_note(
			ret, NOTE_NOT_AVAILABLE, 1, "no timer: the thread has no wakeup latency");
	return r < 0 ? err_set(e, E_NOMEM, "out of memory") : 0;
}

static struct output_series *add_series(struct output *ret, size_t i, struct err *e)
{
	struct output_series *s = output_add(ret, columns[i].name, "us", 1);

	if (s)
		s->direction = columns[i].direction;
	else
		(void)err_set(e, E_NOMEM, "out of memory for column %s", columns[i].name);
	return s;
}

/* ---- all columns of all rows --------------------------------------------------------------- */

static int add_column(const struct rtapp_log *log, size_t i, struct output *ret, struct err *e)
{
	struct output_series *s = add_series(ret, i, e);

	if (!s)
		return -E_NOMEM;
	for (size_t row = 0; row < log->len; row++) {
		const int64_t *v = log->row[row].v;
		int r;

		if (is_in_warm_up(ret, v))
			continue;
		r = output_sample(s, v[columns[i].column]);
		if (r < 0)
			return err_set(e, (enum err_code) - r, "column %s, row %zu",
				columns[i].name, row + 1);
		s->missed += columns[i].column == RTAPP_WU_LAT && rtapp_is_missed(log->has, v);
	}
	return 0;
}

static int add_columns(
	const struct rtapp_log *log, const struct seen *seen, struct output *ret, struct err *e)
{
	int r = check_warm_up(ret, seen, e);

	for (size_t row = 0; row < log->len; row++)
		ret->left_out += is_in_warm_up(ret, log->row[row].v);
	for (size_t i = 0; r == 0 && i < ARRAY_LEN(columns); i++)
		if (is_there(seen, columns[i].column) &&
			(!ret->only || !strcmp(ret->only, columns[i].name)))
			r = add_column(log, i, ret, e);
	return r < 0 ? r : add_notes(seen, ret, e);
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct rtapp_log log = {0};
	struct seen seen;
	int r = rtapp_log_parse(in, &log, e);

	seen = (struct seen){log.len, log.has, log.has_timer, log.truncated};
	if (r == 0)
		r = add_columns(&log, &seen, ret, e);
	rtapp_log_fini(&log);
	return r;
}

const struct output_format format_rtapp_log = {
	.name = "rt-app log",
	.about = "what rt-app writes for each thread (logdir), any layout since 2014",
	.sniff = sniff,
	.parse = parse,
	.has_time = true,
};

/* ---- one column in pieces ------------------------------------------------------------------ */

int rtapp_pieces_start(struct rtapp_pieces *p, struct output *o, struct err *e)
{
	size_t i = 0;

	*p = (struct rtapp_pieces){.o = o};
	o->format = format_rtapp_log.name;
	while (i < ARRAY_LEN(columns) && strcmp(columns[i].name, o->only) != 0)
		i++;
	if (i == ARRAY_LEN(columns))
		return err_set(e, E_NOT_FOUND, "rt-app's log has no %s", o->only);
	p->column = i;
	return dist_builder_init(&p->built, e);
}

static int take_row(void *arg, const int64_t v[RTAPP_NCOLUMNS])
{
	struct rtapp_pieces *p = arg;
	enum rtapp_column c = columns[p->column].column;

	if (is_in_warm_up(p->o, v)) {
		p->o->left_out++;
		return 0;
	}
	p->built.missed += c == RTAPP_WU_LAT && rtapp_is_missed(p->scan.has, v);
	p->row_failed = v[c] < -SAMPLE_ABS_MAX || v[c] > SAMPLE_ABS_MAX
		? -E_TOO_BIG
		: dist_builder_add(&p->built, v[c]);
	return p->row_failed;
}

int rtapp_pieces_add(struct rtapp_pieces *p, const void *bytes, size_t len, struct err *e)
{
	int r = rtapp_scan(&p->scan, bytes, len, take_row, p, e);

	if (!p->row_failed)
		return r;
	return err_set(e, (enum err_code) - p->row_failed, "column %s, row %llu: %s",
		columns[p->column].name, (unsigned long long)p->scan.rows,
		p->row_failed == -E_TOO_BIG ? "a sample beyond 2^53" : "out of memory");
}

static int add_built(struct rtapp_pieces *p, struct err *e)
{
	struct output_series *s = add_series(p->o, p->column, e);
	scoped(dist_freep) struct dist *d = NULL;
	int r = s ? dist_builder_take(&p->built, &d, e) : -E_NOMEM;

	if (r < 0)
		return r;
	s->missed = d->missed;
	s->run = take(d->runs); /* both are from the same heap */
	s->nruns = s->runs_cap = d->len;
	return 0;
}

int rtapp_pieces_end(struct rtapp_pieces *p, struct err *e)
{
	struct seen seen;
	int r;

	rtapp_scan_end(&p->scan);
	seen = (struct seen){p->scan.rows, p->scan.has, p->scan.has_timer, p->scan.truncated};
	r = check_warm_up(p->o, &seen, e);
	if (r == 0 && is_there(&seen, columns[p->column].column))
		r = add_built(p, e);
	return r < 0 ? r : add_notes(&seen, p->o, e);
}

void rtapp_pieces_fini(struct rtapp_pieces *p)
{
	rtapp_scan_fini(&p->scan);
	dist_builder_fini(&p->built);
}
