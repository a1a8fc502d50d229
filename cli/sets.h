/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which samples belong together: the distributions that stat, hist and convert speak of. Threads of rt-app are put
 * together as --by says; what other tools name (a thread, a task, a function) stays under its name, and the same
 * name of several files is one set unless --by=file. Distributions are merged, never averaged.
 */
#ifndef LATLAB_CLI_SETS_H
#define LATLAB_CLI_SETS_H

#include "cli/source.h"

enum sets_by {
	BY_DEFAULT, /* all threads, and each group where there are several */
	BY_ALL,
	BY_GROUP,
	BY_THREAD,
	BY_FILE,
};

struct set {
	char *label;	       /* owned: "all", a group, a thread, a path, a series' name */
	char *quantity;	       /* owned: "wu_lat"; of other formats, the format's name */
	char *unit;	       /* owned */
	const char *direction; /* a static string */
	bool scalar;	       /* a number that the tool computed */
	bool part;	       /* of a set before it: a group beside "all" */
	int digits; /* the values are steps of 10^-digits of the unit (plain numbers with a point) */
	uint64_t unknown; /* as in struct output_series */
	struct dist *d;	  /* owned */
};

struct sets {
	struct set *set; /* owned */
	size_t len;
	enum sets_by by;
	bool several; /* files: so scalars name theirs */
};

void sets_fini(struct sets *s);

/* "all", "group" ...; E_USAGE. NULL: BY_DEFAULT. */
int sets_by_of(const char *word, enum sets_by *ret, struct err *e);

/* Takes in all series of one source's output. */
int sets_add(struct sets *s, const struct source *from, const struct output *o, struct err *e);

/* After the last: leaves out the groups where there is only one. */
void sets_finish(struct sets *s);

#endif
