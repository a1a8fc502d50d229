/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/routes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/log.h"
#include "base/mem.h"
#include "dashboards/pages.h"
#include "schema/wire/limits.h"
#include "server/blob.h"
#include "server/views.h"

static enum http_next put_run(struct app *app, struct call *call, const struct http_request *req,
	struct http_answer *answer);

#define RECORD_TYPE "application/octet-stream"

static const struct route routes[] = {
	{"PUT", "/api/v1/runs/{}", put_run, SCOPE_BOARD, RECORD_BYTES_MAX, RECORD_TYPE, false},
	{"GET", "/", get_home, SCOPE_NONE, 0, NULL, false},
	{"GET", "/boards", get_boards, SCOPE_NONE, 0, NULL, false},
	{"GET", "/boards/{}", get_board, SCOPE_NONE, 0, NULL, false},
	{"GET", "/kernels", get_kernels, SCOPE_NONE, 0, NULL, false},
	{"GET", "/kernels/{}", get_kernel, SCOPE_NONE, 0, NULL, false},
	{"GET", "/series/{}", get_series, SCOPE_NONE, 0, NULL, false},
	{"GET", "/runs", get_runs, SCOPE_NONE, 0, NULL, false},
	{"GET", "/runs/{}", get_run, SCOPE_NONE, 0, NULL, false},
	{"GET", "/healthz", get_health, SCOPE_NONE, 0, NULL, false},
	{"GET", "/static/style.css", get_style, SCOPE_NONE, 0, NULL, true},
};

const struct route *routes_all(size_t *n)
{
	*n = ARRAY_LEN(routes);
	return routes;
}

/* ---- texts -------------------------------------------------------------------------------------- */

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool percent_decode(const char *s, size_t len, char *out, size_t size)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '%') {
			int high = i + 1 < len ? hex_digit(s[i + 1]) : -1;
			int low = i + 2 < len ? hex_digit(s[i + 2]) : -1;

			if (high < 0 || low < 0)
				return false;
			c = (unsigned char)(high << 4 | low);
			i += 2;
		}
		if (c < 0x20 || c == 0x7f || n + 1 >= size)
			return false;
		out[n++] = (char)c;
	}
	if (n >= size)
		return false;
	out[n] = 0;
	return true;
}

/* What a media range means to us. Those with a star say "anything": then the form for a terminal. */
static const struct {
	const char *range;
	enum form form;
} ranges[] = {
	{"text/html", FORM_HTML},
	{"application/json", FORM_JSON},
	{"text/plain", FORM_TEXT},
	{"application/*", FORM_JSON},
	{"text/*", FORM_TEXT},
	{"*/*", FORM_TEXT},
};

/* "text/html;q=0.9": its q in thousandths, and its row of ranges (ARRAY_LEN where it is none of ours). */
static size_t read_range(const char *s, size_t len, int *ret_q)
{
	size_t name = strcspn(s, ";, \t"), row = 0;
	const char *q = memmem(s, len, "q=", 2);
	double v = q ? strtod(q + 2, NULL) : 1;

	*ret_q = v >= 0 && v <= 1 ? (int)(v * 1000) : 0;
	name = MIN(name, len);
	while (row < ARRAY_LEN(ranges) &&
		(strlen(ranges[row].range) != name || strncasecmp(ranges[row].range, s, name) != 0))
		row++;
	return row;
}

/* The highest q wins; among equals the more special, and HTML before JSON before text. */
bool form_of_accept(const char *accept, enum form *ret)
{
	size_t best = ARRAY_LEN(ranges);
	int best_q = 0;

	*ret = FORM_TEXT;
	if (!accept || !*accept)
		return true;
	while (*accept) {
		size_t len, row;
		int q;

		accept += strspn(accept, ", \t");
		len = strcspn(accept, ",");
		row = read_range(accept, len, &q);
		if (row < ARRAY_LEN(ranges) && q && (q > best_q || (q == best_q && row < best))) {
			best = row;
			best_q = q;
		}
		accept += len;
	}
	if (best == ARRAY_LEN(ranges))
		return false;
	*ret = ranges[best].form;
	return true;
}

