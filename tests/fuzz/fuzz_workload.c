/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any bytes: refused with a sentence, or a workload that resolves to a config or is refused for its size. */
#include <stdlib.h>
#include <string.h>

#include "schema/workload/rtapp_config.h"

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len);

static void resolve(const struct workload *w, int cpus)
{
	scoped(resolved_fini) struct resolved r = {0};
	scoped(buf_fini) struct buf config = {0};
	json_t *json = NULL;

	if (workload_resolve(w, cpus, &r, NULL) < 0)
		return;
	for (size_t i = 0; i < r.len; i++)
		if (r.task[i].runtime_us < 1 || (r.task[i].period_us && r.task[i].period_us < 50))
			abort();
	if (resolved_json(&r, &json, NULL) < 0 || rtapp_config(&r, "/tmp", &config, NULL) < 0)
		abort();
	json_decref(json);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)
{
	scoped(workload_freep) struct workload *w = NULL;
	struct err e = {0};

	if (workload_parse(bytes, len, "fuzz", &w, &e) < 0) {
		if (strncmp(e.text, "fuzz: ", 6) != 0)
			abort();
		return 0;
	}
	resolve(w, 1);
	resolve(w, 7);
	return 0;
}
