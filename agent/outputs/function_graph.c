/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ftrace's function_graph: how long each call of a function took, its callees included.
 *
 *      6)               |  hsr_netdev_notify [hsr]() {
 *      6)   0.150 us    |    is_hsr_master [hsr]();
 *      6) ! 310.041 us  |  }
 *
 * A closing brace has no name (unless funcgraph-tail is set): it is that of the opening line it belongs to. Calls nest per
 * task, not per CPU, so each task has its stack; the CPU's current task is known from the "a-1 => b-2" lines between or the
 * TASK column. Until then a CPU has a stack of its own, which the first such line gives to the task it names.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/func_name.h"
#include "agent/outputs/names.h"
#include "agent/outputs/trace_line.h"
#include "agent/outputs/words.h"
#include "base/mem.h"

#define CPU_MAX 65536

struct stack {
	struct cursor *func; /* owned; names in the input, of calls that are not over */
	size_t depth, cap;
};

struct graph {
	struct output *ret;
	struct names funcs;  /* by base name; number = series */
	struct names full;   /* of those whose full name is longer */
	struct names tasks;  /* "c3" is the nameless task of CPU 3, "tbash-12" a named one */
	struct stack *stack; /* owned; by number of task */
	size_t stack_cap;
	struct names cpus;
	int64_t *task; /* owned; by number of CPU: the task it runs */
	size_t task_cap;
	uint64_t nameless;   /* closing braces without their opening line */
	uint64_t mismatched; /* closing braces that name another function than their opening line */
	uint64_t lost, unread;
	size_t unread_line;
	bool elided, cut;
};

/* One line, taken apart. */
struct call_line {
	int64_t cpu;
	int64_t ns, step; /* ns -1: none */
	struct cursor task, call;
};

static void graph_fini(struct graph *g)
{
	for (size_t i = 0; i < g->stack_cap; i++)
		mem_free(g->stack[i].func);
	mem_free(g->stack);
	mem_free(g->task);
	names_fini(&g->funcs);
	names_fini(&g->full);
	names_fini(&g->tasks);
	names_fini(&g->cpus);
}

/* array (of *cap elements) with room for element number, perhaps moved; new ones are zero. NULL without memory. */
static void *room(void *array, size_t *cap, size_t number, size_t size)
{
	size_t more = *cap ? 2 * *cap : 16;
	unsigned char *grown;

	if (number < *cap)
		return array;
	grown = mem_grow(array, more, size);
	if (!grown)
		return NULL;
	memset(grown + *cap * size, 0, (more - *cap) * size);
	*cap = more;
	return grown;
}

/* The number of a task, with a stack; negative without memory. */
static int64_t task_number(struct graph *g, char kind, struct cursor name)
{
	scoped(buf_fini) struct buf key = {0};
	struct stack *grown;
	int64_t number;

	buf_byte(&key, (unsigned char)kind);
	buf_put(&key, name.at, cursor_left(&name));
	if (!buf_ok(&key))
		return -E_NOMEM;
	number = names_number(&g->tasks, key.data, key.len);
	if (number < 0)
		return -E_NOMEM;
	grown = room(g->stack, &g->stack_cap, (size_t)number, sizeof *grown);
	if (!grown)
		return -E_NOMEM;
	g->stack = grown;
	return number;
}

/* Which task a CPU runs (its number + 1), to be read and changed; NULL without memory. */
static int64_t *task_of_cpu(struct graph *g, int64_t cpu)
{
	int64_t number = names_number(&g->cpus, &cpu, sizeof cpu), *grown;

	if (number < 0)
		return NULL;
	grown = room(g->task, &g->task_cap, (size_t)number, sizeof *grown);
	if (!grown)
		return NULL;
	g->task = grown;
	if (!grown[number])
		grown[number] = task_number(g, 'c', cursor_over(&cpu, sizeof cpu)) + 1;
	return grown[number] > 0 ? &grown[number] : NULL;
}

static bool is_named(const struct graph *g, int64_t task)
{
	return names_text(&g->tasks, (size_t)task)[0] == 't';
}

/* " 0)  bash-12  =>  ls-34": what ran so far was bash-12. */
static int switch_task(struct graph *g, int64_t cpu, struct cursor from, struct cursor to)
{
	int64_t *task = task_of_cpu(g, cpu), prev = task_number(g, 't', words_trim(from)),
		next = task_number(g, 't', words_trim(to));

	if (!task || prev < 0 || next < 0)
		return -E_NOMEM;
	if (!is_named(g, *task - 1) && !g->stack[prev].depth) {
		struct stack had = g->stack[prev];

		g->stack[prev] = g->stack[*task - 1];
		g->stack[*task - 1] = had;
	}
	*task = next + 1;
	return 0;
}

