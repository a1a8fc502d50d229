/* SPDX-License-Identifier: GPL-2.0-or-later */
#define FORMAT format_rtapp_stream
#include "tests/fuzz/output_target.h"
