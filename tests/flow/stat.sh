#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# latlab stat, hist and convert as a person calls them: golden files of made samples, packed files, pipes, what is
# wrong and what it says; and the collected cases where LATLAB_CASES names them. GOLDEN=write writes the golden files.
set -u
latlab=$BIN/latlab
golden=$SOURCE/tests/golden
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
bad=0

wrong() {
	echo "FAILED: $*"
	bad=1
}

expect() { # expect STATUS NAME command...: standard output and error like the golden file NAME
	local wanted=$1 name=$2 status
	shift 2
	"$@" >out 2>err
	status=$?
	[ $status = "$wanted" ] || wrong "$name: exit status $status, not $wanted: $(cat err)"
	case $name in
	hist | hist_default | hist_below | hist_points | convert_json) ;; # as wide as the other tool's
	*) awk 'length($0) > 75 { exit 1 }' out || wrong "$name: wider than 75 columns" ;;
	esac
	cat err >>out
	[ "${GOLDEN:-}" = write ] && cp out "$golden/stat_$name.txt"
	diff -u "$golden/stat_$name.txt" out || wrong "$name: not as its golden file says"
}

says() { # says STATUS "text" command...: the text is on standard error
	local wanted=$1 text=$2 status
	shift 2
	"$@" >out 2>err
	status=$?
	[ $status = "$wanted" ] || wrong "$*: exit status $status, not $wanted: $(cat err)"
	grep -qF -- "$text" err || wrong "$*: does not say \"$text\": $(cat err)"
	[ ! -s out ] || [ "$wanted" != 2 ] || wrong "$*: prints although it was called wrongly"
}

same() { # same FILE command...: exactly the bytes of FILE
	local file=$1
	shift
	"$@" 2>err | cmp -s - "$file" || wrong "$*: not the bytes of $file"
}

# ---- made samples -----------------------------------------------------------------------------

# A run folder: three threads of two groups and one without a timer; the first thread is late twice.
header='#idx     perf      run   period           start             end          rel_st      slack c_duration   c_period     wu_lat'
rows() { # rows SEED COUNT: deterministic, wu_lat below 1000
	awk -v seed="$1" -v n="$2" 'BEGIN { for (i = 0; i < n; i++) {
		seed = (seed * 1103 + 12345) % 65536; late = i == 7 || i == 9
		printf "%4d %8d %8d %8d %15d %15d %15d %10d %10d %10d %10d\n", i, 0, 300 + seed % 40, 6000,
			1000000 + i * 6000, 1000300 + i * 6000, i * 6000, late ? -12 : 5000, 0, 6000,
			late ? 0 : seed % 97 + (seed % 11 == 0) * seed % 900 } }'
}
mkdir run
{ echo "# Policy : SCHED_OTHER priority : 0"; echo "$header"; rows 1 300; } >run/rt-app-cfs_thread0-0.log
{ echo "$header"; rows 2 300; } >run/rt-app-cfs_thread1-1.log
{ echo "$header"; rows 3 50; } >run/rt-app-other-2.log
{ echo "$header"; echo "0 0 500 500 1 2 3 0 0 0 0"; } >run/rt-app-idle_thread0-3.log
echo '{"tasks": {}}' >run/rt-app.json
echo 'rt-app output 1 2 3' >run/stdout

expect 0 folder "$latlab" stat run
expect 0 folder_by_thread "$latlab" stat --by thread --warm-up 600 run
expect 0 folder_by_file "$latlab" stat --by file --unit ms run/
expect 0 folder_slack "$latlab" stat --column slack --by group run
expect 0 folder_st "$latlab" stat --st run
expect 0 folder_st_by_group "$latlab" stat --st --by group --unit ms run
expect 0 hist "$latlab" hist -a 0 -z 1000 -n 10 run
expect 0 hist_default "$latlab" hist run
expect 0 hist_all "$latlab" hist --percent=all -a 0 -z 50 -n 5 run
expect 0 hist_log "$latlab" hist --log --by group run
expect 0 convert_csv "$latlab" convert --to csv --column c_period --by thread run
expect 0 convert_json "$latlab" convert --to json --column c_period run
expect 0 convert_hgrm "$latlab" convert --to hgrm --column c_period run

