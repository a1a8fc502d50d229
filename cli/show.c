/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every page of the server is also 75-column text at the same address; these verbs fetch it. So a
 * terminal and a browser can never disagree.
 */
#include <stdio.h>
#include <string.h>

#include "base/opt.h"
#include "base/text.h"
#include "base/uuid.h"
#include "cli/verbs.h"
#include "client/http.h"

#define ANSWER_MAX (64u << 20)

struct ask {
	const char *server;
	bool json;
};

#define ASK_OPTS(a)                                                        \
	{"server", 's', OPT_TEXT, &(a).server, "URL", "LATLAB_SERVER",     \
		"the lab's server (default http://127.0.0.1:8321)", 0, 0}, \
		{"json", 'j', OPT_FLAG, &(a).json, NULL, NULL, "JSON instead of text", 0, 0},

/* The server says what is wrong in one line of text. */
static int refused(const char *url, const struct http_reply *reply, struct err *e)
{
	char said[300];

	text_printable(
		buf_cstr(&reply->body), strcspn(buf_cstr(&reply->body), "\n"), said, sizeof said);
	return err_set(e, reply->status == 404 ? E_NOT_FOUND : E_REFUSED, "%s: %s (%d)", url, said,
		reply->status);
}

/* What a server says must not drive the terminal. */
static void drop_controls(struct buf *text)
{
	for (size_t i = 0; i < text->len; i++)
		if ((text->data[i] < 0x20 && text->data[i] != '\n' && text->data[i] != '\t') ||
			text->data[i] == 0x7f)
			text->data[i] = '?';
}

static int print_page(const struct ask *ask, const char *url, struct err *e)
{
	scoped(http_reply_fini) struct http_reply reply = {0};
	struct http_req req = {.method = "GET",
		.url = url,
		.accept = ask->json ? "application/json" : "text/plain",
		.answer_max = ANSWER_MAX};
	int r = http_send(&req, &reply, e);

	if (r < 0)
		return r;
	if (reply.status != 200)
		return refused(url, &reply, e);
	if (!ask->json)
		drop_controls(&reply.body);
	fwrite(buf_cstr(&reply.body), 1, reply.body.len, stdout);
	if (fflush(stdout) != 0 || ferror(stdout))
		return err_errno(e, "standard output");
	return 0;
}

static bool is_page(const char *what)
{
	static const char *const kinds[] = {"/", "runs", "boards", "kernels", "series/"};

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (!strncmp(what, kinds[i], strlen(kinds[i])))
			return true;
	return false;
}

/* A run's id alone is enough; a whole address stands for itself. */
static int address_of(const struct ask *ask, const char *what, struct buf *url, struct err *e)
{
	scoped(buf_fini) struct buf path = {0};
	struct uuid id;

	if (!strncmp(what, "http://", 7) || !strncmp(what, "https://", 8)) {
		buf_str(url, what);
		return buf_check(url, "an address", e);
	}
	if (uuid_parse(what, &id))
		buf_str(&path, "/runs/");
	else if (!is_page(what))
		return err_set(e, E_USAGE,
			"\"%s\" is neither a run's id nor a page such as boards, kernels/1 or series/1",
			what);
	buf_str(&path, what);
	return buf_check(&path, "a path", e) < 0 ? -E_NOMEM
						 : http_url(ask->server, buf_cstr(&path), url, e);
}

int verb_runs(int argc, char **argv)
{
	struct ask ask = {.server = "http://127.0.0.1:8321"};
	const struct opt opts[] = {ASK_OPTS(ask)};
	const struct opt_set set = {
		.program = "latlab runs",
		.about = "Lists the newest runs of a lab.",
		.examples = "  latlab runs\n"
			    "  latlab runs --server http://lab.example:8321 --json | jq .\n",
		.opts = opts,
		.nopts = ARRAY_LEN(opts),
	};
	scoped(buf_fini) struct buf url = {0};
	struct err e = {0};
	char **operands;
	int r = opt_read(&set, argc, argv, &operands, &e);

	if (r == OPT_DONE)
		return EXIT_OK;
	if (r == 0)
		r = address_of(&ask, "runs", &url, &e);
	if (r == 0)
		r = print_page(&ask, buf_cstr(&url), &e);
	return r < 0 ? opt_fail(set.program, r, &e) : EXIT_OK;
}

int verb_show(int argc, char **argv)
{
	struct ask ask = {.server = "http://127.0.0.1:8321"};
	const struct opt opts[] = {ASK_OPTS(ask)};
	const struct opt_set set = {
		.program = "latlab show",
		.operands = "RUN|PAGE",
		.about =
			"Prints a page of a lab as text: a run by its id, or boards, boards/NAME,\n"
			"kernels, kernels/N, series/N, or a page's whole address.",
		.examples = "  latlab show 019ad6f2-1c00-7abc-8def-0123456789ab\n"
			    "  latlab show boards/local\n"
			    "  latlab show --json series/1 | jq .points\n",
		.opts = opts,
		.nopts = ARRAY_LEN(opts),
		.operands_min = 1,
		.operands_max = 1,
	};
	scoped(buf_fini) struct buf url = {0};
	struct err e = {0};
	char **operands;
	int r = opt_read(&set, argc, argv, &operands, &e);

	if (r == OPT_DONE)
		return EXIT_OK;
	if (r == 0)
		r = address_of(&ask, operands[0], &url, &e);
	if (r == 0)
		r = print_page(&ask, buf_cstr(&url), &e);
	return r < 0 ? opt_fail(set.program, r, &e) : EXIT_OK;
}
