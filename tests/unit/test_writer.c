/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/writer.h"

#include <pthread.h>
#include <stdatomic.h>

#include "made_upload.h"

#define MANY 200

struct lab {
	char *dir;
	struct store *s;
};

static void lab_fini(struct lab *l)
{
	store_free(l->s);
	test_dir_fini(&l->dir);
}

static struct lab lab_new(void)
{
	struct lab l = {.dir = test_dir()};

	assert_ok(store_open(l.dir, STORE_WRITE, &l.s, NULL));
	return l;
}

/* n jobs, numbered from first. */
static void jobs_make(struct write_job *job, struct upload **up, int n, int first)
{
	for (int i = 0; i < n; i++) {
		struct run *run = made_numbered(first + i);
		char boot[16];

		snprintf(boot, sizeof boot, "boot-%d", first);
		made_text(&run->boot_id, boot);
		up[i] = made_upload(run);
		run_free(run);
		job[i] = (struct write_job){.upload = up[i]};
		if (i)
			job[i - 1].next = &job[i];
	}
}

static bool is_stored(struct store *s, const char *run_id)
{
	scoped(arena_fini) struct arena a = {0};
	struct run_view v = {0};

	return store_read_run(s, run_id, &a, &v, NULL) == 0;
}

static void a_batch_is_one_commit(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	struct write_job job[8];
	struct upload *up[8];
	struct writer_stats stats = {0};

	(void)state;
	jobs_make(job, up, 8, 0);
	writer_write(l.s, job, &stats);
	assert_int_equal(stats.commits, 1);
	assert_int_equal(stats.runs, 8);
	for (int i = 0; i < 8; i++) {
		assert_ok(job[i].r);
		assert_int_equal(job[i].put, STORE_NEW);
		upload_free(up[i]);
	}
}

static void one_bad_run_does_not_lose_the_others(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	struct write_job job[3];
	struct upload *up[3];
	struct writer_stats stats = {0};

	(void)state;
	jobs_make(job, up, 3, 0);
	up[1]->digest.bytes[0] ^= 1;
	made_text(&up[1]->run->run_id, up[0]->run->run_id); /* the same run with other content */
	writer_write(l.s, job, &stats);
	assert_ok(job[0].r);
	assert_int_equal(job[1].r, -E_EXISTS);
	assert_ok(job[2].r);
	assert_int_equal(stats.commits, 1);
	assert_int_equal(stats.refused, 1);
	for (int i = 0; i < 3; i++)
		upload_free(up[i]);
}

/* Whatever fails, the answer says what is on disk. */
static void faults_never_make_an_answer_a_lie(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();

	for (int n = 0, met = 1; met; n++) {
		struct write_job job[3];
		struct upload *up[3];
		struct writer_stats stats = {0};

		(void)state;
		jobs_make(job, up, 3, 3 * n);
		fault_arm(n);
		writer_write(l.s, job, &stats);
		met = fault_disarm();
		for (int i = 0; i < 3; i++) {
			assert_int_equal(is_stored(l.s, up[i]->run->run_id), job[i].r == 0);
			assert_true(job[i].r == 0 || job[i].err.text[0]);
			upload_free(up[i]);
		}
		if (!met)
			assert_int_equal(stats.runs, 3);
	}
}

static void a_full_disk_is_told_to_each(void **state)
{
	scoped(lab_fini) struct lab l = lab_new();
	struct write_job job[40];
	struct upload *up[40];
	struct writer_stats stats = {0};
	int stored = 0;

	(void)state;
	assert_ok(store_limit_pages(l.s, 50, NULL));
	for (int i = 0; i < 40; i++) {
		struct run *run = made_numbered(i);

		buf_fill(&run->raw_log, (char)('a' + i), 20000);
		up[i] = made_upload(run);
		run_free(run);
		job[i] = (struct write_job){.upload = up[i]};
		if (i)
			job[i - 1].next = &job[i];
	}
	writer_write(l.s, job, &stats);
	for (int i = 0; i < 40; i++) {
		assert_true(job[i].r == 0 || job[i].r == -E_FULL);
		assert_int_equal(is_stored(l.s, up[i]->run->run_id), job[i].r == 0);
		stored += job[i].r == 0;
		upload_free(up[i]);
	}
	assert_in_range(stored, 1, 39);
	assert_int_equal(stats.runs, stored);
}