printf '%s\n' -5 0 12 1000 1001 >below.txt
expect 0 hist_below "$latlab" hist -a 0 -z 1000 -n 10 below.txt
expect 0 hist_below_all "$latlab" hist -a 0 -z 1000 -n 10 --percent=all below.txt
printf '1.5 2.25\n3\n' >points.txt
expect 0 points "$latlab" stat points.txt
expect 0 points_st "$latlab" stat --st points.txt
expect 0 hist_points "$latlab" hist -a 0 -z 4 -n 4 points.txt

"$latlab" convert --to dist run -o run.dist 2>/dev/null && [ -s run.dist ] || wrong "no distribution file"
"$latlab" convert --to json run -o run.json 2>/dev/null || wrong "no JSON file"
n=$(jq '[.series[0].hist[][1]] | add' run.json)
[ "$n" = 650 ] || wrong "the JSON has $n samples, not 650"
n=$("$latlab" convert --to csv run 2>/dev/null | awk -F, 'NR > 1 { n += $2 } END { print n }')
[ "$n" = 650 ] || wrong "the CSV has $n samples, not 650"

# What is converted to a percentile table and read again is the same but for its unit.
"$latlab" convert --to hgrm run -o run.hgrm 2>/dev/null || wrong "no hgrm file"
"$latlab" stat --st run >wanted 2>/dev/null
same wanted "$latlab" stat --st run.hgrm

# Another tool's arithmetic on the same rows.
awk '$1 ~ /^[0-9]/ && ($8 || $11) { n++; d = $11 - mean; mean += d / n; m2 += d * ($11 - mean); sum += $11
	if (n == 1 || $11 < min) min = $11
	if ($11 > max) max = $11 }
	END { printf "N\tmin\tmax\tsum\tmean\tstddev\n%g\t%g\t%g\t%g\t%g\t%g\n", n, min, max, sum, mean, sqrt(m2 / (n - 1)) }' \
	run/*.log >wanted
same wanted "$latlab" stat --st run

# ---- packed, and through pipes ----------------------------------------------------------------

log=run/rt-app-cfs_thread0-0.log
"$latlab" stat --st $log >wanted
mkdir packed
gzip -c $log >packed/rt-app-cfs_thread0-0.log.gz
same wanted "$latlab" stat --st packed/rt-app-cfs_thread0-0.log.gz
same wanted "$latlab" stat --st packed
if command -v xz >/dev/null; then
	xz -c $log >log.xz
	same wanted "$latlab" stat --st log.xz
fi
if command -v zstd >/dev/null; then
	zstd -qc $log >log.zst
	same wanted "$latlab" stat --st log.zst
fi
same wanted "$latlab" stat --st - <$log
gzip -c $log | "$latlab" stat --st - | cmp -s - wanted || wrong "a packed pipe"
{ cat $log; } | "$latlab" stat - >/dev/null || wrong "a pipe"
printf '1 2 3\n' | "$latlab" hist -a 0 -z 4 -n 4 - | grep -q '33% (1)' || wrong "hist of a pipe"
if [ -w /dev/full ]; then
	says 1 "standard output" sh -c "\"$latlab\" stat $log >/dev/full"
fi

# ---- what is wrong ----------------------------------------------------------------------------

says 1 "nowhere.log: No such file" "$latlab" stat nowhere.log
mkdir empty
says 1 "empty: none of the 0 files in this folder" "$latlab" stat empty
echo "no numbers here" >text
says 1 "text: unknown format; tried: " "$latlab" stat text
says 1 "rt-app log" "$latlab" stat text
: >nothing
says 1 "nothing: it is empty" "$latlab" stat nothing
gzip -c $log | head -c 2000 >cut.gz
says 1 "cut.gz: the gzip data ends in the middle: the file is cut" "$latlab" stat cut.gz
gzip -c $log >damaged.gz
printf 'XXXXXXXXXXXXXXXX' | dd of=damaged.gz bs=1 seek=1000 conv=notrunc 2>/dev/null
says 1 "damaged.gz: the gzip data is damaged" "$latlab" stat damaged.gz
{ cat $log; echo "1 2 x"; } >garbage.log
says 1 "garbage.log: line 303: " "$latlab" stat garbage.log
head -c -20 $log >cut.log
says 0 "cut.log: the last row is cut and left out" "$latlab" stat cut.log
echo "$header" >header.log
says 1 "header.log: no row" "$latlab" stat header.log
says 1 "no data" "$latlab" stat header.log
says 1 "it has no nothing" "$latlab" stat --column nothing below.txt
says 1 "so no warm-up can be left out" "$latlab" stat --warm-up 1 below.txt
says 1 "in no unit of time" "$latlab" stat --unit ms below.txt
says 1 "choose one with --column" "$latlab" convert --to hgrm --by thread run
says 2 "unit takes" "$latlab" stat --unit min run
says 2 "by takes" "$latlab" stat --by cpu run
says 2 "FILES... is missing" "$latlab" stat
says 2 "percent takes" "$latlab" hist --percent=some run
says 2 "larger than" "$latlab" hist -a 5 -z 5 run
says 1 "board.name" "$latlab" convert --to record --board UPPER run
says 0 "made run" "$latlab" convert --to record run
says 2 "to takes" "$latlab" convert run
{ echo "$header"; for i in 1 2 3; do echo "$i 0 1 2 3 4 5 -9 0 6 0"; done; echo "4 0 1 2 3 4 5 9 0 6 50"; } >late.log
says 0 "75 % of the activations were late" "$latlab" stat late.log

