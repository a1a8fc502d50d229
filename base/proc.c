/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"

/* Without pidfd_open (Linux < 5.3) the end of a child is looked for this often. */
#define TICK_MS 50

/* In the child: never returns. The number of the failed call's errno goes to fd. */
static void child(const struct proc_spec *spec, int out_fd, int fd, pid_t parent)
{
	int null_fd = open("/dev/null", O_RDONLY);
	int number;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	if (null_fd < 0 || dup2(null_fd, STDIN_FILENO) < 0 || dup2(out_fd, STDOUT_FILENO) < 0 ||
		dup2(out_fd, STDERR_FILENO) < 0 || (spec->cwd && chdir(spec->cwd) < 0))
		goto failed;
	for (const char *const *v = spec->env; v && *v; v++) {
		char *entry = strdup(*v);

		if (!entry || putenv(entry) != 0)
			goto failed;
	}
	execvp(spec->argv[0], (char *const *)(uintptr_t)spec->argv);
failed:
	number = errno;
	(void)!write(fd, &number, sizeof number); /* the exit status says the rest */
	_exit(127);
}

static int start_failed(const struct proc_spec *spec, int number, struct err *e)
{
	errno = number;
	return err_errno(e, "cannot start %s", spec->argv[0]);
}

static void close_pair(int (*pair)[2])
{
	fd_closep(&(*pair)[0]);
	fd_closep(&(*pair)[1]);
}

/* 0, or the errno of what went wrong in the child before it became the program. */
static int child_says(int fd)
{
	int number = 0;
	ssize_t got;

	do
		got = read(fd, &number, sizeof number);
	while (got < 0 && errno == EINTR);
	return got == sizeof number ? number : 0;
}

int proc_start(struct proc *p, const struct proc_spec *spec, struct err *e)
{
	scoped(close_pair) int out[2] = {-1, -1};
	scoped(close_pair) int told[2] = {-1, -1};
	pid_t pid, parent = getpid();
	int number;

	if (pipe2(out, O_CLOEXEC) < 0 || pipe2(told, O_CLOEXEC) < 0 || (pid = fork()) < 0)
		return start_failed(spec, errno, e);
	if (pid == 0)
		child(spec, out[1], told[1], parent);
	setpgid(pid, pid); /* in both, so that it is done whoever comes first */
	fd_closep(&told[1]);
	told[1] = -1;
	number = child_says(told[0]);
	if (number) {
		waitpid(pid, NULL, 0);
		return start_failed(spec, number, e);
	}
	*p = (struct proc){
		.pid = pid,
		.out_fd = out[0],
		.pid_fd = (int)syscall(SYS_pidfd_open, pid, 0),
		.deadline_ns = spec->limit_ms ? clock_mono_ns() + spec->limit_ms * NS_PER_MS : 0,
		.output.max = spec->output_max,
	};
	out[0] = -1;
	fcntl(p->out_fd, F_SETFL, O_NONBLOCK);
	return 0;
}

static void take_output(struct proc *p)
{
	unsigned char piece[16 * 1024];

	while (p->out_fd >= 0) {
		ssize_t got = read(p->out_fd, piece, sizeof piece);
		size_t keep;

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 && errno == EAGAIN)
			return;
		if (got <= 0) {
			close(p->out_fd);
			p->out_fd = -1;
			return;
		}
		keep = MIN((size_t)got, p->output.max - p->output.len);
		if (keep)
			buf_put(&p->output, piece, keep);
		p->end.output_lost += (uint64_t)got - (buf_ok(&p->output) ? keep : 0);
	}
}

static void look_for_end(struct proc *p)
{
	int status;
	pid_t got = waitpid(p->pid, &status, WNOHANG);

	if (got == 0)
		return;
	p->ended = true;
	p->end.exit_code = got == p->pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	p->end.signal = got == p->pid && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	kill(-p->pid, SIGKILL); /* children it left behind */
}

void proc_step(struct proc *p, int64_t ms)
{
	struct pollfd fds[2] = {{p->out_fd, POLLIN, 0}, {p->pid_fd, POLLIN, 0}};
	int64_t left_ms = ms;

	if (p->ended)
		return;
	if (p->deadline_ns)
		left_ms = MIN(ms, (p->deadline_ns - clock_mono_ns()) / NS_PER_MS + 1);
	if (p->pid_fd < 0)
		left_ms = MIN(left_ms, TICK_MS);
	(void)poll(fds, 2, (int)MAX(left_ms, 0)); /* an interrupted wait is a short wait */
	take_output(p);
	look_for_end(p);
	if (!p->ended && p->deadline_ns && clock_mono_ns() >= p->deadline_ns) {
		p->end.timed_out = true;
		p->deadline_ns = 0;
		kill(-p->pid, SIGKILL);
	}
}

void proc_finish(struct proc *p, struct proc_end *ret)
{
	if (!p->ended)
		kill(-p->pid, SIGKILL);
	while (!p->ended)
		proc_step(p, 1000);
	take_output(p);
	*ret = p->end;
}

void proc_fini(struct proc *p)
{
	struct proc_end end;

	if (!p->pid)
		return;
	proc_finish(p, &end);
	fd_closep(&p->out_fd);
	fd_closep(&p->pid_fd);
	buf_fini(&p->output);
	*p = (struct proc){0};
}

int proc_run(const struct proc_spec *spec, struct buf *output, struct proc_end *ret, struct err *e)
{
	scoped(proc_fini) struct proc p = {0};
	int r = proc_start(&p, spec, e);

	if (r < 0)
		return r;
	while (!proc_ended(&p))
		proc_step(&p, 1000);
	proc_finish(&p, ret);
	if (output)
		buf_put(output, buf_cstr(&p.output), p.output.len);
	return 0;
}

const char *proc_end_text(const struct proc_end *end, char *out, size_t size)
{
	if (end->timed_out)
		snprintf(out, size, "ended after its time limit");
	else if (end->signal)
		snprintf(out, size, "signal %d (%s)", end->signal, strsignal(end->signal));
	else
		snprintf(out, size, "exit status %d", end->exit_code);
	return out;
}
