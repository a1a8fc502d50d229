#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# An rt-app that misbehaves: each way gives its outcome, with a reason that names it, and never data.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/bin"
real=$(command -v rt-app)

fatal() {
	echo "FAILED: $*"
	exit 1
}

# case_of NAME OUTCOME REASON: runs with the rt-app that stdin holds; the reason must match.
case_of() {
	name=$1 outcome=$2 reason=$3
	echo "-- $name"
	cat >"$dir/bin/rt-app"
	chmod 755 "$dir/bin/rt-app"
	PATH=$dir/bin:$PATH timeout 60 "$BIN/latlab-agent" run "$SOURCE/tests/data/short" --board testboard --no-upload \
		--state "$dir/$name" >"$dir/out" 2>&1
	[ $? = 1 ] || fatal "exit status of $name: $(cat "$dir/out")"
	set -- "$dir/$name"/spool/ready/*.run
	[ -f "$1" ] || fatal "$name: no record: $(cat "$dir/out")"
	"$BIN/show_record" "$1" >"$dir/fields" || fatal "$name: the record cannot be read"
	grep -qx "outcome $outcome" "$dir/fields" || fatal "$name: $(grep -E '^(outcome|reason)' "$dir/fields")"
	grep -Eq "^reason .*$reason" "$dir/fields" || fatal "$name: $(grep '^reason' "$dir/fields")"
	[ "$outcome" != failed ] || ! grep -q '^metrics' "$dir/fields" || fatal "$name: a failed run has data"
}

case_of says-error failed 'rt-app said: .*mismatch run event' <<'X'
#!/bin/sh
echo "[rt-app] <error> Unknown or mismatch run event type"
X

case_of says-crit failed 'rt-app said: .*Invalid policy' <<'X'
#!/bin/sh
echo "[rt-app] <notice> pLoad = 100ns"
echo "[rt-app] <crit> [json] Invalid policy SCHED_LAZY"
exit 2
X

case_of leaves-no-logs failed 'no log of thread' <<'X'
#!/bin/sh
exit 0
X

case_of has-last-words failed 'exit status 134: free.*: invalid pointer' <<'X'
#!/bin/sh
echo "free(): invalid pointer"
exit 134
X

case_of is-killed failed 'signal 9' <<'X'
#!/bin/sh
kill -9 $$
X

case_of hangs failed 'time limit|threads of rt-app appeared' <<'X'
#!/bin/sh
exec sleep 100
X

case_of talks-too-much failed 'no log of thread|threads of rt-app appeared' <<'X'
#!/bin/sh
head -c 1000000000 /dev/zero | tr '\0' 'x'
X

# make_logs CONFIG ROWS: what the fakes below share. Writes a log for each task; ROWS is the awk that prints the rows.
cat >"$dir/bin/make_logs" <<'X'
#!/bin/sh
logdir=$(sed -n 's/.*"logdir": "\(.*\)",/\1/p' "$1")
i=0
sed -n 's/^\t\t"\([a-z]*-[0-9]*\)": {/\1/p' "$1" | while read -r task; do
	awk "BEGIN { print \"#idx perf run period start end rel_st slack c_duration c_period wu_lat\"; $2 }" \
		>"$logdir/run-$task-$i.log"
	i=$((i + 1))
done
X
chmod 755 "$dir/bin/make_logs"
rows='for (t = 0; t < 2000000; t += 12000) print "0 0 1000 12000", t, t + 12000, t, "10000 0 12000 70"'

case_of logs-are-empty failed 'timer' <<X
#!/bin/sh
make_logs "\$1" ''
X

case_of logs-are-garbage failed 'run-.*log: line 2' <<X
#!/bin/sh
make_logs "\$1" 'print "Killed"'
X

case_of logs-are-cut partial 'in the middle of a row' <<X
#!/bin/sh
make_logs "\$1" '$rows; printf "0 0 1000 12000 12"'
X

case_of ends-early partial 'ended after .* ms of 2000' <<X
#!/bin/sh
make_logs "\$1" '$rows'
X

case_of shows-no-threads wrong-policy 'not read back' <<X
#!/bin/sh
sleep 2
make_logs "\$1" '$rows'
X

if [ -n "$real" ]; then
	case_of overloads overloaded '% of the activations were missed' <<X
#!/bin/sh
sed -i 's/"runtime": 1000/"runtime": 30000/' "\$1"
exec $real "\$@"
X

	case_of loses-the-policy wrong-policy 'group idle: wanted SCHED_IDLE, in effect SCHED_OTHER, at the end' <<X
#!/bin/bash
(
	sleep 1
	for t in /proc/\$\$/task/*; do
		case \$(cat "\$t/comm") in idle-*) chrt --other -p 0 "\${t##*/}" ;; esac
	done
) &
exec $real "\$@"
X
fi

echo "-- there is no rt-app"
rm "$dir/bin/rt-app"
mkdir "$dir/empty"
PATH=$dir/empty "$BIN/latlab-agent" run "$SOURCE/tests/data/short" --board testboard --no-upload --state "$dir/none" \
	>"$dir/out" 2>&1
[ $? = 1 ] || fatal "exit status without rt-app: $(cat "$dir/out")"
"$BIN/show_record" "$dir"/none/spool/ready/*.run | grep -qx 'outcome not-runnable' || fatal "without rt-app"
grep -q 'apt install rt-app' "$dir/out" || fatal "no mend is named: $(cat "$dir/out")"
echo "agent_faults: all well"
