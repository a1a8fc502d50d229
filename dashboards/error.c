/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "dashboards/pages.h"

#include "dashboards/parts.h"

static const struct {
	int status;
	const char *name;
} names[] = {
	{400, "This request cannot be read"},
	{401, "A token is needed"},
	{403, "This token may not do that"},
	{404, "There is no such page"},
	{405, "Not possible here"},
	{409, "Already there, with other content"},
	{413, "Too large"},
	{415, "Not a form this server reads"},
	{422, "Not what its format says"},
	{429, "Too many at once"},
	{503, "Busy"},
};

static const char *name_of(int status)
{
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (names[i].status == status)
			return names[i].name;
	return status >= 500 ? "The server failed" : "This did not work";
}

void error_html(int status, const char *sentence, struct buf *out)
{
	struct html_page page = {name_of(status), NULL, NULL};

	html_head(out, &page);
	html(out,
		"<p class=\"crumb\">Error %d</p>\n<h1>%s</h1>\n<p class=\"lead\">%s</p>\n"
		"<p><a href=\"/\">Back to the newest runs</a></p>\n",
		status, name_of(status), sentence);
	html_foot(out, &page);
}
