/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * libmicrohttpd, and what it taught us:
 *  - a GET answered in the handler's first call costs the connection (it closes): answer in the second;
 *  - an answer can be given before the body or after it, not between. A body nobody wants is read and
 *    dropped where it is short, so that the client, which reads only after it has sent, gets the answer;
 *    a longer one is answered at once and the connection closed;
 *  - of two Content-Length headers, or one beside Transfer-Encoding, it takes one. A proxy may take the other, and
 *    then they disagree where the next request begins: such a request is refused and its connection closed;
 *  - its post processor is where its security bugs were: bodies are counted and kept here.
 */
#include "server/http.h"

#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"

#define CONNECTIONS_MAX	  2048
#define SPARE_FILES	  128 /* for the database, raw logs and all else that is no connection */
#define CONNECTION_MEMORY (32u << 10)  /* headers and buffers of one connection */
#define SILENT_S	  10	       /* a connection without a request */
#define IDLE_S		  30	       /* one in the middle of a request */
#define DROP_MAX	  (1u << 20)   /* bytes of an unwanted body that are read all the same */
#define UNDECLARED_MAX	  (512u << 10) /* a body without Content-Length */
#define BODIES_MAX	  ((size_t)512 << 20) /* bytes of all bodies held at one time */

struct http {
	struct MHD_Daemon *daemon;
	int listening;			    /* owned once the daemon gave it back; else -1 */
	const struct http_service *service; /* borrowed */
	atomic_size_t body_bytes;	    /* held now */
	atomic_int waiting; /* requests that wait to be resumed, or for their answer to be sent */
};

/* One request and its answer. */
struct exchange {
	struct http_request req; /* first: http_resume() goes back from it */
	struct http_answer answer;
	struct http *http; /* borrowed */
	struct MHD_Connection *connection;
	uint64_t body_max, dropped;
	bool answered, waiting, close;
};

void http_resume(struct http_request *req)
{
	MHD_resume_connection(((struct exchange *)req)->connection);
}

/* ---- listening ---------------------------------------------------------------------------------- */

/* Splits "host:port" at the last colon, brackets of an IPv6 address taken off. */
static int split_address(const char *where, char host[64], char port[8], struct err *e)
{
	const char *colon = strrchr(where, ':');
	size_t len = colon ? (size_t)(colon - where) : 0;
	int64_t number;

	if (colon && len > 1 && where[0] == '[' && where[len - 1] == ']') {
		where++;
		len -= 2;
	}
	if (!colon || !len || len >= 64 || !text_i64(colon + 1, strlen(colon + 1), &number) ||
		number < 0 || number > 65535)
		return err_set(e, E_USAGE,
			"\"%.80s\" is not an address and a port, as 127.0.0.1:8321", where);
	memcpy(host, where, len);
	host[len] = 0;
	snprintf(port, 8, "%d", (int)number);
	return 0;
}

static int bind_error(const char *where, struct err *e)
{
	if (errno == EADDRINUSE)
		return err_set(e, E_BUSY,
			"%s is in use: stop what listens there, or choose another port with --listen",
			where);
	if (errno == EACCES)
		return err_set(e, E_DENIED,
			"no permission to listen on %s: choose a port above 1023 with --listen",
			where);
	if (errno == EADDRNOTAVAIL)
		return err_set(e, E_NOT_FOUND,
			"%s is no address of this machine: choose another with --listen", where);
	return err_errno(e, "%s", where);
}

static int listen_on(const struct addrinfo *to, const char *where, int *ret_fd, struct err *e)
{
	scoped(fd_closep) int fd = socket(
		to->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int yes = 1;

	/* so that a restart need not wait for the old connections' last packets */
	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) < 0)
		return err_errno(e, "socket for %s", where);
	if (bind(fd, to->ai_addr, to->ai_addrlen) < 0 || listen(fd, 1024) < 0)
		return bind_error(where, e);
	*ret_fd = fd;
	fd = -1;
	return 0;
}

static int port_of(int fd, uint16_t *ret, struct err *e)
{
	struct sockaddr_storage at;
	socklen_t len = sizeof at;
	char port[8];

	if (getsockname(fd, (struct sockaddr *)&at, &len) < 0 ||
		getnameinfo((struct sockaddr *)&at, len, NULL, 0, port, sizeof port,
			NI_NUMERICSERV) != 0)
		return err_errno(e, "port of the listening socket");
	*ret = (uint16_t)strtoul(port, NULL, 10);
	return 0;
}

