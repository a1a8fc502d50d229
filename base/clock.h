/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Time, which tests can turn. All values are nanoseconds. */
#ifndef LATLAB_BASE_CLOCK_H
#define LATLAB_BASE_CLOCK_H

#include "base/util.h"

#define NS_PER_MS 1000000LL
#define NS_PER_S  1000000000LL

int64_t clock_wall_ns(void); /* since 1970; may step */
int64_t clock_mono_ns(void); /* since boot; never goes back */
void clock_sleep_ms(int64_t ms);

/* Adds ns to both clocks of this process from now on; sleeping then turns instead of waiting. */
void clock_turn(int64_t ns);

/* "2026-12-01T01:40:00Z" of a wall time. */
#define CLOCK_ISO_LEN 32
const char *clock_iso(int64_t wall_ns, char out[CLOCK_ISO_LEN]);

#endif
