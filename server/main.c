/* SPDX-License-Identifier: GPL-2.0-or-later */
/* latlabd: options, and a call for each verb. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "base/opt.h"
#include "server/blob.h"
#include "server/routes.h"

#define THREADS 4

/* Long enough for a slow disk to take what is queued. */
#define STOP_WAIT_MS 10000

static const char *data_dir;

#define DATA_OPT                                                                                 \
	{                                                                                        \
		.name = "data", .letter = 'd', .kind = OPT_TEXT, .dst = &data_dir, .arg = "DIR", \
		.env = "LATLAB_DATA", .help = "folder of the database and its files"             \
	}

static int need_data(struct err *e)
{
	return data_dir ? 0 : err_set(e, E_USAGE, "which data folder? give --data DIR");
}

/* The folder, and the lock that keeps a second server out of it; held until *ret_lock is closed. */
static int claim_data(int *ret_lock, struct err *e)
{
	char path[FILE_PATH_MAX];
	int r = dir_ensure(data_dir, e);

	if (r == 0)
		r = path_join(path, data_dir, "lock", e);
	if (r == 0)
		r = file_lock(path, ret_lock, e);
	if (r == -E_BUSY)
		return err_set(e, E_BUSY,
			"another latlabd works in %s: stop it first, or give another --data",
			data_dir);
	return r;
}

/* For commands that are about what is there: a mistyped folder must not become a new, empty lab. */
static int need_lab(struct err *e)
{
	char path[FILE_PATH_MAX];
	int r = need_data(e);

	if (r == 0)
		r = path_join(path, data_dir, "latlab.db", e);
	if (r < 0 || access(path, F_OK) == 0)
		return r;
	if (errno == ENOENT || errno == ENOTDIR)
		return err_set(e, E_NOT_FOUND, "there is no lab in %s", data_dir);
	return err_errno(e, "%s", path);
}

/* ---- serve -------------------------------------------------------------------------------------- */

static const char *listen_where = "127.0.0.1:8321", *port_file;

static const struct opt serve_opts[] = {
	DATA_OPT,
	{.name = "listen",
		.letter = 'l',
		.kind = OPT_TEXT,
		.dst = &listen_where,
		.arg = "ADDR:PORT",
		.env = "LATLAB_LISTEN",
		.help = "where to listen (default 127.0.0.1:8321; port 0: any free one)"},
	{.name = "port-file",
		.kind = OPT_TEXT,
		.dst = &port_file,
		.arg = "FILE",
		.help = "write the port that was taken to FILE"},
};

static const struct opt_set serve_set = {.program = "latlabd serve",
	.about = "Takes runs in and shows them, until SIGTERM or SIGINT.",
	.examples = "  latlabd serve --data /var/lib/latlab\n",
	.opts = serve_opts,
	.nopts = ARRAY_LEN(serve_opts)};

struct server {
	int lock, socket;
	uint16_t port;
	struct app app;
	struct http_service service;
	struct http *http;
};

static int open_data(struct server *sv, struct err *e)
{
	scoped(store_freep) struct store *writing = NULL;
	int r = claim_data(&sv->lock, e);

	if (r == 0)
		r = store_open(data_dir, STORE_WRITE, &writing, e);
	if (r == 0)
		r = blob_sweep(data_dir, e);
	if (r == 0)
		r = store_sweep_blobs(writing, e);
	if (r == 0)
		r = writer_start(take(writing), &sv->app.writer, e);
	return r < 0 ? r : readers_open(data_dir, THREADS, &sv->app.readers, e);
}

static int announce(const struct server *sv, struct err *e)
{
	char text[16];
	int len = snprintf(text, sizeof text, "%u\n", sv->port), host = (int)strlen(listen_where);
	int r = port_file ? file_write(port_file, text, (size_t)len, e) : 0;

	while (host && listen_where[host - 1] != ':')
		host--;
	if (r == 0)
		log_info("listening on http://%.*s%u", host, listen_where, sv->port);
	return r;
}

static int start(struct server *sv, struct err *e)
{
	int r = http_listen(listen_where, &sv->socket, &sv->port, e);

	if (r == 0)
		r = open_data(sv, e);
	if (r == 0) {
		sv->app.data_dir = data_dir;
		sv->service = routes_service(&sv->app);
		r = http_start(sv->socket, THREADS, &sv->service, &sv->http, e);
		sv->socket = -1; /* taken over, also on failure */
	}
	return r < 0 ? r : announce(sv, e);
}

/* In this order: what is going on is answered, what is queued is written, then the doors close. */
static void stop(struct server *sv)
{
	if (sv->http)
		http_quiesce(sv->http, STOP_WAIT_MS);
	writer_stop(sv->app.writer);
	http_stop(sv->http);
	writer_free(sv->app.writer);
	readers_free(sv->app.readers);
	fd_closep(&sv->socket);
	fd_closep(&sv->lock);
}

static int serve(int argc, char **argv)
{
	struct server sv = {.lock = -1, .socket = -1};
	char **operands;
	struct err e = {0};
	sigset_t ends;
	int r = opt_read(&serve_set, argc, argv, &operands, &e), sig;

	if (r == OPT_DONE)
		return EXIT_OK;
	if (r == 0)
		r = need_data(&e);
	if (r < 0)
		return opt_fail("latlabd", r, &e);
	/* before any thread: they inherit it, and only sigwait() below hears these */
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	pthread_sigmask(SIG_BLOCK, &ends, NULL);
	signal(SIGPIPE, SIG_IGN);
	r = start(&sv, &e);
	if (r == 0) {
		sigwait(&ends, &sig);
		log_info("stopping");
	}
	stop(&sv);
	return r < 0 ? opt_fail("latlabd", r, &e) : EXIT_OK;
}

