/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/probe.h"
#include "agent/run.h"
#include "agent/upload.h"
#include "base/log.h"
#include "base/opt.h"
#include "base/text.h"
#include "schema/wire/limits.h"
#include "schema/workload/find.h"

#define TOKEN_MAX	  256
#define RUN_TIMEOUT_MS	  10000 /* a run that someone waits for never hangs on a dead server */
#define UPLOAD_TIMEOUT_MS 60000

struct place {
	const char *server, *token_file, *ca_file, *state;
};

#define PLACE_OPTS(p)                                                                                        \
	{"server", 's', OPT_TEXT, &(p).server, "URL", "LATLAB_SERVER", "the lab's server", 0, 0},            \
		{"token-file", 't', OPT_TEXT, &(p).token_file, "FILE", "LATLAB_TOKEN_FILE",                  \
			"file that holds the board's token", 0, 0},                                          \
		{"ca-file", 0, OPT_TEXT, &(p).ca_file, "FILE", "LATLAB_CA_FILE",                             \
			"certificate authority of the server (default: the system's)", 0, 0},                \
		{"state", 0, OPT_TEXT, &(p).state, "DIR", "LATLAB_AGENT_STATE",                              \
			"where the spool is (default /var/lib/latlab-agent, or ~/.local/state/latlab-agent " \
			"without root)",                                                                     \
			0, 0},

/* ---- shared by the verbs -------------------------------------------------------------------- */

static int default_state(char out[FILE_PATH_MAX], struct err *e)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

	if (geteuid() == 0) {
		strcpy(out, "/var/lib/latlab-agent");
		return 0;
	}
	if (state && *state)
		return path_join(out, state, "latlab-agent", e);
	if (home && *home)
		return path_join(out, home, ".local/state/latlab-agent", e);
	return err_set(e, E_USAGE, "HOME is not set: say --state DIR");
}

/* As an absolute path: tools run in folders of their own. */
static int state_dir(const struct place *p, char out[FILE_PATH_MAX], struct err *e)
{
	char here[FILE_PATH_MAX];

	if (!p->state)
		return default_state(out, e);
	if (*p->state == '/')
		return path_join(out, "", p->state + 1, e);
	if (!getcwd(here, sizeof here))
		return err_errno(e, "the current folder");
	return path_join(out, here, p->state, e);
}

static int read_token(const struct place *p, char out[TOKEN_MAX], struct err *e)
{
	int r = p->token_file ? file_read_value(p->token_file, out, TOKEN_MAX, e) : 0;

	if (r < 0)
		return err_add(e, r, "token file");
	if (p->token_file && (!*out || strpbrk(out, " \t\r\n")))
		return err_set(
			e, E_MALFORMED, "token file %s does not hold one token", p->token_file);
	return 0;
}

static int drain(const struct place *p, const struct spool *s, int64_t timeout_ms,
	struct upload_count *count, struct err *e)
{
	char token[TOKEN_MAX] = "";
	struct upload_to to = {
		.server = p->server, .ca_file = p->ca_file, .timeout_ms = timeout_ms};
	int r = read_token(p, token, e);

	if (r < 0)
		return r;
	to.token = *token ? token : NULL;
	return upload_drain(s, &to, count, e);
}

/* ---- run ------------------------------------------------------------------------------------ */

struct run_opts {
	struct place place;
	const char *board, *workloads, *want_build_id, *commit, *config_name;
	bool no_upload;
};

static int read_workload(
	const struct run_opts *o, const char *name, struct workload **ret, struct err *e)
{
	char path[FILE_PATH_MAX];
	int r = workload_find(name, o->workloads, path, e);

	return r < 0 ? r : workload_read(path, ret, e);
}

static int check_board(const char *board, struct err *e)
{
	if (!board || text_is_name(board, NAME_MAX_LEN))
		return 0;
	return err_set(e, E_USAGE,
		"board name \"%.80s\": at most %d of a-z 0-9 . _ : - (no capitals)", board,
		NAME_MAX_LEN);
}

static bool is_hex(const char *s, size_t least)
{
	size_t len = strlen(s);

	return len >= least && len <= 64 && strspn(s, "0123456789abcdef") == len;
}

/* An empty value is one that a script did not have. */
static const char *given(const char *s)
{
	return s && *s ? s : NULL;
}

/* What would only be found out when the record is made, after the measurement. */
static int check_kernel(struct run_opts *o, struct err *e)
{
	o->commit = given(o->commit);
	o->want_build_id = given(o->want_build_id);
	o->config_name = given(o->config_name);
	if (o->commit && !is_hex(o->commit, 7))
		return err_set(
			e, E_USAGE, "--commit \"%.80s\": 7 to 64 digits of 0-9 a-f", o->commit);
	if (o->want_build_id && !is_hex(o->want_build_id, 2))
		return err_set(e, E_USAGE, "--want-build-id \"%.80s\": up to 64 digits of 0-9 a-f",
			o->want_build_id);
	if (o->config_name && !text_is_name(o->config_name, NAME_MAX_LEN))
		return err_set(e, E_USAGE,
			"--config-name \"%.80s\": at most %d of a-z 0-9 . _ : - (no capitals)",
			o->config_name, NAME_MAX_LEN);
	return 0;
}

