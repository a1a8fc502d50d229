/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include "dashboards/html.h"
#include "page_check.h"

static void check(const char *got, const char *in, bool url)
{
	scoped(buf_fini) struct buf out = {0};

	if (url)
		html(&out, "%-s", in);
	else
		html(&out, "%s", in);
	assert_string_equal(buf_cstr(&out), got);
}

static void test_text(void **state)
{
	(void)state;
	check("a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;", "a<b> & \"c\" 'd'", false);
	check("na\xc3\xafve \xe2\x82\xac \xf0\x9f\x99\x82",
		"na\xc3\xafve \xe2\x82\xac \xf0\x9f\x99\x82", false);
	check("a\xef\xbf\xbd"
	      "b",
		"a\x1b"
		"b",
		false);
	check("\xef\xbf\xbd\xef\xbf\xbdx", "\xc3\xffx", false);
	check("\xef\xbf\xbd", "\xc2\x85", false); /* a control of C1 */
	check("\xef\xbf\xbdgnp", "\xe2\x80\xaegnp", false);
	check("a\nb\tc", "a\nb\tc", false);
	check("", "", false);
}

static void test_url(void **state)
{
	(void)state;
	check("cfs:wu_lat-1.2~x", "cfs:wu_lat-1.2~x", true);
	check("a%2Fb%3Fc%23d%26e%25f%20g%22%3C", "a/b?c#d&e%f g\"<", true);
	check("pi%2Ejson", "pi.json", true);
	check("pi.json%2Etxt", "pi.json.txt", true);
	check("a.jsonx.txt.", "a.jsonx.txt.", true);
	check("%C3%AF%0A", "\xc3\xaf\n", true);
}

static void test_conversions(void **state)
{
	scoped(buf_fini) struct buf out = {0};

	(void)state;
	html(&out, "%d %zu %" PRId64 " %" PRIu64 " %%", -3, (size_t)7, INT64_MIN, UINT64_MAX);
	assert_string_equal(buf_cstr(&out), "-3 7 -9223372036854775808 18446744073709551615 %");
	buf_clear(&out);
	html(&out, "%.1f %.1f %.1f %.1f", 1.0, 1.26, -0.01, 99.96);
	assert_string_equal(buf_cstr(&out), "1 1.3 0 100");
}

/* The checker itself must see what it is there for. */
static void test_checker(void **state)
{
	static const char *const bad[] = {"<p>", "<p></b>", "</p>", "a & b", "<p title=x></p>",
		"<p onclick=\"x\"></p>", "<script></script>", "<p style=\"x\"></p>",
		"<b id=\"x\"></b><i id=\"x\"></i>", "a < b", "<p title=\"a<b\"></p>",
		"<path d=\"Mnan 3\"/>", "<rect x=\"-inf\"/>", "<a href=\"javascript:x\"></a>",
		"\xff"};
	scoped(buf_fini) struct buf page = {0};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		buf_clear(&page);
		buf_str(&page, bad[i]);
		if (!page_check_html(&page))
			fail_msg("passes as well-formed: %s", bad[i]);
	}
	buf_clear(&page);
	buf_str(&page,
		"<!DOCTYPE html>\n<p class=\"a\">x &amp; y<br><path d=\"M1 2\"/> infinite</p>");
	assert_null(page_check_html(&page));
}

static void test_layout(void **state)
{
	static const char *const columns[] = {"Name", "#n"};
	struct html_page page = {"a<b", "/runs", "/runs/x"};
	scoped(buf_fini) struct buf out = {0};

	(void)state;
	html_head(&out, &page);
	html_table(&out, "c\"d", columns, 2);
	html(&out, "<tr><td>x</td><td class=\"num\">1</td></tr>");
	html_table_end(&out);
	html_foot(&out, &page);
	assert_null(page_check_html(&out));
	assert_non_null(strstr(buf_cstr(&out), "<a href=\"/runs\" aria-current=\"true\">runs</a>"));
	assert_non_null(strstr(buf_cstr(&out), "<th scope=\"col\" class=\"num\">n</th>"));
	assert_non_null(strstr(buf_cstr(&out), "href=\"/runs/x.json\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_url),
		cmocka_unit_test(test_conversions),
		cmocka_unit_test(test_checker),
		cmocka_unit_test(test_layout),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