int http_listen(const char *where, int *ret_fd, uint16_t *ret_port, struct err *e)
{
	struct addrinfo hints = {
		.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
	struct addrinfo *to;
	char host[64], port[8];
	int r = split_address(where, host, port, e), fd = -1;

	if (r < 0)
		return r;
	if (getaddrinfo(host, port, &hints, &to) != 0)
		return err_set(
			e, E_USAGE, "\"%.80s\" does not begin with a numeric address", where);
	r = listen_on(to, where, &fd, e);
	freeaddrinfo(to);
	if (r == 0)
		r = port_of(fd, ret_port, e);
	if (r == 0)
		*ret_fd = fd;
	return r;
}

/* ---- one exchange ------------------------------------------------------------------------------- */

static enum MHD_Result add_pair(
	void *arg, enum MHD_ValueKind kind, const char *name, const char *value)
{
	struct http_request *req = arg;

	(void)kind;
	if (req->nquery < HTTP_QUERY_MAX)
		req->query[req->nquery++] = (struct http_pair){name, value ? value : ""};
	return MHD_YES;
}

static enum MHD_Result count_length(
	void *arg, enum MHD_ValueKind kind, const char *name, const char *value)
{
	int *n = arg;

	(void)kind, (void)value;
	*n += !strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) ||
		!strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING);
	return MHD_YES;
}

/* Whether two readers of the request may find different ends of its body. */
static bool has_two_lengths(struct MHD_Connection *c)
{
	int n = 0;

	MHD_get_connection_values(c, MHD_HEADER_KIND, count_length, &n);
	return n > 1;
}

static const char *header(struct MHD_Connection *c, const char *name)
{
	return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

static struct exchange *exchange_new(
	struct http *h, struct MHD_Connection *c, const char *path, const char *method)
{
	struct exchange *x = mem_alloc(sizeof *x);
	const char *length;

	if (!x)
		return NULL;
	x->http = h;
	x->connection = c;
	x->req.method = method;
	x->req.path = path;
	x->req.accept = header(c, MHD_HTTP_HEADER_ACCEPT);
	x->req.content_type = header(c, MHD_HTTP_HEADER_CONTENT_TYPE);
	x->req.authorization = header(c, MHD_HTTP_HEADER_AUTHORIZATION);
	MHD_get_connection_values(c, MHD_GET_ARGUMENT_KIND, add_pair, &x->req);
	length = header(c, MHD_HTTP_HEADER_CONTENT_LENGTH);
	if (header(c, MHD_HTTP_HEADER_TRANSFER_ENCODING)) {
		x->req.has_body = true;
		x->req.content_length = -1;
	} else if (length) {
		/* libmicrohttpd has refused what is no number; one past 63 bits is too long for anything */
		if (!text_i64(length, strlen(length), &x->req.content_length))
			x->req.content_length = INT64_MAX;
		x->req.has_body = x->req.content_length > 0;
	}
	return x;
}

static void drop_body(struct exchange *x)
{
	atomic_fetch_sub(&x->http->body_bytes, x->req.body.len);
	buf_fini(&x->req.body);
}

static void exchange_done(
	void *arg, struct MHD_Connection *c, void **con_cls, enum MHD_RequestTerminationCode how)
{
	struct exchange *x = *con_cls;

	(void)arg;
	if (!x)
		return;
	if (how == MHD_REQUEST_TERMINATED_COMPLETED_OK)
		MHD_set_connection_option(c, MHD_CONNECTION_OPTION_TIMEOUT, SILENT_S);
	x->http->service->done(x->http->service->arg, &x->req);
	drop_body(x);
	buf_fini(&x->answer.body);
	if (x->waiting)
		atomic_fetch_sub(&x->http->waiting, 1);
	mem_free(x);
	*con_cls = NULL;
}

/* What every answer says: nothing here loads anything from elsewhere, or is shown inside another page. */
static const struct {
	const char *name, *value;
} always[] = {
	{"Content-Security-Policy",
		"default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; "
		"form-action 'self'; frame-ancestors 'none'"},
	{"X-Content-Type-Options", "nosniff"},
	{"X-Frame-Options", "DENY"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
};

static bool add_headers(struct MHD_Response *r, const struct http_answer *a)
{
	char number[48];
	bool ok = MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, a->content_type) ==
		MHD_YES;

	for (size_t i = 0; i < ARRAY_LEN(always); i++)
		ok &= MHD_add_response_header(r, always[i].name, always[i].value) == MHD_YES;
	if (a->allow)
		ok &= MHD_add_response_header(r, MHD_HTTP_HEADER_ALLOW, a->allow) == MHD_YES;
	if (a->location[0])
		ok &= MHD_add_response_header(r, MHD_HTTP_HEADER_LOCATION, a->location) == MHD_YES;
	if (a->ask_for_token)
		ok &= MHD_add_response_header(r, MHD_HTTP_HEADER_WWW_AUTHENTICATE,
			      "Bearer realm=\"latlab\"") == MHD_YES;
	if (a->retry_after_s) {
		snprintf(number, sizeof number, "%d", a->retry_after_s);
		ok &= MHD_add_response_header(r, MHD_HTTP_HEADER_RETRY_AFTER, number) == MHD_YES;
	}
	snprintf(number, sizeof number, a->max_age_s ? "max-age=%d" : "no-cache", a->max_age_s);
	ok &= MHD_add_response_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, number) == MHD_YES;
	return ok & (MHD_add_response_header(r, MHD_HTTP_HEADER_VARY, "Accept") == MHD_YES);
}

