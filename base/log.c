/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *program = "latlab";
static bool journal, quiet;

enum { LEVEL_ERROR = 3, LEVEL_WARN = 4, LEVEL_INFO = 6 };

void log_init(const char *name)
{
	program = name;
	journal = getenv("JOURNAL_STREAM") != NULL;
}

void log_quiet(bool on)
{
	quiet = on;
}

/* One write() a line, so that lines of two threads never mix. */
static void printf_like(2, 0) put(int level, const char *fmt, va_list ap)
{
	char line[1024];
	int head, body;
	size_t len;

	head = journal ? snprintf(line, sizeof line, "<%d>", level)
		       : snprintf(line, sizeof line, "%s: %s", program,
				 level == LEVEL_INFO	       ? ""
					 : level == LEVEL_WARN ? "warning: "
							       : "error: ");
	body = vsnprintf(line + head, sizeof line - (size_t)head - 1, fmt, ap);
	len = MIN((size_t)(head + MAX(body, 0)), sizeof line - 2);
	for (size_t i = (size_t)head; i < len; i++)
		if ((unsigned char)line[i] < 0x20)
			line[i] = ' ';
	line[len++] = '\n';
	if (write(STDERR_FILENO, line, len) < 0)
		return; /* nowhere left to say it */
}

#define LOG_AT(name, level)             \
	void name(const char *fmt, ...) \
	{                               \
		va_list ap;             \
		va_start(ap, fmt);      \
		put(level, fmt, ap);    \
		va_end(ap);             \
	}

LOG_AT(log_warn, LEVEL_WARN)
LOG_AT(log_error, LEVEL_ERROR)

void log_info(const char *fmt, ...)
{
	va_list ap;

	if (quiet)
		return;
	va_start(ap, fmt);
	put(LEVEL_INFO, fmt, ap);
	va_end(ap);
}
