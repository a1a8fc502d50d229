/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "schema/wire/record.h"

#include "made_run.h"
#include "schema/wire/limits.h"

static void encode(const struct run *run, struct buf *out)
{
	struct err e = {0};

	buf_clear(out);
	if (record_encode(run, out, &e) < 0)
		fail_msg("%s", err_text(&e));
}

/* Puts the digest right after bytes were changed. */
static void seal(struct buf *b)
{
	struct digest d = digest_of(b->data, b->len - DIGEST_BYTES);

	memcpy(b->data + b->len - DIGEST_BYTES, d.bytes, DIGEST_BYTES);
}

static void a_run_comes_back(void **state)
{
	scoped(run_freep) struct run *run = made_run(MADE_RUN_ID), *back = NULL;
	scoped(buf_fini) struct buf b = {0}, again = {0};

	(void)state;
	made_text(&run->reason, "because \xc3\xa9");
	run->outcome = RUN_OVERLOADED;
	run->metric[0].dist->missed = 2;
	buf_str(&run->raw_log, "raw");
	encode(run, &b);
	assert_ok(record_decode(b.data, b.len, &back, NULL));
	assert_string_equal(back->board_name, "local");
	assert_string_equal(back->reason, "because \xc3\xa9");
	assert_null(back->commit);
	assert_int_equal(back->outcome, RUN_OVERLOADED);
	assert_int_equal(back->started_at_ns, run->started_at_ns);
	assert_int_equal(back->metric[0].dist->n, 10);
	assert_int_equal(back->metric[0].dist->missed, 2);
	assert_int_equal(back->metric[0].blocks.len, 2);
	assert_int_equal(back->metric[0].blocks.block[0].max, 120);
	assert_int_equal(back->raw_log.len, 3);
	encode(back, &again);
	assert_int_equal(again.len, b.len);
	assert_memory_equal(again.data, b.data, b.len);
}

static void a_cut_or_changed_record_is_refused(void **state)
{
	scoped(run_freep) struct run *run = made_run(MADE_RUN_ID);
	scoped(buf_fini) struct buf b = {0};

	(void)state;
	encode(run, &b);
	for (size_t i = 0; i < b.len; i++) {
		struct run *none = NULL;
		struct err e = {0};
		int r = record_decode(b.data, i, &none, &e);

		assert_true(r == -E_MALFORMED || r == -E_DIGEST);
		b.data[i] ^= 0x41;
		r = record_decode(b.data, b.len, &none, &e);
		assert_true(r == -E_MALFORMED || r == -E_DIGEST || r == -E_NEWER);
		assert_true(e.text[0]);
		b.data[i] ^= 0x41;
		assert_null(none);
	}
}

/* With the digest put right, nothing may crash, and what is accepted must encode again. */
static void behind_the_digest_nothing_is_trusted(void **state)
{
	scoped(run_freep) struct run *run = made_run(MADE_RUN_ID);
	scoped(buf_fini) struct buf b = {0}, again = {0};

	(void)state;
	encode(run, &b);
	for (size_t i = 0; i + DIGEST_BYTES < b.len; i++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			scoped(run_freep) struct run *back = NULL;

			b.data[i] ^= 1u << bit;
			seal(&b);
			if (record_decode(b.data, b.len, &back, NULL) == 0)
				encode(back, &again);
			b.data[i] ^= 1u << bit;
		}
	}
}

static void a_newer_version_is_named(void **state)
{
	scoped(run_freep) struct run *run = made_run(MADE_RUN_ID), *none = NULL;
	scoped(buf_fini) struct buf b = {0};
	struct err e = {0};

	(void)state;
	encode(run, &b);
	b.data[7] = '2';
	seal(&b);
	assert_int_equal(record_decode(b.data, b.len, &none, &e), -E_NEWER);
	assert_non_null(strstr(e.text, "version '2'"));
}

typedef void (*spoil_fn)(struct run *run);

