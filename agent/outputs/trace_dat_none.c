/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In place of trace_dat_read.c where libtracecmd is not built in. */
#include "agent/outputs/trace_dat_read.h"

int trace_dat_read(struct cursor in, struct wakeup_trace *t, uint64_t *instances, struct err *e)
{
	(void)in;
	(void)t;
	*instances = 0;
	return err_set(e, E_UNSUPPORTED,
		"this program is built without libtracecmd: run `trace-cmd report FILE` and give its text");
}
