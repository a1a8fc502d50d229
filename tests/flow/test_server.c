/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The real server over loopback. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "schema/wire/limits.h"
#include "served.h"
#include "server/blob.h"

/* A raw log that nobody refers to, of 1970. */
static void left_behind(const struct served *sv, char path[FILE_PATH_MAX])
{
	const struct timespec long_ago[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
	struct digest d = digest_of("left", 4);
	char hex[DIGEST_HEX_LEN];

	assert_ok(blob_write(sv->dir, &d, "left", 4, NULL));
	digest_hex(&d, hex);
	snprintf(path, FILE_PATH_MAX, "%s/blobs/%.2s/%s", sv->dir, hex, hex);
	assert_ok(utimensat(AT_FDCWD, path, long_ago, 0));
}

static void a_run_goes_in_once_and_shows_in_three_forms(void **state)
{
	scoped(served_free) struct served *sv = served_new();
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(buf_fini) struct buf b = {0}, page = {0};
	char path[64], left[FILE_PATH_MAX];

	(void)state;
	served_start(sv, NULL);
	made_record(run, &b);
	assert_int_equal(served_put(sv, sv->token, run->run_id, b.data, b.len), 201);
	assert_int_equal(served_put(sv, sv->token, run->run_id, b.data, b.len), 200);
	snprintf(path, sizeof path, "/runs/%s", run->run_id);
	assert_int_equal(served_get(sv, path, "text/html", &page), 200);
	assert_memory_equal(buf_cstr(&page), "<!", 2);
	assert_int_equal(served_get(sv, path, "application/json", &page), 200);
	assert_int_equal(buf_cstr(&page)[0], '{');
	assert_int_equal(served_get(sv, path, "*/*", &page), 200);
	assert_null(strstr(buf_cstr(&page), "<html"));
	assert_int_equal(served_get(sv, "/runs/../../latlab.db", NULL, NULL), 404);
	assert_int_equal(served_get(sv, "/static/style.css", "text/css,*/*;q=0.1", &page), 200);
	made_text(&run->cmdline, "changed");
	made_record(run, &b);
	assert_int_equal(served_put(sv, sv->token, run->run_id, b.data, b.len), 409);
	assert_int_equal(served_count(sv, "runs "), 1);
	served_stop(sv);
	left_behind(sv, left);
	served_start(sv, NULL); /* and it is there when the server comes again */
	assert_int_equal(served_get(sv, path, NULL, NULL), 200);
	assert_int_equal(access(left, F_OK), -1);
	served_stop(sv);
}

static void strangers_are_kept_out(void **state)
{
	scoped(served_free) struct served *sv = served_new();
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(buf_fini) struct buf b = {0};
	char submit[TOKEN_TEXT_LEN];

	(void)state;
	served_start(sv, NULL);
	served_token(sv, SCOPE_SUBMIT, submit); /* while it runs: known at once */
	made_record(run, &b);
	assert_int_equal(served_put(sv, NULL, run->run_id, b.data, b.len), 401);
	assert_int_equal(served_put(sv, "latlab_wrong", run->run_id, b.data, b.len), 401);
	assert_int_equal(served_put(sv, submit, run->run_id, b.data, b.len), 403);
	assert_int_equal(served_put(sv, sv->token, run->run_id, b.data, b.len), 201);
	served_stop(sv);
}

static void hostile_records_are_refused_and_the_server_lives(void **state)
{
	scoped(served_free) struct served *sv = served_new();
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(buf_fini) struct buf b = {0};

	(void)state;
	served_start(sv, NULL);
	made_record(run, &b);
	for (size_t len = 0; len < b.len; len++)
		assert_in_range(served_put(sv, sv->token, run->run_id, b.data, len), 400, 499);
	for (size_t i = 0; i < b.len; i += 5) {
		b.data[i] ^= 1;
		assert_in_range(served_put(sv, sv->token, run->run_id, b.data, b.len), 400, 499);
		b.data[i] ^= 1;
	}
	assert_int_equal(served_put(sv, sv->token, "..%2f..%2fx", b.data, b.len), 400);
	assert_int_equal(served_put(sv, sv->token, run->run_id, b.data, b.len), 201);
	served_stop(sv);
}

/* ---- raw sockets ---------------------------------------------------------------------------------- */

static int dial(const struct served *sv)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)sv->port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	assert_ok(connect(fd, (struct sockaddr *)&to, sizeof to));
	return fd;
}

