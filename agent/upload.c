/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/upload.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "client/http.h"

static const struct {
	int from, to; /* statuses */
	enum upload_action action;
} actions[] = {
	{200, 299, UPLOAD_SENT}, {400, 400, UPLOAD_REJECT}, /* not a record */
	{409, 409, UPLOAD_REJECT},			    /* its id is taken by another */
	{413, 413, UPLOAD_REJECT},			    /* too large */
	{415, 415, UPLOAD_REJECT},			    /* not a form the server reads */
	{422, 422, UPLOAD_REJECT},			    /* a record that holds what cannot be */
};

enum upload_action upload_action(int status)
{
	for (size_t i = 0; i < ARRAY_LEN(actions); i++)
		if (status >= actions[i].from && status <= actions[i].to)
			return actions[i].action;
	return UPLOAD_KEEP;
}

static int send_record(const struct upload_to *to, const char *run_id, const struct buf *record,
	struct http_reply *reply, struct err *e)
{
	scoped(buf_fini) struct buf url = {0};
	char path[64];
	struct http_req req = {.method = "PUT",
		.token = to->token,
		.content_type = "application/octet-stream",
		.accept = "text/plain",
		.body = record->data,
		.body_len = record->len,
		.timeout_ms = to->timeout_ms,
		.ca_file = to->ca_file};
	int r;

	snprintf(path, sizeof path, "/api/v1/runs/%s", run_id);
	r = http_url(to->server, path, &url, e);
	req.url = buf_cstr(&url);
	return r < 0 ? r : http_send(&req, reply, e);
}

static void note(struct upload_count *count, const char *what, const char *why)
{
	if (!count->reason[0])
		snprintf(count->reason, sizeof count->reason, "%s: %.300s", what, why);
}

static void keep(struct upload_count *count, const char *what, const char *why)
{
	count->kept++;
	note(count, what, why);
}

/* A file that cannot be moved stays, and stops nothing: sent again, it is the same record. */
static void move_sent(const struct spool *s, const char *name, struct upload_count *count)
{
	struct err e = {0};

	if (spool_sent(s, name, &e) < 0)
		keep(count, "sent, but", err_text(&e));
	else
		count->sent++;
}

static void reject(const struct spool *s, const char *name, const char *what, const char *why,
	struct upload_count *count)
{
	struct err e = {0};

	if (spool_reject(s, name, why, &e) < 0) {
		keep(count, "refused, but", err_text(&e));
		return;
	}
	count->rejected++;
	note(count, what, why);
}

static void take_answer(const struct spool *s, const char *name, const char *run_id,
	const struct http_reply *reply, struct upload_count *count)
{
	enum upload_action action = upload_action(reply->status);
	char why[350], body[300];

	text_printable(
		buf_cstr(&reply->body), strcspn(buf_cstr(&reply->body), "\n"), body, sizeof body);
	snprintf(why, sizeof why, "%d %s", reply->status, body);
	/* anything on the way may say 200, a hotel's login page does: the lab's server names the run */
	if (action == UPLOAD_SENT && !strstr(buf_cstr(&reply->body), run_id)) {
		snprintf(why, sizeof why, "%d, but not as a lab's server answers", reply->status);
		action = UPLOAD_KEEP;
	}
	if (action == UPLOAD_SENT)
		move_sent(s, name, count);
	else if (action == UPLOAD_REJECT)
		reject(s, name, "the server refused the record", why, count);
	else
		keep(count, "the server did not take the record now", why);
}

/* What is no record at all is put aside before anything is sent. */
static bool is_record(const struct spool *s, const char *name, struct buf *record, char run_id[37],
	struct upload_count *count)
{
	struct digest d;
	struct err why = {0};
	int r;

	if (!spool_run_id(name, run_id) || !spool_is_file(s, name)) {
		reject(s, name, name, "not a file of the spool", count);
		return false;
	}
	r = spool_read(s, name, record, &why);
	if (r == 0)
		r = record_digest(record->data, record->len, &d, &why);
	if (r == -E_NEWER) /* made by a later agent on this board: the server may know it */
		return true;
	if (r == -E_TOO_BIG || r == -E_MALFORMED || r == -E_DIGEST)
		reject(s, name, name, err_text(&why), count);
	else if (r < 0)
		keep(count, name, err_text(&why));
	return r == 0;
}

/* *down is set where the server gave no answer: asking again for the next record would only wait again. */
static void upload_one(const struct spool *s, const struct upload_to *to, const char *name,
	struct upload_count *count, bool *down)
{
	scoped(http_reply_fini) struct http_reply reply = {0};
	scoped(buf_fini) struct buf record = {0};
	struct err why = {0};
	char run_id[37];

	if (!is_record(s, name, &record, run_id, count))
		return;
	if (send_record(to, run_id, &record, &reply, &why) == 0) {
		take_answer(s, name, run_id, &reply, count);
		return;
	}
	*down = true;
	keep(count, "no answer", err_text(&why));
}

int upload_drain(
	const struct spool *s, const struct upload_to *to, struct upload_count *ret, struct err *e)
{
	scoped(dir_names_fini) struct dir_names names = {0};
	scoped(fd_closep) int lock = -1;
	bool down = false;
	int r = file_lock(s->lock, &lock, e);

	*ret = (struct upload_count){0};
	if (r == 0)
		r = spool_list(s, &names, e);
	for (size_t i = 0; r == 0 && i < names.len; i++) {
		if (down)
			ret->kept++;
		else
			upload_one(s, to, names.name[i], ret, &down);
	}
	return r;
}
