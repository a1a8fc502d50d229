#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What must not be committed: a licence line missing from a source file, a path of somebody's machine, a skipped test
# left behind, spaces at line ends.
set -u
cd "${SOURCE:-.}" || exit 1
bad=0
say() { echo "$*"; bad=1; }
while read -r f; do
	head -n 3 "$f" | grep -q 'SPDX-License-Identifier: GPL-2.0-or-later' || say "$f: no licence line"
done < <(find base client schema agent jobs kernels dashboards server cli analysis bench \
	\( -name '*.c' -o -name '*.h' \) 2>/dev/null)
hits=$(grep -rnIE '/(home|work)/[a-z]+/|/root/' --include='*' --exclude-dir=build --exclude-dir=.git --exclude=.git --exclude-dir=.lab . |
	grep -v 'tests/tree/words.sh') && say "a path of one machine: $hits"
hits=$(grep -rnE '[[:blank:]]+$' --include='*.c' --include='*.h' --include='*.sh' --include='*.md' --exclude-dir=build . ) &&
	say "blanks at line ends: $hits"
exit $bad
