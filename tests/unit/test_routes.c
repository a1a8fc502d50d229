/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/routes.h"

#include "dashboards/html.h"
#include "made_upload.h"
#include "schema/wire/limits.h"
#include "server/db.h"

/* A lab with one run, answered without a socket: this file stands in for http.c. */
struct lab {
	char *dir;
	struct store *s; /* the writer's, which has no thread here */
	struct app app;
	struct http_service service;
	char board_token[TOKEN_TEXT_LEN + 8], submit_token[TOKEN_TEXT_LEN + 8];
};

static void lab_fini(struct lab *l)
{
	readers_free(l->app.readers);
	store_free(l->s);
	test_dir_fini(&l->dir);
	mem_free(l);
}

static void lab_finip(struct lab **l)
{
	lab_fini(*l);
}

static void add_token(struct lab *l, enum scope scope, char *header)
{
	strcpy(header, "Bearer ");
	assert_ok(store_token_add(l->s, "test", scope, 0, header + 7, NULL));
}

static struct lab *lab_new(void)
{
	struct lab *l = mem_alloc(sizeof *l);

	assert_non_null(l);
	l->dir = test_dir();
	assert_ok(store_open(l->dir, STORE_WRITE, &l->s, NULL));
	assert_ok(readers_open(l->dir, 1, &l->app.readers, NULL));
	l->app.data_dir = l->dir;
	l->service = routes_service(&l->app);
	add_token(l, SCOPE_BOARD, l->board_token);
	add_token(l, SCOPE_SUBMIT, l->submit_token);
	made_stored(l->s, made_numbered(1));
	return l;
}

/* The whole way of one request; the body comes from `body`. */
static void ask(
	struct lab *l, struct http_request *req, const struct buf *body, struct http_answer *a)
{
	struct http_service *sv = &l->service;
	uint64_t body_max = 0;

	*a = (struct http_answer){0};
	req->has_body = body && body->len;
	if (req->has_body && req->content_length == 0)
		req->content_length = (int64_t)body->len;
	if (!sv->head(sv->arg, req, a, &body_max)) {
		if (req->has_body)
			req->body = *body;
		if (req->has_body && body->len > body_max) {
			sv->refused(sv->arg, req, a, 413);
		} else if (sv->body(sv->arg, req, a) == HTTP_WAIT) {
			struct call *call = req->state;
			struct writer_stats stats = {0};

			writer_write(l->s, &call->job, &stats);
			sv->resumed(sv->arg, req, a);
		}
	}
	sv->done(sv->arg, req);
	assert_non_null(a->content_type);
}

static int status_of(struct lab *l, struct http_request req, const struct buf *body)
{
	struct http_answer a;

	ask(l, &req, body, &a);
	assert_true(a.body.len > 0);
	buf_fini(&a.body);
	return a.status;
}

static int get(struct lab *l, const char *path)
{
	return status_of(l, (struct http_request){.method = "GET", .path = path}, NULL);
}

/* The pattern with something that exists in place of {}. */
static const char *example_of(const struct route *r, char out[128])
{
	static const struct {
		const char *pattern, *path;
	} known[] = {
		{"/boards/{}", "/boards/local"},
		{"/kernels/{}", "/kernels/1"},
		{"/series/{}", "/series/1"},
		{"/runs/{}", "/runs/019ad6f2-1c00-7abc-8def-000000000001"},
		{"/api/v1/runs/{}", "/api/v1/runs/019ad6f2-1c00-7abc-8def-000000000002"},
	};

	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (!strcmp(known[i].pattern, r->pattern))
			return strcpy(out, known[i].path);
	assert_null(strstr(r->pattern, "{}")); /* a new row: give it an example above */
	return strcpy(out, r->pattern);
}

/* ---- every row ----------------------------------------------------------------------------------- */

