/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/views.h"

#include <string.h>

#include "base/text.h"
#include "dashboards/pages.h"
#include "schema/wire/limits.h"

static const char *const content_types[FORM_NFORMS] = {
	[FORM_HTML] = "text/html; charset=utf-8",
	[FORM_JSON] = "application/json",
	[FORM_TEXT] = "text/plain; charset=utf-8",
};

/* The value of ?name=, decoded into out; NULL where it is not there, or empty. */
static const char *query_value(
	const struct http_request *req, const char *name, char *out, size_t size)
{
	for (size_t i = 0; i < req->nquery; i++) {
		const char *value = req->query[i].value;

		if (strcmp(req->query[i].name, name) != 0 || !*value)
			continue;
		/* what cannot be a name is the name of nothing */
		return percent_decode(value, strlen(value), out, size) ? out : "?";
	}
	return NULL;
}

/* A row's number out of an address; 0, which no row has, for anything else. */
static int64_t number_of(const struct call *call)
{
	int64_t id;

	return text_i64(call->param, strlen(call->param), &id) && id > 0 ? id : 0;
}

static int read_runs(struct store *s, const struct http_request *req, struct arena *a,
	struct runs_view *v, struct err *e)
{
	char *text = arena_alloc(a, 2, NAME_MAX_LEN + 1);

	if (!text)
		return err_set(e, E_NOMEM, "out of memory for a page");
	return store_read_runs(s, query_value(req, "board", text, NAME_MAX_LEN + 1),
		query_value(req, "workload", text + NAME_MAX_LEN + 1, NAME_MAX_LEN + 1), a, v, e);
}

/* What is written is a page, or the reason why there is none. */
static void finish(struct http_answer *answer, const struct call *call, int r, struct err *e)
{
	if (r == 0)
		r = buf_check(&answer->body, "the page", e);
	if (r < 0) {
		answer_error(answer, call->form, status_of_error(r), "%s", err_text(e));
		return;
	}
	answer->status = 200;
	answer->content_type = content_types[call->form];
}

/* A view: read it by `read`, then write it in the form that was asked for. */
#define VIEW(name, read)                                                                   \
	VIEW_HANDLER(name)                                                                 \
	{                                                                                  \
		static void (*const write[])(const struct name##_view *, struct buf *) = { \
			[FORM_HTML] = name##_html,                                         \
			[FORM_JSON] = name##_json,                                         \
			[FORM_TEXT] = name##_text,                                         \
		};                                                                         \
		scoped(arena_fini) struct arena arena = {0};                               \
		struct arena *a = &arena;                                                  \
		struct store *s = readers_take(app->readers);                              \
		struct name##_view view = {0}, *v = &view;                                 \
		struct err err = {0}, *e = &err;                                           \
		int r = read;                                                              \
                                                                                           \
		(void)req;                                                                 \
		readers_give(app->readers, s);                                             \
		if (r == 0)                                                                \
			write[call->form](v, &answer->body);                               \
		finish(answer, call, r, e);                                                \
		return HTTP_ANSWERED;                                                      \
	}

VIEW(home, store_read_home(s, a, v, e))
VIEW(boards, store_read_boards(s, a, v, e))
VIEW(board, store_read_board(s, call->param, a, v, e))
VIEW(kernels, store_read_kernels(s, a, v, e))
VIEW(kernel, store_read_kernel(s, number_of(call), a, v, e))
VIEW(runs, read_runs(s, req, a, v, e))
VIEW(run, store_read_run(s, call->param, a, v, e))
VIEW(series, store_read_series(s, number_of(call), a, v, e))

/* Whether the database answers, and how the writer is doing. */
VIEW_HANDLER(health)
{
	struct store *s = readers_take(app->readers);
	struct writer_stats w = {0};
	int64_t runs = 0;
	struct err e = {0};
	int r = store_count_runs(s, &runs, &e);

	(void)req;
	readers_give(app->readers, s);
	if (app->writer)
		writer_read_stats(app->writer, &w);
	if (call->form == FORM_HTML)
		call->form = FORM_TEXT;
	buf_printf(&answer->body,
		call->form == FORM_JSON
			? "{\"ok\":true,\"runs\":%lld,\"written\":%lld,\"commits\":%lld,\"refused\":%lld,"
			  "\"queued\":%lld}\n"
			: "ok\nruns %lld\nwritten %lld\ncommits %lld\nrefused %lld\nqueued %lld\n",
		(long long)runs, (long long)w.runs, (long long)w.commits, (long long)w.refused,
		(long long)w.queued);
	finish(answer, call, r, &e);
	return HTTP_ANSWERED;
}

VIEW_HANDLER(style)
{
	struct err e = {0};

	(void)app, (void)req;
	buf_put(&answer->body, style_css, style_css_len);
	finish(answer, call, 0, &e);
	if (answer->status == 200) {
		answer->content_type = "text/css; charset=utf-8";
		answer->max_age_s = 300;
	}
	return HTTP_ANSWERED;
}
