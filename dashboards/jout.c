/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/jout.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

static size_t char_len(const char *s, size_t len)
{
	for (size_t n = 1; n <= MIN(len, 4); n++)
		if (text_is_utf8(s, n))
			return n;
	return 0;
}

/* A control byte is escaped; a byte that is not UTF-8 becomes U+FFFD. */
static void put_char(struct buf *out, const char *s, size_t len)
{
	unsigned char c = (unsigned char)*s;

	if (c < 0x20 || c == 0x7f)
		buf_printf(out, "\\u%04x", c);
	else if (c == '"' || c == '\\')
		buf_printf(out, "\\%c", c);
	else if (len)
		buf_put(out, s, len);
	else
		buf_str(out, "\\ufffd");
}

static void put_string(struct buf *out, const char *s)
{
	size_t left = strlen(s);

	buf_byte(out, '"');
	for (size_t n; left; s += n, left -= n) {
		n = char_len(s, left);
		put_char(out, s, n);
		n = MAX(n, 1);
	}
	buf_byte(out, '"');
}

static void start(struct jout *j, const char *key)
{
	if (j->comma)
		buf_byte(j->out, ',');
	j->comma = true;
	if (!key)
		return;
	put_string(j->out, key);
	buf_byte(j->out, ':');
}

void jout_open(struct jout *j, const char *key, char kind)
{
	start(j, key);
	buf_byte(j->out, (unsigned char)kind);
	j->comma = false;
}

void jout_close(struct jout *j, char kind)
{
	buf_byte(j->out, (unsigned char)kind);
	j->comma = true;
}

void jout_text(struct jout *j, const char *key, const char *s)
{
	start(j, key);
	if (s)
		put_string(j->out, s);
	else
		buf_str(j->out, "null");
}

void jout_int(struct jout *j, const char *key, int64_t v)
{
	start(j, key);
	buf_printf(j->out, "%" PRId64, v);
}

void jout_real(struct jout *j, const char *key, double v)
{
	start(j, key);
	if (isfinite(v))
		buf_printf(j->out, "%.15g", v);
	else
		buf_str(j->out, "null");
}

void jout_bool(struct jout *j, const char *key, bool v)
{
	start(j, key);
	buf_str(j->out, v ? "true" : "false");
}

static int add(const char *bytes, size_t len, void *out)
{
	buf_put(out, bytes, len);
	return 0;
}

static void put_json(struct buf *out, const json_t *v)
{
	if (json_dump_callback(v, add, out, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY) < 0)
		out->failed = true; /* out of memory: the document is not whole */
}

void jout_json(struct jout *j, const char *key, const json_t *v)
{
	start(j, key);
	if (v)
		put_json(j->out, v);
	else
		buf_str(j->out, "null");
}

void jout_show(struct buf *out, const json_t *v)
{
	if (json_is_string(v))
		buf_put(out, json_string_value(v), json_string_length(v));
	else if (v)
		put_json(out, v);
}
