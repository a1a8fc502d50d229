/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory from the heap, zeroed, with the fault point every allocation of ours passes. */
#ifndef LATLAB_BASE_MEM_H
#define LATLAB_BASE_MEM_H

#include "base/util.h"

/* NULL when out of memory. Freed with mem_free() or free(). */
void *mem_alloc(size_t bytes);
/* n * size without overflow. */
void *mem_array(size_t n, size_t size);
/* As realloc(p, n * size) without overflow; p stays valid on NULL; new bytes are not zeroed. */
void *mem_grow(void *p, size_t n, size_t size);
char *mem_str(const char *s);
void mem_free(void *p);

/* For scoped(): frees what a pointer variable holds. */
void mem_freep(void *pp);

#endif
