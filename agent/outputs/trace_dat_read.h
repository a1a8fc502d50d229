/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one place that knows libtracecmd. The library is not made for files from anywhere: some end in a crash or an endless
 * loop, and it closes a descriptor that it could not open or leaves it, as it goes. So it runs in a child process, which
 * reads the file and hands its scheduler events back by a pipe; what happens to the child is an error here and no more.
 */
#ifndef LATLAB_OUTPUTS_TRACE_DAT_READ_H
#define LATLAB_OUTPUTS_TRACE_DAT_READ_H

#include "agent/outputs/wakeup_trace.h"

/* *instances: buffers beside the main one, which are not read. */
int trace_dat_read(struct cursor in, struct wakeup_trace *t, uint64_t *instances, struct err *e);

#endif
