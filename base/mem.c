/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#include "base/fault.h"

void *mem_alloc(size_t bytes)
{
	return mem_array(bytes ? bytes : 1, 1);
}

void *mem_array(size_t n, size_t size)
{
	return fault_here(FAULT_ALLOC) ? NULL : calloc(n ? n : 1, size ? size : 1);
}

void *mem_grow(void *p, size_t n, size_t size)
{
	return fault_here(FAULT_ALLOC) ? NULL : reallocarray(p, n ? n : 1, size ? size : 1);
}

char *mem_str(const char *s)
{
	return fault_here(FAULT_ALLOC) ? NULL : strdup(s);
}

void mem_free(void *p)
{
	free(p);
}

void mem_freep(void *pp)
{
	free(*(void **)pp);
}
