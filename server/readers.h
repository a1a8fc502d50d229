/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The connections that answer questions, one a thread at a time. */
#ifndef LATLAB_SERVER_READERS_H
#define LATLAB_SERVER_READERS_H

#include "server/store.h"

struct readers;

int readers_open(const char *data_dir, size_t n, struct readers **ret, struct err *e);
void readers_free(struct readers *r); /* all given back */
DEFINE_FREEP(readers, struct readers);

/* Waits while all are taken. */
struct store *readers_take(struct readers *r);
void readers_give(struct readers *r, struct store *s);

#endif
