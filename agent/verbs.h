/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verbs of latlab-agent: each reads its own options and returns an exit code. */
#ifndef LATLAB_AGENT_VERBS_H
#define LATLAB_AGENT_VERBS_H

/* Beside those of base/opt.h: the run is measured and in the spool, but the server does not have it yet. */
enum { EXIT_NOT_UPLOADED = 3 };

int verb_run(int argc, char **argv);
int verb_upload(int argc, char **argv);
int verb_facts(int argc, char **argv);

#endif