static int add_sample(struct graph *g, struct cursor full, const struct call_line *l)
{
	struct cursor base = func_name_base(full);
	int64_t number = names_number(&g->funcs, base.at, cursor_left(&base));

	full = func_name_full(full);
	if (number < 0 ||
		(cursor_left(&full) > cursor_left(&base) &&
			names_number(&g->full, full.at, cursor_left(&full)) < 0))
		return -E_NOMEM;
	if ((size_t)number == g->ret->nseries &&
		!output_add(g->ret, names_text(&g->funcs, (size_t)number), "ns", l->step))
		return -E_NOMEM;
	g->ret->series[number].resolution = MAX(g->ret->series[number].resolution, l->step);
	return output_sample(&g->ret->series[number], l->ns);
}

/* The function a closing line names in its comment; with funcgraph-retval alone that is "= 0x0". */
static bool tail_name(struct cursor call, struct cursor *name)
{
	struct cursor rest;

	return words_behind(call, "/* ", NULL, &rest) && words_next(&rest, name) &&
		!words_begin(name, "=") && !words_begin(name, "ret=");
}

static bool same(struct cursor a, struct cursor b)
{
	a = func_name_full(a);
	b = func_name_full(b);
	return cursor_left(&a) == cursor_left(&b) && !memcmp(a.at, b.at, cursor_left(&a));
}

static int close_call(struct graph *g, struct stack *s, const struct call_line *l)
{
	struct cursor name, tail;
	bool has_tail = tail_name(l->call, &tail), has_name = s->depth > 0;

	if (has_name)
		name = s->func[--s->depth];
	if (has_name && has_tail && !same(name, tail))
		g->mismatched++;
	if (has_tail)
		name = tail;
	else if (!has_name) {
		g->nameless++;
		return 0;
	}
	return l->ns < 0 ? 0 : add_sample(g, name, l);
}

static int open_call(struct stack *s, struct cursor name)
{
	struct cursor *grown = room(s->func, &s->cap, s->depth, sizeof *grown);

	if (!grown)
		return -E_NOMEM;
	s->func = grown;
	s->func[s->depth++] = name;
	return 0;
}

/* 0, 1 where the call is not understood, or negative. */
static int take_call(struct graph *g, struct stack *s, const struct call_line *l)
{
	struct cursor call = l->call, name, rest;

	if (!cursor_left(&call) || words_begin(&call, "/*"))
		return 0;
	if (words_begin(&call, "}"))
		return close_call(g, s, l);
	if (!words_behind(call, "(", &name, &rest) || !cursor_left(&name))
		return 1;
	(void)words_behind_last(call, "/*", &call, &rest);
	call = words_trim(call);
	if (words_end(&call, "{")) {
		return open_call(s, name);
	}
	if (!words_end(&call, ";"))
		return 1;
	return l->ns < 0 ? 0 : add_sample(g, name, l);
}

/* "! 310.041 us": the mark says how long it is in classes. */
static bool read_duration(struct cursor part, struct call_line *l)
{
	struct cursor word;
	int given;

	if (cursor_left(&part) && strchr("+!#*@$", *part.at))
		part.at++;
	if (!words_next(&part, &word) || !words_decimal(word, 3, &l->ns, &given) || given > 3 ||
		l->ns < 0 || !words_next(&part, &word) || !words_is(&word, "us")) {
		l->ns = -1;
		return false;
	}
	for (l->step = 1; given < 3; given++)
		l->step *= 10;
	return true;
}

static bool is_task_name(struct cursor part)
{
	const unsigned char *p = part.end;

	while (p > part.at && p[-1] >= '0' && p[-1] <= '9')
		p--;
	return p < part.end && p > part.at + 1 && p[-1] == '-';
}

/* Columns up to the one that is empty or a duration; behind it stands the call. False where there is none. */
static bool read_columns(struct cursor line, struct call_line *l)
{
	struct cursor part;

	while (words_behind(line, "|", &part, &line)) {
		part = words_trim(part);
		if (!cursor_left(&part) || read_duration(part, l)) {
			l->call = words_trim(line);
			return true;
		}
		if (is_task_name(part))
			l->task = part;
	}
	return false;
}

/* "6)" at the front, perhaps behind "123.456789 |"; a trace without a CPU column is one CPU. */
static struct cursor eat_cpu(struct cursor line, int64_t *cpu)
{
	struct cursor part, rest = line, word;
	int64_t v;
	int given;

	if (words_behind(line, "|", &part, &rest) && words_next(&part, &word) &&
		words_decimal(word, 9, &v, &given) && !words_next(&part, &word))
		line = rest;
	rest = line;
	words_skip(&rest);
	if (!words_i64(&rest, &v) || v < 0 || v > CPU_MAX || !words_eat(&rest, ")"))
		return line;
	*cpu = v;
	return rest;
}

static bool is_known(struct graph *g, struct cursor line)
{
	uint64_t lost;

	line = words_trim(line);
	if (words_is(&line, "[...]")) {
		g->elided = true;
		return true;
	}
	if (trace_line_lost(line, &lost)) {
		g->lost += lost;
		for (size_t i = 0; i < g->stack_cap; i++)
			g->stack[i].depth = 0; /* which calls ended in between is not known */
		return true;
	}
	return !cursor_left(&line) || words_begin(&line, "#") || words_begin(&line, "---");
}