static bool say(int fd, const void *bytes, size_t len)
{
	const char *p = bytes;

	while (len) {
		ssize_t put = send(fd, p, len, MSG_NOSIGNAL);

		if (put <= 0)
			return false;
		p += put;
		len -= (size_t)put;
	}
	return true;
}

/* The status of the next answer; 0 where the connection was closed without one, within 10 s. */
static int hear(int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	char text[4096];
	ssize_t got = poll(&p, 1, 10000) > 0 ? recv(fd, text, sizeof text - 1, 0) : -1;
	int status = 0;

	if (got <= 0)
		return 0;
	text[got] = 0;
	return sscanf(text, "HTTP/1.1 %d", &status) == 1 ? status : -1;
}

static void head_of_put(const struct served *sv, const char *more, char *out, size_t size)
{
	snprintf(out, size,
		"PUT /api/v1/runs/x HTTP/1.1\r\nHost: lab\r\nAuthorization: Bearer %s\r\n%s\r\n\r\n",
		sv->token, more);
}

static void a_body_announced_too_large_is_refused_unread(void **state)
{
	scoped(served_free) struct served *sv = served_new();
	scoped(fd_closep) int fd = -1;
	char head[512];

	(void)state;
	served_start(sv, NULL);
	head_of_put(sv, "Content-Length: 99999999999", head, sizeof head);
	fd = dial(sv);
	assert_true(say(fd, head, strlen(head)));
	assert_int_equal(hear(fd), 413); /* not one byte of it was sent */
	served_stop(sv);
}

static void a_body_without_a_length_is_counted(void **state)
{
	static char chunk[64 * 1024 + 16];
	scoped(served_free) struct served *sv = served_new();
	scoped(fd_closep) int once = -1, endless = -1;
	size_t sent = 0;
	char head[512];
	int len;

	(void)state;
	served_start(sv, NULL);
	len = snprintf(chunk, sizeof chunk, "%x\r\n", 64 * 1024);
	memcpy(chunk + len + 64 * 1024, "\r\n", 2);
	len += 64 * 1024 + 2;
	head_of_put(sv, "Transfer-Encoding: chunked", head, sizeof head);
	once = dial(sv);
	assert_true(say(once, head, strlen(head)));
	for (int i = 0; i < 9; i++) /* 576 kB */
		assert_true(say(once, chunk, (size_t)len));
	assert_true(say(once, "0\r\n\r\n", 5));
	assert_int_equal(hear(once), 413);

	/* one that never ends is cut: what it still gets rid of lies in the sockets' buffers */
	endless = dial(sv);
	assert_true(say(endless, head, strlen(head)));
	while (sent < (64 << 20) && say(endless, chunk, (size_t)len))
		sent += (size_t)len;
	assert_true(sent < (16 << 20));
	assert_int_equal(served_count(sv, "runs "), 0);
	served_stop(sv);
}

static void a_client_may_ask_before_it_sends(void **state)
{
	scoped(served_free) struct served *sv = served_new();
	scoped(fd_closep) int fd = -1, stranger = -1;
	char head[512];

	(void)state;
	served_start(sv, NULL);
	head_of_put(sv, "Content-Length: 5\r\nExpect: 100-continue", head, sizeof head);
	fd = dial(sv);
	assert_true(say(fd, head, strlen(head)));
	assert_int_equal(hear(fd), 100);
	assert_true(say(fd, "hello", 5));
	assert_int_equal(hear(fd), 400);
	*strstr(head, "Bearer ") = 'x';
	stranger = dial(sv);
	assert_true(say(stranger, head, strlen(head)));
	assert_int_equal(hear(stranger), 401);
	served_stop(sv);
}

