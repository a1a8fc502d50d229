/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any bytes: refused, or rows of which each one came from a whole line. */
#include <stdlib.h>

#include "agent/outputs/rtapp_log.h"

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len);

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
	scoped(rtapp_log_fini) struct rtapp_log log = {0};
	size_t lines = 0;

	for (size_t i = 0; i < len; i++)
		lines += bytes[i] == '\n';
	if (rtapp_log_parse(cursor_over(bytes, len), &log, NULL) < 0)
		return 0;
	if (log.len && (!log.has || log.len >= lines))
		abort();
	if (log.truncated != (len && bytes[len - 1] != '\n'))
		abort();
	(void)rtapp_log_has_timer(&log);
	return 0;
}
