/* SPDX-License-Identifier: GPL-2.0-or-later */
#define FORMAT format_trace_report
#include "tests/fuzz/output_target.h"