/* ---- token -------------------------------------------------------------------------------------- */

static const char *scope_name;
static int64_t days;

static const struct opt token_opts[] = {
	DATA_OPT,
	{.name = "scope",
		.letter = 's',
		.kind = OPT_TEXT,
		.dst = &scope_name,
		.arg = "SCOPE",
		.help = "what it may do: board (send runs), submit, admin"},
	{.name = "days",
		.kind = OPT_INT,
		.dst = &days,
		.arg = "N",
		.max = 36500,
		.help = "for how long (default 0: for ever)"},
};

static const struct opt_set token_set = {.program = "latlabd token",
	.operands = "add NAME | list",
	.about = "Makes a token and prints it, this one time, or lists those there are.",
	.examples = "  latlabd token add rpi4 --scope board --data /var/lib/latlab\n",
	.opts = token_opts,
	.nopts = ARRAY_LEN(token_opts),
	.operands_min = 1,
	.operands_max = 2};

static int token_add(const char *name, struct err *e)
{
	scoped(store_freep) struct store *s = NULL;
	char text[TOKEN_TEXT_LEN];
	enum scope scope;
	int r;

	if (!scope_name || !scope_parse(scope_name, &scope))
		return err_set(e, E_USAGE, "--scope must be board, submit or admin");
	r = need_data(e);
	if (r == 0)
		r = dir_ensure(data_dir, e);
	if (r == 0)
		r = store_open(data_dir, STORE_WRITE, &s, e);
	if (r == 0)
		r = store_token_add(s, name, scope, days, text, e);
	if (r == 0)
		puts(text);
	return r;
}

static int token_list(struct err *e)
{
	scoped(store_freep) struct store *s = NULL;
	scoped(buf_fini) struct buf out = {0};
	int r = need_lab(e);

	if (r == 0)
		r = store_open(data_dir, STORE_WRITE, &s, e);
	if (r == 0)
		r = store_token_list(s, &out, e);
	if (r == 0)
		fputs(buf_cstr(&out), stdout);
	return r;
}

static int token(int argc, char **argv)
{
	char **operands;
	struct err e = {0};
	int r = opt_read(&token_set, argc, argv, &operands, &e);

	if (r == OPT_DONE)
		return EXIT_OK;
	if (r == 0 && !strcmp(operands[0], "add") && operands[1])
		r = token_add(operands[1], &e);
	else if (r == 0 && !strcmp(operands[0], "list") && !operands[1])
		r = token_list(&e);
	else if (r == 0)
		r = err_set(&e, E_USAGE, "say \"add NAME\" or \"list\" (see latlabd token --help)");
	return r < 0 ? opt_fail("latlabd", r, &e) : EXIT_OK;
}

/* ---- rebuild, check ----------------------------------------------------------------------------- */

static const struct opt data_opts[] = {DATA_OPT};

static const struct opt_set rebuild_set = {.program = "latlabd rebuild",
	.about =
		"Makes series and points again from the runs. Nothing changes where nothing was broken.",
	.examples = "  latlabd rebuild --data /var/lib/latlab\n",
	.opts = data_opts,
	.nopts = ARRAY_LEN(data_opts)};

static const struct opt_set check_set = {.program = "latlabd check",
	.about = "Looks at every page of the database and every file beside it.",
	.examples = "  latlabd check --data /var/lib/latlab\n",
	.opts = data_opts,
	.nopts = ARRAY_LEN(data_opts)};

static int do_check(struct store *s, struct err *e)
{
	scoped(buf_fini) struct buf out = {0};
	int64_t faults;
	int r = store_check(s, &out, &faults, e);

	if (r < 0)
		return r;
	fputs(buf_cstr(&out), stdout);
	if (faults)
		return err_set(e, E_DAMAGED, "%lld faults in %s", (long long)faults, data_dir);
	puts("everything is there, as it was written");
	return 0;
}

/* A command that wants the data folder for itself. */
static int alone(
	const struct opt_set *set, int (*work)(struct store *, struct err *), int argc, char **argv)
{
	scoped(store_freep) struct store *s = NULL;
	scoped(fd_closep) int lock = -1;
	char **operands;
	struct err e = {0};
	int r = opt_read(set, argc, argv, &operands, &e);

	if (r == OPT_DONE)
		return EXIT_OK;
	if (r == 0)
		r = need_lab(&e);
	if (r == 0)
		r = claim_data(&lock, &e);
	if (r == 0)
		r = store_open(data_dir, STORE_WRITE, &s, &e);
	if (r == 0)
		r = work(s, &e);
	return r < 0 ? opt_fail("latlabd", r, &e) : EXIT_OK;
}

static int rebuild(int argc, char **argv)
{
	return alone(&rebuild_set, store_rebuild, argc, argv);
}

static int check(int argc, char **argv)
{
	return alone(&check_set, do_check, argc, argv);
}

static const struct opt_verb verbs[] = {
	{"serve", "take runs in and show them", serve},
	{"token", "make and list tokens", token},
	{"rebuild", "derive series and points again", rebuild},
	{"check", "look for damage", check},
};

int main(int argc, char **argv)
{
	log_init("latlabd");
	return opt_verbs(
		"latlabd", "The server of a latency lab.", verbs, ARRAY_LEN(verbs), argc, argv);
}
