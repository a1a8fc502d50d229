/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * HTTP in: sockets, threads and limits, and nothing of what is served. Requests and answers are plain
 * structs, so that whoever answers needs no socket to be tested.
 */
#ifndef LATLAB_SERVER_HTTP_H
#define LATLAB_SERVER_HTTP_H

#include "base/buf.h"

#define HTTP_QUERY_MAX 16

/* Texts are as they came, still percent-encoded, and borrowed until the answer is sent. */
struct http_request {
	const char *method, *path;
	struct http_pair {
		const char *name, *value; /* value "" where there is none */
	} query[HTTP_QUERY_MAX];
	size_t nquery;
	const char *accept, *content_type, *authorization; /* NULL: not sent */
	bool has_body;
	int64_t content_length; /* -1: not declared */
	struct buf body;	/* owned by http.c; complete in service->body() */
	void *state;		/* the service's own */
};

struct http_answer {
	int status;
	const char *content_type; /* a constant */
	struct buf body;	  /* owned by http.c, which hands it on */
	const char *allow;	  /* 405: the methods; a constant or in the service's state */
	char location[128];	  /* "": none */
	int retry_after_s;	  /* 0: none */
	bool ask_for_token;	  /* 401 */
	int max_age_s;		  /* 0: to be asked for again each time */
};

enum http_next { HTTP_ANSWERED, HTTP_WAIT };

struct http_service {
	void *arg;
	/*
	 * The headers are there. True: *answer is the answer and the body is not wanted. Else *body_max is
	 * how long the body may be.
	 */
	bool (*head)(void *arg, struct http_request *req, struct http_answer *answer,
		uint64_t *body_max);
	/* All is there. HTTP_WAIT: the answer takes time; start() is called next. */
	enum http_next (*body)(void *arg, struct http_request *req, struct http_answer *answer);
	/* The connection sleeps now, until http_resume(req): to be called once, from any thread. */
	void (*start)(void *arg, struct http_request *req);
	void (*resumed)(void *arg, struct http_request *req, struct http_answer *answer);
	/* The body is longer than body_max (413), of no certain length (400), or there is no room for it now (503). */
	void (*refused)(
		void *arg, struct http_request *req, struct http_answer *answer, int status);
	void (*done)(void *arg, struct http_request *req); /* frees req->state */
};

/* "127.0.0.1:8321", "[::1]:0". The port that was taken is in *ret_port. */
int http_listen(const char *where, int *ret_fd, uint16_t *ret_port, struct err *e);

struct http;

/* Takes the socket over. The service must outlive it. */
int http_start(int fd, unsigned threads, const struct http_service *service, struct http **ret,
	struct err *e);
/* No new connections from now on; waits, at most so long, until nothing waits for http_resume(). */
void http_quiesce(struct http *h, int64_t wait_ms);
void http_stop(struct http *h); /* NULL is fine; no request may be waiting */

void http_resume(struct http_request *req);

#endif