/* 0, 1 where the line is not understood, or negative. */
static int take_line(struct graph *g, struct cursor line)
{
	struct call_line l = {.cpu = 0, .ns = -1};
	struct cursor from, to;
	int64_t *task, named;

	if (is_known(g, line))
		return 0;
	line = eat_cpu(line, &l.cpu);
	if (!memchr(line.at, '|', cursor_left(&line)))
		return words_behind(line, " => ", &from, &to) ? switch_task(g, l.cpu, from, to) : 1;
	if (!read_columns(line, &l))
		return !words_behind(
			line, "==========", NULL, &to); /* an interrupt begins or ends */
	task = task_of_cpu(g, l.cpu);
	if (!task)
		return -E_NOMEM;
	if (cursor_left(&l.task)) {
		named = task_number(g, 't', l.task);
		if (named < 0)
			return -E_NOMEM;
		*task = named + 1;
	}
	return take_call(g, &g->stack[*task - 1], &l);
}

static int read_lines(struct graph *g, struct cursor in, struct err *e)
{
	struct cursor line;
	bool ended;

	for (size_t n = 1; cursor_line(&in, &line, &ended); n++) {
		int r = take_line(g, line);

		if (r < 0)
			return err_set(e, (enum err_code) - r, "line %zu: %s", n,
				r == -E_TOO_BIG ? "a duration is too long" : "out of memory");
		if (r && !ended) {
			g->cut = true;
		} else if (r) {
			g->unread_line = g->unread_line ? g->unread_line : n;
			g->unread++;
		}
	}
	return 0;
}

static int note_full_names(const struct graph *g, struct output *ret)
{
	scoped(buf_fini) struct buf all = {0};

	if (!g->full.n)
		return 0;
	for (size_t i = 0; i < g->full.n; i++)
		buf_printf(&all, "%s%s", i ? ", " : "", names_text(&g->full, i));
	return buf_ok(&all)
		? output_note(ret, NOTE_INFO, g->full.n,
			  "named by what stands before the first dot: %s", buf_cstr(&all))
		: -E_NOMEM;
}

static uint64_t open_calls(const struct graph *g)
{
	uint64_t open = 0;

	for (size_t i = 0; i < g->stack_cap; i++)
		open += g->stack[i].depth;
	return open;
}

static int add_notes(const struct graph *g, struct output *ret)
{
	const struct {
		uint64_t count;
		enum output_note_kind kind;
		const char *text;
	} notes[] = {
		{g->nameless, NOTE_CUT,
			"calls began before this text: their function is not known"},
		{open_calls(g), NOTE_CUT, "calls are not over where this text ends"},
		{g->elided, NOTE_CUT, "\"[...]\": parts are left out of this text"},
		{g->cut, NOTE_CUT, "line at the end is cut and left out"},
		{g->mismatched, NOTE_MISMATCH,
			"closing braces name another function than their opening line"},
		{g->lost, NOTE_LOST_EVENTS, "events lost by the tracer"},
	};
	int r = note_full_names(g, ret);

	for (size_t i = 0; r == 0 && i < ARRAY_LEN(notes); i++)
		if (notes[i].count)
			r = output_note(ret, notes[i].kind, notes[i].count, "%" PRIu64 " %s",
				notes[i].count, notes[i].text);
	if (r == 0 && !ret->nseries)
		r = output_note(
			ret, NOTE_NOT_AVAILABLE, 1, "durations: no complete call in this text");
	if (r == 0 && g->unread)
		r = output_note(ret, NOTE_UNPARSED, g->unread,
			"%" PRIu64 " lines not understood, the first is line %zu", g->unread,
			g->unread_line);
	return r;
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct graph g = {.ret = ret};
	int r = read_lines(&g, in, e);

	if (r == 0 && add_notes(&g, ret) < 0)
		r = err_set(e, E_NOMEM, "out of memory");
	graph_fini(&g);
	return r;
}

/* Either the tracer's name, or lines "6)   0.160 us    |  name();" themselves. */
static int sniff(struct cursor in)
{
	struct cursor line;
	size_t calls = 0, lines = 0;
	bool ended;

	while (lines < 100 && cursor_line(&in, &line, &ended)) {
		struct call_line l = {.cpu = -1, .ns = -1};

		if (words_begin(&line, "# tracer: function_graph"))
			return 95;
		lines += cursor_left(&line) && *line.at != '#';
		line = eat_cpu(line, &l.cpu);
		calls += l.cpu >= 0 && read_columns(line, &l);
	}
	return calls && 2 * calls >= lines ? 85 : 0;
}

const struct output_format format_function_graph = {
	.name = "function_graph",
	.about = "ftrace's function_graph tracer as text: the durations of each function's calls",
	.sniff = sniff,
	.parse = parse,
};