static void no_board(struct run *run)
{
	made_text(&run->board_name, "");
}
static void slash_in_board(struct run *run)
{
	made_text(&run->board_name, "../etc");
}
static void bad_id(struct run *run)
{
	made_text(&run->run_id, "0");
}
static void id_of_version_4(struct run *run)
{
	made_text(&run->run_id, "019ad6f2-1c00-4abc-8def-0123456789ab");
}
static void no_facts(struct run *run)
{
	made_json(&run->facts, "[]");
}
static void other_workload(struct run *run)
{
	made_json(&run->workload, "{\"name\":\"other\"}");
}
static void warm_up_below_zero(struct run *run)
{
	run->warm_up_ms = -1;
}
static void no_unit(struct run *run)
{
	made_text(&run->metric[0].unit, "");
}
static void odd_direction(struct run *run)
{
	made_text(&run->metric[0].direction, "sideways");
}
static void no_resolution(struct run *run)
{
	run->metric[0].resolution = 0;
}
static void not_utf8(struct run *run)
{
	made_text(&run->cmdline, "\xff\xfe");
}
static void countless(struct run *run)
{
	run->metric[0].dist->n = RUN_SAMPLES_MAX + 1;
}
static void huge_header(struct run *run)
{
	scoped(buf_fini) struct buf b = {0};

	buf_str(&b, "{\"a\":\"");
	buf_fill(&b, 'x', RECORD_HEADER_MAX);
	buf_str(&b, "\"}");
	made_json(&run->before, buf_cstr(&b));
}
static void huge_raw_log(struct run *run)
{
	buf_fill(&run->raw_log, 'x', RECORD_RAW_MAX + 1);
}
static void long_reason(struct run *run)
{
	scoped(buf_fini) struct buf b = {0};

	buf_fill(&b, 'x', LONG_MAX_LEN + 1);
	made_text(&run->reason, buf_cstr(&b));
}

