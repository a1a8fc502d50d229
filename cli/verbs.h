/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verbs of `latlab`: each reads its own options and returns an exit code. */
#ifndef LATLAB_CLI_VERBS_H
#define LATLAB_CLI_VERBS_H

int verb_convert(int argc, char **argv);
int verb_hist(int argc, char **argv);
int verb_runs(int argc, char **argv);
int verb_show(int argc, char **argv);
int verb_stat(int argc, char **argv);

#endif
