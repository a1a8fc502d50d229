/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every page in its three forms: golden files, hostile text, edges of distributions, failing memory. */
#include "test.h"

#include "base/mem.h"
#include "made_pages.h"
#include "page_check.h"

/* ---- every page, by name ------------------------------------------------------------------- */

struct views {
	struct made_lists lists;
	struct run *run;
	int64_t series_id[1];
	struct home_view home;
	struct boards_view boards;
	struct board_view board;
	struct kernels_view kernels;
	struct kernel_view kernel;
	struct runs_view runs;
	struct run_view run_page;
	struct series_view series;
};

#define LIST(member) v->lists.member, ARRAY_LEN(v->lists.member)

static void set_views(struct views *v)
{
	v->series_id[0] = 1;
	v->home = (struct home_view){LIST(run), LIST(board), LIST(series)};
	v->boards = (struct boards_view){LIST(board)};
	v->board = (struct board_view){
		v->lists.board[0], v->run->facts, 2, LIST(series), LIST(run)};
	v->kernels = (struct kernels_view){LIST(kernel)};
	v->kernel = (struct kernel_view){v->lists.kernel[0], LIST(run)};
	v->runs = (struct runs_view){LIST(run), "local", "sched-idle"};
	v->run_page = (struct run_view){v->run, 1, INT64_C(1796089209000000000), v->series_id};
	v->series = (struct series_view){v->lists.series[0], "lower", LIST(point)};
}

static void views_init(struct views *v)
{
	v->run = made_page_run();
	made_lists(&v->lists);
	set_views(v);
}

static void views_fini(struct views *v)
{
	run_free(v->run);
}

/* One function a page and form, all of one shape. */
#define FORMS(name, member)                                                \
	static void name##_as_html(const struct views *v, struct buf *out) \
	{                                                                  \
		name##_html(&v->member, out);                              \
	}                                                                  \
	static void name##_as_text(const struct views *v, struct buf *out) \
	{                                                                  \
		name##_text(&v->member, out);                              \
	}                                                                  \
	static void name##_as_json(const struct views *v, struct buf *out) \
	{                                                                  \
		name##_json(&v->member, out);                              \
	}

FORMS(home, home)
FORMS(boards, boards)
FORMS(board, board)
FORMS(kernels, kernels)
FORMS(kernel, kernel)
FORMS(runs, runs)
FORMS(run, run_page)
FORMS(series, series)

static void error_as_html(const struct views *v, struct buf *out)
{
	error_html(404, v->lists.run[0].workload, out);
}

static const struct page {
	const char *name;
	void (*write)(const struct views *v, struct buf *out);
	const char *(*check)(const struct buf *page);
} pages[] = {
#define ROWS(name)                                               \
	{#name ".html", name##_as_html, page_check_html},        \
		{#name ".txt", name##_as_text, page_check_text}, \
	{                                                        \
#name ".json", name##_as_json, page_check_json   \
	}
	ROWS(home),
	ROWS(boards),
	ROWS(board),
	ROWS(kernels),
	ROWS(kernel),
	ROWS(runs),
	ROWS(run),
	ROWS(series),
	{"error.html", error_as_html, page_check_html},
#undef ROWS
};

static void check_all(const struct views *v)
{
	for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
		scoped(buf_fini) struct buf out = {0};
		const char *wrong;

		pages[i].write(v, &out);
		assert_true(buf_ok(&out));
		wrong = pages[i].check(&out);
		if (wrong)
			fail_msg("%s: %s", pages[i].name, wrong);
	}
}

/* ---- golden files -------------------------------------------------------------------------- */

/* The style sheet's hash changes with each edit of it; pages are the same for all that. */
static void forget_style_hash(struct buf *page)
{
	char *at = page->data ? strstr((char *)page->data, "style.css?v=") : NULL;

	if (at)
		memset(at + strlen("style.css?v="), '0', strlen(style_css_hash));
}

/* LATLAB_GOLDEN=write makes them anew; look at the difference before you commit it. */
static void compare(const char *name, const struct buf *page)
{
	scoped(buf_fini) struct buf golden = {0};
	const char *mode = getenv("LATLAB_GOLDEN");
	char path[FILE_PATH_MAX];
	size_t same = 0;

	assert_ok(path_join(path, GOLDEN_DIR, name, NULL));
	if (mode && strcmp(mode, "write") == 0)
		assert_ok(file_write(path, page->data, page->len, NULL));
	assert_ok(file_read(path, 4u << 20, &golden, NULL));
	while (same < MIN(golden.len, page->len) && golden.data[same] == page->data[same])
		same++;
	if (same != golden.len || same != page->len)
		fail_msg(
			"%s differs from its golden file at byte %zu: \"%.60s\"; golden: \"%.60s\"",
			name, same, buf_cstr(page) + same, buf_cstr(&golden) + same);
}

static void test_golden(void **state)
{
	struct views v;

	(void)state;
	views_init(&v);
	for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
		scoped(buf_fini) struct buf out = {0};

		pages[i].write(&v, &out);
		forget_style_hash(&out);
		compare(pages[i].name, &out);
	}
	check_all(&v);
	views_fini(&v);
}

