/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which kernel runs: what it says of itself, not what a job asked for. */
#ifndef LATLAB_AGENT_KERNEL_ID_H
#define LATLAB_AGENT_KERNEL_ID_H

#include "base/cursor.h"
#include "schema/wire/record.h"

/* Fills arch, boot_id and the kernel.* fields of run. What is not there stays NULL; E_NOMEM and E_IO only. */
int kernel_id_read(struct run *run, struct err *e);

/* The GNU build-id among ELF notes, as hex; false where there is none. out holds 2 * 32 + 1. */
bool kernel_id_from_notes(struct cursor notes, char out[65]);

#endif
