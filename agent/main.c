/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/verbs.h"

#include "base/log.h"
#include "base/opt.h"

int main(int argc, char **argv)
{
	static const struct opt_verb verbs[] = {
		{"run", "measures a workload on this board and uploads the result", verb_run},
		{"upload", "sends what still lies in the spool", verb_upload},
		{"facts", "prints what this board says of itself", verb_facts},
	};

	log_init("latlab-agent");
	return opt_verbs("latlab-agent", "Measures scheduling latency on a board.", verbs,
		ARRAY_LEN(verbs), argc, argv);
}
