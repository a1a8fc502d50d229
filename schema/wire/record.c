/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "schema/wire/record.h"

#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/uuid.h"
#include "schema/wire/limits.h"

static const char magic[] = "LATLABR1";
#define MAGIC_LEN   8
#define VERSION_LEN 1 /* the last byte of the magic */

enum section { SECTION_DIST = 1, SECTION_BLOCKS = 2, SECTION_RAW = 3 };

/* Every metric has a distribution and may have blocks; one raw log. */
#define SECTIONS_MAX (2 * RECORD_METRICS_MAX + 1)

/* ---- outcomes ------------------------------------------------------------------------------ */

static const struct {
	const char *name;
	bool is_point;
} outcomes[RUN_NOUTCOMES] = {
#define OUTCOME(id, name, is_point, meaning) [RUN_##id] = {name, is_point},
#include "schema/wire/outcomes.def"
#undef OUTCOME
};

const char *run_outcome_name(enum run_outcome o)
{
	return outcomes[o].name;
}

bool run_outcome_parse(const char *name, enum run_outcome *ret)
{
	for (int o = 0; o < RUN_NOUTCOMES; o++) {
		if (strcmp(outcomes[o].name, name) != 0)
			continue;
		*ret = (enum run_outcome)o;
		return true;
	}
	return false;
}

bool run_outcome_is_point(enum run_outcome o)
{
	return outcomes[o].is_point;
}

/* ---- the fields of the header --------------------------------------------------------------- */

enum need { OPTIONAL, REQUIRED };

struct field {
	const char *path;
	enum { TEXT, INT, JSON } kind;
	enum need need;
	size_t offset;	   /* of the member in struct run */
	int64_t low, high; /* TEXT: high is the longest, in bytes */
	json_type type;	   /* JSON */
};

static const struct field fields[] = {
#define FIELD_TEXT(path, member, max, need) \
	{path, TEXT, need, offsetof(struct run, member), 0, max, JSON_STRING},
#define FIELD_INT(path, member, low, high, need) \
	{path, INT, need, offsetof(struct run, member), low, high, JSON_INTEGER},
#define FIELD_JSON(path, member, type, need) \
	{path, JSON, need, offsetof(struct run, member), 0, 0, type},
#include "schema/wire/run_fields.def"
};

static void *member(const struct run *run, const struct field *f)
{
	return (char *)(uintptr_t)run + f->offset;
}

struct run *run_new(void)
{
	return mem_alloc(sizeof(struct run));
}

void run_metric_fini(struct run_metric *m)
{
	mem_free(m->name);
	mem_free(m->unit);
	mem_free(m->direction);
	dist_free(m->dist);
	mem_free(m->blocks.block);
}

void run_free(struct run *run)
{
	if (!run)
		return;
	for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
		if (fields[i].kind == TEXT)
			mem_free(*(char **)member(run, &fields[i]));
		if (fields[i].kind == JSON)
			json_decref(*(json_t **)member(run, &fields[i]));
	}
	for (size_t i = 0; i < run->nmetrics; i++)
		run_metric_fini(&run->metric[i]);
	mem_free(run->metric);
	buf_fini(&run->raw_log);
	mem_free(run);
}

static bool field_is_set(const struct run *run, const struct field *f)
{
	const char *text = f->kind == TEXT ? *(char **)member(run, f) : NULL;

	/* an optional text that is empty is one not given */
	if (f->kind == TEXT)
		return text && (*text || f->need == REQUIRED);
	return f->kind == INT || *(json_t **)member(run, f) != NULL;
}

static int check_field(const struct run *run, const struct field *f, struct err *e)
{
	int64_t v;

	if (!field_is_set(run, f))
		return f->need == OPTIONAL
			? 0
			: err_set(e, E_MALFORMED, "header field %s is missing", f->path);
	switch (f->kind) {
	case TEXT:
		if ((int64_t)strlen(*(char **)member(run, f)) > f->high)
			return err_set(e, E_TOO_BIG, "header field %s is longer than %lld bytes",
				f->path, (long long)f->high);
		return 0;
	case INT:
		v = *(int64_t *)member(run, f);
		if (v < f->low || v > f->high)
			return err_set(e, E_TOO_BIG, "header field %s is out of its range: %lld",
				f->path, (long long)v);
		return 0;
	case JSON:
		if (json_typeof(*(json_t **)member(run, f)) != f->type)
			return err_set(
				e, E_MALFORMED, "header field %s has the wrong type", f->path);
		return 0;
	}
	return 0;
}

