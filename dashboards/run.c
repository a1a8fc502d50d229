/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/pages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "dashboards/facts.h"
#include "dashboards/format.h"
#include "dashboards/histogram.h"
#include "dashboards/parts.h"
#include "dashboards/plots.h"
#include "dashboards/textogram.h"
#include "schema/wire/limits.h"

/* ---- what all forms say -------------------------------------------------------------------- */

#define NO_VERDICT                                                                                    \
	"One boot of one kernel gives no verdict: its samples are not independent of each other, and" \
	" the next boot of the same kernel gives other numbers. A claim needs several boots of each"  \
	" of two kernels."

static const struct {
	const char *name;
	double q;
} percentiles[] = {
	{"p50", 0.5}, {"p90", 0.9}, {"p95", 0.95}, {"p99", 0.99}, {"p99.9", 0.999}, {"max", 1}};

/* The thresholds the workload sets for this metric's tail, NULL where it sets none. */
static const json_t *tail_of(const struct run *run, const struct run_metric *m)
{
	const json_t *metrics = json_object_get(run->workload, "metrics"), *metric;

	for (size_t i = 0; i < json_array_size(metrics); i++) {
		const char *name = json_string_value(
			json_object_get(json_array_get(metrics, i), "name"));

		metric = json_array_get(metrics, i);
		if (name && strcmp(name, m->name) == 0)
			return json_object_get(metric, "tail");
	}
	return NULL;
}

static const char *better(const struct run_metric *m)
{
	return m->direction ? m->direction : "lower";
}

/* "complete" and "measured as asked"; the record's own reason where it gives one. */
static const char *outcome(const struct run *run)
{
	return run_outcome_name(run->outcome);
}

static const char *text_or(const char *text, const char *instead)
{
	return text && *text ? text : instead;
}

/* ---- HTML: the head of the page ------------------------------------------------------------ */

static void put_outcome(const struct run *run, struct buf *out)
{
	html(out, "<p class=\"result\">");
	parts_outcome_html(out, outcome(run));
	html(out, ": %s.", parts_outcome_meaning(outcome(run)));
	if (run->reason)
		html(out, "<br>%s", run->reason);
	html(out, "</p>\n");
}

static void put_headline(const struct run_view *v, struct buf *out)
{
	const struct run *run = v->run;

	html(out,
		"<p class=\"crumb\">Run</p>\n<h1>%s</h1>\n<p class=\"lead\">on <a href=\"/boards/%-s\">%s</a>, kernel ",
		run->workload_name, run->board_name, run->board_name);
	if (v->kernel_id)
		html(out, "<a href=\"/kernels/%" PRId64 "\">%s</a>, ", v->kernel_id,
			run->kernel_release);
	else
		html(out, "%s, ", run->kernel_release);
	parts_time_html(out, run->started_at_ns);
	html(out, "</p>\n");
	put_outcome(run, out);
}

/* ---- HTML: one metric ---------------------------------------------------------------------- */

static void tile(struct buf *out, const char *name, const char *value)
{
	html(out, "<div><dt>%s</dt><dd>%s</dd></div>\n", name, value);
}

static void put_tiles(const struct run_metric *m, struct buf *out)
{
	const struct dist *d = m->dist;
	struct dist_summary s = dist_summarise(d);
	struct formatted count;

	snprintf(count.s, sizeof count.s, "%" PRIu64, d->n);
	html(out, "<dl class=\"tiles\">\n");
	tile(out, "p50", format_quantile_short(d, 0.5, m->unit).s);
	tile(out, "p99", format_quantile_short(d, 0.99, m->unit).s);
	tile(out, "max", format_quantile_short(d, 1, m->unit).s);
	tile(out, "mean", d->len ? format_value(s.mean, m->unit).s : "-");
	tile(out, "samples", count.s);
	html(out, "<div class=\"%s\"><dt>missed</dt><dd>%s</dd></div>\n",
		dist_missed_share(d) > MISSED_SHARE_MAX ? "bad" : "good",
		format_share(d->missed, d->n).s);
	html(out, "</dl>\n");
}