static void every_row_that_is_read_answers_in_each_form(void **state)
{
	static const struct {
		const char *suffix, *accept, *type;
	} forms[] = {
		{"", "text/html,application/xhtml+xml,*/*;q=0.8", "text/html"},
		{"", "application/json", "application/json"},
		{"", "text/plain", "text/plain"},
		{"", "*/*", "text/plain"},
		{"", NULL, "text/plain"},
		{".json", "text/html", "application/json"},
		{".txt", "text/html", "text/plain"},
	};
	scoped(lab_finip) struct lab *l = lab_new();
	size_t n;
	const struct route *r = routes_all(&n);

	(void)state;
	for (size_t i = 0; i < n; i++) {
		char path[128];

		if (strcmp(r[i].method, "GET") != 0)
			continue;
		for (size_t f = 0; f < ARRAY_LEN(forms); f++) {
			struct http_request req = {.method = "GET",
				.path = example_of(&r[i], path),
				.accept = forms[f].accept};
			struct http_answer a;

			if (r[i].one_form && forms[f].suffix[0])
				continue;
			strcat(path, forms[f].suffix);
			ask(l, &req, NULL, &a);
			if (a.status != 200)
				fail_msg("%s: %d %s", path, a.status, buf_cstr(&a.body));
			if (!r[i].one_form && strcmp(r[i].pattern, "/healthz") != 0)
				assert_memory_equal(
					a.content_type, forms[f].type, strlen(forms[f].type));
			assert_true(a.body.len > 0);
			buf_fini(&a.body);
		}
	}
}

static void every_row_refuses_what_it_must(void **state)
{
	scoped(lab_finip) struct lab *l = lab_new();
	scoped(buf_fini) struct buf text = {0};
	size_t n;
	const struct route *r = routes_all(&n);

	(void)state;
	buf_str(&text, "hello");
	for (size_t i = 0; i < n; i++) {
		char path[128];
		struct http_request req = {.method = r[i].method, .path = example_of(&r[i], path)};
		struct http_request other = {.method = "DELETE", .path = path};
		struct http_answer a;

		ask(l, &other, NULL, &a);
		assert_int_equal(a.status, 405);
		buf_fini(&a.body);
		if (!r[i].one_form) {
			struct http_request strange = req;

			strange.accept = "image/png";
			assert_int_equal(status_of(l, strange, NULL), 406);
		}
		if (r[i].scope) {
			assert_int_equal(status_of(l, req, &text), 401);
			req.authorization = "Bearer latlab_0000";
			assert_int_equal(status_of(l, req, &text), 401);
			req.authorization = "Basic bG9s";
			assert_int_equal(status_of(l, req, &text), 401);
			req.authorization = l->submit_token;
			assert_int_equal(status_of(l, req, &text), 403);
			req.authorization = l->board_token;
		}
		if (!r[i].body_max) {
			assert_int_equal(status_of(l, req, &text), 413);
			continue;
		}
		assert_int_equal(status_of(l, req, NULL), 411);
		req.content_type = "application/x-www-form-urlencoded";
		assert_int_equal(status_of(l, req, &text), 415);
		req.content_type = r[i].content_type;
		assert_int_equal(status_of(l, req, &text), 400);
		req.content_length = (int64_t)r[i].body_max + 1;
		assert_int_equal(status_of(l, req, &text), 413);
	}
}

static void a_refusal_says_what_would_do(void **state)
{
	scoped(lab_finip) struct lab *l = lab_new();
	struct http_request req = {
		.method = "POST", .path = "/boards", .accept = "application/json"};
	struct http_answer a;

	(void)state;
	ask(l, &req, NULL, &a);
	assert_int_equal(a.status, 405);
	assert_non_null(strstr(
		buf_cstr(&a.body), "{\"error\":\"POST is not possible here, but GET, HEAD\"}"));
	buf_fini(&a.body);
	req = (struct http_request){
		.method = "PUT", .path = "/api/v1/runs/x", .accept = "text/html"};
	ask(l, &req, NULL, &a);
	assert_int_equal(a.status, 401);
	assert_true(a.ask_for_token);
	assert_memory_equal(a.content_type, "text/html", 9);
	buf_fini(&a.body);
}

/* ---- addresses ------------------------------------------------------------------------------------ */