int run_workload_digest(const json_t *resolved, struct digest *ret, struct err *e)
{
	json_auto_t *what_runs = json_copy(
		(json_t *)(uintptr_t)resolved); /* shallow, not changed */

	if (!what_runs)
		return err_set(e, E_NOMEM, "out of memory for a digest");
	(void)json_object_del(what_runs, "metrics"); /* may not be there */
	(void)json_object_del(what_runs, "summary");
	return digest_of_json(what_runs, ret, e);
}

static int check_workload_digest(const struct run *run, struct err *e)
{
	struct digest said, is;
	int r = run_workload_digest(run->workload, &is, e);

	if (r < 0)
		return r;
	if (!digest_parse(run->workload_digest, &said) || !digest_equal(&said, &is))
		return err_set(e, E_DIGEST, "workload.digest is not that of workload.resolved");
	return 0;
}

static int check_metric(const struct run_metric *m, struct err *e)
{
	if (!m->name || !text_is_name(m->name, NAME_MAX_LEN))
		return err_set(e, E_MALFORMED, "a metric has no proper name");
	if (!m->unit || !*m->unit || strlen(m->unit) > TEXT_MAX_LEN)
		return err_set(e, E_MALFORMED, "metric %s: no proper unit", m->name);
	if (!m->direction ||
		(strcmp(m->direction, "lower") != 0 && strcmp(m->direction, "higher") != 0))
		return err_set(
			e, E_MALFORMED, "metric %s: direction must be lower or higher", m->name);
	if (m->resolution < 1 || m->resolution > SAMPLE_ABS_MAX)
		return err_set(e, E_MALFORMED, "metric %s: resolution must be at least 1", m->name);
	if (!m->dist || m->blocks.len > BLOCKS_MAX)
		return err_set(
			e, E_MALFORMED, "metric %s: no distribution, or too many blocks", m->name);
	if (m->dist->n > RUN_SAMPLES_MAX)
		return err_set(e, E_TOO_BIG, "metric %s: more than 2^36 samples", m->name);
	return 0;
}

static int too_distinct(struct err *e)
{
	return err_set(e, E_TOO_BIG, "all metrics together have more than %u distinct values",
		DIST_DISTINCT_MAX);
}

static int check_metrics(const struct run *run, struct err *e)
{
	size_t distinct = 0;

	if (run->nmetrics > RECORD_METRICS_MAX)
		return err_set(e, E_TOO_BIG, "%zu metrics are more than a record holds (%d)",
			run->nmetrics, RECORD_METRICS_MAX);
	for (size_t i = 0; i < run->nmetrics; i++) {
		int r = check_metric(&run->metric[i], e);

		if (r < 0)
			return r;
		distinct += run->metric[i].dist->len;
		if (distinct > DIST_DISTINCT_MAX)
			return too_distinct(e);
		for (size_t j = 0; j < i; j++)
			if (!strcmp(run->metric[i].name, run->metric[j].name))
				return err_set(e, E_MALFORMED, "metric %s is there twice",
					run->metric[i].name);
	}
	return 0;
}

static int check_run(const struct run *run, struct err *e)
{
	struct uuid id;
	int r = 0;

	for (size_t i = 0; r == 0 && i < ARRAY_LEN(fields); i++)
		r = check_field(run, &fields[i], e);
	if (r < 0)
		return r;
	if (!uuid_parse(run->run_id, &id))
		return err_set(e, E_MALFORMED, "run_id is not a version 7 UUID");
	if (!text_is_name(run->board_name, NAME_MAX_LEN))
		return err_set(e, E_MALFORMED, "board.name may hold a-z 0-9 . _ : - only");
	if (!text_is_name(run->workload_name, NAME_MAX_LEN))
		return err_set(e, E_MALFORMED, "workload.name may hold a-z 0-9 . _ : - only");
	if (run->config_name && *run->config_name && !text_is_name(run->config_name, NAME_MAX_LEN))
		return err_set(e, E_MALFORMED, "kernel.config_name may hold a-z 0-9 . _ : - only");
	if (run->raw_log.len > RECORD_RAW_MAX)
		return err_set(e, E_TOO_BIG, "the raw log is larger than %u bytes", RECORD_RAW_MAX);
	r = check_workload_digest(run, e);
	return r < 0 ? r : check_metrics(run, e);
}

