/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every format that can be read, once. */
#include "agent/outputs/formats.h"

const struct output_format *const output_formats[] = {
	&format_cyclictest,
	&format_cyclictest_hist,
	&format_cyclictest_json,
	&format_function_graph,
	&format_hackbench,
	&format_hdr_log,
	&format_hgrm,
	&format_hist_trigger,
	&format_latency_trace,
	&format_numbers,
	&format_perf_bench,
	&format_perf_sched,
	&format_rtapp_log,
	&format_rtapp_stream,
	&format_rteval,
	&format_schbench,
	&format_trace_dat,
	&format_trace_report,
	&format_trace_stat,
};
const size_t output_nformats = ARRAY_LEN(output_formats);
