/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One declaration a format; each is in the file of its tool. */
#ifndef LATLAB_OUTPUTS_FORMATS_H
#define LATLAB_OUTPUTS_FORMATS_H

#include "agent/outputs/output.h"

extern const struct output_format format_cyclictest;
extern const struct output_format format_cyclictest_hist;
extern const struct output_format format_cyclictest_json;
extern const struct output_format format_function_graph;
extern const struct output_format format_hackbench;
extern const struct output_format format_hdr_log;
extern const struct output_format format_hgrm;
extern const struct output_format format_hist_trigger;
extern const struct output_format format_latency_trace;
extern const struct output_format format_numbers;
extern const struct output_format format_perf_bench;
extern const struct output_format format_perf_sched;
extern const struct output_format format_rtapp_log;
extern const struct output_format format_rtapp_stream;
extern const struct output_format format_rteval;
extern const struct output_format format_schbench;
extern const struct output_format format_trace_dat;
extern const struct output_format format_trace_report;
extern const struct output_format format_trace_stat;

#endif