/* ---- encoding ------------------------------------------------------------------------------- */

struct sections {
	struct buf body; /* all of them, one after the other */
	uint32_t kind[SECTIONS_MAX], len[SECTIONS_MAX];
	uint32_t n;
};

static void sections_fini(struct sections *s)
{
	buf_fini(&s->body);
}

/* What was appended to the body since `from` is one section; its index is returned. */
static json_int_t section_close(struct sections *s, enum section kind, size_t from)
{
	s->kind[s->n] = kind;
	s->len[s->n] = (uint32_t)(s->body.len - from);
	return s->n++;
}

void record_encode_blocks(const struct run_blocks *blocks, struct buf *out)
{
	if (!blocks->len)
		return;
	buf_varint(out, blocks->slice_us);
	buf_varint(out, blocks->len);
	for (size_t i = 0; i < blocks->len; i++) {
		buf_varint(out, blocks->block[i].n);
		buf_zigzag(out, blocks->block[i].sum);
		buf_zigzag(out, blocks->block[i].max);
	}
}

static int add_metric(const struct run_metric *m, struct sections *s, json_t *list, struct err *e)
{
	size_t from = s->body.len;
	int r = dist_encode(m->dist, &s->body, e);
	json_t *entry;

	if (r < 0)
		return err_add(e, r, "metric %s", m->name);
	entry = json_pack("{s:s, s:s, s:s, s:I, s:I}", "name", m->name, "unit", m->unit,
		"direction", m->direction, "resolution", (json_int_t)m->resolution, "dist",
		section_close(s, SECTION_DIST, from));
	if (entry && m->blocks.len) {
		from = s->body.len;
		record_encode_blocks(&m->blocks, &s->body);
		if (json_object_set_new(entry, "blocks",
			    json_integer(section_close(s, SECTION_BLOCKS, from))) < 0) {
			json_decref(entry);
			entry = NULL;
		}
	}
	if (json_array_append_new(list, entry) < 0)
		return err_set(e, E_NOMEM, "out of memory for a record");
	return 0;
}

static json_t *field_to_json(const struct run *run, const struct field *f)
{
	switch (f->kind) {
	case TEXT:
		return json_string(*(char **)member(run, f));
	case INT:
		return json_integer(*(int64_t *)member(run, f));
	case JSON:
		return json_incref(*(json_t **)member(run, f));
	}
	return NULL;
}

/* Splits "board.name" into the object (made when make is set) and the last name. */
static json_t *field_home(json_t *root, const char *path, const char **ret_name, bool make)
{
	const char *dot = strchr(path, '.');
	char group[64];
	json_t *home;

	*ret_name = dot ? dot + 1 : path;
	if (!dot)
		return root;
	memcpy(group, path, (size_t)(dot - path));
	group[dot - path] = 0;
	home = json_object_get(root, group);
	if (!home && make && json_object_set_new(root, group, json_object()) == 0)
		home = json_object_get(root, group);
	return home;
}

static int put_fields(const struct run *run, json_t *root)
{
	for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
		const char *name;
		json_t *home;

		if (!field_is_set(run, &fields[i]))
			continue;
		home = field_home(root, fields[i].path, &name, true);
		if (!home || json_object_set_new(home, name, field_to_json(run, &fields[i])) < 0)
			return -E_NOMEM;
	}
	return json_object_set_new(root, "outcome", json_string(run_outcome_name(run->outcome)));
}