static void number_row(struct buf *out, const char *name, const char *value, const char *remark)
{
	html(out, "<tr><th scope=\"row\">%s</th><td class=\"num\">%s</td><td>%s</td></tr>\n", name,
		value, remark);
}

static void tail_rows(const struct run *run, const struct run_metric *m, struct buf *out)
{
	const json_t *tail = tail_of(run, m);
	char name[128], count[64];

	for (size_t i = 0; i < json_array_size(tail); i++) {
		int64_t above = json_integer_value(json_array_get(tail, i));
		uint64_t n = dist_count_above(m->dist, above);

		snprintf(name, sizeof name, "above %s", format_value((double)above, m->unit).s);
		snprintf(count, sizeof count, "%" PRIu64, n);
		number_row(out, name, count, format_share(n, m->dist->n).s);
	}
}

static void put_numbers(const struct run *run, const struct run_metric *m, struct buf *out)
{
	static const char *const columns[] = {"Number", "#Value", ""};
	const struct dist *d = m->dist;
	struct dist_summary s = dist_summarise(d);
	char text[128];

	html_table(out, "Numbers", columns, ARRAY_LEN(columns));
	for (size_t i = 0; i < ARRAY_LEN(percentiles); i++)
		number_row(out, percentiles[i].name,
			format_quantile(d, percentiles[i].q, m->unit).s, "");
	snprintf(text, sizeof text, "%s %s", format_g(d->len ? s.mean : (double)NAN).s, m->unit);
	number_row(out, "mean", text, d->censored ? "of the known samples" : "");
	snprintf(text, sizeof text, "%s %s", format_g(format_sd(&s)).s, m->unit);
	number_row(out, "sd", text, "");
	snprintf(text, sizeof text, "%" PRIu64, d->n);
	number_row(out, "samples", text, "");
	snprintf(text, sizeof text, "%" PRIu64, d->missed);
	number_row(out, "missed", text, format_share(d->missed, d->n).s);
	tail_rows(run, m, out);
	html_table_end(out);
}

static void text_lead(const struct run *run, const struct run_metric *m, struct buf *out);
static void text_histograms(const struct run_metric *m, struct buf *out);
static void text_notes(const struct run_metric *m, struct buf *out);

/* The same bytes as the page's text form has. */
static void put_textogram(const struct run *run, const struct run_metric *m, struct buf *out)
{
	struct buf text = {0};

	text_lead(run, m, &text);
	text_histograms(m, &text);
	text_notes(m, &text);
	html(out,
		"<h3>For a mail</h3>\n<pre tabindex=\"0\" aria-label=\"Histogram as text, in %s\">%s</pre>\n",
		m->unit, buf_cstr(&text));
	out->failed |= text.failed;
	buf_fini(&text);
}

static void put_pictures(const struct run_view *v, size_t i, struct buf *out)
{
	const struct run_metric *m = &v->run->metric[i];
	char id[3][24];

	for (int k = 0; k < 3; k++)
		snprintf(id[k], sizeof id[k], "%c%zu", "hpc"[k], i);
	histogram_svg(out, m, id[0]);
	plots_percentiles(out, m, id[1]);
	plots_course(out, m, v->run->warm_up_ms, id[2]);
}

static void put_metric(const struct run_view *v, size_t i, struct buf *out)
{
	const struct run_metric *m = &v->run->metric[i];
	bool samples = m->dist->n && m->dist->encoding != DIST_SCALAR;

	html(out, "<section class=\"metric\"><h2>%s</h2>\n<p class=\"lead\">In %s, %s is better.",
		m->name, m->unit, better(m));
	if (v->series_id && v->series_id[i])
		html(out, " <a href=\"/series/%" PRId64 "\">Its series over boots</a>",
			v->series_id[i]);
	html(out, "</p>\n");
	if (samples)
		put_tiles(m, out);
	put_pictures(v, i, out);
	if (samples) {
		html(out, "<div class=\"pair\"><div><h3>Exact numbers</h3>\n");
		put_numbers(v->run, m, out);
		html(out, "</div><div>\n");
		put_textogram(v->run, m, out);
		html(out, "</div></div>\n");
	}
	html(out, "</section>\n");
}

