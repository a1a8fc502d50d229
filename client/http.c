/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "client/http.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

#define TIMEOUT_MS	   30000
#define CONNECT_TIMEOUT_MS 5000
#define ANSWER_MAX	   (1u << 20)

static pthread_once_t curl_once = PTHREAD_ONCE_INIT;

static void curl_start(void)
{
	(void)curl_global_init(
		CURL_GLOBAL_DEFAULT); /* curl_easy_init() below fails where it failed */
}

static size_t take_body(char *bytes, size_t size, size_t n, void *arg)
{
	struct buf *b = arg;

	buf_put(b, bytes, size * n);
	return buf_ok(b) ? size * n : 0;
}

static size_t take_header(char *line, size_t size, size_t n, void *arg)
{
	static const char name[] = "retry-after:";
	size_t len = size * n, at = sizeof name - 1;
	struct http_reply *reply = arg;

	if (len > at && !strncasecmp(line, name, at)) {
		while (at < len && line[at] == ' ')
			at++;
		while (len > at && strchr("\r\n ", line[len - 1]))
			len--;
		if (!text_i64(line + at, len - at, &reply->retry_after_s) ||
			reply->retry_after_s < 0)
			reply->retry_after_s = -1;
	}
	return size * n;
}

static void slist_freep(struct curl_slist **list)
{
	curl_slist_free_all(*list);
}

static void easy_freep(CURL **curl)
{
	if (*curl)
		curl_easy_cleanup(*curl);
}

static int add_header(struct curl_slist **list, const char *name, const char *value)
{
	scoped(buf_fini) struct buf line = {0};
	struct curl_slist *more;

	buf_printf(&line, "%s: %s", name, value);
	more = buf_ok(&line) ? curl_slist_append(*list, buf_cstr(&line)) : NULL;
	if (!more)
		return -E_NOMEM;
	*list = more;
	return 0;
}

static int make_headers(const struct http_req *req, struct curl_slist **list)
{
	scoped(buf_fini) struct buf bearer = {0};
	int r = add_header(list, "Expect", ""); /* a body of ours is not worth a round trip */

	buf_printf(&bearer, "Bearer %s", req->token ? req->token : "");
	if (!buf_ok(&bearer))
		r = -E_NOMEM;
	if (r == 0 && req->token)
		r = add_header(list, "Authorization", buf_cstr(&bearer));
	if (r == 0 && req->accept)
		r = add_header(list, "Accept", req->accept);
	if (r == 0 && req->content_type)
		r = add_header(list, "Content-Type", req->content_type);
	return r;
}

static void set_options(CURL *curl, const struct http_req *req, struct curl_slist *headers,
	struct http_reply *reply, char *why)
{
	curl_easy_setopt(curl, CURLOPT_URL, req->url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, req->method);
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
	curl_easy_setopt(curl, CURLOPT_USERAGENT, "latlab/" LATLAB_VERSION);
	curl_easy_setopt(
		curl, CURLOPT_TIMEOUT_MS, (long)(req->timeout_ms ? req->timeout_ms : TIMEOUT_MS));
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS,
		(long)(req->connect_timeout_ms ? req->connect_timeout_ms : CONNECT_TIMEOUT_MS));
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, &reply->body);
	curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
	curl_easy_setopt(curl, CURLOPT_HEADERDATA, reply);
	if (req->ca_file)
		curl_easy_setopt(curl, CURLOPT_CAINFO, req->ca_file);
	if (!req->body)
		return;
	curl_easy_setopt(curl, CURLOPT_POSTFIELDS, req->body);
	curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)req->body_len);
}

static int no_address(const struct http_req *req, struct err *e)
{
	return err_set(e, E_USAGE, "\"%s\" is not an http:// or https:// address", req->url);
}

static int curl_failed(const struct http_req *req, CURLcode code, const char *why, struct err *e)
{
	if (!*why)
		why = curl_easy_strerror(code);
	switch (code) {
	case CURLE_OPERATION_TIMEDOUT:
		return err_set(e, E_TIMEOUT, "%s: %s", req->url, why);
	case CURLE_WRITE_ERROR:
		return err_set(e, E_TOO_BIG, "%s: the answer is too large", req->url);
	case CURLE_URL_MALFORMAT:
		return no_address(req, e);
	case CURLE_OUT_OF_MEMORY:
		return err_set(e, E_NOMEM, "%s: %s", req->url, why);
	default:
		return err_set(e, E_NET, "%s: %s", req->url, why);
	}
}

int http_send(const struct http_req *req, struct http_reply *ret, struct err *e)
{
	scoped(slist_freep) struct curl_slist *headers = NULL;
	scoped(easy_freep) CURL *curl = NULL;
	scoped(http_reply_fini) struct http_reply reply = {.retry_after_s = -1};
	char why[CURL_ERROR_SIZE] = "";
	CURLcode code;
	long status = 0;

	if (strncasecmp(req->url, "http://", 7) != 0 && strncasecmp(req->url, "https://", 8) != 0)
		return no_address(req, e);
	pthread_once(&curl_once, curl_start);
	curl = curl_easy_init();
	reply.body.max = req->answer_max ? req->answer_max : ANSWER_MAX;
	if (!curl || make_headers(req, &headers) < 0)
		return err_set(e, E_NOMEM, "out of memory for a request to %s", req->url);
	set_options(curl, req, headers, &reply, why);
	code = curl_easy_perform(curl);
	if (code != CURLE_OK)
		return curl_failed(req, code, why, e);
	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	reply.status = (int)status;
	*ret = reply;
	reply = (struct http_reply){0};
	return 0;
}

void http_reply_fini(struct http_reply *reply)
{
	buf_fini(&reply->body);
}

int http_url(const char *base, const char *path, struct buf *out, struct err *e)
{
	size_t len = strlen(base);

	while (len && base[len - 1] == '/')
		len--;
	buf_put(out, base, len);
	buf_byte(out, '/');
	buf_str(out, path + strspn(path, "/"));
	return buf_check(out, "an address", e);
}