static int make_header(const struct run *run, struct sections *s, json_t *root, struct err *e)
{
	json_t *list = json_array();

	if (json_object_set_new(root, "metrics", list) < 0 || put_fields(run, root) < 0)
		return err_set(e, E_NOMEM, "out of memory, or text that is not UTF-8, in a record");
	for (size_t i = 0; i < run->nmetrics; i++) {
		int r = add_metric(&run->metric[i], s, list, e);

		if (r < 0)
			return r;
	}
	if (run->raw_log.len) {
		size_t from = s->body.len;

		buf_put(&s->body, run->raw_log.data, run->raw_log.len);
		if (json_object_set_new(
			    root, "raw_log", json_integer(section_close(s, SECTION_RAW, from))) < 0)
			return err_set(e, E_NOMEM, "out of memory for a record");
	}
	return buf_check(&s->body, "a record", e);
}

static int put_header(const json_t *root, struct buf *out, struct err *e)
{
	char *text = fault_here(FAULT_ALLOC) ? NULL
					     : json_dumps(root, JSON_COMPACT | JSON_SORT_KEYS);
	size_t len = text ? strlen(text) : 0;

	if (!text)
		return err_set(e, E_NOMEM, "out of memory for a record's header");
	if (len <= RECORD_HEADER_MAX) {
		buf_u32le(out, (uint32_t)len);
		buf_put(out, text, len);
	}
	free(text);
	if (len > RECORD_HEADER_MAX)
		return err_set(e, E_TOO_BIG, "a record's header of %zu bytes is larger than %u",
			len, RECORD_HEADER_MAX);
	return 0;
}

int record_encode(const struct run *run, struct buf *out, struct err *e)
{
	scoped(sections_fini) struct sections s = {0};
	scoped(json_decrefp) json_t *root = json_object();
	size_t from = out->len;
	struct digest d;
	int r = check_run(run, e);

	if (r == 0 && !root)
		r = err_set(e, E_NOMEM, "out of memory for a record");
	if (r == 0)
		r = make_header(run, &s, root, e);
	if (r < 0)
		return r;
	buf_put(out, magic, MAGIC_LEN);
	r = put_header(root, out, e);
	if (r < 0)
		return r;
	buf_u32le(out, s.n);
	for (uint32_t i = 0; i < s.n; i++) {
		buf_u32le(out, s.kind[i]);
		buf_u32le(out, s.len[i]);
	}
	buf_put(out, s.body.data, s.body.len);
	r = buf_check(out, "a record", e);
	if (r < 0)
		return r;
	d = digest_of(out->data + from, out->len - from);
	buf_put(out, d.bytes, sizeof d.bytes);
	if (out->len - from > RECORD_BYTES_MAX)
		return err_set(e, E_TOO_BIG, "a record of %zu bytes is larger than %u",
			out->len - from, RECORD_BYTES_MAX);
	return buf_check(out, "a record", e);
}

/* ---- decoding ------------------------------------------------------------------------------- */

/* A record whose frame and digest hold; nothing inside is trusted yet. */
struct frame {
	struct cursor header;
	struct cursor section[SECTIONS_MAX];
	uint32_t kind[SECTIONS_MAX], n;
	bool used[SECTIONS_MAX];
};

int record_digest(const void *bytes, size_t len, struct digest *ret, struct err *e)
{
	const unsigned char *b = bytes;
	struct digest is;

	if (len > RECORD_BYTES_MAX)
		return err_set(e, E_TOO_BIG, "a record of %zu bytes is larger than %u", len,
			RECORD_BYTES_MAX);
	if (len < MAGIC_LEN || memcmp(b, magic, MAGIC_LEN - VERSION_LEN) != 0)
		return err_set(e, E_MALFORMED, "not a run record: it does not start with LATLABR");
	if (memcmp(b, magic, MAGIC_LEN) != 0)
		return err_set(e, E_NEWER,
			"a run record of version '%c'; this program reads version 1",
			b[MAGIC_LEN - 1] >= 0x20 && b[MAGIC_LEN - 1] < 0x7f ? b[MAGIC_LEN - 1]
									    : '?');
	if (len < MAGIC_LEN + DIGEST_BYTES)
		return err_set(e, E_MALFORMED, "run record cut at byte %zu", len);
	is = digest_of(b, len - DIGEST_BYTES);
	if (memcmp(is.bytes, b + len - DIGEST_BYTES, DIGEST_BYTES) != 0)
		return err_set(e, E_DIGEST,
			"run record: its bytes do not match its digest (cut or changed)");
	*ret = is;
	return 0;
}