/* Where even that fails the connection is closed: MHD_NO. */
static enum MHD_Result send_answer(struct exchange *x)
{
	struct buf *b = &x->answer.body;
	struct MHD_Response *r = MHD_create_response_from_buffer(
		b->len, b->data, b->data ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
	enum MHD_Result sent = MHD_NO;

	if (!r)
		return MHD_NO;
	*b = (struct buf){0}; /* the response owns it now */
	if (add_headers(r, &x->answer) &&
		(!x->close ||
			MHD_add_response_header(r, MHD_HTTP_HEADER_CONNECTION, "close") == MHD_YES))
		sent = MHD_queue_response(x->connection, (unsigned)x->answer.status, r);
	MHD_destroy_response(r);
	return sent;
}

/* Whether a body that is not wanted is read first, so that the client hears why. */
static bool worth_dropping(const struct exchange *x)
{
	bool expects = header(x->connection, MHD_HTTP_HEADER_EXPECT) !=
		NULL; /* 100-continue: it listens */

	return x->req.has_body && !expects && x->req.content_length <= DROP_MAX;
}

static void refuse(struct exchange *x, int status)
{
	drop_body(x);
	x->http->service->refused(x->http->service->arg, &x->req, &x->answer, status);
	x->answered = true;
}

static enum MHD_Result first_call(struct http *h, struct MHD_Connection *c, const char *path,
	const char *method, void **con_cls)
{
	struct exchange *x = exchange_new(h, c, path, method);

	if (!x)
		return MHD_NO;
	*con_cls = x;
	MHD_set_connection_option(c, MHD_CONNECTION_OPTION_TIMEOUT, IDLE_S);
	x->answered = h->service->head(h->service->arg, &x->req, &x->answer, &x->body_max);
	if (has_two_lengths(c)) {
		refuse(x, MHD_HTTP_BAD_REQUEST);
		x->close = true;
		return send_answer(x);
	}
	if (x->req.content_length < 0)
		x->body_max = MIN(x->body_max, UNDECLARED_MAX);
	if (x->answered && x->req.has_body && !worth_dropping(x))
		return send_answer(x);
	return MHD_YES;
}

static enum MHD_Result take_body(struct exchange *x, const char *bytes, size_t len)
{
	struct buf *b = &x->req.body;

