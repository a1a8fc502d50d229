/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The limit of every number and text that comes from outside. Part of the wire: changing one is a new version. */
#ifndef LATLAB_WIRE_LIMITS_H
#define LATLAB_WIRE_LIMITS_H

#define RECORD_BYTES_MAX  (16u << 20) /* a run record */
#define RECORD_HEADER_MAX (64u << 10) /* its JSON header */
#define RECORD_RAW_MAX \
	(12u << 20) /* its compressed raw log; a larger one is left out and said so */
#define RECORD_METRICS_MAX 64
#define JSON_BYTES_MAX	   (1u << 20) /* a JSON upload */
#define JSON_DEPTH_MAX	   16

#define NAME_MAX_LEN	   64	/* board, workload, metric: [a-z0-9._:-] */
#define TEXT_MAX_LEN	   256	/* releases, units, versions */
#define LONG_MAX_LEN	   4096 /* kernel command line, reason */

/* A sample: 2^53 ns are 104 days, and every such value is exact in a double and in JSON. */
#define SAMPLE_ABS_MAX	 (INT64_C(1) << 53)
#define DIST_SAMPLES_MAX (UINT64_C(1) << 40) /* of a union */
#define RUN_SAMPLES_MAX	 (UINT64_C(1) << 36) /* of one metric in a record: years of them */
/* Of a distribution, and of all those of a record together: 10M heavy-tailed ns samples have 2.8M. */
#define DIST_DISTINCT_MAX (1u << 22)
#define DIST_BYTES_MAX	  RECORD_BYTES_MAX
#define BLOCKS_MAX	  4096

/* Above this share of missed activations a run is overloaded: shown, never a point. */
#define MISSED_SHARE_MAX 0.05

#endif