static void what_is_no_address_is_404(void **state)
{
	static const char *const paths[] = {
		"",
		"//",
		"/boards/",
		"/boards/local/",
		"/boards/local/..",
		"/nothing",
		"/runs/..%2f..%2fetc%2fpasswd",
		"/runs/../../etc/passwd",
		"/boards/%00",
		"/boards/local%00",
		"/boards/%zz",
		"/boards/%",
		"/boards/%2",
		"/kernels/-1",
		"/kernels/0",
		"/kernels/1x",
		"/kernels/99999999999999999999",
		"/series/1%20or%201=1",
		"/static/../latlab.db",
		"/static/style.css.json",
		"/boards/'%20OR%20'1'='1",
		"/runs/.json",
		"*",
		"/boards/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	};
	scoped(lab_finip) struct lab *l = lab_new();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(paths); i++)
		if (get(l, paths[i]) != 404)
			fail_msg("%s: %d", paths[i], get(l, paths[i]));
	assert_int_equal(get(l, "/boards/loc%61l"), 200);
	assert_int_equal(get(l, "/boards/local.txt"), 200);
	assert_int_equal(get(l, "/.json"), 200);
}

/* A name may end as a form does; its page links to its forms by the same address. */
static void a_name_that_ends_like_a_form_is_found(void **state)
{
	static const char *const names[] = {"pi.json", "pi.txt", "pi.txt.json"};
	static const char *const forms[] = {"", ".json", ".txt"};
	scoped(lab_finip) struct lab *l = lab_new();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		struct run *run = made_numbered(20 + (int)i);

		made_text(&run->board_name, names[i]);
		made_stored(l->s, run);
		for (size_t k = 0; k < ARRAY_LEN(forms); k++) {
			scoped(buf_fini) struct buf path = {0};
			struct http_request req = {.method = "GET", .accept = "text/html"};
			struct http_answer a;

			html(&path, "/boards/%-s", names[i]);
			buf_str(&path, forms[k]);
			req.path = buf_cstr(&path);
			ask(l, &req, NULL, &a);
			assert_int_equal(a.status, 200);
			assert_non_null(strstr(buf_cstr(&a.body), names[i]));
			assert_int_equal(!strncmp(a.content_type, "text/html", 9), k == 0);
			buf_fini(&a.body);
		}
	}
}

static void lists_are_narrowed_by_the_query(void **state)
{
	scoped(lab_finip) struct lab *l = lab_new();
	struct http_request all = {.method = "GET", .path = "/runs.json"};
	struct http_request none = all, one = all;
	struct http_answer a;

	(void)state;
	none.query[none.nquery++] = (struct http_pair){"board", "no%3Csuch"};
	one.query[one.nquery++] = (struct http_pair){"workload", "sched%2didle"};
	one.query[one.nquery++] = (struct http_pair){"board", ""};
	ask(l, &none, NULL, &a);
	assert_int_equal(a.status, 200);
	assert_null(strstr(buf_cstr(&a.body), "019ad6f2"));
	buf_fini(&a.body);
	ask(l, &one, NULL, &a);
	assert_int_equal(a.status, 200);
	assert_non_null(strstr(buf_cstr(&a.body), "019ad6f2"));
	buf_fini(&a.body);
}

static void accept_is_read_as_browsers_and_tools_write_it(void **state)
{
	static const struct {
		const char *accept;
		bool ok;
		enum form form;
	} rows[] = {
		{NULL, true, FORM_TEXT},
		{"", true, FORM_TEXT},
		{"*/*", true, FORM_TEXT},
		{"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", true,
			FORM_HTML},
		{"application/json, text/plain, */*", true, FORM_JSON},
		{"text/plain;q=0.5, application/json;q=0.4", true, FORM_TEXT},
		{"text/html;q=0, */*;q=0.1", true, FORM_TEXT},
		{"TEXT/HTML", true, FORM_HTML},
		{"text/*", true, FORM_TEXT},
		{"application/*", true, FORM_JSON},
		{"image/png", false, FORM_TEXT},
		{"text/htmlx", false, FORM_TEXT},
		{",,,;;q=", false, FORM_TEXT},
		{"text/html;q=7", false, FORM_TEXT},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		enum form form;

		assert_int_equal(form_of_accept(rows[i].accept, &form), rows[i].ok);
		if (rows[i].ok)
			assert_int_equal(form, rows[i].form);
	}
}

/* ---- runs ----------------------------------------------------------------------------------------- */

static void put(struct lab *l, const char *id, const struct buf *body, struct http_answer *a)
{
	char path[128];
	struct http_request req = {.method = "PUT",
		.path = path,
		.authorization = l->board_token,
		.content_type = "application/octet-stream"};

	snprintf(path, sizeof path, "/api/v1/runs/%s", id);
	ask(l, &req, body, a);
}