/* The same for the way to the server. */
static int check_place(const struct run_opts *o, struct err *e)
{
	char token[TOKEN_MAX];

	if (!o->place.server || o->no_upload)
		return 0;
	if (strncmp(o->place.server, "http://", 7) != 0 &&
		strncmp(o->place.server, "https://", 8) != 0)
		return err_set(e, E_USAGE,
			"--server \"%.80s\" is not an http:// or https:// address",
			o->place.server);
	return read_token(&o->place, token, e);
}

/* Measures once and spools it; the run is returned for its summary. */
static int measure(const struct run_opts *o, const struct workload *w, const struct spool *s,
	const char *state, struct run **ret, struct err *e)
{
	struct run_ask ask = {.workload = w,
		.board = o->board,
		.want_build_id = o->want_build_id,
		.commit = o->commit,
		.config_name = o->config_name,
		.state_dir = state};
	int r = run_workload(&ask, ret, e);

	if (r < 0)
		return r;
	run_print(*ret);
	fflush(stdout);
	r = spool_put(s, *ret, e);
	return r < 0 ? err_add(e, r, "the run could not be kept") : 0;
}

static bool is_sent(const struct spool *s, const struct run *run)
{
	char name[64], path[FILE_PATH_MAX];

	snprintf(name, sizeof name, "%s.run", run->run_id);
	return path_join(path, s->sent, name, NULL) == 0 && access(path, F_OK) == 0;
}

/* Sends it and says where it stands; an exit code. */
static int deliver(const struct run_opts *o, const struct spool *s, const struct run *run)
{
	struct upload_count count = {0};
	struct err e = {0};
	int r = drain(&o->place, s, RUN_TIMEOUT_MS, &count, &e);

	if (is_sent(s, run)) {
		printf("page: %.*s/runs/%s\n",
			(int)(strlen(o->place.server) -
				(o->place.server[strlen(o->place.server) - 1] == '/')),
			o->place.server, run->run_id);
		return EXIT_OK;
	}
	log_warn("the run is measured and kept, but the server does not have it: %s",
		r < 0 ? err_text(&e) : count.reason);
	if (!count.rejected)
		log_warn("send it later: latlab-agent upload --server %s", o->place.server);
	return EXIT_NOT_UPLOADED;
}

static int run_once(const struct run_opts *o, const struct workload *w, const struct spool *s,
	const char *state)
{
	scoped(run_freep) struct run *run = NULL;
	struct err e = {0};
	int code = EXIT_OK, r = measure(o, w, s, state, &run, &e);

	if (r < 0)
		return opt_fail("latlab-agent run", r, &e);
	if (o->place.server && !o->no_upload)
		code = deliver(o, s, run);
	return run->outcome == RUN_COMPLETE ? code : EXIT_FAILED;
}

static int run_repeats(struct run_opts *o, const char *name)
{
	scoped(workload_freep) struct workload *w = NULL;
	scoped(fd_closep) int lock = -1;
	char state[FILE_PATH_MAX];
	struct spool s;
	struct err e = {0};
	int code = EXIT_OK, r = check_board(o->board, &e);

	if (r == 0)
		r = check_kernel(o, &e);
	if (r == 0)
		r = check_place(o, &e);
	if (r == 0)
		r = read_workload(o, name, &w, &e);
	if (r == 0)
		r = state_dir(&o->place, state, &e);
	if (r == 0)
		r = spool_open(&s, state, &e);
	if (r == 0)
		r = spool_lock_run(&s, &lock, &e);
	if (r < 0)
		return opt_fail("latlab-agent run", r, &e);
	for (int64_t i = 0; i < w->repeats && code != EXIT_FAILED; i++)
		code = MAX(code, run_once(o, w, &s, state));
	return code;
}

