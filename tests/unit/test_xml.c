/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/outputs/xml.h"

#include "agent/outputs/words.h"
#include "tests/unit/test.h"

/* All events as one text: "<a" opens, "a:text>" closes, "." is the end, "~" a cut, "!" a refusal. */
static const char *walk(const char *text, struct err *e)
{
	static char out[400];
	size_t n = 0;
	char *copy = strdup(text);
	struct xml x;

	assert_non_null(copy);
	*e = (struct err){0};
	x = xml_over(cursor_over(copy, strlen(copy)));
	for (int event = XML_OPEN; event == XML_OPEN || event == XML_CLOSE;) {
		struct cursor name;

		event = xml_next(&x, e);
		name = xml_name(&x, 0);
		if (event == XML_OPEN)
			n += (size_t)snprintf(out + n, sizeof out - n, "<%.*s",
				(int)cursor_left(&name), (const char *)name.at);
		else if (event == XML_CLOSE)
			n += (size_t)snprintf(out + n, sizeof out - n, "%.*s:%.*s>",
				(int)cursor_left(&name), (const char *)name.at,
				(int)cursor_left(&x.text), (const char *)x.text.at);
		else
			n += (size_t)snprintf(out + n, sizeof out - n, "%s",
				event < 0		   ? "!"
					: event == XML_CUT ? "~"
							   : ".");
	}
	free(copy);
	return out;
}

static void events(void **state)
{
	static const struct {
		const char *text, *events;
	} cases[] = {
		{"", "."},
		{"no element", "."},
		{"<a/>", "<aa:>."},
		{"<?xml version=\"1.0\"?>\n<a><!-- <b> --><b>5</b ></a>\n", "<a<bb:5>a:>."},
		{"<a x='>' y=\"/>\"><![CDATA[</a>]]></a>", "<aa:<![CDATA[</a>]]>>."},
		{"<a><b c=\"1\"/>t</a>", "<a<bb:>a:t>."},
		{"<a>", "<a~"},
		{"<a", "~"},
		{"<a b=\"", "~"},
		{"<a></a", "<a~"},
		{"<a><!-- ", "<a~"},
	};
	struct err e;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_string_equal(walk(cases[i].text, &e), cases[i].events);
}

static void refused(void **state)
{
	static const struct {
		const char *text, *sentence;
	} cases[] = {
		{"<!DOCTYPE a [<!ENTITY b \"c\">]><a/>", "document type"},
		{"<a></b>", "</b> closes another"},
		{"</a>", "</a> closes another"},
		{"<a></a b>", "closes another"},
		{"<a <b>", "a tag that does not end"},
		{"<a b=/c>", "a '/' inside"},
		{"<>", "without a name"},
	};
	char deep[4 * XML_DEPTH_MAX];
	struct err e;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *seen = walk(cases[i].text, &e);

		assert_int_equal(seen[strlen(seen) - 1], '!');
		assert_non_null(strstr(err_text(&e), cases[i].sentence));
	}
	for (size_t i = 0; i < sizeof deep; i++)
		deep[i] = "<a>"[i % 3];
	deep[sizeof deep - 1] = 0;
	(void)walk(deep, &e);
	assert_int_equal(e.code, E_TOO_BIG);
}

static void attributes(void **state)
{
	static const char text[] = "<a one=\"1\" two = '2>\"' onesie=\"3\"/>";
	struct xml x = xml_over(cursor_over(text, sizeof text - 1));
	struct cursor v;
	struct err e;

	(void)state;
	assert_int_equal(xml_next(&x, &e), XML_OPEN);
	assert_true(xml_attribute(&x, "one", &v) && words_is(&v, "1"));
	assert_true(xml_attribute(&x, "two", &v) && words_is(&v, "2>\""));
	assert_true(xml_attribute(&x, "onesie", &v) && words_is(&v, "3"));
	assert_false(xml_attribute(&x, "on", &v));
	x = xml_over(cursor_over("<a b c=\"1\">", 11)); /* no value: what follows is not trusted */
	assert_int_equal(xml_next(&x, &e), XML_OPEN);
	assert_false(xml_attribute(&x, "c", &v));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events),
		cmocka_unit_test(refused),
		cmocka_unit_test(attributes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