static void what_breaks_a_limit_is_not_encoded(void **state)
{
	static const struct {
		spoil_fn spoil;
		const char *named;
	} rows[] = {{no_board, "board.name"}, {slash_in_board, "board.name"}, {bad_id, "run_id"},
		{id_of_version_4, "run_id"}, {no_facts, "board.facts"},
		{other_workload, "workload.digest"}, {warm_up_below_zero, "warm_up_ms"},
		{no_unit, "unit"}, {odd_direction, "direction"}, {no_resolution, "resolution"},
		{countless, "samples"}, {not_utf8, "UTF-8"}, {huge_header, "header"},
		{huge_raw_log, "raw log"}, {long_reason, "reason"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scoped(run_freep) struct run *run = made_run(MADE_RUN_ID);
		scoped(buf_fini) struct buf b = {0};
		struct err e = {0};

		rows[i].spoil(run);
		assert_true(record_encode(run, &b, &e) < 0);
		if (!strstr(e.text, rows[i].named))
			fail_msg("\"%s\" does not name %s", e.text, rows[i].named);
	}
}

static void every_outcome_has_a_name(void **state)
{
	(void)state;
	for (int o = 0; o < RUN_NOUTCOMES; o++) {
		enum run_outcome back;

		assert_true(run_outcome_parse(run_outcome_name((enum run_outcome)o), &back));
		assert_int_equal(back, o);
	}
	assert_true(run_outcome_is_point(RUN_COMPLETE));
	assert_false(run_outcome_is_point(RUN_OVERLOADED));
	assert_false(run_outcome_is_point(RUN_WRONG_KERNEL));
}

static void margins_are_no_part_of_the_workload_digest(void **state)
{
	json_auto_t *a = json_loads(
		"{\"tasks\":[1],\"metrics\":[{\"margin_percent\":5}]}", 0, NULL);
	json_auto_t *b = json_loads("{\"tasks\":[1],\"metrics\":[],\"summary\":\"x\"}", 0, NULL);
	json_auto_t *c = json_loads("{\"tasks\":[2],\"metrics\":[]}", 0, NULL);
	struct digest da, db, dc;

	(void)state;
	assert_ok(run_workload_digest(a, &da, NULL));
	assert_ok(run_workload_digest(b, &db, NULL));
	assert_ok(run_workload_digest(c, &dc, NULL));
	assert_true(digest_equal(&da, &db));
	assert_false(digest_equal(&da, &dc));
	assert_int_equal(json_object_size(a), 2);
}

/* A header may nest as deep as the limit says, and no deeper. */
static void the_depth_of_a_header_is_counted(void **state)
{
	(void)state;
	for (size_t depth = 1; depth < 20; depth++) {
		scoped(run_freep) struct run *run = made_run(MADE_RUN_ID), *back = NULL;
		scoped(buf_fini) struct buf b = {0}, text = {0};
		struct err e = {0};

		/* the header itself is one object, what it holds begins below */
		buf_str(&text, "{\"a\":");
		buf_fill(&text, '[', depth);
		buf_str(&text, "\"]}\\\"\"");
		buf_fill(&text, ']', depth);
		buf_str(&text, "}");
		made_json(&run->before, buf_cstr(&text));
		encode(run, &b);
		assert_int_equal(record_decode(b.data, b.len, &back, &e),
			depth + 2 <= JSON_DEPTH_MAX ? 0 : -E_MALFORMED);
	}
}

/* len values, each one above the last: a bit each on the wire. */
static void dense(struct run_metric *m, size_t len)
{
	struct dist_run *runs = mem_array(len, sizeof *runs);

	assert_non_null(runs);
	for (size_t i = 0; i < len; i++)
		runs[i] = (struct dist_run){(int64_t)i, 1};
	dist_free(m->dist);
	m->dist = NULL;
	assert_ok(dist_from_runs(runs, len, &m->dist, NULL));
	mem_free(runs);
}

/* Few bytes of a record can hold many values: the limit is for all its metrics together. */
static void all_metrics_share_one_limit_of_values(void **state)
{
	static const unsigned char head[] = {DIST_EXACT, 0x80, 0x80, 0x80, 1, 0, 0x80, 0x80, 0x80,
		1}; /* n, 0 missed, distinct */
	scoped(run_freep) struct run *run = made_run(MADE_RUN_ID), *back = NULL;
	scoped(buf_fini) struct buf b = {0};
	unsigned char *second = NULL, *at;
	struct err e = {0};

	(void)state;
	run->metric = mem_grow(run->metric, 2, sizeof *run->metric);
	assert_non_null(run->metric);
	run->metric[1] = (struct run_metric){0};
	run->nmetrics = 2;
	made_metric(&run->metric[1], "other", (const int64_t[]){1}, 1);
	dense(&run->metric[0], DIST_DISTINCT_MAX / 2 + 1);
	dense(&run->metric[1], DIST_DISTINCT_MAX / 2);
	assert_int_equal(record_encode(run, &b, &e), -E_TOO_BIG);
	dense(&run->metric[0], DIST_DISTINCT_MAX / 2);
	encode(run, &b);
	assert_ok(record_decode(b.data, b.len, &back, &e));

	/* one more, said by the second head alone: refused before any of its values is looked at */
	for (at = b.data; (at = memmem(at, b.len - (size_t)(at - b.data), head, sizeof head)); at++)
		second = at;
	assert_non_null(second);
	second[6]++;
	seal(&b);
	run_free(take(back));
	assert_int_equal(record_decode(b.data, b.len, &back, &e), -E_TOO_BIG);
	assert_non_null(strstr(err_text(&e), "all metrics"));
}

static void memory_can_run_out(void **state)
{
	scoped(run_freep) struct run *run = made_run(MADE_RUN_ID);
	int r = 0;

	(void)state;
	buf_str(&run->raw_log, "raw");
	for (int n = 0;; n++) {
		scoped(run_freep) struct run *back = NULL;
		scoped(buf_fini) struct buf b = {0};
		struct err e = {0};

		fault_arm(n);
		r = record_encode(run, &b, &e);
		if (r == 0)
			r = record_decode(b.data, b.len, &back, &e);
		if (!fault_disarm())
			break;
		assert_int_equal(r, -E_NOMEM);
		assert_null(back);
	}
	assert_int_equal(r, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_comes_back),
		cmocka_unit_test(a_cut_or_changed_record_is_refused),
		cmocka_unit_test(behind_the_digest_nothing_is_trusted),
		cmocka_unit_test(a_newer_version_is_named),
		cmocka_unit_test(what_breaks_a_limit_is_not_encoded),
		cmocka_unit_test(every_outcome_has_a_name),
		cmocka_unit_test(margins_are_no_part_of_the_workload_digest),
		cmocka_unit_test(the_depth_of_a_header_is_counted),
		cmocka_unit_test(all_metrics_share_one_limit_of_values),
		cmocka_unit_test(memory_can_run_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
