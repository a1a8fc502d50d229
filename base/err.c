/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name, *text;
} codes[E_NCODES] = {
	[E_OK] = {"OK", "no error"},
#define ERR(code, meaning) [E_##code] = {#code, meaning},
#include "base/err.def"
#undef ERR
};

static void cut(struct err *e, int len)
{
	if (len >= (int)sizeof e->text)
		strcpy(e->text + sizeof e->text - 4, "...");
	for (char *c = e->text; *c; c++)
		if (*c == '\n' || *c == '\r')
			*c = ' ';
}

int err_set(struct err *e, enum err_code code, const char *fmt, ...)
{
	va_list ap;

	if (e) {
		e->code = (int)code;
		va_start(ap, fmt);
		cut(e, vsnprintf(e->text, sizeof e->text, fmt, ap));
		va_end(ap);
	}
	return -(int)code;
}

int err_add(struct err *e, int r, const char *fmt, ...)
{
	struct err inner;
	va_list ap;
	int len;

	if (!e)
		return r;
	inner = *e;
	va_start(ap, fmt);
	len = vsnprintf(e->text, sizeof e->text, fmt, ap);
	va_end(ap);
	if (len >= 0 && len < (int)sizeof e->text)
		len += snprintf(
			e->text + len, sizeof e->text - (size_t)len, ": %s", err_text(&inner));
	cut(e, len);
	return r;
}

static enum err_code code_of_errno(int number)
{
	switch (number) {
	case ENOMEM:
		return E_NOMEM;
	case ENOSPC:
	case EDQUOT:
		return E_FULL;
	case ENOENT:
	case ENOTDIR:
	case ESRCH:
		return E_NOT_FOUND;
	case EACCES:
	case EPERM:
	case EROFS:
		return E_DENIED;
	case EEXIST:
		return E_EXISTS;
	case EBUSY:
	case EADDRINUSE:
		return E_BUSY;
	case ENOSYS:
	case EOPNOTSUPP:
		return E_UNSUPPORTED;
	default:
		return E_IO;
	}
}

int err_errno(struct err *e, const char *fmt, ...)
{
	int number = errno, len;
	enum err_code code = code_of_errno(number);
	va_list ap;

	if (!e)
		return -(int)code;
	e->code = (int)code;
	va_start(ap, fmt);
	len = vsnprintf(e->text, sizeof e->text, fmt, ap);
	va_end(ap);
	if (len >= 0 && len < (int)sizeof e->text)
		len += snprintf(
			e->text + len, sizeof e->text - (size_t)len, ": %s", strerror(number));
	cut(e, len);
	return -(int)code;
}

const char *err_name(int code)
{
	if (code < 0)
		code = -code;
	return code < E_NCODES ? codes[code].name : "UNKNOWN";
}

const char *err_text(const struct err *e)
{
	if (e->text[0])
		return e->text;
	return e->code >= 0 && e->code < E_NCODES ? codes[e->code].text : "unknown error";
}
