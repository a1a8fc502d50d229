/* SPDX-License-Identifier: GPL-2.0-or-later */
#define FORMAT format_hdr_log
#include "tests/fuzz/output_target.h"
