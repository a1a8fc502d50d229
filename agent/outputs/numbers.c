/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plain numbers between blanks or newlines, as `sed | awk` leaves them. Where some have digits behind their point all are
 * kept in steps of the finest: with "1.5 2.25" the unit is "e-2" and the samples are 150 and 225.
 */
#include <stdio.h>
#include <string.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/put.h"
#include "agent/outputs/words.h"
#include "base/text.h"

#define SNIFFED_MAX 4096
#define NO_NUMBER   (-1)

/* How many digits stand behind the point; NO_NUMBER where the word is none that we can keep. */
static int digits_of(struct cursor word)
{
	const unsigned char *p = word.at, *point = NULL;
	size_t digits = 0;

	if (p < word.end && (*p == '-' || *p == '+'))
		p++;
	for (; p < word.end; p++) {
		if (*p == '.' && !point)
			point = p;
		else if (*p < '0' || *p > '9')
			return NO_NUMBER;
		else
			digits++;
	}
	if (!digits || (point && (word.end - point == 1 || word.end - point > 10)))
		return NO_NUMBER;
	return point ? (int)(word.end - point) - 1 : 0;
}

static int sniff(struct cursor in)
{
	struct cursor all = cursor_over(in.at, MIN(cursor_left(&in), (size_t)SNIFFED_MAX)), line,
		      word;
	bool whole = cursor_left(&all) == cursor_left(&in), ended, any = false;

	while (cursor_line(&all, &line, &ended)) {
		while (words_next(&line, &word)) {
			bool cut = !whole && !ended && word.end == all.end;

			if (!cut && digits_of(word) == NO_NUMBER)
				return 0;
			any = true;
		}
	}
	return any ? 10 : 0;
}

/* The finest number's digits. */
static int find_digits(struct cursor in, int *finest, struct err *e)
{
	struct cursor line, word;
	bool ended;

	*finest = 0;
	for (size_t n = 1; cursor_line(&in, &line, &ended); n++) {
		while (words_next(&line, &word)) {
			int digits = digits_of(word);
			char shown[32];

			if (digits == NO_NUMBER)
				return err_set(e, E_MALFORMED,
					"line %zu: \"%s\" is no number of at most 9 digits behind its point",
					n,
					text_printable((const char *)word.at, cursor_left(&word),
						shown, sizeof shown));
			*finest = MAX(*finest, digits);
		}
	}
	return 0;
}

static int read_line(struct output_series *s, struct cursor line, int digits, struct err *e)
{
	struct cursor word;

	while (words_next(&line, &word)) {
		int64_t v;
		int r;

		if (!text_decimal((const char *)word.at, cursor_left(&word), digits, &v))
			return err_set(e, E_TOO_BIG, "too large a number");
		r = put_sample(s, v, e);
		if (r < 0)
			return r;
	}
	return 0;
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct output_series *s;
	struct cursor line;
	char unit[16] = "";
	bool ended;
	int digits, r = find_digits(in, &digits, e);

	if (r == 0 && digits)
		snprintf(unit, sizeof unit, "e-%d", digits);
	if (r == 0)
		r = put_series(ret, "numbers", unit, 1, &s, e);
	for (size_t n = 1; r == 0 && cursor_line(&in, &line, &ended); n++) {
		r = read_line(s, line, digits, e);
		if (r < 0)
			err_add(e, r, "line %zu", n);
	}
	return r;
}

const struct output_format format_numbers = {
	.name = "numbers",
	.about = "plain numbers, between blanks or one a line",
	.sniff = sniff,
	.parse = parse,
};
