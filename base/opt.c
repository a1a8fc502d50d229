/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/opt.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"

#define OPTS_MAX 48

static int set_value(const struct opt *o, const char *text, struct err *e)
{
	int64_t v;

	switch (o->kind) {
	case OPT_FLAG:
		if (text && strcmp(text, "yes") != 0 && strcmp(text, "no") != 0)
			return err_set(e, E_USAGE, "%s takes yes or no, not \"%s\"", o->name, text);
		*(bool *)o->dst = !text || !strcmp(text, "yes");
		return 0;
	case OPT_TEXT:
		*(const char **)o->dst = text;
		return 0;
	case OPT_INT:
		if (!text_i64(text, strlen(text), &v) || v < o->min || v > o->max)
			return err_set(e, E_USAGE,
				"%s takes a whole number from %lld to %lld, not \"%s\"", o->name,
				(long long)o->min, (long long)o->max, text);
		*(int64_t *)o->dst = v;
		return 0;
	}
	return 0;
}

#define HELP_COLUMN 31
#define HELP_WIDTH  75

/* Words in lines between HELP_COLUMN and HELP_WIDTH; the first line is already at the column. */
static void print_words(const char *words)
{
	int at = HELP_COLUMN;

	for (size_t len; *words; words += len) {
		words += strspn(words, " ");
		len = strcspn(words, " ");
		if (at > HELP_COLUMN && at + 1 + (int)len > HELP_WIDTH) {
			printf("\n%*s", HELP_COLUMN, "");
			at = HELP_COLUMN;
		}
		at += printf("%s%.*s", at > HELP_COLUMN ? " " : "", (int)len, words);
	}
}

static void print_opt(const struct opt *o)
{
	char left[HELP_COLUMN + 32], words[512];

	snprintf(left, sizeof left, "%c%c%s --%s%s%s", o->letter ? '-' : ' ',
		o->letter ? o->letter : ' ', o->letter ? "," : " ", o->name, o->arg ? "=" : "",
		o->arg ? o->arg : "");
	snprintf(words, sizeof words, "%s%s%s%s", o->help, o->env ? " [" : "", o->env ? o->env : "",
		o->env ? "]" : "");
	printf("  %-*s", HELP_COLUMN - 2, left);
	if (strlen(left) >= HELP_COLUMN - 2)
		printf("\n%*s", HELP_COLUMN, "");
	print_words(words);
	putchar('\n');
}

static void print_help(const struct opt_set *set)
{
	printf("Usage: %s%s%s%s\n\n%s\n", set->program, set->nopts ? " [OPTION]..." : "",
		set->operands ? " " : "", set->operands ? set->operands : "", set->about);
	if (set->nopts)
		printf("\nOptions:\n");
	for (size_t i = 0; i < set->nopts; i++)
		print_opt(&set->opts[i]);
	if (set->examples)
		printf("\nExamples:\n%s", set->examples);
}

static void fill_long(const struct opt_set *set, struct option *longs, char *shorts)
{
	*shorts++ = ':';
	for (size_t i = 0; i < set->nopts; i++) {
		const struct opt *o = &set->opts[i];

		longs[i] = (struct option){o->name,
			o->kind == OPT_FLAG ? no_argument : required_argument, NULL,
			(int)(256 + i)};
		if (!o->letter)
			continue;
		*shorts++ = o->letter;
		if (o->kind != OPT_FLAG)
			*shorts++ = ':';
	}
	longs[set->nopts] = (struct option){"help", no_argument, NULL, 'h'};
	longs[set->nopts + 1] = (struct option){"version", no_argument, NULL, 'V'};
	longs[set->nopts + 2] = (struct option){0};
	strcpy(shorts, "h");
}

static const struct opt *find_opt(const struct opt_set *set, int c)
{
	if (c >= 256 && (size_t)c - 256 < set->nopts)
		return &set->opts[c - 256];
	for (size_t i = 0; i < set->nopts; i++)
		if (set->opts[i].letter == c)
			return &set->opts[i];
	return NULL;
}

static int read_environment(const struct opt_set *set, struct err *e)
{
	for (size_t i = 0; i < set->nopts; i++) {
		const char *text = set->opts[i].env ? getenv(set->opts[i].env) : NULL;
		int r = text && *text ? set_value(&set->opts[i], text, e) : 0;

		if (r < 0)
			return err_add(e, r, "environment variable %s", set->opts[i].env);
	}
	return 0;
}

static int usage(const struct opt_set *set, int r, struct err *e)
{
	char said[sizeof e->text];

	if (!e)
		return r;
	strcpy(said, e->text);
	return err_set(e, E_USAGE, "%.300s (see %s --help)", said, set->program);
}