	if (!x->answered && len > x->body_max - b->len)
		refuse(x, MHD_HTTP_CONTENT_TOO_LARGE);
	if (!x->answered && atomic_load(&x->http->body_bytes) + len > BODIES_MAX)
		refuse(x, MHD_HTTP_SERVICE_UNAVAILABLE);
	if (!x->answered) {
		buf_put(b, bytes, len);
		if (buf_ok(b))
			atomic_fetch_add(&x->http->body_bytes, len);
		else
			refuse(x, MHD_HTTP_SERVICE_UNAVAILABLE);
	}
	if (x->answered)
		x->dropped += len;
	return x->dropped > DROP_MAX / 2 && x->req.content_length < 0 ? MHD_NO : MHD_YES;
}

static enum MHD_Result last_call(struct exchange *x)
{
	const struct http_service *service = x->http->service;

	if (x->waiting) {
		if (fault_here(FAULT_REPLY))
			return MHD_NO;
		service->resumed(service->arg, &x->req, &x->answer);
	} else if (!x->answered && service->body(service->arg, &x->req, &x->answer) == HTTP_WAIT) {
		x->waiting = true;
		atomic_fetch_add(&x->http->waiting, 1);
		MHD_suspend_connection(x->connection);
		service->start(service->arg, &x->req);
		return MHD_YES;
	}
	return send_answer(x);
}

static enum MHD_Result handle(void *arg, struct MHD_Connection *c, const char *path,
	const char *method, const char *version, const char *bytes, size_t *len, void **con_cls)
{
	enum MHD_Result r;

	(void)version;
	if (!*con_cls)
		return first_call(arg, c, path, method, con_cls);
	if (!*len)
		return last_call(*con_cls);
	r = take_body(*con_cls, bytes, *len);
	*len = 0;
	return r;
}

/* ---- the daemon --------------------------------------------------------------------------------- */

/* Paths and queries stay as they came: routes.c decodes them, and refuses what libmicrohttpd would cut. */
static size_t leave_escaped(void *arg, struct MHD_Connection *c, char *s)
{
	(void)arg, (void)c;
	return strlen(s);
}

/* Its complaints are about clients that went away; there is nobody to tell. */
static void no_log(void *arg, const char *fmt, va_list ap)
{
	(void)arg, (void)fmt, (void)ap;
}

/*
 * As many connections as the files we may open allow, and some to spare: a connection too many waits, but a
 * database that cannot open its files fails.
 */
static unsigned connections_max(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) < 0)
		return SPARE_FILES;
	files.rlim_cur = files.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &files); /* then it is what it was, as we ask next */
	(void)getrlimit(RLIMIT_NOFILE, &files); /* worked just now */
	if (files.rlim_cur < 2 * SPARE_FILES)
		return (unsigned)files.rlim_cur / 2;
	return (unsigned)MIN(files.rlim_cur - SPARE_FILES, CONNECTIONS_MAX);
}

int http_start(int fd, unsigned threads, const struct http_service *service, struct http **ret,
	struct err *e)
{
	struct http *h = mem_alloc(sizeof *h);

	if (!h) {
		close(fd);
		return err_set(e, E_NOMEM, "out of memory for the HTTP server");
	}
	h->service = service;
	h->listening = -1;
	h->daemon = MHD_start_daemon(
		MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0,
		NULL, NULL, handle, h, MHD_OPTION_EXTERNAL_LOGGER, no_log, NULL,
		MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_THREAD_POOL_SIZE, threads,
		MHD_OPTION_CONNECTION_LIMIT, connections_max(), MHD_OPTION_CONNECTION_MEMORY_LIMIT,
		(size_t)CONNECTION_MEMORY, MHD_OPTION_CONNECTION_TIMEOUT, SILENT_S,
		MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,
		MHD_OPTION_NOTIFY_COMPLETED, exchange_done, NULL, MHD_OPTION_END);
	if (!h->daemon) {
		int r = err_errno(e, "starting the HTTP server");

		close(fd);
		mem_free(h);
		return r;
	}
	*ret = h;
	return 0;
}

void http_quiesce(struct http *h, int64_t wait_ms)
{
	/* closed in http_stop(): its threads still have to take it out of their epoll sets, and abort if they cannot */
	h->listening = MHD_quiesce_daemon(h->daemon);
	for (; atomic_load(&h->waiting) && wait_ms > 0; wait_ms -= 10)
		clock_sleep_ms(10);
}

void http_stop(struct http *h)
{
	if (!h)
		return;
	MHD_stop_daemon(h->daemon);
	fd_closep(&h->listening);
	mem_free(h);
}