static void what_is_no_request_ends_only_its_connection(void **state)
{
	static const char *const texts[] = {
		"\x16\x03\x01 hello in TLS\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
		"GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n",
	};
	static const char *const halves[] = {
		"GET",
		"PUT /api/v1/runs/x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe",
	};
	scoped(served_free) struct served *sv = served_new();
	scoped(fd_closep) int pending = -1;

	(void)state;
	served_start(sv, NULL);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		scoped(fd_closep) int fd = dial(sv);

		assert_true(say(fd, texts[i], strlen(texts[i])));
		assert_true(hear(fd) < 500);
	}
	for (size_t i = 0; i < ARRAY_LEN(halves); i++) {
		scoped(fd_closep) int fd = dial(sv);

		assert_true(say(fd, halves[i], strlen(halves[i])));
	}
	pending = dial(sv); /* still there when the server stops: that does not wait for it */
	assert_true(say(pending, halves[1], strlen(halves[1])));
	assert_int_equal(served_get(sv, "/", NULL, NULL), 200);
	served_stop(sv);
}

/* Where a body ends must not be a matter of opinion: else what follows it is another's request, or not. */
static void a_body_of_two_lengths_is_refused_and_the_connection_closed(void **state)
{
	static const char *const heads[] = {
		"Content-Length: 5\r\nContent-Length: 5",
		"Content-Length: 5\r\ncontent-length: 6",
		"Content-Length: 5\r\nTransfer-Encoding: chunked",
		"Transfer-Encoding: chunked\r\nContent-Length: 5",
		"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
	};
	scoped(served_free) struct served *sv = served_new();

	(void)state;
	served_start(sv, NULL);
	for (size_t i = 0; i < 2 * ARRAY_LEN(heads); i++) {
		scoped(fd_closep) int fd = dial(sv);
		char text[700];

		if (i % 2) /* of one who may send, and of one who need not have a token */
			head_of_put(sv, heads[i / 2], text, sizeof text);
		else
			snprintf(text, sizeof text,
				"GET /healthz HTTP/1.1\r\nHost: lab\r\n%s\r\n\r\n", heads[i / 2]);
		strcat(text, "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: lab\r\n\r\n");
		assert_true(say(fd, text, strlen(text)));
		assert_int_equal(hear(fd), 400);
		assert_int_equal(hear(fd), 0); /* nothing more, and no waiting for it */
	}
	served_stop(sv);
}

static bool is_closed(int fd, int wait_ms)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	char c;

	return poll(&p, 1, wait_ms) > 0 && recv(fd, &c, 1, 0) <= 0;
}

/* Connections that say nothing take neither the files that the store needs nor, for long, anyone's place. */
static void silent_connections_starve_nothing(void **state)
{
	static const char request[] = "GET /healthz HTTP/1.1\r\nHost: lab\r\n\r\n";
	scoped(served_free) struct served *sv = served_new();
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(buf_fini) struct buf b = {0};
	scoped(fd_closep) int fd = -1;
	char head[512], length[64];
	int silent[300];
	int64_t from;

	(void)state;
	sv->files = 300;
	served_start(sv, NULL);
	fd = dial(sv);
	assert_true(say(fd, request, strlen(request)));
	assert_int_equal(hear(fd), 200);
	from = clock_mono_ns();
	for (size_t i = 0; i < ARRAY_LEN(silent); i++)
		silent[i] = dial(sv);
	assert_true(say(silent[1], "PUT /api", 8));
	clock_sleep_ms(200);
	buf_fill(&run->raw_log, 'x', BLOB_INLINE_MAX + 1); /* its own file */
	made_record(run, &b);
	snprintf(length, sizeof length, "Content-Length: %zu", b.len);
	head_of_put(sv, length, head, sizeof head);
	{
		scoped(buf_fini) struct buf whole = {0};

		buf_printf(&whole, "PUT /api/v1/runs/%s%s", run->run_id, strstr(head, " HTTP/"));
		buf_put(&whole, b.data, b.len);
		assert_true(say(fd, whole.data, whole.len));
	}
	assert_int_equal(hear(fd), 201);
	assert_true(is_closed(silent[0], 15000));
	assert_true(is_closed(silent[1], 15000));
	assert_true(clock_mono_ns() - from < 20 * NS_PER_S);
	for (size_t i = 0; i < ARRAY_LEN(silent); i++)
		close(silent[i]);
	served_stop(sv);
}

