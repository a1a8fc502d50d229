/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What several pages hold: lists of runs, boards, kernels and series, each in the three forms. */
#ifndef LATLAB_DASHBOARDS_PARTS_H
#define LATLAB_DASHBOARDS_PARTS_H

#include "dashboards/html.h"
#include "dashboards/jout.h"
#include "dashboards/plain.h"
#include "dashboards/view.h"

/* How to get a first run, for lists that are empty. */
#define PARTS_FIRST_COMMAND "latlab-agent run sched-idle"

void parts_runs_html(struct buf *out, const struct run_line *run, size_t n);
void parts_runs_text(struct buf *out, const struct run_line *run, size_t n);
void parts_runs_json(struct jout *j, const struct run_line *run, size_t n);

void parts_boards_html(struct buf *out, const struct board_line *board, size_t n);
void parts_boards_text(struct buf *out, const struct board_line *board, size_t n);
void parts_board_json(struct jout *j, const struct board_line *board); /* its members */
void parts_boards_json(struct jout *j, const struct board_line *board, size_t n);

void parts_kernels_html(struct buf *out, const struct kernel_line *kernel, size_t n);
void parts_kernels_text(struct buf *out, const struct kernel_line *kernel, size_t n);
void parts_kernel_json(struct jout *j, const struct kernel_line *kernel);
void parts_kernels_json(struct jout *j, const struct kernel_line *kernel, size_t n);

void parts_series_html(struct buf *out, const struct series_line *series, size_t n);
void parts_series_text(struct buf *out, const struct series_line *series, size_t n);
void parts_series_line_json(struct jout *j, const struct series_line *series);
void parts_series_json(struct jout *j, const struct series_line *series, size_t n);

/* The members n, missed, censored, min .. p999 of a summary. */
void parts_summary_json(struct jout *j, const struct dist_summary *s);

/* The outcome as a word of its colour. */
void parts_outcome_html(struct buf *out, const char *outcome);
/* What an outcome means; the word itself for one this version does not know. */
const char *parts_outcome_meaning(const char *outcome);

/* <time> of a wall clock. */
void parts_time_html(struct buf *out, int64_t wall_ns);

#endif
