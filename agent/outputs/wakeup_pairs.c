/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/wakeup_pairs.h"

#include "base/mem.h"

#define NORMAL_PRIO 100 /* the kernel's MAX_RT_PRIO: below it are RT (0-99) and deadline (-1) */

void wakeup_pairs_fini(struct wakeup_pairs *p)
{
	names_fini(&p->pids);
	mem_free(p->since);
	mem_free(p->sample);
	*p = (struct wakeup_pairs){0};
}

static bool grow_since(struct wakeup_pairs *p, size_t number)
{
	size_t cap = p->since_cap ? 2 * p->since_cap : 64;
	int64_t *grown;

	if (number < p->since_cap)
		return true;
	grown = mem_grow(p->since, cap, sizeof *grown);
	if (!grown)
		return false;
	for (size_t i = p->since_cap; i < cap; i++)
		grown[i] = -1;
	p->since = grown;
	p->since_cap = cap;
	return true;
}

/* When a pid was woken; NULL where it never was. */
static int64_t *since(const struct wakeup_pairs *p, int64_t pid)
{
	int64_t number = names_find(&p->pids, &pid, sizeof pid);

	return number >= 0 && (size_t)number < p->since_cap ? &p->since[number] : NULL;
}

int wakeup_pairs_woken(struct wakeup_pairs *p, int64_t pid, int64_t ns)
{
	int64_t number = names_number(&p->pids, &pid, sizeof pid);

	if (number < 0 || !grow_since(p, (size_t)number))
		return -E_NOMEM;
	p->woken++;
	if (p->since[number] >= 0)
		p->again++;
	else
		p->since[number] = ns;
	return 0;
}

int wakeup_pairs_add(struct wakeup_pairs *p, int64_t latency_ns, int64_t prio)
{
	if (p->n == p->cap) {
		size_t cap = p->cap ? 2 * p->cap : 256;
		struct wakeup_sample *grown = mem_grow(p->sample, cap, sizeof *grown);

		if (!grown)
			return -E_NOMEM;
		p->sample = grown;
		p->cap = cap;
	}
	p->sample[p->n++] = (struct wakeup_sample){latency_ns, prio < NORMAL_PRIO};
	return 0;
}

int wakeup_pairs_switch(
	struct wakeup_pairs *p, int64_t prev_pid, int64_t next_pid, int64_t next_prio, int64_t ns)
{
	int64_t *prev = since(p, prev_pid), *next = since(p, next_pid), latency;

	if (prev && *prev >= 0 && prev_pid != next_pid)
		p->running++;
	if (!next || *next < 0)
		return 0;
	latency = ns - *next;
	*next = -1;
	if (latency >= 0)
		return wakeup_pairs_add(p, latency, next_prio);
	p->backwards++;
	return 0;
}

uint64_t wakeup_pairs_open(const struct wakeup_pairs *p)
{
	uint64_t open = 0;

	for (size_t i = 0; i < p->since_cap; i++)
		open += p->since[i] >= 0;
	return open;
}

void wakeup_pairs_lost(struct wakeup_pairs *p)
{
	p->forgotten += wakeup_pairs_open(p);
	for (size_t i = 0; i < p->since_cap; i++)
		p->since[i] = -1;
}
