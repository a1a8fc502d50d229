/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Child processes that cannot outlive, outtalk or outlast their parent: each leads a process group
 * of its own, that whole group is killed at the end, its output is kept up to a bound and read to the
 * end, and a time limit is enforced.
 *
 *	proc_start(&p, &spec, e);
 *	while (!proc_ended(&p))
 *		proc_step(&p, 1000);	   other work may stand between steps
 *	proc_finish(&p, &end);
 */
#ifndef LATLAB_BASE_PROC_H
#define LATLAB_BASE_PROC_H

#include <sys/types.h>

#include "base/buf.h"

struct proc_spec {
	const char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH */
	const char *cwd;	 /* NULL: ours */
	const char *const
		*env;	  /* "A=b" entries put over our environment; NULL-terminated; may be NULL */
	int64_t limit_ms; /* 0: none */
	size_t output_max; /* bytes of stdout and stderr kept, together; the rest is counted */
};

struct proc_end {
	int exit_code;	/* of exit(); -1 when a signal ended it */
	int signal;	/* 0 when it exited */
	bool timed_out; /* we ended it, at limit_ms */
	uint64_t output_lost;
};

struct proc {
	pid_t pid;
	int out_fd, pid_fd; /* owned; -1 where closed */
	int64_t deadline_ns;
	struct buf output; /* owned; stdout and stderr as they came */
	struct proc_end end;
	bool ended;
};

/* E_NOT_FOUND when there is no such program. On failure p needs no proc_finish(). */
int proc_start(struct proc *p, const struct proc_spec *spec, struct err *e);

/* Waits for output or the end, at most ms milliseconds; takes output in. */
void proc_step(struct proc *p, int64_t ms);

static inline bool proc_ended(const struct proc *p)
{
	return p->ended;
}

/* Ends what still runs (the whole group), and says how it went. p->output stays until proc_fini(). */
void proc_finish(struct proc *p, struct proc_end *ret);
void proc_fini(struct proc *p); /* also ends it; fine on a zeroed or finished p */

/* Start, wait and finish; output goes to *output (may be NULL). */
int proc_run(const struct proc_spec *spec, struct buf *output, struct proc_end *ret, struct err *e);

/* "exit status 2", "signal 9 (Killed)", "ended after its time limit" */
const char *proc_end_text(const struct proc_end *end, char *out, size_t size);

#endif