/* A GET leaves its connection open: answering in the library's first call would close it. */
static void a_connection_is_kept(void **state)
{
	static const char request[] = "GET /healthz HTTP/1.1\r\nHost: lab\r\n\r\n";
	scoped(served_free) struct served *sv = served_new();
	scoped(fd_closep) int fd = -1;

	(void)state;
	served_start(sv, NULL);
	fd = dial(sv);
	for (int i = 0; i < 3; i++) {
		assert_true(say(fd, request, strlen(request)));
		assert_int_equal(hear(fd), 200);
	}
	served_stop(sv);
}

/* ---- answers and commits -------------------------------------------------------------------------- */

static void a_lost_answer_costs_nothing(void **state)
{
	scoped(served_free) struct served *sv = served_new();
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(buf_fini) struct buf b = {0};

	(void)state;
	served_start(sv, "reply:0");
	made_record(run, &b);
	assert_int_equal(served_put(sv, sv->token, run->run_id, b.data, b.len), -E_NET);
	assert_int_equal(served_count(sv, "runs "), 1); /* it was on disk */
	assert_int_equal(served_put(sv, sv->token, run->run_id, b.data, b.len), 200);
	assert_int_equal(served_count(sv, "runs "), 1);
	served_stop(sv);
}

static void a_failed_commit_is_no_yes(void **state)
{
	scoped(served_free) struct served *sv = served_new();
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(buf_fini) struct buf b = {0};

	(void)state;
	/* the database is there already: the first commit is the run's */
	served_start(sv, "commit:0");
	made_record(run, &b);
	assert_int_equal(served_put(sv, sv->token, run->run_id, b.data, b.len), 500);
	assert_int_equal(served_count(sv, "runs "), 0);
	assert_int_equal(served_put(sv, sv->token, run->run_id, b.data, b.len), 201);
	served_stop(sv);
}

#define THREADS 32
#define EACH	8

struct uploader {
	const struct served *sv;
	int first;
};

static atomic_int stored;

static void *upload_some(void *arg)
{
	const struct uploader *u = arg;

	for (int i = 0; i < EACH; i++) {
		scoped(run_freep) struct run *run = made_numbered(u->first + i);
		scoped(buf_fini) struct buf b = {0};
		char boot[32];

		snprintf(boot, sizeof boot, "boot-%d", u->first);
		made_text(&run->boot_id, boot);
		made_record(run, &b);
		if (served_put(u->sv, u->sv->token, run->run_id, b.data, b.len) == 201)
			atomic_fetch_add(&stored, 1);
	}
	return NULL;
}

static void many_uploads_share_commits(void **state)
{
	scoped(served_free) struct served *sv = served_new();
	struct uploader u[THREADS];
	pthread_t thread[THREADS];

	(void)state;
	served_start(sv, NULL);
	for (int i = 0; i < THREADS; i++) {
		u[i] = (struct uploader){sv, i * EACH};
		assert_ok(pthread_create(&thread[i], NULL, upload_some, &u[i]));
	}
	for (int i = 0; i < THREADS; i++)
		assert_ok(pthread_join(thread[i], NULL));
	assert_int_equal(atomic_load(&stored), THREADS * EACH);
	assert_int_equal(served_count(sv, "written "), THREADS * EACH);
	print_message("%d runs in %lld commits\n", THREADS * EACH, served_count(sv, "commits "));
	assert_true(served_count(sv, "commits ") < THREADS * EACH);
	served_stop(sv);
}

