/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Against a server of our own that answers the statuses of a row, one a record. */
#include "agent/upload.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "made_run.h"

struct peer {
	int fd;
	char url[64];
	const int *status; /* 0-terminated; -1: closes without an answer */
	size_t asked;
	pthread_t thread;
};

static size_t length_of(const char *request)
{
	const char *at = strcasestr(request, "content-length:");

	return at ? strtoul(at + 15, NULL, 10) : 0;
}

/* Takes a whole request, or the client would see its connection reset before the answer. */
static void take_request(int c, char run_id[37])
{
	static char request[1 << 20];
	size_t all = 0;

	while (all < sizeof request - 1) {
		const char *end = strstr(request, "\r\n\r\n");
		ssize_t got;

		if (all && end && all >= (size_t)(end + 4 - request) + length_of(request))
			break;
		got = read(c, request + all, sizeof request - 1 - all);
		if (got <= 0)
			break;
		all += (size_t)got;
		request[all] = 0;
	}
	run_id[0] = 0;
	(void)sscanf(request, "PUT /api/v1/runs/%36s", run_id);
	memset(request, 0, all);
}

#define HOTEL 1000 /* added to a status: an answer that names no run, as a login page gives */

static void *answer_all(void *arg)
{
	struct peer *p = arg;
	char run_id[37];

	for (; p->status[p->asked]; p->asked++) {
		int c = accept(p->fd, NULL, NULL);

		if (c < 0)
			break;
		take_request(c, run_id);
		if (p->status[p->asked] > 0)
			dprintf(c,
				"HTTP/1.1 %d X\r\nConnection: close\r\nContent-Length: 46\r\n\r\nrun %36s here\n",
				p->status[p->asked] % HOTEL,
				p->status[p->asked] > HOTEL ? "" : run_id);
		close(c);
	}
	return NULL;
}

static void listen_with(struct peer *p, const int *status)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof a;

	*p = (struct peer){.fd = socket(AF_INET, SOCK_STREAM, 0), .status = status};
	assert_ok(bind(p->fd, (struct sockaddr *)&a, len));
	assert_ok(listen(p->fd, 8));
	assert_ok(getsockname(p->fd, (struct sockaddr *)&a, &len));
	snprintf(p->url, sizeof p->url, "http://127.0.0.1:%d", ntohs(a.sin_port));
	assert_ok(pthread_create(&p->thread, NULL, answer_all, p));
}

static size_t count(const char *dir)
{
	scoped(dir_names_fini) struct dir_names names = {0};

	assert_ok(dir_list(dir, &names, NULL));
	return names.len;
}

static void put_runs(const struct spool *s, int n)
{
	for (int i = 0; i < n; i++) {
		char id[64];
		scoped(run_freep) struct run *run = NULL;

		snprintf(id, sizeof id, "019ad6f2-1c00-7abc-8def-%012d", i);
		run = made_run(id);
		assert_ok(spool_put(s, run, NULL));
	}
}