static int read_frame(const void *bytes, size_t len, struct frame *f, struct err *e)
{
	struct cursor in, lengths;
	struct digest d;
	uint32_t header_len, table;
	int r = record_digest(bytes, len, &d, e);

	if (r < 0)
		return r;
	in = cursor_over(bytes, len - DIGEST_BYTES);
	in.at += MAGIC_LEN;
	if (cursor_u32le(&in, &header_len) < 0 || header_len > RECORD_HEADER_MAX ||
		cursor_part(&in, header_len, &f->header) < 0)
		return err_set(e, E_MALFORMED, "run record: bad header length");
	if (cursor_u32le(&in, &f->n) < 0 || f->n > SECTIONS_MAX)
		return err_set(e, E_MALFORMED, "run record: too many sections");
	table = 8 * f->n;
	if (cursor_part(&in, table, &lengths) < 0)
		return err_set(e, E_MALFORMED, "run record: section table cut");
	for (uint32_t i = 0; i < f->n; i++) {
		uint32_t section_len;

		if (cursor_u32le(&lengths, &f->kind[i]) < 0 ||
			cursor_u32le(&lengths, &section_len) < 0 ||
			cursor_part(&in, section_len, &f->section[i]) < 0)
			return err_set(e, E_MALFORMED, "run record: section %u is cut", i);
	}
	if (cursor_left(&in))
		return err_set(e, E_MALFORMED, "run record: %zu bytes belong to no section",
			cursor_left(&in));
	return 0;
}

static size_t depth_of(const struct cursor *text)
{
	size_t depth = 0, most = 0;
	bool quoted = false;

	for (const unsigned char *c = text->at; c < text->end; c++) {
		if (quoted && *c == '\\')
			c++;
		else if (*c == '"')
			quoted = !quoted;
		else if (!quoted && (*c == '{' || *c == '['))
			most = MAX(most, ++depth);
		else if (!quoted && (*c == '}' || *c == ']') && depth)
			depth--;
	}
	return most;
}

static int read_header(const struct frame *f, json_t **ret, struct err *e)
{
	json_error_t at;
	json_t *root;

	if (depth_of(&f->header) > JSON_DEPTH_MAX)
		return err_set(
			e, E_MALFORMED, "run record header: nested deeper than %d", JSON_DEPTH_MAX);
	root = json_loadb(
		(const char *)f->header.at, cursor_left(&f->header), JSON_REJECT_DUPLICATES, &at);
	if (!root)
		return err_set(
			e, E_MALFORMED, "run record header: %s at byte %d", at.text, at.position);
	if (!json_is_object(root)) {
		json_decref(root);
		return err_set(e, E_MALFORMED, "run record header: not an object");
	}
	*ret = root;
	return 0;
}

int record_header(const void *bytes, size_t len, json_t **ret, struct err *e)
{
	struct frame f = {0};
	int r = read_frame(bytes, len, &f, e);

	return r < 0 ? r : read_header(&f, ret, e);
}

static int get_field(json_t *root, const struct field *f, struct run *run, struct err *e)
{
	const char *name;
	json_t *home = field_home(root, f->path, &name, false), *v = json_object_get(home, name);

	if (f->kind == INT)
		*(int64_t *)member(run, f) = f->low;
	if (!v)
		return f->need == OPTIONAL
			? 0
			: err_set(e, E_MALFORMED, "header field %s is missing", f->path);
	if (json_typeof(v) != f->type)
		return err_set(e, E_MALFORMED, "header field %s has the wrong type", f->path);
	switch (f->kind) {
	case TEXT:
		if (f->need == OPTIONAL && !json_string_length(v))
			return 0;
		*(char **)member(run, f) = mem_str(json_string_value(v));
		if (!*(char **)member(run, f))
			return err_set(e, E_NOMEM, "out of memory for a run");
		return 0;
	case INT:
		*(int64_t *)member(run, f) = json_integer_value(v);
		return 0;
	case JSON:
		*(json_t **)member(run, f) = json_incref(v);
		return 0;
	}
	return 0;
}