/* ---- HTML: under what it was measured ------------------------------------------------------ */

static const char *member(const json_t *object, const char *key)
{
	return text_or(json_string_value(json_object_get(object, key)), "-");
}

static bool policy_holds(const json_t *policy)
{
	const json_t *in_effect = json_object_get(policy, "in_effect");

	return json_is_string(in_effect)
		? strcmp(member(policy, "wanted"), member(policy, "in_effect")) == 0
		: true;
}

static void policy_cells(struct buf *out, const json_t *policy)
{
	static const char *const key[] = {"group", "wanted", "threads", "in_effect"};
	struct buf text = {0};

	for (size_t k = 0; k < ARRAY_LEN(key); k++) {
		buf_clear(&text);
		jout_show(&text, json_object_get(policy, key[k]));
		html(out, "<td>%s</td>", buf_cstr(&text));
		out->failed |= text.failed;
	}
	buf_fini(&text);
}

static void put_policies(const struct run *run, struct buf *out)
{
	static const char *const columns[] = {"Group", "Wanted", "Threads", "In effect"};

	if (!json_array_size(run->policies))
		return;
	html(out,
		"<section><h2>Policies</h2>\n<p class=\"lead\">Read back from the threads while they ran.</p>\n");
	html_table(out, "Policies", columns, ARRAY_LEN(columns));
	for (size_t i = 0; i < json_array_size(run->policies); i++) {
		const json_t *policy = json_array_get(run->policies, i);

		html(out, policy_holds(policy) ? "<tr>" : "<tr class=\"changed\">");
		policy_cells(out, policy);
		html(out, "</tr>\n");
	}
	html_table_end(out);
	html(out, "</section>\n");
}

static void put_unreadable(const struct run *run, struct buf *out)
{
	const json_t *const from[] = {run->facts, run->before, run->after};
	struct buf table = {0};
	size_t n = facts_unreadable_html(&table, from, ARRAY_LEN(from));

	if (n) {
		html(out, "<details><summary>What could not be read (%zu)</summary>\n", n);
		buf_put(out, table.data, table.len); /* HTML already */
		html(out, "</details>\n");
	}
	out->failed |= table.failed;
	buf_fini(&table);
}

static void put_conditions(const struct run *run, struct buf *out)
{
	struct buf changed = {0};

	facts_changed(&changed, run->after);
	html(out, "<section><h2>Conditions</h2>\n");
	if (changed.len)
		html(out,
			"<p class=\"result\"><span class=\"outcome bad\">Not steady</span>: %s changed while the"
			" run lasted, and should not have.</p>\n",
			buf_cstr(&changed));
	facts_pair_html(out, run->before, run->after);
	put_unreadable(run, out);
	html(out, "</section>\n");
	out->failed |= changed.failed;
	buf_fini(&changed);
}

static void term(struct buf *out, const char *name, const char *value)
{
	if (value && *value)
		html(out, "<div><dt>%s</dt><dd>%s</dd></div>\n", name, value);
}

static void put_kernel(const struct run *run, struct buf *out)
{
	html(out, "<section><h2>Kernel</h2>\n<dl class=\"facts\">\n");
	term(out, "release", run->kernel_release);
	term(out, "version", run->kernel_version);
	term(out, "build-id", text_or(run->build_id, "not read"));
	term(out, "wanted build-id", run->wanted_build_id);
	term(out, "commit", run->commit);
	term(out, "config", run->config_name);
	term(out, "config digest", run->config_digest);
	term(out, "command line", run->cmdline);
	html(out, "</dl></section>\n");
}

static void put_how(const struct run_view *v, struct buf *out)
{
	const struct run *run = v->run;

	html(out, "<section><h2>How it was measured</h2>\n<dl class=\"facts\">\n");
	term(out, "tool", run->tool_name);
	term(out, "tool version", run->tool_version);
	term(out, "tool ended with", run->tool_ended);
	term(out, "took", format_duration(run->duration_ns).s);
	term(out, "warm-up cut", format_duration(run->warm_up_ms * NS_PER_MS).s);
	term(out, "received", format_time(v->received_at_ns).s);
	term(out, "boot", run->boot_id);
	term(out, "workload digest", run->workload_digest);
	term(out, "raw log", run->raw_log_left_out);
	term(out, "agent", run->agent_version);
	term(out, "run", run->run_id);
	html(out, "</dl></section>\n");
}

