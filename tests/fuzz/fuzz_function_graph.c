/* SPDX-License-Identifier: GPL-2.0-or-later */
#define FORMAT format_function_graph
#include "tests/fuzz/output_target.h"
