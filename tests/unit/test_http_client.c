/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Against a socket of our own that answers what a row says, byte for byte. */
#include "client/http.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "test.h"

struct peer {
	int fd;
	char url[64], asked[4096];
	const char *answer;
	pthread_t thread;
};

static void *answer_one(void *arg)
{
	struct peer *p = arg;
	int c = accept(p->fd, NULL, NULL);
	ssize_t got, all = 0;

	while (c >= 0 && !strstr(p->asked, "\r\n\r\n")) {
		got = read(c, p->asked + all, sizeof p->asked - 1 - (size_t)all);
		if (got <= 0)
			break;
		all += got;
		p->asked[all] = 0;
	}
	if (c >= 0)
		(void)!write(c, p->answer, strlen(p->answer));
	close(c);
	return NULL;
}

static void listen_with(struct peer *p, const char *answer)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof a;

	*p = (struct peer){.fd = socket(AF_INET, SOCK_STREAM, 0), .answer = answer};
	assert_int_equal(bind(p->fd, (struct sockaddr *)&a, len), 0);
	assert_int_equal(listen(p->fd, 1), 0);
	assert_int_equal(getsockname(p->fd, (struct sockaddr *)&a, &len), 0);
	snprintf(p->url, sizeof p->url, "http://127.0.0.1:%d/x", ntohs(a.sin_port));
	assert_int_equal(pthread_create(&p->thread, NULL, answer_one, p), 0);
}

static int ask(const char *answer, struct http_req req, struct http_reply *reply, struct err *e,
	char asked[4096])
{
	struct peer p;
	int r;

	listen_with(&p, answer);
	req.url = p.url;
	r = http_send(&req, reply, e);
	pthread_join(p.thread, NULL);
	close(p.fd);
	if (asked)
		memcpy(asked, p.asked, sizeof p.asked);
	return r;
}

static void an_answer_is_an_answer_whatever_its_status(void **state)
{
	struct http_req req = {.method = "PUT",
		.token = "sesame",
		.body = "hello",
		.body_len = 5,
		.content_type = "text/plain"};
	scoped(http_reply_fini) struct http_reply reply = {0};
	char asked[4096];

	(void)state;
	assert_ok(ask("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 4\r\n\r\nbusy", req,
		&reply, NULL, asked));
	assert_int_equal(reply.status, 503);
	assert_int_equal(reply.retry_after_s, 7);
	assert_string_equal(buf_cstr(&reply.body), "busy");
	assert_non_null(strstr(asked, "PUT /x HTTP/1.1\r\n"));
	assert_non_null(strstr(asked, "Authorization: Bearer sesame\r\n"));
	assert_null(strstr(asked, "Expect:"));
}

static void redirects_are_not_followed(void **state)
{
	scoped(http_reply_fini) struct http_reply reply = {0};

	(void)state;
	assert_ok(ask(
		"HTTP/1.1 302 There\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
		(struct http_req){.method = "GET"}, &reply, NULL, NULL));
	assert_int_equal(reply.status, 302);
}

static void no_answer_is_an_error(void **state)
{
	static const struct {
		const char *answer;
		int r;
	} rows[] = {{"", -E_NET}, {"nonsense\r\n\r\n", -E_NET},
		{"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\ncut", -E_NET},
		{"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n"
		 "0123456789012345678901234567890123456789012345678901234567890123456789"
		 "01234567890123456789012345678",
			-E_TOO_BIG}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct http_reply reply = {0};
		struct err e = {0};
		int r = ask(rows[i].answer, (struct http_req){.method = "GET", .answer_max = 64},
			&reply, &e, NULL);

		assert_int_equal(r, rows[i].r);
		assert_true(e.text[0]);
		assert_null(reply.body.data);
	}
}

static void a_bad_address_is_named(void **state)
{
	static const char *const rows[] = {"ftp://127.0.0.1/", "file:///etc/passwd", "http://"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct http_reply reply = {0};
		struct err e = {0};

		assert_int_equal(
			http_send(&(struct http_req){.method = "GET", .url = rows[i]}, &reply, &e),
			-E_USAGE);
		assert_non_null(strstr(e.text, rows[i]));
	}
}

static void addresses_join_with_one_slash(void **state)
{
	scoped(buf_fini) struct buf b = {0};

	(void)state;
	assert_ok(http_url("http://h:1//", "/runs", &b, NULL));
	assert_string_equal(buf_cstr(&b), "http://h:1/runs");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_is_an_answer_whatever_its_status),
		cmocka_unit_test(redirects_are_not_followed),
		cmocka_unit_test(no_answer_is_an_error),
		cmocka_unit_test(a_bad_address_is_named),
		cmocka_unit_test(addresses_join_with_one_slash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
