/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/wakeup_pairs.h"
#include "tests/unit/test.h"

static void woken(struct wakeup_pairs *p, int64_t pid, int64_t ns)
{
	assert_ok(wakeup_pairs_woken(p, pid, ns));
}

static void switched(struct wakeup_pairs *p, int64_t prev, int64_t next, int64_t prio, int64_t ns)
{
	assert_ok(wakeup_pairs_switch(p, prev, next, prio, ns));
}

static void from_the_first_wakeup_to_the_switch_in(void **state)
{
	struct wakeup_pairs p = {0};

	(void)state;
	woken(&p, 7, 100);
	woken(&p, 8, 110);
	woken(&p, 7, 130); /* waits already: the first counts */
	switched(&p, 0, 7, 120, 150);
	switched(&p, 7, 8, 98, 170);
	switched(&p, 8, 7, 120, 180); /* preempted before, not woken: no wakeup latency */
	assert_int_equal(p.n, 2);
	assert_int_equal(p.sample[0].latency_ns, 50);
	assert_false(p.sample[0].rt);
	assert_int_equal(p.sample[1].latency_ns, 60);
	assert_true(p.sample[1].rt);
	assert_int_equal(p.woken, 3);
	assert_int_equal(p.again, 1);
	assert_int_equal(wakeup_pairs_open(&p), 0);
	wakeup_pairs_fini(&p);
}

static void priorities_below_100_are_rt(void **state)
{
	static const struct {
		int64_t prio;
		bool rt;
	} row[] = {{-1, true}, {0, true}, {99, true}, {100, false}, {139, false}};
	struct wakeup_pairs p = {0};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		assert_ok(wakeup_pairs_add(&p, 1, row[i].prio));
		assert_int_equal(p.sample[i].rt, row[i].rt);
	}
	wakeup_pairs_fini(&p);
}

static void a_wakeup_of_a_running_task_is_counted_apart(void **state)
{
	struct wakeup_pairs p = {0};

	(void)state;
	switched(&p, 0, 7, 120, 100);
	woken(&p, 7, 110);
	switched(&p, 7, 0, 120, 120);
	switched(&p, 0, 7, 120, 150);
	assert_int_equal(p.running, 1);
	assert_int_equal(p.n, 1);
	assert_int_equal(p.sample[0].latency_ns, 40);
	wakeup_pairs_fini(&p);
}

/* The switch-in of 7 may be among what was lost: pairing on would make 900 ns of two waits. */
static void lost_events_end_all_waits(void **state)
{
	struct wakeup_pairs p = {0};

	(void)state;
	woken(&p, 7, 100);
	woken(&p, 8, 100);
	wakeup_pairs_lost(&p);
	assert_int_equal(p.forgotten, 2);
	woken(&p, 7, 990);
	switched(&p, 0, 7, 120, 1000);
	assert_int_equal(p.n, 1);
	assert_int_equal(p.sample[0].latency_ns, 10);
	wakeup_pairs_fini(&p);
}

static void who_still_waits_is_open(void **state)
{
	struct wakeup_pairs p = {0};

	(void)state;
	for (int64_t pid = 1; pid <= 1000; pid++)
		woken(&p, pid, pid);
	for (int64_t pid = 1; pid <= 990; pid++)
		switched(&p, 0, pid, 120, 2000);
	assert_int_equal(p.n, 990);
	assert_int_equal(p.sample[989].latency_ns, 1010);
	assert_int_equal(wakeup_pairs_open(&p), 10);
	wakeup_pairs_fini(&p);
}

static void clocks_that_disagree_give_no_sample(void **state)
{
	struct wakeup_pairs p = {0};

	(void)state;
	woken(&p, 7, 100);
	switched(&p, 0, 7, 120, 99);
	assert_int_equal(p.n, 0);
	assert_int_equal(p.backwards, 1);
	assert_int_equal(wakeup_pairs_open(&p), 0);
	wakeup_pairs_fini(&p);
}

static void memory_ends(void **state)
{
	(void)state;
	for (int n = 0;; n++) {
		struct wakeup_pairs p = {0};
		int r;

		fault_arm(n);
		r = wakeup_pairs_woken(&p, 7, 1);
		if (r == 0)
			r = wakeup_pairs_switch(&p, 0, 7, 120, 2);
		wakeup_pairs_fini(&p);
		if (!fault_disarm()) {
			assert_int_equal(r, 0);
			break;
		}
		assert_int_equal(r, -E_NOMEM);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(from_the_first_wakeup_to_the_switch_in),
		cmocka_unit_test(priorities_below_100_are_rt),
		cmocka_unit_test(a_wakeup_of_a_running_task_is_counted_apart),
		cmocka_unit_test(lost_events_end_all_waits),
		cmocka_unit_test(who_still_waits_is_open),
		cmocka_unit_test(clocks_that_disagree_give_no_sample),
		cmocka_unit_test(memory_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