static void test_empty_lab(void **state)
{
	struct views v;
	scoped(buf_fini) struct buf out = {0};

	(void)state;
	views_init(&v);
	v.home = (struct home_view){0};
	v.boards.nboards = v.kernels.nkernels = 0;
	v.board.nseries = v.board.nruns = v.kernel.nruns = v.runs.nruns = v.series.npoints = 0;
	check_all(&v);
	home_html(&v.home, &out);
	assert_non_null(strstr(buf_cstr(&out), "latlab-agent run sched-idle"));
	views_fini(&v);
}

/* ---- hostile text -------------------------------------------------------------------------- */

static const char *const hostile[] = {
	"<script>alert(1)</script>",
	"\"><img src=x onerror=alert(1)>",
	"' onmouseover='alert(1)",
	"a&b&amp;c&#60;",
	"]]>--><!--",
	"\x01\x07\x1b[31m\x7f\r\n\t",
	"\xff\xfe\xc0\xaf\xed\xa0\x80\xf5",
	"\xe2\x80\xaegnp.exe",
	"../../etc/passwd?x=y#z%00%s%n",
	"",
};

static void put(char **field, const char *s)
{
	mem_free(*field);
	*field = mem_str(s);
	assert_non_null(*field);
}

static void put_json(json_t **field, const char *key, const char *s)
{
	json_t *nested = json_object();

	json_decref(*field);
	*field = json_object();
	/* jansson refuses what is not UTF-8, here as in the decoder; nocheck lets it through */
	json_object_set_new_nocheck(*field, key, json_string_nocheck(s));
	json_object_set_new_nocheck(nested, key, json_null());
	json_object_set_new(*field, "nested", nested);
	json_object_set_new(*field, "unreadable", json_pack("{so}", "x", json_string_nocheck(s)));
	json_object_set_new(*field, "changed", json_pack("[o]", json_string_nocheck(s)));
}

/* Keys reach JSON through jansson, which takes valid UTF-8 only: as on the wire. */
static void make_run_hostile(struct run *run, const char *s, bool utf8)
{
	const char *in_json = utf8 ? s : "x";

#define FIELD_TEXT(path, member, max, need) put(&run->member, s);
#include "schema/wire/run_fields.def"
	put(&run->metric[0].name, s);
	put(&run->metric[0].unit, s);
	put(&run->metric[0].direction, s);
	put_json(&run->facts, in_json, in_json);
	put_json(&run->before, in_json, in_json);
	put_json(&run->after, "other", in_json);
	put_json(&run->workload, in_json, in_json);
	json_decref(run->policies);
	run->policies = json_pack("[{ss ss si so}]", "group", in_json, "wanted", in_json, "threads",
		1, "in_effect", json_string(in_json));
}

