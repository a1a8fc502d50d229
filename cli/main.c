/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/verbs.h"

#include "base/opt.h"

int main(int argc, char **argv)
{
	static const struct opt_verb verbs[] = {
		{"stat", "count, mean and percentiles of latency files", verb_stat},
		{"hist", "a histogram of latency files as text", verb_hist},
		{"convert", "latency files as JSON, CSV, hgrm", verb_convert},
		{"runs", "lists the newest runs of a lab", verb_runs},
		{"show", "prints a run, board, kernel or series as text", verb_show},
	};

	return opt_verbs("latlab",
		"Measures of latency files, and a look into a latlab lab, from a terminal.", verbs,
		ARRAY_LEN(verbs), argc, argv);
}
