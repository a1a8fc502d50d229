#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# pipeline.sh [ROWS [ROUNDS]]: latlab against the script it replaces (sed|awk for the column, a one-pass mean and
# deviation, a histogram) on one made rt-app log, in turns; prints the ratio of their best rounds, and peak memory.
# BIN is the folder of the programs of a release build. The numbers of both are compared first: a fast wrong answer
# is none.
set -u
bin=${BIN:-build/bench/bin}
rows=${1:-1000000}
rounds=${2:-5}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
log=$dir/rt-app-cfs_thread0-0.log

for tool in perl awk sed; do
	command -v $tool >/dev/null || { echo "$tool is not installed"; exit 77; }
done
"$bin/genlog" "$rows" >"$log" || exit 1

script() { # what a developer pastes together today
	sed 1,2d "$log" | awk '{ print $11 }' >"$dir/column"
	perl -ne '$n++; $d = $_ - $m; $m += $d / $n; $q += $d * ($_ - $m); $s += $_;
		$min = $_ if $n == 1 || $_ < $min; $max = $_ if $n == 1 || $_ > $max;
		END { printf "N\tmin\tmax\tsum\tmean\tstddev\n%g\t%g\t%g\t%g\t%g\t%g\n", $n, $min, $max, $s, $m, sqrt($q / ($n - 1)) }' \
		"$dir/column" >"$dir/script.st"
	awk '{ $1 >= 1000 ? over++ : b[int($1 / 100)]++ } END { for (i = 0; i < 10; i++) print i * 100, b[i] + 0; print ">1000", over + 0 }' \
		"$dir/column" >"$dir/script.hist"
}
ours() {
	"$bin/latlab" stat --st "$log" >"$dir/ours.st"
	"$bin/latlab" hist -a 0 -z 1000 -n 10 "$log" >"$dir/ours.hist"
}
stat_alone() {
	"$bin/latlab" stat --st "$log" >"$dir/ours.st"
}
lines() { # the floor of any work by lines
	wc -l "$log" >/dev/null
}

# In $cpu: the CPU seconds of all that this shell has waited for; not in a subshell, which starts at 0.
measure_cpu() {
	times >"$dir/cpu"
	cpu=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += 60 * t[1] + t[2] } printf "%.3f", sum }' \
		"$dir/cpu")
}

script
ours
cmp "$dir/script.st" "$dir/ours.st" || { echo "the answers differ"; exit 1; }
for round in $(seq "$rounds"); do
	for what in script ours stat_alone lines; do
		measure_cpu
		before=$cpu
		$what
		measure_cpu
		echo "$what $before $cpu" >>"$dir/times"
	done
done
awk -v rows="$rows" -v bytes="$(stat -c %s "$log")" '
	{ took = $3 - $2; if (!($1 in best) || took < best[$1]) best[$1] = took }
	END {
		printf "%d rows, %.0f MB, best CPU seconds:\n", rows, bytes / 1e6
		printf "  sed|awk, perl, awk   %.3f\n  latlab stat and hist %.3f\n  latlab stat alone    %.3f\n  wc -l                %.3f\n",
			best["script"], best["ours"], best["stat_alone"], best["lines"]
		if (best["ours"] > 0) printf "ratio script / (stat and hist) %.1f\n", best["script"] / best["ours"]
		if (best["stat_alone"] > 0) printf "ratio script / stat alone      %.1f\n", best["script"] / best["stat_alone"]
	}' "$dir/times"
if [ -x /usr/bin/time ]; then
	/usr/bin/time -f 'peak memory of latlab stat     %M kB' "$bin/latlab" stat --st "$log" 2>&1 >/dev/null | tail -n 1
else
	echo "peak memory: not measured, /usr/bin/time is not installed"
fi