static void every_status_has_its_action(void **state)
{
	static const struct {
		int status;
		enum upload_action action;
	} rows[] = {
		{200, UPLOAD_SENT},
		{201, UPLOAD_SENT},
		{204, UPLOAD_SENT},
		{400, UPLOAD_REJECT},
		{409, UPLOAD_REJECT},
		{413, UPLOAD_REJECT},
		{415, UPLOAD_REJECT},
		{422, UPLOAD_REJECT},
		{301, UPLOAD_KEEP},
		{401, UPLOAD_KEEP},
		{403, UPLOAD_KEEP},
		{404, UPLOAD_KEEP},
		{408, UPLOAD_KEEP},
		{425, UPLOAD_KEEP},
		{429, UPLOAD_KEEP},
		{500, UPLOAD_KEEP},
		{502, UPLOAD_KEEP},
		{503, UPLOAD_KEEP},
		{507, UPLOAD_KEEP},
		{0, UPLOAD_KEEP},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (upload_action(rows[i].status) != rows[i].action)
			fail_msg("status %d", rows[i].status);
}

static void one_bad_record_never_blocks_the_next(void **state)
{
	static const struct {
		int status[5]; /* of three records */
		size_t asked, sent, rejected, kept;
	} rows[] = {
		{{201, 201, 200, 0}, 3, 3, 0, 0}, {{422, 201, 201, 0}, 3, 2, 1, 0},
		{{201, 409, 201, 0}, 3, 2, 1, 0}, {{503, 201, 201, 0}, 3, 2, 0, 1},
		{{403, 413, 201, 0}, 3, 1, 1, 1}, {{HOTEL + 200, HOTEL + 201, 201, 0}, 3, 1, 0, 2},
		{{201, -1, 0}, 2, 1, 0, 2}, /* no answer: the third is not even tried */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scoped(test_dir_fini) char *dir = test_dir();
		struct upload_count n;
		struct spool s;
		struct peer p;
		struct err e = {0};

		assert_ok(spool_open(&s, dir, NULL));
		put_runs(&s, 3);
		listen_with(&p, rows[i].status);
		assert_ok(upload_drain(
			&s, &(struct upload_to){.server = p.url, .timeout_ms = 5000}, &n, &e));
		pthread_join(p.thread, NULL);
		close(p.fd);
		if (p.asked != rows[i].asked || n.sent != rows[i].sent ||
			n.rejected != rows[i].rejected || n.kept != rows[i].kept)
			fail_msg("row %zu: asked %zu, sent %zu, rejected %zu, kept %zu: %s", i,
				p.asked, n.sent, n.rejected, n.kept, n.reason);
		assert_int_equal(count(s.sent), n.sent);
		assert_int_equal(count(s.rejected), 2 * n.rejected); /* each with its reason */
		assert_int_equal(count(s.ready), n.kept);
		assert_int_equal(!n.reason[0], n.sent == 3);
	}
}

static void a_dead_server_leaves_all(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	struct upload_count n;
	struct spool s;
	struct err e = {0};

	(void)state;
	assert_ok(spool_open(&s, dir, NULL));
	put_runs(&s, 2);
	assert_ok(upload_drain(&s,
		&(struct upload_to){.server = "http://127.0.0.1:1", .timeout_ms = 5000}, &n, &e));
	assert_int_equal(n.kept, 2);
	assert_int_equal(count(s.ready), 2);
	assert_non_null(strstr(n.reason, "no answer"));
}

static void strange_files_are_set_aside(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	struct upload_count n;
	struct spool s;
	char path[FILE_PATH_MAX];

	(void)state;
	assert_ok(spool_open(&s, dir, NULL));
	assert_ok(path_join(path, s.ready, "notes.txt", NULL));
	assert_ok(file_write(path, "x", 1, NULL));
	assert_ok(upload_drain(&s,
		&(struct upload_to){.server = "http://127.0.0.1:1", .timeout_ms = 5000}, &n, NULL));
	assert_int_equal(n.rejected, 1);
	assert_int_equal(count(s.ready), 0);
}

/* What somebody or a broken disk put among the records neither stops the others nor holds us. */
static void odd_entries_stop_nothing(void **state)
{
	static const char *const name[] = {"00000000-0000-7000-8000-000000000001.run",
		"00000000-0000-7000-8000-000000000002.run",
		"00000000-0000-7000-8000-000000000003.run",
		"00000000-0000-7000-8000-000000000004.run",
		"00000000-0000-7000-8000-000000000005.run"};
	static const int taken[] = {201, 201, 0};
	scoped(test_dir_fini) char *dir = test_dir();
	char path[ARRAY_LEN(name)][FILE_PATH_MAX], blocked[FILE_PATH_MAX];
	struct upload_count n;
	struct spool s;
	struct peer p;

	(void)state;
	assert_ok(spool_open(&s, dir, NULL));
	put_runs(&s, 2);
	for (size_t i = 0; i < ARRAY_LEN(name); i++)
		assert_ok(path_join(path[i], s.ready, name[i], NULL));
	assert_ok(mkdir(path[0], 0700));
	assert_ok(symlink("/nonexistent", path[1]));
	assert_ok(mkfifo(path[2], 0600));
	assert_ok(file_write(path[3], "", 0, NULL));
	assert_ok(file_write(path[4], "no record", 9, NULL));
	/* and one that cannot even be put aside */
	assert_ok(path_join(blocked, s.rejected, name[0], NULL));
	assert_ok(file_write(blocked, "", 0, NULL));
	listen_with(&p, taken);
	assert_ok(upload_drain(
		&s, &(struct upload_to){.server = p.url, .timeout_ms = 5000}, &n, NULL));
	pthread_join(p.thread, NULL);
	close(p.fd);
	assert_int_equal(n.sent, 2);
	assert_int_equal(n.rejected, 4);
	assert_int_equal(n.kept, 1);
}

static void only_one_drains(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(fd_closep) int held = -1;
	struct upload_count n;
	struct spool s;

	(void)state;
	assert_ok(spool_open(&s, dir, NULL));
	assert_ok(file_lock(s.lock, &held, NULL));
	assert_int_equal(
		upload_drain(&s, &(struct upload_to){.server = "http://127.0.0.1:1"}, &n, NULL),
		-E_BUSY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_status_has_its_action),
		cmocka_unit_test(one_bad_record_never_blocks_the_next),
		cmocka_unit_test(a_dead_server_leaves_all),
		cmocka_unit_test(strange_files_are_set_aside),
		cmocka_unit_test(odd_entries_stop_nothing),
		cmocka_unit_test(only_one_drains),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
