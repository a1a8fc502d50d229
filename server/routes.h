/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What can be asked, as one table, and the answers: everything between a request and the store. Needs no
 * socket: http.c calls it, and tests do.
 */
#ifndef LATLAB_SERVER_ROUTES_H
#define LATLAB_SERVER_ROUTES_H

#include "server/http.h"
#include "server/readers.h"
#include "server/writer.h"

/* What requests are answered from; all borrowed. */
struct app {
	const char *data_dir;
	struct readers *readers;
	struct writer *writer;
};

/* In which form: by the address's suffix, else by Accept, else text. */
enum form { FORM_HTML, FORM_JSON, FORM_TEXT, FORM_NFORMS };

struct call;

struct route {
	const char *method;  /* "GET" answers HEAD too */
	const char *pattern; /* "/boards/{}": one segment stands for {} */
	/* Fills answer, or returns HTTP_WAIT with call->job to be written. */
	enum http_next (*handler)(struct app *app, struct call *call,
		const struct http_request *req, struct http_answer *answer);
	enum scope scope;
	uint64_t body_max;	  /* 0: takes none */
	const char *content_type; /* of the body, where one must be named; NULL: any */
	bool one_form; /* the address names its only form: neither suffix nor Accept count */
};

const struct route *routes_all(size_t *n);

/* One request: what was made of its address, and what must live until its end. */
struct call {
	const struct route *route;
	enum form form;
	char param[100];
	char allow[32];
	struct upload *upload; /* owned */
	struct write_job job;
};

/* Fills the functions; arg is app. */
struct http_service routes_service(struct app *app);

/* A sentence in the call's form. */
void answer_error(struct http_answer *answer, enum form form, int status, const char *fmt, ...)
	printf_like(4, 5);
/* The status that an error's code means. */
int status_of_error(int code);

/* The form that an Accept header prefers; false where nothing we have is acceptable. NULL accepts all. */
bool form_of_accept(const char *accept, enum form *ret);

/* Decodes %xx of len bytes into out; false for what is cut, a control byte, or does not fit. */
bool percent_decode(const char *s, size_t len, char *out, size_t size);

#endif
