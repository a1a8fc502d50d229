/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Adaptive Rice coding of small whole numbers to bits.
 *
 * A Rice code of order k writes v as v >> k in unary and its k low bits as they are: best for numbers
 * that fall off geometrically with a mean near 2^k. Gaps between neighbouring values of a latency
 * distribution do that locally, but their mean grows by orders of magnitude from the mode to the tail,
 * so k follows a running mean (weight 1/16) that both sides keep. What it costs: about 0.03 bits a
 * number against the best fixed k, and a few dozen bits where the scale jumps. What it gives up: a
 * quotient of RICE_ESCAPE or more is written as a bit length and the number itself.
 */
#ifndef LATLAB_WIRE_RICE_H
#define LATLAB_WIRE_RICE_H

#include "base/buf.h"
#include "base/cursor.h"

#define RICE_ESCAPE    40
#define RICE_BITS_MAX  55
#define RICE_VALUE_MAX ((UINT64_C(1) << RICE_BITS_MAX) - 1)

struct rice_writer {
	struct buf *out; /* borrowed */
	uint64_t bits;
	int nbits;
};

struct rice_reader {
	struct cursor in;
	uint64_t bits;
	int nbits;   /* of bits that hold stream, not padding */
	bool failed; /* read past the end, or a form the writer does not use */
};

/* One for each kind of number in a stream. Starts as (struct rice_mean){RICE_START}. */
struct rice_mean {
	uint64_t times16;
};
#define RICE_START 16

void rice_put(struct rice_writer *w, struct rice_mean *m, uint64_t v);
void rice_flush(struct rice_writer *w); /* pads with zero bits to a whole byte */

uint64_t rice_get(struct rice_reader *r, struct rice_mean *m);
/* True when all was read, no padding bit is set, and nothing was amiss. */
bool rice_ended_well(struct rice_reader *r);

#endif
