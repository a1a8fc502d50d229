/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/verbs.h"

#include "base/opt.h"

int main(int argc, char **argv)
{
	static const struct opt_verb verbs[] = {
		{"runs", "lists the newest runs of a lab", verb_runs},
		{"show", "prints a run, board, kernel or series as text", verb_show},
	};

	return opt_verbs("latlab", "Looks into a latlab lab from a terminal.", verbs,
		ARRAY_LEN(verbs), argc, argv);
}
