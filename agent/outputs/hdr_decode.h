/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One HdrHistogram in its binary form (V0, V1, V2, deflated or not), as it stands in a log after its base64. */
#ifndef LATLAB_OUTPUTS_HDR_DECODE_H
#define LATLAB_OUTPUTS_HDR_DECODE_H

#include "agent/outputs/output.h"

#define HDR_INFLATED_MAX (4u << 20)

/*
 * Adds the counts to s, each at the largest value of its bucket, which is also what the library's own percentiles
 * answer. A value may then be there more than once. On failure s may hold part of it.
 */
int hdr_decode(struct cursor in, struct output_series *s, struct err *e);

#endif