/* Long things that few need on each visit: folded, and complete. */
static void put_details(const struct run *run, struct buf *out)
{
	char *workload = json_dumps(run->workload, JSON_INDENT(2) | JSON_SORT_KEYS);

	html(out,
		"<details><summary>Board facts</summary>\n<p class=\"lead\">What must be equal for two boots to"
		" compare.</p>\n");
	facts_html(out, "Board facts", run->facts);
	html(out,
		"</details>\n<details><summary>Workload as it ran on this board</summary>\n<pre tabindex=\"0\">%s</pre></details>\n",
		workload);
	out->failed |= !workload;
	free(workload);
}

void run_html(const struct run_view *v, struct buf *out)
{
	char path[64], title[256];
	struct html_page page = {title, "/runs", path};

	snprintf(path, sizeof path, "/runs/%.36s", v->run->run_id);
	snprintf(title, sizeof title, "%s on %s", v->run->workload_name, v->run->board_name);
	html_head(out, &page);
	put_headline(v, out);
	for (size_t i = 0; i < v->run->nmetrics; i++)
		put_metric(v, i, out);
	if (!v->run->nmetrics)
		html(out, "<p class=\"none\">This run gave no numbers.</p>\n");
	html(out, "<aside class=\"verdict\"><p>%s</p></aside>\n", NO_VERDICT);
	put_policies(v->run, out);
	put_conditions(v->run, out);
	put_kernel(v->run, out);
	put_how(v, out);
	put_details(v->run, out);
	html_foot(out, &page);
}

/* ---- text ---------------------------------------------------------------------------------- */

static void text_tail(const struct run *run, const struct run_metric *m, struct buf *out)
{
	const json_t *tail = tail_of(run, m);

	for (size_t i = 0; i < json_array_size(tail); i++) {
		int64_t above = json_integer_value(json_array_get(tail, i));
		uint64_t n = dist_count_above(m->dist, above);
		char label[128];

		snprintf(label, sizeof label, "> %s", format_value((double)above, m->unit).s);
		plain_field(out, label, "%" PRIu64 " of %" PRIu64 " (%s)", n, m->dist->n,
			format_share(n, m->dist->n).s);
	}
}

static void text_percentiles(const struct run_metric *m, struct buf *out)
{
	for (size_t i = 0; i < ARRAY_LEN(percentiles); i++)
		plain_field(out, percentiles[i].name, "%s",
			format_quantile(m->dist, percentiles[i].q, m->unit).s);
}

static void text_notes(const struct run_metric *m, struct buf *out)
{
	const struct dist *d = m->dist;

	plain_field(out, "missed", "%" PRIu64 " of %" PRIu64 " activations (%s)%s", d->missed, d->n,
		format_share(d->missed, d->n).s,
		d->missed ? ": counted above as the tool wrote them, not measured" : "");
	if (d->censored)
		plain_field(out, "beyond bound",
			"%" PRIu64 " samples above %s; the line of st leaves them out", d->censored,
			format_exact(d->bound, m->unit).s);
}

/* What a histogram is of, for where it stands alone. */
static void text_lead(const struct run *run, const struct run_metric *m, struct buf *out)
{
	plain(out, 2, "%s in %s, %s is better: workload %s on %s, kernel %s", m->name, m->unit,
		m->direction, run->workload_name, run->board_name, run->kernel_release);
	buf_byte(out, '\n');
}

static void text_histograms(const struct run_metric *m, struct buf *out)
{
	if (textogram_seed_fits(m->dist, m->unit)) {
		textogram_linear(out, m->dist, 0, 1000, 10);
		buf_byte(out, '\n');
	}
	textogram_st(out, m->dist);
	plain_heading(out, "The whole range:");
	buf_byte(out, '\n');
	textogram_log(out, m->dist);
	buf_byte(out, '\n');
}

