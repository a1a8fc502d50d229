/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/trace_dat_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <trace-cmd.h>

#define CHILD_CPU_SECONDS 600

/* What the child says. Numbers only, so that a child gone mad can say wrong things but none that hurt. */
enum say { SAY_WOKEN, SAY_SWITCH, SAY_LOST, SAY_INSTANCES, SAY_END };

struct said {
	int64_t what, a, b, c, ns;
};

/* An event whose fields we take, and the fields' names. */
static const struct {
	const char *name;
	enum say say;
	const char *field[3]; /* into a, b, c */
} wanted[] = {
	{"sched_wakeup", SAY_WOKEN, {"pid", NULL, "success"}},
	{"sched_wakeup_new", SAY_WOKEN, {"pid", NULL, "success"}},
	{"sched_waking", SAY_WOKEN, {"pid", NULL, "success"}},
	{"sched_switch", SAY_SWITCH, {"prev_pid", "next_pid", "next_prio"}},
};

struct child {
	FILE *out;
	struct tep_handle *tep;
	int id[ARRAY_LEN(wanted)];
	struct tep_format_field *field[ARRAY_LEN(wanted)][3];
};

static void say(struct child *c, struct said s)
{
	if (fwrite(&s, sizeof s, 1, c->out) != 1)
		_exit(1);
}

static void find_fields(struct child *c)
{
	for (size_t i = 0; i < ARRAY_LEN(wanted); i++) {
		struct tep_event *ev = tep_find_event_by_name(c->tep, "sched", wanted[i].name);

		c->id[i] = ev ? ev->id : -1;
		for (size_t f = 0; ev && f < 3; f++)
			if (wanted[i].field[f])
				c->field[i][f] = tep_find_field(ev, wanted[i].field[f]);
	}
}

/* All of them are 32 bits and signed (a deadline task's priority is -1); missing ones read as `without`. */
static int64_t number(struct tep_format_field *field, const struct tep_record *r, int64_t without)
{
	unsigned long long v;

	if (!field || field->offset < 0 || field->size < 0 ||
		field->offset + field->size > r->size ||
		tep_read_number_field(field, r->data, &v) != 0)
		return without;
	return (int32_t)v;
}

static int on_record(struct tracecmd_input *handle, struct tep_record *r, int cpu, void *arg)
{
	struct child *c = arg;
	int id = tep_data_type(c->tep, r);

	(void)handle;
	(void)cpu;
	if (r->missed_events)
		say(c,
			(struct said){
				SAY_LOST, r->missed_events > 0 ? r->missed_events : 1, 0, 0, 0});
	for (size_t i = 0; i < ARRAY_LEN(wanted); i++)
		if (id == c->id[i])
			say(c,
				(struct said){wanted[i].say, number(c->field[i][0], r, -1),
					wanted[i].say == SAY_WOKEN
						? wakeup_trace_event(
							  wanted[i].name, strlen(wanted[i].name))
						: number(c->field[i][1], r, -1),
					number(c->field[i][2], r, 1), (int64_t)r->ts});
	return 0;
}

static void limit(int what, rlim_t most)
{
	(void)setrlimit(what, &(struct rlimit){most, most}); /* only lowers it: refused at worst */
}

/* The child's whole life. */
static void read_in_child(int fd, int out)
{
	struct child c = {.out = fdopen(out, "w")};
	struct tracecmd_input *handle;
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (!c.out || null < 0 || dup2(null, STDERR_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0)
		_exit(1);
	limit(RLIMIT_CPU, CHILD_CPU_SECONDS);
	limit(RLIMIT_CORE, 0);
	tracecmd_set_loglevel(TEP_LOG_NONE);
	handle = tracecmd_open_fd(fd, TRACECMD_FL_LOAD_NO_PLUGINS);
	if (!handle)
		_exit(1);
	c.tep = tracecmd_get_tep(handle);
	find_fields(&c);
	say(&c, (struct said){SAY_INSTANCES, tracecmd_buffer_instances(handle), 0, 0, 0});
	if (tracecmd_iterate_events(handle, NULL, 0, on_record, &c) < 0)
		_exit(1);
	say(&c, (struct said){.what = SAY_END});
	_exit(fflush(c.out) ? 1 : 0);
}

static int take_said(const struct said *s, struct wakeup_trace *t, uint64_t *instances, bool *ended)
{
	if (s->ns < 0 || s->a < 0)
		return 0; /* an event without its fields */
	switch (s->what) {
	case SAY_WOKEN:
		return s->c && s->b >= 0 && s->b < FROM_NEVENTS
			? wakeup_trace_woken(t, (enum wakeup_event)s->b, s->a, s->ns)
			: 0;
	case SAY_SWITCH:
		return wakeup_trace_switch(t, s->a, s->b, s->c, s->ns);
	case SAY_LOST:
		wakeup_trace_lost(t, s->a > 0 ? (uint64_t)s->a : 1);
		return 0;
	case SAY_INSTANCES:
		*instances = s->a > 0 ? (uint64_t)s->a : 0;
		return 0;
	case SAY_END:
		*ended = true;
		return 0;
	}
	return 0;
}

static int listen_to(int from, struct wakeup_trace *t, uint64_t *instances, bool *ended)
{
	FILE *in = fdopen(from, "r");
	struct said s;
	int r = 0;

	if (!in) {
		close(from);
		return -E_NOMEM;
	}
	while (r == 0 && fread(&s, sizeof s, 1, in) == 1)
		r = take_said(&s, t, instances, ended);
	fclose(in);
	return r;
}

/* The bytes as a file without a name, its end to be read from the start; -1 with errno. */
static int file_of(struct cursor in)
{
	int fd = memfd_create("trace.dat", MFD_CLOEXEC);

	while (fd >= 0 && cursor_left(&in)) {
		ssize_t n = write(fd, in.at, cursor_left(&in));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			close(fd);
			return -1;
		}
		in.at += n;
	}
	if (fd >= 0)
		(void)lseek(fd, 0, SEEK_SET); /* a memfd can seek */
	return fd;
}

/* Starts the child; *from is the pipe's end to read. Negative with errno. */
static pid_t start(int fd, int *from)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -1;
	pid = fork();
	if (pid == 0) {
		close(ends[0]);
		read_in_child(fd, ends[1]);
	}
	close(ends[1]);
	if (pid < 0)
		close(ends[0]);
	*from = ends[0];
	return pid;
}

int trace_dat_read(struct cursor in, struct wakeup_trace *t, uint64_t *instances, struct err *e)
{
	int fd = file_of(in), from = -1, status = 0, r;
	bool ended = false;
	pid_t pid;

	if (fd < 0)
		return err_errno(
			e, "a file in memory for %zu bytes of trace.dat", cursor_left(&in));
	pid = start(fd, &from);
	if (pid < 0)
		r = err_errno(e, "a process to read trace.dat in");
	close(fd);
	if (pid < 0)
		return r;
	*instances = 0;
	r = listen_to(from, t, instances, &ended);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (r < 0)
		return err_set(e, (enum err_code) - r, "out of memory");
	if (!ended)
		return err_set(e, E_MALFORMED,
			"libtracecmd cannot read it (%s %d): a cut or damaged trace.dat?",
			WIFSIGNALED(status) ? "signal" : "exit",
			WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	return 0;
}