static int put_status(struct lab *l, const char *id, const struct buf *body)
{
	struct http_answer a;

	put(l, id, body, &a);
	buf_fini(&a.body);
	return a.status;
}

static void a_run_is_new_then_the_same_then_another(void **state)
{
	scoped(lab_finip) struct lab *l = lab_new();
	scoped(run_freep) struct run *run = made_numbered(5);
	scoped(buf_fini) struct buf b = {0};
	struct http_answer a;
	char want[200];

	(void)state;
	made_record(run, &b);
	put(l, run->run_id, &b, &a);
	assert_int_equal(a.status, 201);
	snprintf(want, sizeof want, "{\"run\":\"%s\",\"page\":\"/runs/%s\"}\n", run->run_id,
		run->run_id);
	assert_string_equal(buf_cstr(&a.body), want);
	assert_string_equal(a.location, strstr(want, "/runs/") ? a.location : "");
	assert_int_equal(get(l, a.location), 200);
	buf_fini(&a.body);
	assert_int_equal(put_status(l, run->run_id, &b), 200);
	made_text(&run->cmdline, "other");
	made_record(run, &b);
	assert_int_equal(put_status(l, run->run_id, &b), 409);
}

/* Nothing a board can send is the server's fault. */
static void a_hostile_record_is_the_senders_fault(void **state)
{
	scoped(lab_finip) struct lab *l = lab_new();
	scoped(run_freep) struct run *run = made_numbered(5);
	scoped(buf_fini) struct buf b = {0};

	(void)state;
	made_record(run, &b);
	for (size_t len = 1; len < b.len; len += 3) {
		struct buf cut = {.data = b.data, .len = len};

		assert_in_range(put_status(l, run->run_id, &cut), 400, 499);
	}
	for (size_t i = 0; i < b.len; i += 3) {
		struct digest d;

		b.data[i] ^= 0x41;
		assert_in_range(put_status(l, run->run_id, &b), 400, 499);
		/* the same with a digest that fits: whatever it says now, it is taken or refused */
		d = digest_of(b.data, b.len - DIGEST_BYTES);
		memcpy(b.data + b.len - DIGEST_BYTES, d.bytes, DIGEST_BYTES);
		assert_in_range(put_status(l, run->run_id, &b), 200, 499);
		b.data[i] ^= 0x41;
	}
	assert_int_equal(put_status(l, "..%2f..%2fx", &b), 400);
	assert_int_equal(put_status(l, "%zz", &b), 404);
	assert_int_equal(put_status(l, "x", &b), 400);
}

static void what_texts_say_is_never_obeyed(void **state)
{
	static const char evil[] = "\"><script>alert(1)</script>'; DROP TABLE run; --";
	scoped(lab_finip) struct lab *l = lab_new();
	scoped(run_freep) struct run *run = made_numbered(5);
	scoped(buf_fini) struct buf b = {0};
	static const char *const paths[] = {"/", "/runs", "/boards/local", "/kernels", "/kernels/1",
		"/series/1", "/runs/019ad6f2-1c00-7abc-8def-000000000005"};

	(void)state;
	made_text(&run->boot_id, "evil");
	made_text(&run->kernel_release, evil);
	made_text(&run->kernel_version, evil);
	made_text(&run->cmdline, evil);
	made_text(&run->reason, evil);
	made_text(&run->tool_name, evil);
	made_text(&run->metric[0].unit, evil);
	made_text(&run->arch, evil);
	made_json(&run->facts, "{\"<script>alert(1)</script>\":\"<script>alert(1)</script>\"}");
	made_json(&run->before, "{\"<script>alert(1)</script>\":\"<script>alert(1)</script>\"}");
	made_record(run, &b);
	assert_int_equal(put_status(l, run->run_id, &b), 201);
	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		struct http_request req = {
			.method = "GET", .path = paths[i], .accept = "text/html"};
		struct http_answer a;

		ask(l, &req, NULL, &a);
		assert_int_equal(a.status, 200);
		assert_null(strstr(buf_cstr(&a.body), "<script>alert"));
		buf_fini(&a.body);
	}
}

