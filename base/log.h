/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One line a message on standard error, as journald reads it ("<6>text") when it listens, as
 * "latlabd: text" otherwise. Libraries never call this: they return errors.
 */
#ifndef LATLAB_BASE_LOG_H
#define LATLAB_BASE_LOG_H

#include "base/util.h"

void log_init(const char *program); /* the string must outlive the program */
void log_quiet(bool quiet);	    /* drops log_info */

void log_info(const char *fmt, ...) printf_like(1, 2);
void log_warn(const char *fmt, ...) printf_like(1, 2);
void log_error(const char *fmt, ...) printf_like(1, 2);

#endif