/* ---- the thread --------------------------------------------------------------------------------- */

static atomic_int answered, good;

static void count_answer(struct write_job *job)
{
	if (job->r == 0)
		atomic_fetch_add(&good, 1);
	atomic_fetch_add(&answered, 1);
}

struct pusher {
	struct writer *w;
	struct write_job *job;
	int n;
};

static void *push_all(void *arg)
{
	struct pusher *p = arg;
	struct err e;

	for (int i = 0; i < p->n; i++) {
		p->job[i].done = count_answer;
		if (writer_push(p->w, &p->job[i], &e) < 0)
			return p; /* told below: fewer answers than pushes */
	}
	return NULL;
}

static void many_pushers_get_their_answers_from_few_commits(void **state)
{
	static struct write_job job[MANY];
	static struct upload *up[MANY];
	scoped(test_dir_fini) char *dir = test_dir();
	struct store *s = NULL;
	struct writer *w = NULL;
	struct writer_stats stats;
	pthread_t thread[4];
	struct pusher p[4];
	struct err e = {0};

	(void)state;
	assert_ok(store_open(dir, STORE_WRITE, &s, NULL));
	assert_ok(writer_start(s, &w, &e));
	jobs_make(job, up, MANY, 0);
	for (int i = 0; i < 4; i++) {
		p[i] = (struct pusher){w, job + i * MANY / 4, MANY / 4};
		assert_ok(pthread_create(&thread[i], NULL, push_all, &p[i]));
	}
	for (int i = 0; i < 4; i++)
		assert_ok(pthread_join(thread[i], NULL));
	writer_stop(w);
	writer_read_stats(w, &stats);
	assert_int_equal(atomic_load(&answered), MANY); /* stopping writes what is queued */
	assert_int_equal(atomic_load(&good), MANY);
	assert_int_equal(stats.runs, MANY);
	assert_true(stats.commits < MANY / 2);
	assert_int_equal(writer_push(w, &job[0], &e), -E_BUSY);
	writer_free(w);
	for (int i = 0; i < MANY; i++)
		upload_free(up[i]);
}

static void do_nothing(struct write_job *job)
{
	(void)job;
}

/* Somebody else holds the database: the queue fills, says so, and is written after all. */
static void a_full_queue_says_so(void **state)
{
	static struct write_job many[2000];
	scoped(test_dir_fini) char *dir = test_dir();
	scoped(store_freep) struct store *holder = NULL;
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(upload_freep) struct upload *up = made_upload(run);
	struct store *s = NULL;
	struct writer *w = NULL;
	struct writer_stats stats;
	struct err e = {0};
	int n = 0, r = 0;

	(void)state;
	assert_ok(store_open(dir, STORE_WRITE, &s, NULL));
	assert_ok(store_open(dir, STORE_WRITE, &holder, NULL));
	assert_ok(store_begin(holder, NULL));
	assert_ok(writer_start(s, &w, &e));
	for (; n < 2000 && r == 0; n++) {
		many[n] = (struct write_job){.upload = up, .done = do_nothing};
		r = writer_push(w, &many[n], &e);
	}
	assert_int_equal(r, -E_BUSY);
	assert_in_range(n, 1000, 1999);
	assert_non_null(strstr(err_text(&e), "send again later"));
	store_rollback(holder);
	writer_stop(w);
	writer_read_stats(w, &stats);
	assert_int_equal(stats.runs, 1);
	for (int i = 0; i < n - 1; i++)
		assert_ok(many[i].r);
	writer_free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_batch_is_one_commit),
		cmocka_unit_test(one_bad_run_does_not_lose_the_others),
		cmocka_unit_test(faults_never_make_an_answer_a_lie),
		cmocka_unit_test(a_full_disk_is_told_to_each),
		cmocka_unit_test(many_pushers_get_their_answers_from_few_commits),
		cmocka_unit_test(a_full_queue_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
