#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# one.sh NAME [SECONDS [OPTION...]]: fuzzes one target, from its corpus; what is found is left beside where it ran.
set -eu
cd "$(dirname "$0")/../.."
name=$1
seconds=${2:-60}
shift $(($# < 2 ? $# : 2))
[ -x "build/fuzz/bin/fuzz_$name" ] || {
	echo "there is no fuzz target \"$name\"" >&2
	exit 1
}
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
build/fuzz/bin/fuzz_"$name" -max_total_time="$seconds" -max_len=65536 -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
	-artifact_prefix="build/fuzz/found-$name-" "$@" "$new" "tests/fuzz/corpus/$name"