static void make_lists_hostile(struct made_lists *l, const char *s)
{
	for (size_t i = 0; i < ARRAY_LEN(l->run); i++)
		l->run[i].run_id = l->run[i].board = l->run[i].workload = l->run[i].kernel_release =
			l->run[i].outcome = l->run[i].metric = l->run[i].unit = s;
	for (size_t i = 0; i < ARRAY_LEN(l->board); i++)
		l->board[i].name = l->board[i].arch = s;
	for (size_t i = 0; i < ARRAY_LEN(l->kernel); i++)
		l->kernel[i].release = l->kernel[i].build_id = s;
	for (size_t i = 0; i < ARRAY_LEN(l->series); i++)
		l->series[i].board = l->series[i].workload = l->series[i].metric =
			l->series[i].unit = l->series[i].config_name = s;
	for (size_t i = 0; i < ARRAY_LEN(l->point); i++)
		l->point[i].kernel_release = l->point[i].boot_id = s;
}

static void check_hostile(const char *s, bool utf8)
{
	struct views v;

	views_init(&v);
	make_run_hostile(v.run, s, utf8);
	make_lists_hostile(&v.lists, s);
	set_views(&v);
	v.runs.board = v.runs.workload = v.series.direction = s;
	check_all(&v);
	views_fini(&v);
}

static void test_hostile(void **state)
{
	static char too_long[4000];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(hostile); i++)
		check_hostile(hostile[i], i < 5 || i > 6);
	memset(too_long, 'x', sizeof too_long - 1);
	check_hostile(too_long, true);
	memset(too_long, '<', sizeof too_long - 1);
	check_hostile(too_long, true);
}

/* ---- edges of distributions ---------------------------------------------------------------- */

static const struct edge {
	const char *name;
	struct dist_run runs[4];
	size_t len;
	uint64_t missed, censored;
	int64_t bound;
	bool scalar;
} edges[] = {
	{.name = "empty"},
	{.name = "one sample", .runs = {{70, 1}}, .len = 1},
	{.name = "two samples", .runs = {{70, 1}, {90, 1}}, .len = 2},
	{.name = "all equal", .runs = {{70, 5000}}, .len = 1},
	{.name = "all zero", .runs = {{0, 5000}}, .len = 1},
	{.name = "all missed", .runs = {{0, 5000}}, .len = 1, .missed = 5000},
	{.name = "zeros, some missed",
		.runs = {{0, 50}, {1, 1}, {70, 900}},
		.len = 3,
		.missed = 20},
	{.name = "missed with values", .runs = {{70, 900}, {100, 3}}, .len = 2, .missed = 20},
	{.name = "negative", .runs = {{-500, 3}, {-1, 10}}, .len = 2},
	{.name = "both signs", .runs = {{-500, 3}, {0, 10}, {3, 100}}, .len = 3},
	{.name = "the whole range",
		.runs = {{-(INT64_C(1) << 53), 1}, {1, 1}, {INT64_C(1) << 53, UINT64_C(1) << 39}},
		.len = 3},
	{.name = "the top", .runs = {{INT64_C(1) << 53, 20}}, .len = 1},
	{.name = "ones", .runs = {{1, 20}}, .len = 1},
	{.name = "censored", .runs = {{5, 900}, {999, 3}}, .len = 2, .censored = 7, .bound = 1000},
	{.name = "mostly censored", .runs = {{5, 1}}, .len = 1, .censored = 700, .bound = 1000},
	{.name = "only censored", .censored = 7, .bound = 1000},
	{.name = "censored, else zero", .runs = {{0, 900}}, .len = 1, .censored = 7, .bound = 1000},
	{.name = "scalar", .runs = {{42, 1}}, .len = 1, .scalar = true},
};

static struct dist *edge_dist(const struct edge *g)
{
	struct dist *d = NULL;

