/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/trace_line.h"

#include "agent/outputs/words.h"

#define HEAD_MAX \
	256 /* how far into a line "[cpu]" may stand: a task's name has 15 bytes, a file's may be ahead of it */

/* Whether the text ahead of "[cpu]" ends as a task does: "name-123", in tracefs also "name-123 (  120)". */
static bool is_task(struct cursor c)
{
	const unsigned char *p;

	c = words_trim(c);
	if (words_end(&c, ")")) {
		while (c.end > c.at && c.end[-1] != '(')
			c.end--;
		if (c.end > c.at)
			c.end--;
		c = words_trim(c);
	}
	for (p = c.end; p > c.at && p[-1] >= '0' && p[-1] <= '9';)
		p--;
	return p < c.end && p - c.at >= 2 && p[-1] == '-';
}

/* "162583.268833:"; without a point it counts something else than seconds. */
static bool stamp(struct cursor word, struct trace_event *ret)
{
	struct cursor digits = word;
	int64_t whole;

	if (!words_end(&word, ":") || *word.at == '-')
		return false;
	word.end--;
	*ret = (struct trace_event){.ns = 0};
	if (words_i64(&digits, &whole) && digits.at == word.end)
		return true;
	return words_decimal(word, 9, &ret->ns, &ret->digits) && ret->ns >= 0;
}

/* What stands behind "[cpu]": flags or none, stamp, perhaps "(+12)", name, body. */
static bool read_rest(struct cursor c, struct trace_event *ret)
{
	struct cursor word;

	if (!words_next(&c, &word))
		return false;
	if (!stamp(word, ret) && (!words_next(&c, &word) || !stamp(word, ret)))
		return false;
	do {
		if (!words_next(&c, &word))
			return false;
	} while (words_begin(&word, "(+"));
	if (cursor_left(&word) < 2 || !words_end(&word, ":"))
		return false;
	ret->name = cursor_over(word.at, cursor_left(&word) - 1);
	ret->body = words_trim(c);
	return true;
}

bool trace_line_event(struct cursor line, struct trace_event *ret)
{
	struct cursor c = line;
	int64_t cpu;

	/* a task may be called "[x]": the first bracket that everything around fits is it */
	while (words_behind(c, "[", NULL, &c) && c.at - line.at <= HEAD_MAX) {
		struct cursor rest = c, before = cursor_over(line.at, (size_t)(c.at - line.at) - 1);

		if (words_i64(&rest, &cpu) && words_eat(&rest, "]") && is_task(before) &&
			read_rest(rest, ret))
			return true;
	}
	return false;
}

/* "key=12" behind the last " key=" of a body: a task's name can hold one too, but stands before. */
static bool raw_number(struct cursor body, const char *key, int64_t *ret, struct cursor *before)
{
	return words_behind_last(body, key, before, &body) && words_i64(&body, ret);
}

/* "name:12" at the end of c. */
static bool named_pid(struct cursor c, int64_t *pid)
{
	const unsigned char *p = c.end;

	while (p > c.at && p[-1] >= '0' && p[-1] <= '9')
		p--;
	if (p == c.at || p[-1] != ':')
		return false;
	c.at = p;
	return words_i64(&c, pid);
}

/* "name:12 [98]", the last of c: pid and priority in trace-cmd's own form. */
static bool own_form(struct cursor c, int64_t *pid, int64_t *prio)
{
	struct cursor before, after = c;
	bool found = false;
	int64_t number, level;

	while (words_behind(after, " [", &before, &after)) {
		struct cursor rest = after;

		if (!named_pid(before, &number) || !words_i64(&rest, &level) ||
			!words_begin(&rest, "]"))
			continue;
		*pid = number;
		*prio = level;
		found = true;
	}
	return found;
}

bool trace_line_woken(struct cursor body, int64_t *pid, bool *woken)
{
	int64_t prio, success = 1;

	(void)raw_number(
		body, " success=", &success, NULL); /* gone since 4.3: it was always 1 then */
	*woken = success != 0;
	if (words_begin(&body, "comm="))
		return raw_number(body, " pid=", pid, NULL) &&
			raw_number(body, " prio=", &prio, NULL);
	return own_form(body, pid, &prio);
}

static bool raw_switch(struct cursor body, struct trace_switch *ret)
{
	struct cursor prev, next;

	return words_behind_last(body, " next_comm=", &prev, &next) &&
		raw_number(next, " next_pid=", &ret->next_pid, NULL) &&
		raw_number(next, " next_prio=", &ret->next_prio, NULL) &&
		raw_number(prev, " prev_pid=", &ret->prev_pid, NULL);
}

bool trace_line_switch(struct cursor body, struct trace_switch *ret)
{
	struct cursor prev, next;
	int64_t prio;

	if (words_begin(&body, "prev_comm="))
		return raw_switch(body, ret);
	return words_behind(body, " ==> ", &prev, &next) && own_form(prev, &ret->prev_pid, &prio) &&
		own_form(next, &ret->next_pid, &ret->next_prio);
}

bool trace_line_latency(struct cursor body, int64_t *ns)
{
	struct cursor rest;

	return words_behind_last(body, " Latency: ", NULL, &rest) &&
		words_usecs(&rest, "usecs", ns);
}

bool trace_line_lost(struct cursor line, uint64_t *count)
{
	int64_t n;

	if (!words_eat(&line, "CPU:") || !words_i64(&line, &n) || !words_eat(&line, " ["))
		return false;
	*count = 1;
	(void)words_eat(&line, "LOST "); /* tracefs puts it in front, trace-cmd not */
	if (words_i64(&line, &n)) {
		*count = n > 0 ? (uint64_t)n : 1;
		words_skip(&line);
	}
	return words_begin(&line, "EVENTS");
}
