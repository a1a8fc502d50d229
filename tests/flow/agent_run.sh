#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The agent with the real rt-app, as root and as an ordinary user: the record in the spool is read back.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
command -v rt-app >/dev/null || { echo "rt-app is not installed"; exit 77; }

fatal() {
	echo "FAILED: $*"
	exit 1
}

# field RECORD KEY
field() {
	"$BIN/show_record" "$1" | sed -n "s/^$2 //p"
}

# is RECORD KEY VALUE
is() {
	[ "$(field "$1" "$2")" = "$3" ] || fatal "$2 is \"$(field "$1" "$2")\", not \"$3\""
}

# measured STATE OUTPUT: the record that must be there, and what must be in it whoever ran it. How late a busy machine
# wakes threads is not this test's business, so a run may be overloaded.
measured() {
	set -- "$1" "$2" "$1"/spool/ready/*.run
	[ $# = 3 ] && [ -f "$3" ] || fatal "not one record: $(cat "$2")"
	case $(field "$3" outcome) in
	complete | overloaded) ;;
	*) fatal "$(field "$3" outcome): $(field "$3" reason)" ;;
	esac
	is "$3" board.name testboard
	is "$3" workload.name short
	is "$3" workload.resolved.cpus "$(nproc --all)"
	is "$3" policies.0.in_effect SCHED_OTHER
	is "$3" policies.1.in_effect SCHED_IDLE
	is "$3" "tool.ended" "exit status 0"
	is "$3" kernel.release "$(uname -r)"
	is "$3" boot_id "$(cat /proc/sys/kernel/random/boot_id)"
	is "$3" blocks.0.len 100
	n=$(field "$3" dist.0.n) all=$(field "$3" blocks.0.n)
	# Half a second of two is warm-up: the blocks have it, the distribution does not.
	[ "$n" -gt 0 ] && [ "$all" -gt "$n" ] || fatal "$n samples, $all in the blocks"
	"$BIN/show_record" --log "$3" >"$dir/log" || fatal "no raw log"
	rows=$(awk '/^== /{cfs = /run-cfs/} cfs && /^ *[0-9]/' "$dir/log" | wc -l)
	[ "$rows" = "$all" ] || fatal "$rows rows in the log, $all in the blocks"
	late=$(awk '/^== /{cfs = /run-cfs/} cfs && /^ *[0-9]/ && $7 >= 500000' "$dir/log" | wc -l)
	[ "$late" = "$n" ] || fatal "$late rows after the warm-up, $n samples"
	missed=$(awk '/^== /{cfs = /run-cfs/} cfs && /^ *[0-9]/ && $7 >= 500000 && $8 < 0' "$dir/log" | wc -l)
	is "$3" dist.0.missed "$missed"
	ls "$1/runs" | grep -q . && fatal "the run's folder is still there"
	grep -q "n $n " "$2" || fatal "the summary does not say n: $(cat "$2")"
}

run="$BIN/latlab-agent run $SOURCE/tests/data/short --board testboard --no-upload"

echo "-- as whoever runs the test"
$run --state "$dir/own" >"$dir/out" 2>&1
measured "$dir/own" "$dir/out"

echo "-- as an ordinary user, who may enter SCHED_IDLE but not leave it"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	chmod 711 "$dir"
	mkdir "$dir/nobody" && chown 65534:65534 "$dir/nobody" || fatal "cannot make a folder for nobody"
	nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
	if $nobody test -x "$BIN/latlab-agent" && $nobody test -r "$SOURCE/tests/data/short/workload.json"; then
		HOME=/nonexistent $nobody $run --state "$dir/nobody/state" >"$dir/out" 2>&1
		measured "$dir/nobody/state" "$dir/out"
	else
		echo "   (nobody cannot read this build: left out)"
	fi
else
	echo "   (is one already)"
fi

echo "-- a kernel that is not the one that was asked for"
$run --state "$dir/kernel" --want-build-id 00 >"$dir/out" 2>&1
[ $? = 1 ] || fatal "exit status: $(cat "$dir/out")"
is "$dir"/kernel/spool/ready/*.run outcome wrong-kernel

echo "-- facts are JSON"
"$BIN/latlab-agent" facts | jq -e .facts.cpus >/dev/null || fatal "facts"
echo "agent_run: all well"