/* ---- errors ------------------------------------------------------------------------------------- */

static const struct {
	enum err_code code;
	int status;
} statuses[] = {
	{E_NOMEM, 503},
	{E_BUSY, 503},
	{E_FULL, 507},
	{E_MALFORMED, 400},
	{E_DIGEST, 400},
	{E_TOO_BIG, 413},
	{E_NEWER, 415},
	{E_NOT_FOUND, 404},
	{E_EXISTS, 409},
	{E_UNSUPPORTED, 400},
	{E_DENIED, 403},
};

int status_of_error(int code)
{
	for (size_t i = 0; i < ARRAY_LEN(statuses); i++)
		if ((int)statuses[i].code == abs(code))
			return statuses[i].status;
	return 500;
}

/*
 * The same for what was found good before it met our database and disk. They may answer that an id or a boot is
 * taken, or to send again later; all else is our own fault, and no reason for a sender to give a record up.
 */
static int status_of_storing(int code)
{
	int status = status_of_error(code);

	return status == 409 || status > 500 ? status : 500;
}

static void json_error(const char *sentence, struct buf *out)
{
	json_t *text = json_string(sentence);
	char *quoted = text ? json_dumps(text, JSON_ENCODE_ANY) : NULL;

	buf_printf(out, "{\"error\":%s}\n", quoted ? quoted : "\"\"");
	free(quoted);
	json_decref(text);
}

