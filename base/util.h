/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Small words used everywhere: visible owners, array lengths, bits. */
#ifndef LATLAB_BASE_UTIL_H
#define LATLAB_BASE_UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `scoped(dist_freep) struct dist *d = NULL;` frees on every path out of the block. */
#define scoped(fn)	  __attribute__((cleanup(fn)))
#define printf_like(f, a) __attribute__((format(printf, f, a)))

/* Hands ownership out of a scoped variable. */
#define take(p)                           \
	({                                \
		__auto_type taken_ = (p); \
		(p) = NULL;               \
		taken_;                   \
	})

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
#define BIT(n)	     (1u << (n))

/* Each argument is evaluated once; the counter keeps one inside another from shadowing it. */
#define MIN(a, b)	      MIN_MAX_(a, b, <, __COUNTER__)
#define MAX(a, b)	      MIN_MAX_(a, b, >, __COUNTER__)
#define MIN_MAX_(a, b, op, n) MIN_MAX_NAMED_(a, b, op, n)
#define MIN_MAX_NAMED_(a, b, op, n)                \
	({                                         \
		__typeof__((a) + (b)) a_##n = (a); \
		__typeof__((a) + (b)) b_##n = (b); \
		a_##n op b_##n ? a_##n : b_##n;    \
	})

/* Makes `static inline void name_freep(type **)` from name_free(), for scoped(). */
#define DEFINE_FREEP(name, type)                  \
	static inline void name##_freep(type **p) \
	{                                         \
		name##_free(*p);                  \
	}                                         \
	struct name##_freep_needs_semicolon

#endif