/* The section that `key` of an entry names; each is used once. NULL where it is not a fitting one. */
static struct cursor *get_section(
	struct frame *f, const json_t *entry, const char *key, enum section kind)
{
	const json_t *v = json_object_get(entry, key);
	json_int_t i = json_integer_value(v);

	if (!json_is_integer(v) || i < 0 || i >= f->n || f->used[i] || f->kind[i] != kind)
		return NULL;
	f->used[i] = true;
	return &f->section[i];
}

static bool get_block(struct cursor *in, struct run_block *b)
{
	if (cursor_varint(in, &b->n) < 0 || cursor_zigzag(in, &b->sum) < 0 ||
		cursor_zigzag(in, &b->max) < 0)
		return false;
	return b->n ? b->n <= DIST_SAMPLES_MAX : !b->sum && !b->max;
}

static int get_blocks(struct cursor in, struct run_blocks *ret, struct err *e)
{
	uint64_t len;

	if (cursor_varint(&in, &ret->slice_us) < 0 || cursor_varint(&in, &len) < 0 || !len ||
		len > BLOCKS_MAX || ret->slice_us > (uint64_t)SAMPLE_ABS_MAX)
		return err_set(e, E_MALFORMED, "bad head of block summaries");
	ret->block = mem_array(len, sizeof *ret->block);
	if (!ret->block)
		return err_set(e, E_NOMEM, "out of memory for block summaries");
	for (ret->len = 0; ret->len < len; ret->len++)
		if (!get_block(&in, &ret->block[ret->len]))
			return err_set(e, E_MALFORMED, "bad block %zu", ret->len);
	if (cursor_left(&in))
		return err_set(e, E_MALFORMED, "bytes after the last block");
	return 0;
}

static int get_text(const json_t *entry, const char *key, char **ret)
{
	const char *text = json_string_value(json_object_get(entry, key));

	if (!text)
		return -E_MALFORMED;
	*ret = mem_str(text);
	return *ret ? 0 : -E_NOMEM;
}

/*
 * A dense value takes a bit on the wire and 16 bytes here, so what all distributions of a record hold is
 * limited before the next one is decoded, by the number of values that its head (encoding, n, missed,
 * distinct) says. What is too short for a head is left to dist_decode().
 */
static int take_distinct(struct cursor in, uint64_t *left, struct err *e)
{
	uint64_t n, missed, distinct;
	uint8_t encoding;

	if (cursor_u8(&in, &encoding) < 0 || cursor_varint(&in, &n) < 0 ||
		cursor_varint(&in, &missed) < 0 || cursor_varint(&in, &distinct) < 0)
		return 0;
	if (distinct > *left)
		return too_distinct(e);
	*left -= distinct;
	return 0;
}

/* *left: how many distinct values the record may still have. */
static int get_metric(
	const json_t *entry, struct frame *f, struct run_metric *m, uint64_t *left, struct err *e)
{
	struct cursor *section;
	int r = get_text(entry, "name", &m->name);

	if (r == 0)
		r = get_text(entry, "unit", &m->unit);
	if (r == 0)
		r = get_text(entry, "direction", &m->direction);
	if (r < 0)
		return err_set(e, (enum err_code) - r,
			"a metric lacks name, unit or direction, or no memory");
	m->resolution = json_integer_value(json_object_get(entry, "resolution"));
	section = get_section(f, entry, "dist", SECTION_DIST);
	if (!section)
		return err_set(e, E_MALFORMED, "metric names no distribution section of its own");
	r = take_distinct(*section, left, e);
	if (r == 0)
		r = dist_decode(*section, &m->dist, e);
	if (r < 0 || !json_object_get(entry, "blocks"))
		return r;
	section = get_section(f, entry, "blocks", SECTION_BLOCKS);
	if (!section)
		return err_set(e, E_MALFORMED, "metric names no block section of its own");
	return get_blocks(*section, &m->blocks, e);
}

