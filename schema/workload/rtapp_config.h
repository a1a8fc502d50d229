/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file that rt-app 1.0 reads, made from a resolved workload. */
#ifndef LATLAB_WORKLOAD_RTAPP_CONFIG_H
#define LATLAB_WORKLOAD_RTAPP_CONFIG_H

#include "schema/workload/resolved.h"

/* The stem of the log files, RTAPP_LOG_STEM-TASK-N.log. */
#define RTAPP_LOG_STEM "run"

/* The logs go to log_dir. */
int rtapp_config(const struct resolved *r, const char *log_dir, struct buf *out, struct err *e);

/* The name that rt-app gives the log of the ith task. */
void rtapp_log_name(const struct resolved *r, size_t i, char *out, size_t size);

/* Whether rt-app 1.0 knows a policy; what it does not know is set from outside, thread by thread. */
bool rtapp_knows_policy(const char *policy);

#endif