/* ---- starting ------------------------------------------------------------------------------------- */

static void what_stands_in_the_way_is_one_sentence(void **state)
{
	scoped(served_free) struct served *sv = served_new();
	scoped(test_dir_fini) char *other = test_dir();
	scoped(buf_fini) struct buf said = {0};
	char where[32];

	(void)state;
	served_start(sv, NULL);
	snprintf(where, sizeof where, "127.0.0.1:%d", sv->port);
	assert_int_equal(latlabd(&said, "serve", "--data", other, "--listen", where), 1);
	assert_non_null(strstr(buf_cstr(&said), "is in use"));
	buf_clear(&said);
	assert_int_equal(latlabd(&said, "serve", "--data", sv->dir, "--listen", "127.0.0.1:0"), 1);
	assert_non_null(strstr(buf_cstr(&said), "another latlabd"));
	buf_clear(&said);
	assert_int_equal(latlabd(&said, "serve", "--data", other, "--listen", "localhost"), 2);
	buf_clear(&said);
	assert_int_equal(latlabd(&said, "rebuild", "--data", sv->dir, NULL, NULL), 1);
	assert_non_null(strstr(buf_cstr(&said), "stop it first"));
	served_stop(sv);
	assert_int_equal(latlabd(&said, "rebuild", "--data", sv->dir, NULL, NULL), 0);
	assert_int_equal(latlabd(&said, "check", "--data", sv->dir, NULL, NULL), 0);
	buf_clear(&said);
	assert_int_equal(latlabd(&said, "token", "list", "--data", sv->dir, NULL), 0);
	assert_non_null(strstr(buf_cstr(&said), "board"));
	assert_int_equal(latlabd(&said, "token", "add", "x", "--data", sv->dir), 2);
}

/* What only looks makes nothing: a mistyped folder is told, and is not there afterwards either. */
static void where_no_lab_is_none_is_made(void **state)
{
	static const char *const verbs[][2] = {
		{"check", NULL}, {"rebuild", NULL}, {"token", "list"}};
	scoped(test_dir_fini) char *dir = test_dir();
	char other[FILE_PATH_MAX];

	(void)state;
	assert_ok(path_join(other, dir, "typo", NULL));
	for (size_t i = 0; i < 2 * ARRAY_LEN(verbs); i++) {
		const char *const *verb = verbs[i / 2], *where = i % 2 ? dir : other;
		scoped(dir_names_fini) struct dir_names names = {0};
		scoped(buf_fini) struct buf said = {0};

		assert_int_equal(verb[1] ? latlabd(&said, verb[0], verb[1], "--data", where, NULL)
					 : latlabd(&said, verb[0], "--data", where, NULL, NULL),
			1);
		assert_non_null(strstr(buf_cstr(&said), "there is no lab in"));
		assert_ok(dir_list(dir, &names, NULL));
		assert_int_equal(names.len, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_goes_in_once_and_shows_in_three_forms),
		cmocka_unit_test(strangers_are_kept_out),
		cmocka_unit_test(hostile_records_are_refused_and_the_server_lives),
		cmocka_unit_test(a_body_announced_too_large_is_refused_unread),
		cmocka_unit_test(a_body_without_a_length_is_counted),
		cmocka_unit_test(a_client_may_ask_before_it_sends),
		cmocka_unit_test(what_is_no_request_ends_only_its_connection),
		cmocka_unit_test(a_body_of_two_lengths_is_refused_and_the_connection_closed),
		cmocka_unit_test(silent_connections_starve_nothing),
		cmocka_unit_test(a_connection_is_kept),
		cmocka_unit_test(a_lost_answer_costs_nothing),
		cmocka_unit_test(a_failed_commit_is_no_yes),
		cmocka_unit_test(many_uploads_share_commits),
		cmocka_unit_test(what_stands_in_the_way_is_one_sentence),
		cmocka_unit_test(where_no_lab_is_none_is_made),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
