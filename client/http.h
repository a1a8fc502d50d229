/* SPDX-License-Identifier: GPL-2.0-or-later */
/* HTTP out: one request, one answer. The only user of libcurl. */
#ifndef LATLAB_CLIENT_HTTP_H
#define LATLAB_CLIENT_HTTP_H

#include "base/buf.h"

/* All strings are borrowed for the call. */
struct http_req {
	const char *method; /* "GET", "PUT", "POST" */
	const char *url;    /* http:// or https:// only; redirects are not followed */
	const char *token;  /* Authorization: Bearer; NULL: none */
	const char *accept; /* NULL: any */
	const char *content_type;
	const void *body; /* sent whole, from memory, so a resend needs no rewind */
	size_t body_len;
	int64_t timeout_ms;	    /* of the whole exchange; 0: 30 s */
	int64_t connect_timeout_ms; /* 0: 5 s */
	size_t answer_max;	    /* bytes of answer taken; 0: 1 MB; more is E_TOO_BIG */
	const char *ca_file;	    /* NULL: the system's */
};

struct http_reply {
	int status;
	struct buf body;
	int64_t retry_after_s; /* of Retry-After in seconds; -1 where there is none */
};

/*
 * 0 whenever there was an answer, whatever its status. E_NET where there was none (refused, cut, name
 * unknown), E_TIMEOUT, E_TOO_BIG, E_USAGE for a URL that is none. ret is empty on failure.
 */
int http_send(const struct http_req *req, struct http_reply *ret, struct err *e);
void http_reply_fini(struct http_reply *reply);

/* base and path joined with one slash: "http://h:1/" + "/runs" -> "http://h:1/runs". */
int http_url(const char *base, const char *path, struct buf *out, struct err *e);

#endif
