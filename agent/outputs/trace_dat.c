/* SPDX-License-Identifier: GPL-2.0-or-later */
/* trace-cmd's binary trace.dat; where libtracecmd is not built in it is known by its name at least. */
#include <inttypes.h>

#include "agent/outputs/formats.h"
#include "agent/outputs/trace_dat_read.h"
#include "agent/outputs/words.h"

static int add_output(struct wakeup_trace *t, uint64_t instances, struct output *ret)
{
	for (size_t i = 0; i < FROM_NEVENTS; i++)
		t->from[i].digits = 9;
	if (instances &&
		output_note(ret, NOTE_UNPARSED, instances,
			"%" PRIu64 " buffers beside the main one are not read", instances) < 0)
		return -E_NOMEM;
	return wakeup_trace_output(t, ret);
}

static int parse(struct cursor in, struct output *ret, struct err *e)
{
	struct wakeup_trace t = {.lost = 0};
	uint64_t instances;
	int r = trace_dat_read(in, &t, &instances, e);

	if (r == 0) {
		r = add_output(&t, instances, ret);
		if (r < 0)
			(void)err_set(e, (enum err_code) - r, "the latencies of this trace");
	}
	wakeup_trace_fini(&t);
	return r;
}

static int sniff(struct cursor in)
{
	return words_begin(&in, "\x17\x08\x44tracing") ? 100 : 0;
}

const struct output_format format_trace_dat = {
	.name = "trace.dat",
	.about = "trace-cmd record's binary file, any version; needs a build with libtracecmd",
	.sniff = sniff,
	.parse = parse,
};
