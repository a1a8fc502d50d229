/* SPDX-License-Identifier: GPL-2.0-or-later */
#define FORMAT format_hist_trigger
#include "tests/fuzz/output_target.h"
