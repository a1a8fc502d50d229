/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/facts.h"

#include <stdio.h>
#include <string.h>

#include "dashboards/html.h"
#include "dashboards/jout.h"
#include "dashboards/plain.h"
#include "schema/wire/limits.h"

/* ---- walking ------------------------------------------------------------------------------- */

/* What is done with each value; b: the same path in the second object, NULL where there is only one. */
struct visit {
	struct buf *out;
	void (*leaf)(struct visit *v, const char *path, const json_t *a, const json_t *b);
	size_t count; /* the leaf's own */
};

static void walk(struct visit *v, const char *above, const json_t *a, const json_t *b, int depth);

/* Objects open into their members; everything else is one line, arrays included. */
static void step(struct visit *v, const char *above, const char *key, const json_t *a,
	const json_t *b, int depth)
{
	char path[300];

	snprintf(path, sizeof path, "%s%s%s", above, *above ? "." : "", key);
	if (depth < JSON_DEPTH_MAX && (json_is_object(a) || json_is_object(b))) {
		walk(v, path, a, b, depth + 1);
		return;
	}
	v->leaf(v, path, a, b);
}

static bool is_remark(const char *above, const char *key)
{
	return !*above && (!strcmp(key, "unreadable") || !strcmp(key, "changed"));
}

/* The members of a, and then those that only b has. jansson has no const iteration; nothing is changed. */
static void walk(struct visit *v, const char *above, const json_t *a, const json_t *b, int depth)
{
	json_t *first = (json_t *)(uintptr_t)a, *second = (json_t *)(uintptr_t)b, *value;
	const char *key;

	json_object_foreach(first, key, value)
	{
		if (!is_remark(above, key))
			step(v, above, key, value, json_object_get(second, key), depth);
	}
	json_object_foreach(second, key, value)
	{
		if (!is_remark(above, key) && !json_object_get(first, key))
			step(v, above, key, NULL, value, depth);
	}
}

/* ---- showing ------------------------------------------------------------------------------- */

static void show(struct buf *scratch, const json_t *value)
{
	buf_clear(scratch);
	if (!value)
		buf_str(scratch, "-");
	else if (json_is_string(value) && !json_string_length(value))
		buf_str(scratch, "(empty)");
	else if (json_is_null(value))
		buf_str(scratch, "not read");
	else
		jout_show(scratch, value);
}

static void cell(struct buf *out, const json_t *value)
{
	struct buf text = {0};

	show(&text, value);
	html(out, "<td>");
	html_text(out, buf_cstr(&text), text.len);
	html(out, "</td>");
	out->failed |= text.failed;
	buf_fini(&text);
}

static void one_row(struct visit *v, const char *path, const json_t *a, const json_t *b)
{
	(void)b;
	v->count++;
	html(v->out, "<tr><th scope=\"row\">%s</th>", path);
	cell(v->out, a);
	html(v->out, "</tr>\n");
}

static bool differ(const json_t *a, const json_t *b)
{
	return !json_equal(a, b); /* also where one is missing */
}

static void changed_row(struct visit *v, const char *path, const json_t *a, const json_t *b)
{
	if (!differ(a, b))
		return;
	v->count++;
	html(v->out, "<tr class=\"changed\"><th scope=\"row\">%s</th>", path);
	cell(v->out, a);
	cell(v->out, b);
	html(v->out, "</tr>\n");
}

static void same_row(struct visit *v, const char *path, const json_t *a, const json_t *b)
{
	if (!differ(a, b))
		one_row(v, path, a, b);
}

static void one_line(struct visit *v, const char *path, const json_t *a, const json_t *b)
{
	struct buf text = {0};

	(void)b;
	v->count++;
	show(&text, a);
	plain_field(v->out, path, "%s", buf_cstr(&text));
	v->out->failed |= text.failed;
	buf_fini(&text);
}