int opt_read(const struct opt_set *set, int argc, char **argv, char ***operands, struct err *e)
{
	struct option longs[OPTS_MAX + 3];
	char shorts[2 * OPTS_MAX + 3];
	int r = read_environment(set, e), c;

	if (r < 0)
		return r;
	fill_long(set, longs, shorts);
	optind = 0;
	opterr = 0;
	while ((c = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		const struct opt *o = find_opt(set, c);

		if (c == 'h' && !o) {
			print_help(set);
			return OPT_DONE;
		}
		if (c == 'V' && !o) {
			printf("%s %s\n", set->program, LATLAB_VERSION);
			return OPT_DONE;
		}
		if (!o) {
			r = err_set(e, E_USAGE,
				c == ':' ? "option %s needs a value" : "unknown option %s",
				argv[optind - 1]);
			return usage(set, r, e);
		}
		r = set_value(o, o->kind == OPT_FLAG ? NULL : optarg, e);
		if (r < 0)
			return usage(set, r, e);
	}
	if (argc - optind < set->operands_min)
		return usage(set, err_set(e, E_USAGE, "%s is missing", set->operands), e);
	if (argc - optind > set->operands_max)
		return usage(set,
			err_set(e, E_USAGE, "unexpected \"%s\"", argv[optind + set->operands_max]),
			e);
	*operands = argv + optind;
	return OPT_GO_ON;
}

static char *trim(char *s)
{
	char *end;

	s += strspn(s, " \t");
	end = s + strlen(s);
	while (end > s && strchr(" \t\r", end[-1]))
		*--end = 0;
	return s;
}

/* The values of config files, kept as long as the program: options point into them. */
static struct kept {
	struct kept *next;
	char text[];
} * all_kept;

static const char *keep(const char *text)
{
	size_t len = strlen(text) + 1;
	struct kept *k = mem_alloc(sizeof *k + len);

	if (!k)
		return NULL;
	memcpy(k->text, text, len);
	k->next = all_kept;
	all_kept = k;
	return k->text;
}

static int read_line(const struct opt_set *set, char *line, struct err *e)
{
	char *name = trim(line), *value = strchr(name, '=');
	const char *kept;

	if (!*name || *name == '#')
		return 0;
	if (!value)
		return err_set(e, E_MALFORMED, "expected \"name = value\"");
	*value++ = 0;
	name = trim(name);
	for (size_t i = 0; i < set->nopts; i++) {
		if (strcmp(set->opts[i].name, name) != 0)
			continue;
		kept = keep(trim(value));
		if (!kept)
			return err_set(e, E_NOMEM, "out of memory");
		return set_value(&set->opts[i], kept, e);
	}
	return err_set(e, E_MALFORMED, "there is no setting \"%s\"", name);
}

int opt_read_file(const struct opt_set *set, const char *path, struct err *e)
{
	scoped(buf_fini) struct buf b = {0};
	int r = file_read(path, 64 * 1024, &b, e), n = 0;
	char *line, *rest = (char *)b.data;

	if (r < 0)
		return r;
	while (rest && (line = strsep(&rest, "\n"))) {
		n++;
		r = read_line(set, line, e);
		if (r < 0)
			return err_add(e, r, "%s:%d", path, n);
	}
	return 0;
}

int opt_verbs(const char *program, const char *about, const struct opt_verb *verbs, size_t n,
	int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "--help";
	bool help = !strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help");

	if (!strcmp(word, "--version")) {
		printf("%s %s\n", program, LATLAB_VERSION);
		return EXIT_OK;
	}
	for (size_t i = 0; i < n; i++)
		if (!strcmp(word, verbs[i].name))
			return verbs[i].main(argc - 1, argv + 1);
	if (!help) {
		fprintf(stderr, "%s: there is no \"%s\" (see %s --help)\n", program, word, program);
		return EXIT_USAGE;
	}
	printf("Usage: %s VERB [OPTION]...\n\n%s\n\nVerbs:\n", program, about);
	for (size_t i = 0; i < n; i++)
		printf("  %-12s %s\n", verbs[i].name, verbs[i].about);
	printf("\n%s VERB --help says more of each.\n", program);
	return argc > 1 ? EXIT_OK : EXIT_USAGE;
}

int opt_fail(const char *program, int r, const struct err *e)
{
	fprintf(stderr, "%s: %s\n", program, err_text(e));
	return r == -E_USAGE ? EXIT_USAGE : EXIT_FAILED;
}
