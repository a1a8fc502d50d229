/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Options and config from one table a program: the same rows read the command line, the environment
 * and a config file of `name = value` lines, and print --help. Later wins: default, file, environment,
 * command line.
 */
#ifndef LATLAB_BASE_OPT_H
#define LATLAB_BASE_OPT_H

#include "base/err.h"

enum opt_kind {
	OPT_FLAG, /* dst: bool * */
	OPT_TEXT, /* dst: const char **; the string belongs to argv, environ or the opt_set */
	OPT_INT,  /* dst: int64_t *, within min..max */
};

struct opt {
	const char *name; /* without dashes */
	char letter;	  /* 0: none */
	enum opt_kind kind;
	void *dst;
	const char *arg;  /* "FILE", for the help */
	const char *env;  /* NULL: not read from the environment */
	const char *help; /* one sentence; the default belongs in it */
	int64_t min, max; /* OPT_INT */
};

struct opt_set {
	const char *program;  /* "latlab-agent run" */
	const char *operands; /* "WORKLOAD" */
	const char *about;    /* what it does, a sentence or two */
	const char *examples; /* lines, each indented by two spaces */
	const struct opt *opts;
	size_t nopts;
	int operands_min, operands_max;
};

enum { OPT_GO_ON = 0, OPT_DONE = 1 };

/*
 * Reads the environment, then argv[1..]. Returns OPT_GO_ON with *operands at the first operand
 * (argv is permuted, NULL-terminated), OPT_DONE when --help or --version was answered on stdout,
 * or -E_USAGE with a sentence that ends in how to get help.
 */
int opt_read(const struct opt_set *set, int argc, char **argv, char ***operands, struct err *e);

/* Reads a config file into the same rows; unknown names are errors with file and line. Strings live for ever. */
int opt_read_file(const struct opt_set *set, const char *path, struct err *e);

/* One word of a program that has several: its name and its function. */
struct opt_verb {
	const char *name, *about;
	int (*main)(int argc, char **argv); /* returns an exit code; argv[0] is the verb */
};

/* Dispatches argv[1]; prints the list for none, help and --help. An exit code. */
int opt_verbs(const char *program, const char *about, const struct opt_verb *verbs, size_t n,
	int argc, char **argv);

/* Exit codes every program of ours keeps. */
enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* "program: sentence" on stderr; EXIT_USAGE for -E_USAGE, else EXIT_FAILED. */
int opt_fail(const char *program, int r, const struct err *e);

#endif
