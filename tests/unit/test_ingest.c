/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/ingest.h"

#include "made_upload.h"

static void a_record_becomes_an_upload(void **state)
{
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(upload_freep) struct upload *up = NULL;

	(void)state;
	buf_str(&run->raw_log, "raw");
	up = made_upload(run);
	assert_int_equal(up->run->outcome, RUN_COMPLETE);
	assert_false(up->raw_is_file);
	assert_true(up->received_at_ns > 0);
	assert_non_null(strstr(up->header, "\"sched-idle\""));
}

static void a_large_raw_log_is_a_file(void **state)
{
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(upload_freep) struct upload *up = NULL;

	(void)state;
	buf_fill(&run->raw_log, 'x', BLOB_INLINE_MAX + 1);
	up = made_upload(run);
	assert_true(up->raw_is_file);
}

static void the_address_must_name_the_record(void **state)
{
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(buf_fini) struct buf b = {0};
	struct upload *up = NULL;
	struct err e = {0};

	(void)state;
	made_record(run, &b);
	assert_int_equal(ingest_record("../../etc/passwd", b.data, b.len, &up, &e), -E_MALFORMED);
	assert_null(up);
	assert_non_null(strstr(err_text(&e), "../../etc/passwd"));
}

/* What the agent claims, what we make of it. */
static void complete_is_not_taken_on_trust(void **state)
{
	scoped(run_freep) struct run *wrong = made_numbered(1), *late = made_numbered(2);
	scoped(run_freep) struct run *failed = made_numbered(3);
	scoped(upload_freep) struct upload *up = NULL, *up2 = NULL, *up3 = NULL;

	(void)state;
	made_text(&wrong->wanted_build_id, "ffffffffffffffffffffffffffffffffffffffff");
	up = made_upload(wrong);
	assert_int_equal(up->run->outcome, RUN_WRONG_KERNEL);
	assert_non_null(strstr(up->run->reason, "build-id"));

	late->metric[0].dist->missed = 1; /* of 10 */
	up2 = made_upload(late);
	assert_int_equal(up2->run->outcome, RUN_OVERLOADED);
	assert_non_null(strstr(up2->run->reason, "10.0 %"));

	failed->outcome = RUN_FAILED; /* stays what it is */
	failed->metric[0].dist->missed = 9;
	up3 = made_upload(failed);
	assert_int_equal(up3->run->outcome, RUN_FAILED);
}

static void faults_are_walked(void **state)
{
	scoped(run_freep) struct run *run = made_numbered(1);
	scoped(buf_fini) struct buf b = {0};
	struct upload *up = NULL;
	int r;

	(void)state;
	made_record(run, &b);
	for (int n = 0;; n++) {
		struct err e = {0};

		fault_arm(n);
		r = ingest_record(run->run_id, b.data, b.len, &up, &e);
		if (!fault_disarm())
			break;
		assert_int_equal(r, -E_NOMEM);
		assert_null(up);
		assert_true(e.text[0]);
	}
	assert_ok(r);
	upload_free(up);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_becomes_an_upload),
		cmocka_unit_test(a_large_raw_log_is_a_file),
		cmocka_unit_test(the_address_must_name_the_record),
		cmocka_unit_test(complete_is_not_taken_on_trust),
		cmocka_unit_test(faults_are_walked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
