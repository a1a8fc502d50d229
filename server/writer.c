/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/writer.h"

#include <pthread.h>

#include "base/mem.h"

/*
 * A queue this long is a second or more of a slow disk: then it is kinder to say so (503) than to keep
 * on taking records into memory.
 */
#define QUEUE_MAX	1024
#define QUEUE_BYTES_MAX ((size_t)256 << 20)

struct writer {
	struct store *store; /* owned */
	pthread_t thread;
	pthread_mutex_t lock; /* guards what follows */
	pthread_cond_t work;
	struct write_job *first, **end;
	size_t queued, queued_bytes;
	bool stopping;
	struct writer_stats stats;
};

static void answer(struct write_job *job, int r, const struct err *e)
{
	job->r = r;
	if (r < 0)
		job->err = *e;
}

/* One run in the transaction at hand. */
static void put(struct store *s, struct write_job *job)
{
	job->err = (struct err){0};
	job->r = store_put_run(s, job->upload, &job->put, &job->err);
}

static bool put_all(struct store *s, struct write_job *first)
{
	for (struct write_job *job = first; job; job = job->next) {
		put(s, job);
		if (!store_in_transaction(s))
			return false; /* the disk is full: SQLite has undone all of it */
	}
	return true;
}

static void count(struct write_job *first, struct writer_stats *stats)
{
	int64_t fresh = 0;

	for (struct write_job *job = first; job; job = job->next) {
		fresh += job->r == 0 && job->put == STORE_NEW;
		stats->refused += job->r < 0;
	}
	stats->runs += fresh;
	stats->commits += fresh > 0;
}

/* 0 when every job has its own answer; else nothing of the batch is on disk. */
static int write_together(struct store *s, struct write_job *first, struct err *e)
{
	int r = store_begin(s, e);

	if (r < 0)
		return r;
	if (!put_all(s, first))
		return err_set(e, E_FULL, "the transaction was undone");
	r = store_commit(s, e);
	if (r < 0)
		store_rollback(s);
	return r;
}

static void write_alone(struct store *s, struct write_job *job, struct writer_stats *stats)
{
	struct write_job *rest = job->next;
	struct err e = {0};
	int r;

	job->next = NULL;
	r = write_together(s, job, &e);
	/* the job's own error says more than that of its transaction */
	if (r < 0 && job->r == 0)
		answer(job, r, &e);
	count(job, stats);
	job->next = rest;
}

void writer_write(struct store *s, struct write_job *first, struct writer_stats *stats)
{
	struct err e = {0};
	int r = first->next ? write_together(s, first, &e) : -E_FULL;

	if (r == 0) {
		count(first, stats);
		return;
	}
	/* one of them may be what the transaction died of: each gets its own */
	for (struct write_job *job = first; job; job = job->next) {
		job->r = 0;
		if (r == -E_BUSY) /* each would wait for the lock as long as the batch did */
			answer(job, r, &e);
		else
			write_alone(s, job, stats);
	}
}

/* All that is queued, NULL at the end of a stopped writer. */
static struct write_job *take_batch(struct writer *w)
{
	struct write_job *first;

	pthread_mutex_lock(&w->lock);
	while (!w->first && !w->stopping)
		pthread_cond_wait(&w->work, &w->lock);
	first = w->first;
	w->first = NULL;
	w->end = &w->first;
	w->queued = w->queued_bytes = 0;
	pthread_mutex_unlock(&w->lock);
	return first;
}

static void publish(struct writer *w, const struct writer_stats *of_batch)
{
	pthread_mutex_lock(&w->lock);
	w->stats.runs += of_batch->runs;
	w->stats.commits += of_batch->commits;
	w->stats.refused += of_batch->refused;
	pthread_mutex_unlock(&w->lock);
}

static void *writer_main(void *arg)
{
	struct writer *w = arg;
	struct write_job *job;

	while ((job = take_batch(w))) {
		struct writer_stats stats = {0};

		writer_write(w->store, job, &stats);
		publish(w, &stats);
		while (job) {
			struct write_job *next = job->next; /* done() may free it */

			job->done(job);
			job = next;
		}
	}
	return NULL;
}

int writer_start(struct store *s, struct writer **ret, struct err *e)
{
	struct writer *w = mem_alloc(sizeof *w);

	if (!w) {
		store_free(s);
		return err_set(e, E_NOMEM, "out of memory for the writer");
	}
	w->store = s;
	w->end = &w->first;
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->work, NULL);
	if (pthread_create(&w->thread, NULL, writer_main, w) != 0) {
		store_free(s);
		mem_free(w);
		return err_set(e, E_NOMEM, "no thread for the writer");
	}
	*ret = w;
	return 0;
}

void writer_stop(struct writer *w)
{
	if (!w)
		return;
	pthread_mutex_lock(&w->lock);
	w->stopping = true;
	pthread_cond_signal(&w->work);
	pthread_mutex_unlock(&w->lock);
	pthread_join(w->thread, NULL);
	store_free(w->store);
	w->store = NULL;
}

void writer_free(struct writer *w)
{
	if (!w)
		return;
	pthread_mutex_destroy(&w->lock);
	pthread_cond_destroy(&w->work);
	mem_free(w);
}

/* About how much memory an upload holds. */
static size_t weight(const struct upload *up)
{
	size_t bytes = up->run->raw_log.len;

	for (size_t i = 0; i < up->run->nmetrics; i++)
		bytes += up->run->metric[i].dist->len * sizeof(struct dist_run);
	return bytes;
}

int writer_push(struct writer *w, struct write_job *job, struct err *e)
{
	size_t bytes = weight(job->upload);
	int r = 0;

	job->next = NULL;
	pthread_mutex_lock(&w->lock);
	if (w->stopping)
		r = err_set(e, E_BUSY, "the server is stopping; send again later");
	else if (w->queued >= QUEUE_MAX || (w->queued && w->queued_bytes + bytes > QUEUE_BYTES_MAX))
		r = err_set(e, E_BUSY,
			"the server has too many uploads waiting for its disk; send again later");
	if (r == 0) {
		*w->end = job;
		w->end = &job->next;
		w->queued++;
		w->queued_bytes += bytes;
		pthread_cond_signal(&w->work);
	}
	pthread_mutex_unlock(&w->lock);
	return r;
}

void writer_read_stats(struct writer *w, struct writer_stats *ret)
{
	pthread_mutex_lock(&w->lock);
	*ret = w->stats;
	ret->queued = (int64_t)w->queued;
	pthread_mutex_unlock(&w->lock);
}