static void pair_line(struct visit *v, const char *path, const json_t *a, const json_t *b)
{
	struct buf before = {0}, after = {0};

	v->count++;
	show(&before, a);
	show(&after, b);
	if (differ(a, b))
		plain_field(v->out, path, "%s -> %s", buf_cstr(&before), buf_cstr(&after));
	else
		plain_field(v->out, path, "%s", buf_cstr(&before));
	v->out->failed |= before.failed || after.failed;
	buf_fini(&before);
	buf_fini(&after);
}

/* ---- the forms ----------------------------------------------------------------------------- */

void facts_html(struct buf *out, const char *caption, const json_t *facts)
{
	static const char *const columns[] = {"Name", "Value"};
	struct visit v = {out, one_row, 0};

	html_table(out, caption, columns, ARRAY_LEN(columns));
	walk(&v, "", facts, NULL, 0);
	html_table_end(out);
}

void facts_text(struct buf *out, const json_t *facts)
{
	struct visit v = {out, one_line, 0};

	walk(&v, "", facts, NULL, 0);
	if (!v.count)
		plain(out, 2, "none");
}

/* The rows of one kind in a table of their own; how many they are. */
static size_t pair_table(struct buf *out, const char *const *columns, size_t ncolumns,
	const json_t *before, const json_t *after,
	void (*leaf)(struct visit *, const char *, const json_t *, const json_t *))
{
	struct visit v = {out, leaf, 0};

	html_table(out, "Conditions", columns, ncolumns);
	walk(&v, "", before, after, 0);
	html_table_end(out);
	return v.count;
}

void facts_pair_html(struct buf *out, const json_t *before, const json_t *after)
{
	static const char *const changed[] = {"Changed", "Before", "After"};
	static const char *const same[] = {"Unchanged", "Value"};
	struct buf table = {0};
	size_t n = pair_table(&table, changed, ARRAY_LEN(changed), before, after, changed_row);

	if (n)
		buf_put(out, table.data, table.len); /* HTML already */
	else
		html(out, "<p>Nothing changed while the run lasted.</p>\n");
	out->failed |= table.failed;
	buf_clear(&table);
	n = pair_table(&table, same, ARRAY_LEN(same), before, after, same_row);
	if (n) {
		html(out, "<details><summary>What stayed the same (%zu)</summary>\n", n);
		buf_put(out, table.data, table.len);
		html(out, "</details>\n");
	}
	out->failed |= table.failed;
	buf_fini(&table);
}

void facts_pair_text(struct buf *out, const json_t *before, const json_t *after)
{
	struct visit v = {out, pair_line, 0};

	walk(&v, "", before, after, 0);
	if (!v.count)
		plain(out, 2, "none");
}

/* ---- the agent's remarks ------------------------------------------------------------------- */

static const json_t *unreadable(const json_t *facts)
{
	return json_object_get(facts, "unreadable");
}

/* Before and after mostly miss the same things for the same reason. */
static bool is_said(const json_t *const *facts, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (json_object_get(unreadable(facts[i]), name))
			return true;
	return false;
}

static size_t each_unreadable(struct visit *v, const json_t *const *facts, size_t n)
{
	const char *name;
	json_t *why;

	for (size_t i = 0; i < n; i++) {
		json_object_foreach((json_t *)(uintptr_t)unreadable(facts[i]), name, why)
		{
			if (!is_said(facts, i, name))
				v->leaf(v, name, why, NULL);
		}
	}
	return v->count;
}

size_t facts_unreadable_html(struct buf *out, const json_t *const *facts, size_t n)
{
	static const char *const columns[] = {"Name", "Why"};
	struct visit v = {out, one_row, 0};

	html_table(out, "What could not be read", columns, ARRAY_LEN(columns));
	each_unreadable(&v, facts, n);
	html_table_end(out);
	return v.count;
}

size_t facts_unreadable_text(struct buf *out, const json_t *const *facts, size_t n)
{
	struct visit v = {out, one_line, 0};

	return each_unreadable(&v, facts, n);
}

void facts_changed(struct buf *out, const json_t *after)
{
	const json_t *changed = json_object_get(after, "changed");

	for (size_t i = 0; i < json_array_size(changed); i++) {
		buf_str(out, i ? ", " : "");
		jout_show(out, json_array_get(changed, i));
	}
}