static void a_raw_log_that_is_large_is_a_file_before_the_row_is(void **state)
{
	scoped(lab_finip) struct lab *l = lab_new();
	scoped(run_freep) struct run *run = made_numbered(5);
	scoped(buf_fini) struct buf b = {0}, out = {0};
	int64_t faults = 1;

	(void)state;
	buf_fill(&run->raw_log, 'x', BLOB_INLINE_MAX + 1);
	made_record(run, &b);
	fault_arm_kind(FAULT_WRITE, 0);
	assert_int_equal(put_status(l, run->run_id, &b), 507);
	assert_true(fault_disarm());
	assert_int_equal(get(l, "/runs/019ad6f2-1c00-7abc-8def-000000000005"), 404);
	assert_int_equal(put_status(l, run->run_id, &b), 201);
	assert_int_equal(put_status(l, run->run_id, &b), 200);
	/* one that is refused because its id is taken leaves none */
	buf_str(&run->raw_log, "other");
	made_record(run, &b);
	assert_int_equal(put_status(l, run->run_id, &b), 409);
	assert_ok(store_check(l->s, &out, &faults, NULL));
	assert_int_equal(faults, 0);
	assert_int_equal(out.len, 0);
}

/* 400, 403, 404 or 413 would make a sender give its record up, or doubt its token or the address. */
static void what_storing_meets_is_never_the_senders_fault(void **state)
{
	scoped(lab_finip) struct lab *l = lab_new();
	scoped(run_freep) struct run *run = made_numbered(5);
	scoped(db_freep) struct db *db = NULL;
	scoped(buf_fini) struct buf b = {0};
	char path[FILE_PATH_MAX];

	(void)state;
	assert_ok(path_join(path, l->dir, "latlab.db", NULL));
	assert_ok(db_open(path, DB_WRITE, &db, NULL));
	assert_ok(db_exec(db,
		"CREATE TRIGGER no BEFORE INSERT ON run BEGIN SELECT RAISE(ABORT, 'no'); END",
		NULL));
	made_record(run, &b);
	assert_int_equal(put_status(l, run->run_id, &b), 500);
	assert_ok(db_exec(db, "DROP TRIGGER no", NULL));
	assert_int_equal(put_status(l, run->run_id, &b), 201);

	assert_ok(path_join(path, l->dir, "blobs", NULL));
	assert_ok(dir_remove(path, NULL));
	run_free(run);
	run = made_numbered(6);
	buf_fill(&run->raw_log, 'x', BLOB_INLINE_MAX + 1);
	made_record(run, &b);
	assert_int_equal(put_status(l, run->run_id, &b), 500);
}

static void faults_are_answered_never_hidden(void **state)
{
	scoped(lab_finip) struct lab *l = lab_new();
	scoped(run_freep) struct run *run = made_numbered(5);
	scoped(buf_fini) struct buf b = {0};

	(void)state;
	made_record(run, &b);
	for (int n = 0;; n++) {
		int status;

		fault_arm(n);
		status = put_status(l, run->run_id, &b);
		if (!fault_disarm()) {
			assert_int_equal(status, 201);
			break;
		}
		/* a fault while the sentence was written may still have stored it */
		assert_true(status == 500 || status == 503 || status == 201);
		if (status == 201)
			break;
	}
	for (int n = 0;; n++) {
		struct http_request req = {
			.method = "GET", .path = "/boards/local", .accept = "text/html"};
		struct http_answer a;

		fault_arm(n);
		ask(l, &req, NULL, &a);
		buf_fini(&a.body);
		if (!fault_disarm()) {
			assert_int_equal(a.status, 200);
			break;
		}
		assert_in_range(a.status, 500, 503);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_that_is_read_answers_in_each_form),
		cmocka_unit_test(every_row_refuses_what_it_must),
		cmocka_unit_test(a_refusal_says_what_would_do),
		cmocka_unit_test(what_is_no_address_is_404),
		cmocka_unit_test(a_name_that_ends_like_a_form_is_found),
		cmocka_unit_test(lists_are_narrowed_by_the_query),
		cmocka_unit_test(accept_is_read_as_browsers_and_tools_write_it),
		cmocka_unit_test(a_run_is_new_then_the_same_then_another),
		cmocka_unit_test(a_hostile_record_is_the_senders_fault),
		cmocka_unit_test(what_texts_say_is_never_obeyed),
		cmocka_unit_test(a_raw_log_that_is_large_is_a_file_before_the_row_is),
		cmocka_unit_test(what_storing_meets_is_never_the_senders_fault),
		cmocka_unit_test(faults_are_answered_never_hidden),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
