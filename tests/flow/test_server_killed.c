/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The server dies in the middle, again and again. What it acknowledged is there, and nothing twice. */
#include <pthread.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "served.h"

#define ROUNDS	 10
#define THREADS	 4
#define RUNS_MAX 400 /* of one thread, all rounds */

struct uploader {
	const struct served *sv;
	int number; /* of the thread */
	int tried;  /* runs sent so far, the last one perhaps without an answer */
	bool acked[RUNS_MAX];
	bool odd; /* an answer that should not be */
};

static void id_of(const struct uploader *u, int i, char id[37])
{
	made_id(u->number * RUNS_MAX + i, id);
}

static void record_of(const struct uploader *u, int i, struct buf *out)
{
	char id[37], boot[32];
	scoped(run_freep) struct run *run = NULL;

	id_of(u, i, id);
	run = made_run(id);
	snprintf(boot, sizeof boot, "boot-%d-%d", u->number, i / 20);
	made_text(&run->boot_id, boot);
	made_record(run, out);
}

/* Sends run after run until the server is gone. A run without an answer is sent again in the next round. */
static void *upload_until_dead(void *arg)
{
	struct uploader *u = arg;
	int limit = MIN(u->tried + RUNS_MAX / ROUNDS, RUNS_MAX);
	int i = u->tried && !u->acked[u->tried - 1] ? u->tried - 1 : u->tried;

	for (; i < limit; i++) {
		scoped(buf_fini) struct buf b = {0};
		char id[37];
		int status;

		id_of(u, i, id);
		record_of(u, i, &b);
		u->tried = MAX(u->tried, i + 1);
		status = served_put(u->sv, u->sv->token, id, b.data, b.len);
		if (status < 0)
			return NULL;
		u->odd |= status != 201 && status != 200;
		u->acked[i] = true;
	}
	return NULL;
}

static void end_by_fault_or_signal(struct served *sv, int round)
{
	/* the even rounds end in a commit, by themselves; where they met too few, and in the odd ones, so */
	for (int i = 0; i < (round % 2 ? 2 + round * 3 : 60) && !proc_ended(&sv->proc); i++)
		proc_step(&sv->proc, 5);
	if (!proc_ended(&sv->proc))
		(void)kill(sv->proc.pid, SIGKILL); /* it may just have gone */
	served_wait(sv);
	assert_int_equal(sv->end.signal, SIGKILL);
	proc_fini(&sv->proc);
}

static void every_acknowledged_run_is_there(struct served *sv, const struct uploader *u)
{
	int tried = 0, acked = 0;
	long long stored = served_count(sv, "runs ");

	for (int t = 0; t < THREADS; t++) {
		assert_false(u[t].odd);
		tried += u[t].tried;
		for (int i = 0; i < u[t].tried; i++) {
			char id[37], path[64];

			if (!u[t].acked[i])
				continue;
			acked++;
			id_of(&u[t], i, id);
			snprintf(path, sizeof path, "/runs/%s.json", id);
			if (served_get(sv, path, NULL, NULL) != 200)
				fail_msg("run %s was acknowledged and is lost", id);
		}
	}
	assert_in_range(stored, acked, tried); /* those without an answer may be there, or not */
}

static void killed_at_any_moment_it_keeps_its_word(void **state)
{
	static struct uploader u[THREADS];
	scoped(served_free) struct served *sv = served_new();
	scoped(buf_fini) struct buf said = {0};
	pthread_t thread[THREADS];

	(void)state;
	for (int t = 0; t < THREADS; t++)
		u[t] = (struct uploader){.sv = sv, .number = t};
	for (int round = 0; round < ROUNDS; round++) {
		char fault[32];

		snprintf(fault, sizeof fault, "commit:%d:kill", round * 2);
		served_start(sv, round % 2 ? NULL : fault);
		for (int t = 0; t < THREADS; t++)
			assert_ok(pthread_create(&thread[t], NULL, upload_until_dead, &u[t]));
		end_by_fault_or_signal(sv, round);
		for (int t = 0; t < THREADS; t++)
			assert_ok(pthread_join(thread[t], NULL));
		buf_clear(&said);
		if (latlabd(&said, "check", "--data", sv->dir, NULL, NULL) != 0)
			fail_msg("round %d: %s", round, buf_cstr(&said));
	}
	served_start(sv, NULL);
	every_acknowledged_run_is_there(sv, u);
	served_stop(sv);
	assert_int_equal(latlabd(&said, "rebuild", "--data", sv->dir, NULL, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(killed_at_any_moment_it_keeps_its_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