int verb_run(int argc, char **argv)
{
	struct run_opts o = {0};
	const struct opt opts[] = {
		{"board", 'b', OPT_TEXT, &o.board, "NAME", "LATLAB_BOARD",
			"the board's name in the lab (default: from device tree, DMI or hostname)",
			0, 0},
		{"workloads", 'w', OPT_TEXT, &o.workloads, "DIR", "LATLAB_WORKLOADS",
			"folder of workloads (default: the installed ones)", 0, 0},
		PLACE_OPTS(o.place){"no-upload", 'n', OPT_FLAG, &o.no_upload, NULL, NULL,
			"keep the record in the spool", 0, 0},
		{"want-build-id", 0, OPT_TEXT, &o.want_build_id, "HEX", "LATLAB_WANT_BUILD_ID",
			"the kernel that must be running; with another one nothing is measured", 0,
			0},
		{"commit", 0, OPT_TEXT, &o.commit, "SHA", "LATLAB_COMMIT",
			"commit of the running kernel", 0, 0},
		{"config-name", 0, OPT_TEXT, &o.config_name, "NAME", "LATLAB_CONFIG_NAME",
			"name of the running kernel's config", 0, 0},
	};
	const struct opt_set set = {
		.program = "latlab-agent run",
		.operands = "WORKLOAD",
		.about =
			"Runs a workload (a name, or a path to a workload.json), keeps the record in\n"
			"the spool and uploads it. Prints a summary and, when uploaded, the run's page.\n\n"
			"Exit status: 0 measured (and uploaded, with --server); 1 not measured as asked;\n"
			"2 wrong call; 3 measured and kept, but the server does not have it yet.",
		.examples =
			"  latlab-agent run sched-idle --no-upload\n"
			"  latlab-agent run sched-idle --server http://lab:8321 --token-file token\n"
			"  latlab-agent run ./my/workload.json --board hikey-3\n",
		.opts = opts,
		.nopts = ARRAY_LEN(opts),
		.operands_min = 1,
		.operands_max = 1,
	};
	struct err e = {0};
	char **operands;
	int r = opt_read(&set, argc, argv, &operands, &e);

	if (r == OPT_DONE)
		return EXIT_OK;
	return r < 0 ? opt_fail(set.program, r, &e) : run_repeats(&o, operands[0]);
}

/* ---- upload --------------------------------------------------------------------------------- */

static int upload_all(const struct place *p, struct err *e)
{
	struct upload_count count = {0};
	char state[FILE_PATH_MAX];
	struct spool s;
	int r = p->server ? state_dir(p, state, e)
			  : err_set(e, E_USAGE, "say --server URL (or set LATLAB_SERVER)");

	if (r == 0)
		r = spool_open(&s, state, e);
	if (r == 0)
		r = drain(p, &s, UPLOAD_TIMEOUT_MS, &count, e);
	if (r < 0)
		return r;
	printf("sent %zu, rejected %zu, kept %zu\n", count.sent, count.rejected, count.kept);
	if (count.reason[0])
		log_warn("%s", count.reason);
	return count.rejected || count.kept ? EXIT_NOT_UPLOADED : EXIT_OK;
}

int verb_upload(int argc, char **argv)
{
	struct place p = {0};
	const struct opt opts[] = {PLACE_OPTS(p)};
	const struct opt_set set = {
		.program = "latlab-agent upload",
		.about =
			"Sends the records that lie in the spool, oldest first. What the server refuses\n"
			"for good goes to spool/rejected beside the reason; the rest stays for later.\n\n"
			"Exit status: 0 all sent; 3 some rejected or kept; 1 failed; 2 wrong call.",
		.examples = "  latlab-agent upload --server http://lab:8321 --token-file token\n",
		.opts = opts,
		.nopts = ARRAY_LEN(opts),
	};
	struct err e = {0};
	char **operands;
	int r = opt_read(&set, argc, argv, &operands, &e);

	if (r == OPT_DONE)
		return EXIT_OK;
	if (r == 0)
		r = upload_all(&p, &e);
	return r < 0 ? opt_fail(set.program, r, &e) : r;
}

/* ---- facts ---------------------------------------------------------------------------------- */

static int print_facts(struct err *e)
{
	static const struct probe_root here = {""};
	char name[NAME_MAX_LEN + 1];
	json_t *facts = NULL, *conditions = NULL;
	json_auto_t *all = NULL;
	int r = probe_facts(&here, &facts, e);

	if (r == 0)
		r = probe_conditions(&here, &conditions, e);
	if (r < 0) {
		json_decref(facts);
		return r;
	}
	probe_board_name(&here, name, sizeof name);
	all = json_pack("{s:s, s:o, s:o}", "board", name, "facts", facts, "conditions", conditions);
	if (!all || json_dumpf(all, stdout, JSON_INDENT(2) | JSON_SORT_KEYS) < 0 ||
		putchar('\n') < 0)
		return err_set(e, E_IO, "standard output");
	return 0;
}

int verb_facts(int argc, char **argv)
{
	const struct opt_set set = {
		.program = "latlab-agent facts",
		.about =
			"Prints, as JSON, the board's name, its facts (what must be equal for two boots\n"
			"to compare), the conditions now, and what could not be read.",
		.examples = "  latlab-agent facts | jq .facts.sched_domains\n",
	};
	struct err e = {0};
	char **operands;
	int r = opt_read(&set, argc, argv, &operands, &e);

	if (r == OPT_DONE)
		return EXIT_OK;
	if (r == 0)
		r = print_facts(&e);
	return r < 0 ? opt_fail(set.program, r, &e) : EXIT_OK;
}