static int get_metrics(const json_t *root, struct frame *f, struct run *run, struct err *e)
{
	const json_t *list = json_object_get(root, "metrics");
	size_t n = json_array_size(list);
	uint64_t left = DIST_DISTINCT_MAX;

	if (!json_is_array(list) || n > RECORD_METRICS_MAX)
		return err_set(e, E_MALFORMED, "header field metrics is missing or too long");
	run->metric = mem_array(n, sizeof *run->metric);
	if (!run->metric)
		return err_set(e, E_NOMEM, "out of memory for a run");
	for (size_t i = 0; i < n; i++) {
		int r;

		run->nmetrics = i + 1;
		r = get_metric(json_array_get(list, i), f, &run->metric[i], &left, e);
		if (r < 0)
			return err_add(e, r, "metric %zu", i);
	}
	return 0;
}

static int get_rest(const json_t *root, struct frame *f, struct run *run, struct err *e)
{
	const char *outcome = json_string_value(json_object_get(root, "outcome"));
	struct cursor *raw;

	if (!outcome || !run_outcome_parse(outcome, &run->outcome))
		return err_set(e, E_MALFORMED, "header field outcome is missing or unknown");
	if (json_object_get(root, "raw_log")) {
		raw = get_section(f, root, "raw_log", SECTION_RAW);
		if (!raw)
			return err_set(e, E_MALFORMED, "raw_log names no section of its own");
		buf_put(&run->raw_log, raw->at, cursor_left(raw));
		if (!buf_ok(&run->raw_log))
			return err_set(e, E_NOMEM, "out of memory for a raw log");
	}
	for (uint32_t i = 0; i < f->n; i++)
		if (!f->used[i])
			return err_set(e, E_MALFORMED, "section %u is named by nothing", i);
	return 0;
}

static int decode_frame(struct frame *f, struct run **ret, struct err *e)
{
	scoped(run_freep) struct run *run = NULL;
	scoped(json_decrefp) json_t *root = NULL;
	int r = read_header(f, &root, e);

	if (r < 0)
		return r;
	run = run_new();
	if (!run)
		return err_set(e, E_NOMEM, "out of memory for a run");
	for (size_t i = 0; r == 0 && i < ARRAY_LEN(fields); i++)
		r = get_field(root, &fields[i], run, e);
	if (r == 0)
		r = get_metrics(root, f, run, e);
	if (r == 0)
		r = get_rest(root, f, run, e);
	if (r == 0)
		r = check_run(run, e);
	if (r < 0)
		return err_add(e, r, "run record");
	*ret = take(run);
	return 0;
}

int record_decode(const void *bytes, size_t len, struct run **ret, struct err *e)
{
	struct frame f = {0};
	int r = read_frame(bytes, len, &f, e);

	return r < 0 ? r : decode_frame(&f, ret, e);
}

static int put_part(struct frame *f, const json_t *index, enum section kind, struct cursor bytes)
{
	json_int_t i = json_integer_value(index);

	if (!index)
		return 0;
	if (i < 0 || i >= SECTIONS_MAX)
		return -E_MALFORMED;
	f->section[i] = bytes;
	f->kind[i] = kind;
	f->n = MAX(f->n, (uint32_t)i + 1);
	return 0;
}

int record_restore(const char *header, const struct record_part *part, size_t nparts,
	struct run **ret, struct err *e)
{
	struct frame f = {.header = cursor_over(header, strlen(header))};
	scoped(json_decrefp) json_t *root = NULL;
	const json_t *list;
	int r = read_header(&f, &root, e);

	if (r < 0)
		return r;
	list = json_object_get(root, "metrics");
	if (json_array_size(list) != nparts)
		return err_set(e, E_MALFORMED, "run record: %zu distributions for %zu metrics",
			nparts, json_array_size(list));
	r = put_part(&f, json_object_get(root, "raw_log"), SECTION_RAW, cursor_over(NULL, 0));
	for (size_t i = 0; r == 0 && i < nparts; i++) {
		const json_t *entry = json_array_get(list, i);

		r = put_part(&f, json_object_get(entry, "dist"), SECTION_DIST, part[i].dist);
		if (r == 0)
			r = put_part(&f, json_object_get(entry, "blocks"), SECTION_BLOCKS,
				part[i].blocks);
	}
	if (r < 0)
		return err_set(e, E_MALFORMED, "run record: a section number out of range");
	return decode_frame(&f, ret, e);
}