void answer_error(struct http_answer *answer, enum form form, int status, const char *fmt, ...)
{
	char sentence[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(sentence, sizeof sentence, fmt, ap);
	va_end(ap);
	buf_clear(&answer->body);
	answer->status = status;
	answer->retry_after_s = status == 503 || status == 507 ? 5 : 0;
	answer->ask_for_token = status == 401;
	answer->max_age_s = 0;
	if (form == FORM_HTML) {
		answer->content_type = "text/html; charset=utf-8";
		error_html(status, sentence, &answer->body);
	} else if (form == FORM_JSON) {
		answer->content_type = "application/json";
		json_error(sentence, &answer->body);
	} else {
		answer->content_type = "text/plain; charset=utf-8";
		buf_printf(&answer->body, "%s\n", sentence);
	}
	if (!buf_ok(&answer->body))
		buf_fini(&answer->body); /* the status alone says it, then */
	if (status >= 500)
		log_warn("answered %d: %s", status, sentence);
}

/* ---- from a path to a row ----------------------------------------------------------------------- */

/* Whether path (len bytes) fits; the segment that stands for {} is decoded into param. */
static bool pattern_fits(
	const char *pattern, const char *path, size_t len, char *param, size_t size)
{
	const char *hole = strstr(pattern, "{}");
	size_t head = hole ? (size_t)(hole - pattern) : strlen(pattern);

	*param = 0;
	if (len < head || memcmp(pattern, path, head) != 0)
		return false;
	if (!hole)
		return len == head;
	return len > head && !memchr(path + head, '/', len - head) &&
		percent_decode(path + head, len - head, param, size);
}

static const struct {
	const char *suffix;
	enum form form;
} suffixes[] = {{".json", FORM_JSON}, {".txt", FORM_TEXT}};

/* Takes a suffix that names a form off the path's length; before decoding, so that %2Ejson is part of a name. */
static bool take_suffix(const char *path, size_t *len, enum form *form)
{
	for (size_t i = 0; i < ARRAY_LEN(suffixes); i++) {
		size_t n = strlen(suffixes[i].suffix);

		if (*len <= n || memcmp(path + *len - n, suffixes[i].suffix, n) != 0)
			continue;
		*len -= n;
		*form = suffixes[i].form;
		return true;
	}
	return false;
}

static bool method_fits(const char *asked, const char *has)
{
	return !strcmp(asked, has) || (!strcmp(asked, "HEAD") && !strcmp(has, "GET"));
}

static void add_allowed(struct call *call, const char *method)
{
	size_t len = strlen(call->allow);

	snprintf(call->allow + len, sizeof call->allow - len, "%s%s", len ? ", " : "",
		!strcmp(method, "GET") ? "GET, HEAD" : method);
}

/* Fills call->route, or call->allow with what the address takes instead. */
static void find_route(struct call *call, const struct http_request *req, size_t bare_len)
{
	for (size_t i = 0; i < ARRAY_LEN(routes); i++) {
		size_t len = routes[i].one_form ? strlen(req->path) : bare_len;

		if (!pattern_fits(
			    routes[i].pattern, req->path, len, call->param, sizeof call->param))
			continue;
		if (method_fits(req->method, routes[i].method)) {
			call->route = &routes[i];
			return;
		}
		add_allowed(call, routes[i].method);
	}
}

/* ---- what is checked before a body is taken ------------------------------------------------------- */

static bool token_scopes(
	struct app *app, const struct http_request *req, unsigned *ret, struct err *e)
{
	static const char bearer[] = "Bearer ";
	const char *token = req->authorization;
	struct store *s;
	int r;

	*ret = 0;
	if (!token || strncasecmp(token, bearer, strlen(bearer)) != 0)
		return true;
	s = readers_take(app->readers);
	r = store_token_scopes(s, token + strlen(bearer), ret, e);
	readers_give(app->readers, s);
	return r == 0;
}

/* True: the answer is a refusal. */
static bool refuse_stranger(struct app *app, const struct call *call,
	const struct http_request *req, struct http_answer *answer)
{
	struct err e = {0};
	unsigned has;

	if (!call->route->scope)
		return false;
	if (!token_scopes(app, req, &has, &e))
		answer_error(answer, call->form, status_of_storing(e.code), "%s", err_text(&e));
	else if (!has)
		answer_error(answer, call->form, 401,
			"this needs a token that is known here and not over: send \"Authorization: Bearer "
			"TOKEN\" (latlabd token add makes one)");
	else if (!(has & call->route->scope))
		answer_error(
			answer, call->form, 403, "this token is not for that: it lacks the scope");
	else
		return false;
	return true;
}

static bool refuse_body(
	const struct call *call, const struct http_request *req, struct http_answer *answer)
{
	const struct route *route = call->route;

	if (!route->body_max && req->has_body)
		answer_error(
			answer, call->form, 413, "%s %s takes no body", route->method, req->path);
	else if (!route->body_max)
		return false;
	else if (route->content_type && req->content_type &&
		strcasecmp(route->content_type, req->content_type) != 0)
		answer_error(answer, call->form, 415, "the body must be a run record, sent as %s",
			route->content_type);
	else if (!req->has_body)
		answer_error(answer, call->form, 411,
			"the body is missing: send it with Content-Length");
	else if (req->content_length > (int64_t)route->body_max)
		answer_error(answer, call->form, 413, "a body of %lld bytes is larger than %llu",
			(long long)req->content_length, (unsigned long long)route->body_max);
	else
		return false;
	return true;
}

static bool refuse_address(
	struct call *call, const struct http_request *req, struct http_answer *answer)
{
	if (!call->route && call->allow[0]) {
		answer_error(answer, call->form, 405, "%s is not possible here, but %s",
			req->method, call->allow);
		answer->allow = call->allow;
	} else if (!call->route) {
		answer_error(answer, call->form, 404, "there is nothing at this address");
	} else {
		return false;
	}
	return true;
}

static bool head(
	void *arg, struct http_request *req, struct http_answer *answer, uint64_t *body_max)
{
	size_t len = strlen(req->path);
	struct call *call = mem_alloc(sizeof *call);
	bool named, accepted;

	if (!call) {
		answer_error(answer, FORM_TEXT, 503, "out of memory for a request");
		return true;
	}
	req->state = call;
	accepted = form_of_accept(req->accept, &call->form);
	named = take_suffix(req->path, &len, &call->form);
	find_route(call, req, len);
	if (refuse_address(call, req, answer))
		return true;
	*body_max = call->route->body_max;
	if (!accepted && !named && !call->route->one_form) {
		answer_error(answer, FORM_TEXT, 406,
			"this is there as text/html, application/json and text/plain");
		return true;
	}
	return refuse_stranger(arg, call, req, answer) || refuse_body(call, req, answer);
}

static void refused(void *arg, struct http_request *req, struct http_answer *answer, int status)
{
	struct call *call = req->state;

	(void)arg;
	if (status == 400)
		answer_error(answer, call ? call->form : FORM_TEXT, status,
			"the request says more than once how long its body is");
	else if (status != 413)
		answer_error(answer, call->form, status,
			"the server holds as many bodies as it can; send again later");
	else if (req->content_length < 0)
		answer_error(answer, call->form, status,
			"a body this long must be announced: send it with Content-Length");
	else
		answer_error(answer, call->form, status, "the body is larger than %llu bytes",
			(unsigned long long)call->route->body_max);
}

static enum http_next body(void *arg, struct http_request *req, struct http_answer *answer)
{
	struct call *call = req->state;

	return call->route->handler(arg, call, req, answer);
}

static void done(void *arg, struct http_request *req)
{
	struct call *call = req->state;

	(void)arg;
	if (call)
		upload_free(call->upload);
	mem_free(call);
}

/* ---- PUT of a run ------------------------------------------------------------------------------- */

/* A run whose id is taken leaves no file. Our paths are for our log, not for who sent it. */
static int keep_raw_log(struct app *app, const struct upload *up, struct err *e)
{
	const struct buf *raw = &up->run->raw_log;
	struct store *s = readers_take(app->readers);
	struct err why = {0}, general;
	int r = store_has_run(s, up, e);

	readers_give(app->readers, s);
	if (r < 0)
		return r;
	r = blob_write(app->data_dir, &up->raw_digest, raw->data, raw->len, &why);
	if (r == 0)
		return 0;
	log_warn("run %s: %s", up->run->run_id, err_text(&why));
	general = (struct err){.code = -r};
	return err_set(
		e, (enum err_code) - r, "the raw log could not be kept: %s", err_text(&general));
}

static enum http_next put_run(struct app *app, struct call *call, const struct http_request *req,
	struct http_answer *answer)
{
	struct err e = {0};
	int r = ingest_record(call->param, req->body.data, req->body.len, &call->upload, &e);

	if (r < 0) {
		answer_error(answer, call->form, status_of_error(r), "%s", err_text(&e));
		return HTTP_ANSWERED;
	}
	if (call->upload->raw_is_file)
		r = keep_raw_log(app, call->upload, &e);
	if (r < 0) {
		answer_error(answer, call->form, status_of_storing(r), "%s", err_text(&e));
		return HTTP_ANSWERED;
	}
	call->job.upload = call->upload;
	return HTTP_WAIT;
}

static void written(struct write_job *job)
{
	http_resume(job->arg);
}

/* Once pushed, the job is the writer's until it is resumed: nothing here may write to it any more. */
static void start(void *arg, struct http_request *req)
{
	struct call *call = req->state;
	struct app *app = arg;
	struct err e = {0};
	int r;

	call->job.arg = req;
	call->job.done = written;
	r = writer_push(app->writer, &call->job, &e);
	if (r == 0)
		return;
	call->job.r = r;
	call->job.err = e;
	http_resume(req);
}

static void resumed(void *arg, struct http_request *req, struct http_answer *answer)
{
	struct call *call = req->state;
	const char *id = call->param;

	(void)arg;
	if (call->job.r < 0) {
		answer_error(answer, call->form, status_of_storing(call->job.r), "%s",
			err_text(&call->job.err));
		return;
	}
	answer->status = call->job.put == STORE_NEW ? 201 : 200;
	answer->content_type = "application/json";
	snprintf(answer->location, sizeof answer->location, "/runs/%s", id);
	buf_printf(&answer->body, "{\"run\":\"%s\",\"page\":\"/runs/%s\"}\n", id, id);
}

struct http_service routes_service(struct app *app)
{
	return (struct http_service){.arg = app,
		.head = head,
		.body = body,
		.start = start,
		.resumed = resumed,
		.refused = refused,
		.done = done};
}
