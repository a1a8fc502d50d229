/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the spool to the server. */
#ifndef LATLAB_AGENT_UPLOAD_H
#define LATLAB_AGENT_UPLOAD_H

#include "agent/spool.h"

enum upload_action {
	UPLOAD_SENT,   /* the server has it */
	UPLOAD_REJECT, /* this answer will not change */
	UPLOAD_KEEP,   /* later */
};

/* What an answer's status means for the record; one rule for the whole agent. */
enum upload_action upload_action(int status);

struct upload_to {
	const char *server, *token, *ca_file; /* token and ca_file may be NULL */
	int64_t timeout_ms;		      /* of one exchange */
};

struct upload_count {
	size_t sent, rejected, kept;
	char reason[400]; /* why the first was kept or rejected; "" where none was */
};

/*
 * Sends what is in ready/, oldest first. A record that is refused for good does not hold up the next; with no answer
 * at all the rest stays for later. E_BUSY when another process drains this spool.
 */
int upload_drain(
	const struct spool *s, const struct upload_to *to, struct upload_count *ret, struct err *e);

#endif
