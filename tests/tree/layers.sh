#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every #include of ours points where the table in docs/architecture.md allows, and wide libraries
# are known in their one place.
set -u
cd "${SOURCE:-.}" || exit 1

check() { # reads "file<TAB>included" lines, prints the wrong ones
	awk -F'\t' -v doc=docs/architecture.md '
	function folder_of(path,   f, best) {
		for (f in known) if (index(path, f "/") == 1 && length(f) > length(best)) best = f
		return best
	}
	BEGIN {
		while ((getline line < doc) > 0) {
			if (line ~ /^<!-- layers -->/) on = 1
			if (line ~ /^<!-- end -->/) on = 0
			if (!on || line !~ /^\| `/) continue
			n = split(line, cell, "|")
			gsub(/[` ]/, "", cell[2]); gsub(/[` ]/, "", cell[3])
			known[cell[2]] = 1; allowed[cell[2]] = "," cell[3] ","
			gsub(/[` ]/, "", cell[4]); only[cell[2]] = cell[4]
			k = split(cell[4], libs, ",")
			for (i = 1; i <= k; i++) { split(libs[i], pair, ":"); if (pair[2] != "") home[pair[1]] = pair[2] }
		}
	}
	$2 ~ /^</ {
		lib = substr($2, 2, length($2) - 2)
		if ((lib in home) && $1 != home[lib]) { print $1 ": <" lib "> belongs to " home[lib] " alone"; bad = 1 }
		next
	}
	{
		from = folder_of($1); to = folder_of($2)
		if (from == "") { print $1 ": in no folder of docs/architecture.md"; bad = 1 }
		else if (to == "") { print $1 ": includes \"" $2 "\", which is in no folder of docs/architecture.md"; bad = 1 }
		else if (from != to && index(allowed[from], "," to ",") == 0) {
			print $1 ": " from " may not use " to " (\"" $2 "\")"; bad = 1
		}
	}
	END { exit bad }'
}

includes() {
	find . -path ./build -prune -o -path ./tests -prune -o -path ./bench -prune -o -path ./.git -prune \
		-o \( -name '*.c' -o -name '*.h' -o -name '*.def' \) -print | sed 's,^\./,,' | sort |
		while read -r f; do
			sed -n "s,^#include \"\([^\"]*\)\".*,$f\t\1,p; s,^#include \(<[^>]*>\).*,$f\t\1,p" "$f"
		done
}

# The checker must be able to fail.
printf 'base/x.c\tserver/store.h\n' | check >/dev/null && { echo "a wrong include was not noticed"; exit 1; }
printf 'cli/x.c\t<sqlite3.h>\n' | check >/dev/null && { echo "a misplaced library was not noticed"; exit 1; }
[ "$(includes | wc -l)" -gt 50 ] || { echo "found hardly any includes"; exit 1; }
includes | check