static void text_metric(const struct run *run, const struct run_metric *m, struct buf *out)
{
	struct buf sentence = {0};

	plain_heading(out, "%s in %s, %s is better", m->name, m->unit, better(m));
	buf_byte(out, '\n');
	if (histogram_sentence(&sentence, m->dist, m->unit)) {
		plain(out, 2, "%s", buf_cstr(&sentence));
		if (m->dist->n)
			text_notes(m, out);
	} else {
		text_histograms(m, out);
		text_percentiles(m, out);
		text_notes(m, out);
		text_tail(run, m, out);
	}
	out->failed |= sentence.failed;
	buf_fini(&sentence);
}

static void text_headline(const struct run *run, struct buf *out)
{
	plain_title(out, "%s on %s: %s", run->workload_name, run->board_name, outcome(run));
	plain_field(out, "outcome", "%s: %s", outcome(run), parts_outcome_meaning(outcome(run)));
	if (run->reason)
		plain_field(out, "reason", "%s", run->reason);
	plain_field(out, "board", "%s (%s)", run->board_name, run->arch);
	plain_field(out, "kernel", "%s %s", run->kernel_release, run->kernel_version);
	plain_field(out, "build-id", "%s", text_or(run->build_id, "not read"));
	if (run->commit)
		plain_field(out, "commit", "%s", run->commit);
	plain_field(out, "started", "%s, took %s, the first %s cut",
		format_time(run->started_at_ns).s, format_duration(run->duration_ns).s,
		format_duration(run->warm_up_ms * NS_PER_MS).s);
	plain_field(out, "run", "/runs/%s", run->run_id);
}

static void text_policies(const struct run *run, struct buf *out)
{
	struct buf line = {0};

	if (json_array_size(run->policies))
		plain_heading(out, "Policies, read back from the threads");
	for (size_t i = 0; i < json_array_size(run->policies); i++) {
		const json_t *p = json_array_get(run->policies, i);

		buf_clear(&line);
		buf_str(&line, "in effect ");
		jout_show(&line, json_object_get(p, "in_effect"));
		buf_str(&line, ", threads: ");
		jout_show(&line, json_object_get(p, "threads"));
		plain_field(out, member(p, "group"), "wanted %s, %s", member(p, "wanted"),
			buf_cstr(&line));
		out->failed |= line.failed;
	}
	buf_fini(&line);
}

static void text_conditions(const struct run *run, struct buf *out)
{
	struct buf changed = {0};

	plain_heading(out, "Conditions (before -> after, where they differ)");
	facts_changed(&changed, run->after);
	if (changed.len)
		plain(out, 2, "Not steady: %s changed, and should not have.", buf_cstr(&changed));
	facts_pair_text(out, run->before, run->after);
	plain_heading(out, "Board facts");
	facts_text(out, run->facts);
	out->failed |= changed.failed;
	buf_fini(&changed);
}

static void text_how(const struct run *run, struct buf *out)
{
	const json_t *const from[] = {run->facts, run->before, run->after};
	struct buf unreadable = {0};

	if (facts_unreadable_text(&unreadable, from, ARRAY_LEN(from))) {
		plain_heading(out, "Could not be read");
		buf_put(out, unreadable.data, unreadable.len);
	}
	plain_heading(out, "How it was measured");
	plain_field(out, "tool", "%s %s, %s", run->tool_name, text_or(run->tool_version, ""),
		run->tool_ended);
	plain_field(out, "command line", "%s", run->cmdline);
	if (run->raw_log_left_out)
		plain_field(out, "raw log", "%s", run->raw_log_left_out);
	out->failed |= unreadable.failed;
	buf_fini(&unreadable);
}

void run_text(const struct run_view *v, struct buf *out)
{
	text_headline(v->run, out);
	for (size_t i = 0; i < v->run->nmetrics; i++)
		text_metric(v->run, &v->run->metric[i], out);
	if (!v->run->nmetrics)
		plain_heading(out, "This run gave no numbers.");
	text_policies(v->run, out);
	text_conditions(v->run, out);
	text_how(v->run, out);
	buf_byte(out, '\n');
	plain(out, 0, "%s", NO_VERDICT);
}