	if (g->scalar) {
		assert_ok(dist_from_scalar(g->runs[0].value, &d, NULL));
		return d;
	}
	assert_ok(dist_from_runs(g->runs, g->len, &d, NULL));
	d->missed = g->missed;
	if (g->censored)
		assert_ok(dist_set_censored(d, g->bound, g->censored, NULL));
	return d;
}

static void test_edges(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(edges); i++) {
		struct views v;

		views_init(&v);
		dist_free(v.run->metric[0].dist);
		v.run->metric[0].dist = edge_dist(&edges[i]);
		v.run->metric[0].resolution = i % 2 ? 1 : 1000;
		for (size_t k = 0; k < ARRAY_LEN(v.lists.point); k++)
			v.lists.point[k].sum = dist_summarise(v.run->metric[0].dist);
		check_all(&v);
		views_fini(&v);
	}
}

/* Blocks come from boards as well: sums that overflow, a slice of no length, a run of one slice. */
static void test_block_edges(void **state)
{
	static const struct run_block extremes[] = {{1, INT64_MAX, INT64_MAX},
		{UINT64_MAX, INT64_MIN, INT64_MIN}, {0, 0, 0}, {1, -1, -1}};
	struct views v;

	(void)state;
	views_init(&v);
	for (size_t i = 0; i < v.run->metric[0].blocks.len; i++)
		v.run->metric[0].blocks.block[i] = extremes[i % ARRAY_LEN(extremes)];
	check_all(&v);
	v.run->metric[0].blocks.slice_us = UINT64_MAX;
	v.run->warm_up_ms = 86400000;
	check_all(&v);
	v.run->metric[0].blocks.slice_us = 0;
	check_all(&v);
	v.run->metric[0].blocks.slice_us = 1;
	v.run->metric[0].blocks.len = 1;
	v.run->started_at_ns = INT64_MIN + 1;
	v.run->duration_ns = INT64_MAX;
	check_all(&v);
	views_fini(&v);
}

/* ---- what the run's JSON holds ------------------------------------------------------------- */

static void test_run_json_is_whole(void **state)
{
	scoped(buf_fini) struct buf out = {0};
	const struct dist *d;
	json_t *run, *values;
	struct views v;

	(void)state;
	views_init(&v);
	d = v.run->metric[0].dist;
	run_json(&v.run_page, &out);
	run = json_loadb(buf_cstr(&out), out.len, 0, NULL);
	assert_non_null(run);
	values = json_object_get(
		json_object_get(json_array_get(json_object_get(run, "metrics"), 0), "distribution"),
		"values");
	assert_int_equal(json_array_size(values), d->len);
	for (size_t i = 0; i < d->len; i++) {
		json_t *pair = json_array_get(values, i);

		assert_int_equal(json_integer_value(json_array_get(pair, 0)), d->runs[i].value);
		assert_int_equal(json_integer_value(json_array_get(pair, 1)), d->runs[i].count);
	}
	assert_string_equal(
		json_string_value(json_object_get(json_object_get(run, "board"), "name")), "local");
	assert_true(json_equal(json_object_get(run, "after"), v.run->after));
	json_decref(run);
	views_fini(&v);
}

/* ---- failing memory ------------------------------------------------------------------------ */

/* A page with a hole in it must say so: each allocation fails once. */
static void test_memory(void **state)
{
	struct views v;

	(void)state;
	views_init(&v);
	for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
		for (int n = 0;; n++) {
			scoped(buf_fini) struct buf out = {0};

			fault_arm(n);
			pages[i].write(&v, &out);
			if (!fault_disarm()) {
				assert_true(buf_ok(&out));
				break;
			}
			if (buf_ok(&out))
				fail_msg("%s: allocation %d failed and the page passes for whole",
					pages[i].name, n);
		}
	}
	views_fini(&v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_golden),
		cmocka_unit_test(test_empty_lab),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_block_edges),
		cmocka_unit_test(test_run_json_is_whole),
		cmocka_unit_test(test_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
