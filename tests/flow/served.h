/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A real latlabd for a test: a folder and a free port of its own, ended by its pid. */
#ifndef LATLAB_TESTS_SERVED_H
#define LATLAB_TESTS_SERVED_H

#include <signal.h>

#include "base/proc.h"
#include "client/http.h"
#include "tests/unit/made_upload.h"

struct served {
	char *dir;
	char port_file[FILE_PATH_MAX], url[64], token[TOKEN_TEXT_LEN];
	int port;
	int files; /* how many it may open; 0: as many as we */
	struct proc proc;
	struct proc_end end;
};

/* Starts latlabd; fault is LATLAB_FAULT for it, or NULL. */
static inline void served_start(struct served *sv, const char *fault)
{
	char setting[64], limit[80];
	const char *argv[] = {"/bin/sh", "-c", limit, getenv("LATLABD"), "serve", "--data", sv->dir,
		"--listen", "127.0.0.1:0", "--port-file", sv->port_file, NULL};
	const char *env[] = {setting, NULL};
	struct err e = {0};

	snprintf(setting, sizeof setting, "LATLAB_FAULT=%s", fault ? fault : "none");
	snprintf(limit, sizeof limit, "ulimit -S -n 64; ulimit -H -n %d && exec \"$0\" \"$@\"",
		sv->files);
	(void)remove(sv->port_file); /* of the server before */
	if (proc_start(&sv->proc,
		    &(struct proc_spec){
			    .argv = sv->files ? argv : argv + 3, .env = env, .output_max = 1 << 16},
		    &e) < 0)
		fail_msg("%s", err_text(&e));
	for (int i = 0; i < 300; i++) {
		char text[16];

		proc_step(&sv->proc, 20);
		if (file_read_value(sv->port_file, text, sizeof text, NULL) == 0 && text[0]) {
			sv->port = atoi(text);
			snprintf(sv->url, sizeof sv->url, "http://127.0.0.1:%d", sv->port);
			return;
		}
	}
	fail_msg("the server did not start: %s", buf_cstr(&sv->proc.output));
}

/* Waits, at most 20 s, until it has ended. */
static inline void served_wait(struct served *sv)
{
	for (int i = 0; i < 1000 && !proc_ended(&sv->proc); i++)
		proc_step(&sv->proc, 20);
	assert_true(proc_ended(&sv->proc));
	proc_finish(&sv->proc, &sv->end);
}

/* Ends it politely, and sees that it went so. */
static inline void served_stop(struct served *sv)
{
	assert_ok(kill(sv->proc.pid, SIGTERM));
	served_wait(sv);
	if (sv->end.exit_code != 0)
		fail_msg("the server ended with %d: %s", sv->end.exit_code,
			buf_cstr(&sv->proc.output));
	proc_fini(&sv->proc);
}

/* Runs latlabd with these arguments; its exit code, and what it said. */
static inline int latlabd(
	struct buf *said, const char *a, const char *b, const char *c, const char *d, const char *e)
{
	const char *argv[] = {getenv("LATLABD"), a, b, c, d, e, NULL};
	struct proc_end end;

	assert_ok(proc_run(
		&(struct proc_spec){.argv = argv, .limit_ms = 20000, .output_max = 1 << 16}, said,
		&end, NULL));
	return end.exit_code;
}

static inline void served_token(struct served *sv, enum scope scope, char ret[TOKEN_TEXT_LEN])
{
	scoped(store_freep) struct store *s = NULL;

	assert_ok(store_open(sv->dir, STORE_WRITE, &s, NULL));
	assert_ok(store_token_add(s, "test", scope, 0, ret, NULL));
}

static inline struct served *served_new(void)
{
	struct served *sv = mem_alloc(sizeof *sv);

	assert_non_null(sv);
	if (!getenv("LATLABD")) {
		print_message("LATLABD names no server\n");
		exit(77);
	}
	sv->dir = test_dir();
	assert_ok(path_join(sv->port_file, sv->dir, "port", NULL));
	served_token(sv, SCOPE_BOARD, sv->token);
	return sv;
}

static inline void served_free(struct served **sv)
{
	proc_fini(&(*sv)->proc);
	test_dir_fini(&(*sv)->dir);
	mem_free(*sv);
}

/* PUT of a record; the status, or a negative error where no answer came. */
static inline int served_put(
	const struct served *sv, const char *token, const char *id, const void *bytes, size_t len)
{
	struct http_reply reply = {0};
	char url[160];
	int r, status;

	snprintf(url, sizeof url, "%s/api/v1/runs/%s", sv->url, id);
	r = http_send(&(struct http_req){.method = "PUT",
			      .url = url,
			      .token = token,
			      .body = bytes,
			      .body_len = len,
			      .content_type = "application/octet-stream"},
		&reply, NULL);
	status = reply.status;
	http_reply_fini(&reply);
	return r < 0 ? r : status;
}

static inline int served_get(
	const struct served *sv, const char *path, const char *accept, struct buf *body)
{
	struct http_reply reply = {0};
	char url[160];
	int r, status;

	snprintf(url, sizeof url, "%s%s", sv->url, path);
	r = http_send(
		&(struct http_req){.method = "GET", .url = url, .accept = accept}, &reply, NULL);
	status = reply.status;
	if (r == 0 && body) {
		buf_clear(body);
		buf_put(body, reply.body.data, reply.body.len);
	}
	http_reply_fini(&reply);
	return r < 0 ? r : status;
}

/* A number of /healthz. */
static inline long long served_count(const struct served *sv, const char *name)
{
	scoped(buf_fini) struct buf b = {0};
	const char *at;

	assert_int_equal(served_get(sv, "/healthz", "text/plain", &b), 200);
	at = strstr(buf_cstr(&b), name);
	assert_non_null(at);
	return atoll(at + strlen(name));
}

#endif
