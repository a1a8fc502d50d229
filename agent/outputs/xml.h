/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Walking through the elements of an XML text, in place, without a tree. Enough for reports of tools: declarations,
 * comments and CDATA are passed over, references (&amp;) are left as they stand, and a document type is refused, since
 * the entities that it may define grow without bound.
 */
#ifndef LATLAB_OUTPUTS_XML_H
#define LATLAB_OUTPUTS_XML_H

#include "base/cursor.h"
#include "base/err.h"

#define XML_DEPTH_MAX 32

enum xml_event {
	XML_END = 1, /* of the text, all elements closed */
	XML_OPEN,    /* <name attribute="..."> or <name/>, which closes at once */
	XML_CLOSE, /* the innermost element ends; text is what stood between it and its last tag */
	XML_CUT,   /* the text ends within an element or a tag */
};

struct xml {
	struct cursor in;
	struct cursor name[XML_DEPTH_MAX]; /* of the open elements */
	size_t depth;
	struct cursor attributes; /* of the element just opened */
	struct cursor text;	  /* of the element just closed */
	const unsigned char *text_start;
	bool empty; /* <name/>: its XML_CLOSE comes next */
	bool drop;  /* after XML_CLOSE: the element leaves name[] at the next step */
};

static inline struct xml xml_over(struct cursor in)
{
	return (struct xml){.in = in};
}

/* The next event, or -E_MALFORMED, -E_TOO_BIG. At XML_CLOSE the element that ends is still name[depth - 1]. */
int xml_next(struct xml *x, struct err *e);

/* The innermost open element, and the one `up` levels above it; an empty name where there is none. */
struct cursor xml_name(const struct xml *x, size_t up);
/* The value of an attribute of the element just opened; false where it has none. */
bool xml_attribute(const struct xml *x, const char *name, struct cursor *value);

#endif
