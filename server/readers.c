/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/readers.h"

#include <pthread.h>

#include "base/mem.h"

struct readers {
	pthread_mutex_t lock;
	pthread_cond_t given;
	struct store **idle; /* owned; the first nidle are free to take */
	size_t nidle;
};

int readers_open(const char *data_dir, size_t n, struct readers **ret, struct err *e)
{
	scoped(readers_freep) struct readers *r = mem_alloc(sizeof *r);
	int done = 0;

	if (!r)
		return err_set(e, E_NOMEM, "out of memory for readers");
	pthread_mutex_init(&r->lock, NULL);
	pthread_cond_init(&r->given, NULL);
	r->idle = mem_array(n, sizeof(struct store *));
	if (!r->idle)
		return err_set(e, E_NOMEM, "out of memory for readers");
	for (; done == 0 && r->nidle < n; r->nidle += done == 0)
		done = store_open(data_dir, STORE_READ, &r->idle[r->nidle], e);
	if (done < 0)
		return done;
	*ret = take(r);
	return 0;
}

void readers_free(struct readers *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->nidle; i++)
		store_free(r->idle[i]);
	mem_free(r->idle);
	pthread_mutex_destroy(&r->lock);
	pthread_cond_destroy(&r->given);
	mem_free(r);
}

struct store *readers_take(struct readers *r)
{
	struct store *s;

	pthread_mutex_lock(&r->lock);
	while (!r->nidle)
		pthread_cond_wait(&r->given, &r->lock);
	s = r->idle[--r->nidle];
	pthread_mutex_unlock(&r->lock);
	return s;
}

void readers_give(struct readers *r, struct store *s)
{
	pthread_mutex_lock(&r->lock);
	r->idle[r->nidle++] = s;
	pthread_cond_signal(&r->given);
	pthread_mutex_unlock(&r->lock);
}
