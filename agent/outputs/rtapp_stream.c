/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What rt-app printed and the logs of its threads, one after the other in one file, as `find -print -exec cat` makes it and
 * labs keep it: each log stands below a line with its file's name. A thread is read as an rt-app log of its own, and its
 * series carry its name.
 */
#include <string.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/put.h"

#define NAME_BYTES 64
#define SNIFFED	   (64u << 10)

static bool starts(const struct cursor *line, const char *word)
{
	size_t len = strlen(word);

	return cursor_left(line) >= len && !memcmp(line->at, word, len);
}

/* "./mp3-AudioTick-0.log" gives "mp3-AudioTick-0"; false for a line that is no such name. */
static bool log_name(const struct cursor *line, char name[NAME_BYTES])
{
	const unsigned char *end = line->end, *start;
	size_t len = cursor_left(line);

	if (len && end[-1] == '\r')
		end--;
	if (len < 5 || end - line->at < 5 || memcmp(end - 4, ".log", 4) != 0)
		return false;
	end -= 4;
	for (start = end; start > line->at && start[-1] != '/'; start--)
		if (start[-1] <= ' ' || start[-1] >= 0x7f)
			return false;
	if (start == end || end - start >= NAME_BYTES)
		return false;
	memcpy(name, start, (size_t)(end - start));
	name[end - start] = 0;
	return true;
}

static int sniff(struct cursor in)
{
	struct cursor head = cursor_over(in.at, MIN(cursor_left(&in), (size_t)SNIFFED)), line;
	char name[NAME_BYTES];
	bool named = false, ended;

	while (cursor_line(&head, &line, &ended)) {
		if (named && starts(&line, "#idx"))
			return 90;
		named = log_name(&line, name) || (named && starts(&line, "#"));
	}
	return 0;
}

/* From *in, whose next line is the header, to the first line that is no row; *in moves there. */
static struct cursor take_log(struct cursor *in)
{
	const unsigned char *start = in->at;
	struct cursor line, before;
	char name[NAME_BYTES];
	bool ended;

	(void)cursor_line(in, &line, &ended); /* the header, whatever else it looks like */
	before = *in;
	while (cursor_line(in, &line, &ended)) {
		if (!cursor_left(&line) || starts(&line, "[rt-app]") || log_name(&line, name)) {
			*in = before;
			break;
		}
		before = *in;
	}
	return cursor_over(start, (size_t)(in->at - start));
}

/* Hands the samples of one thread's series over to ret, under the thread's name. */
static int hand_over(
	struct output_series *from, const char *thread, struct output *ret, struct err *e)
{
	scoped(buf_fini) struct buf name = {0};
	struct output_series *to;
	int r;

	buf_printf(&name, "%s:%s", thread, from->name);
	r = buf_check(&name, "a name", e);
	if (r == 0)
		r = put_series(ret, buf_cstr(&name), from->unit, from->resolution, &to, e);
	if (r < 0)
		return r;
	to->direction = from->direction;
	to->missed = from->missed;
	to->n = from->n;
	to->cap = from->cap;
	to->sample = take(from->sample);
	return 0;
}

static int add_thread(struct cursor log, const char *thread, struct output *ret, struct err *e)
{
	scoped(output_fini) struct output one = {0};
	int r = format_rtapp_log.parse(log, &one, e);

	for (size_t i = 0; r == 0 && i < one.nseries; i++)
		r = hand_over(&one.series[i], thread, ret, e);
	for (size_t i = 0; r == 0 && i < one.nnotes; i++)
		r = put_note(ret, one.note[i].kind, one.note[i].count, e, "%s: %s", thread,
			one.note[i].text);
	return r < 0 ? err_add(e, r, "log of %s", thread) : 0;
}

static bool is_error(const struct cursor *line)
{
	return starts(line, "[rt-app] <error>") || starts(line, "[rt-app] <crit");
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct cursor line, before = in;
	char name[NAME_BYTES] = "unnamed";
	size_t logs = 0;
	bool ended;
	int r = 0;

	while (r == 0 && cursor_line(&in, &line, &ended)) {
		if (starts(&line, "#idx")) {
			in = before;
			logs++;
			r = add_thread(take_log(&in), name, ret, e);
		} else if (!log_name(&line, name) && is_error(&line)) {
			r = put_note(ret, NOTE_ERROR, 1, e, "rt-app reported an error");
		}
		before = in;
	}
	return r == 0 && !logs ? err_set(e, E_NOT_FOUND, "no log of a thread") : r;
}

const struct output_format format_rtapp_stream = {
	.name = "rt-app output and logs",
	.about = "what rt-app printed and its logs in one file, each below its name",
	.sniff = sniff,
	.parse = parse,
};