# One bad file among good ones: the rest is told, and the exit status says so.
"$latlab" stat --st nowhere.log $log >out 2>err
[ $? = 1 ] && cmp -s out wanted || wrong "a missing file hides the others"

for verb in stat hist convert; do
	"$latlab" $verb --help >out || wrong "$verb --help"
	awk 'length($0) > 75 { print; exit 1 }' out || wrong "$verb --help is wider than 75 columns"
	grep -q '^Examples:' out || wrong "$verb --help has no examples"
	for option in $(grep -o -- '^ .\{5\}--[a-z-]*' out | sed 's/.*--//'); do
		grep -q -- "$option" "$SOURCE/packaging/completion/latlab.bash" || wrong "bash does not complete --$option"
		grep -q -- "--$option" "$SOURCE/packaging/completion/_latlab" || wrong "zsh does not complete --$option"
		grep -q -- "-$option" "$SOURCE/docs/man/latlab.1" || wrong "the manual page has no --$option"
	done
done

# ---- collected cases --------------------------------------------------------------------------

if [ -z "${LATLAB_CASES:-}" ]; then
	echo "LATLAB_CASES is not set: collected files are not read"
	[ $bad = 0 ] && echo "stat: all well"
	exit $bad
fi
for samples in "$LATLAB_CASES"/seeds/samples-*[0-9].txt; do
	same "${samples%.txt}.st.txt" "$latlab" stat --st "$samples"
	same "${samples%.txt}.textogram.txt" "$latlab" hist -a 0 -z 1000 -n 10 "$samples"
done

mean_of() { # mean_of NAME of a run: of its CFS threads after the first second
	mkdir -p "runs/$1" && tar -xf "$LATLAB_CASES/real-runs/rtapp-two-kernels/$1.tar.xz" -C "runs/$1" &&
		"$latlab" stat --st --warm-up 1000 --by group "runs/$1/$1" 2>/dev/null | awk -F'\t' 'NR == 2 { print $(NF - 1) }'
}
while read -r name wanted; do
	mean=$(mean_of "$name")
	awk -v a="$mean" -v b="$wanted" 'BEGIN { d = a - b; exit !(a > 0 && d < 0.5 && d > -0.5) }' ||
		wrong "$name: mean $mean, not $wanted"
done <<-'MEANS'
	A-1 517
	A-2 488
	A-3 458.5
	B-1 73.2
	B-2 72.6
	B-3 72.8
MEANS

while read -r file n mean; do
	got=$("$latlab" stat --st "$LATLAB_CASES/rtapp-log/$file" 2>/dev/null | awk -F'\t' 'NR == 2 { print $1, $5 }')
	[ "$got" = "$n $mean" ] || wrong "$file: $got, not $n $mean"
done <<-'LOGS'
	bad-truncated-mid-row.log 9 54.2222
	layout-2015-05-wulat-before-slack.log 10 54.1
	layout-2016-11-wulat-only.log 10 54.1
	layout-current-11col.log 10 54.1
	overflow-idx-wide.log 10 54.1
	real-steady-part.log 18 7.94444
LOGS
says 1 "it has no wu_lat" "$latlab" stat "$LATLAB_CASES/rtapp-log/layout-2014-09-no-latency.log"
says 1 "no row" "$latlab" stat "$LATLAB_CASES/rtapp-log/header-only.log"
mkdir mttcg && tar -xf "$LATLAB_CASES/real-runs/rtapp-mttcg-bad/A-1_B-1_B-2_A-2.tar.xz" -C mttcg
says 0 "of the activations were late" "$latlab" stat mttcg/A-1

[ $bad = 0 ] && echo "stat: all well"
exit $bad
