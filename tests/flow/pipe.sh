#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# One run from tool to page: real rt-app, real agent, real server; then with the server dead, killed in the middle of a
# commit, and with its answer lost after the commit. Never a run lost, never one twice.
. "$SOURCE/tests/flow/lab.sh"
command -v rt-app >/dev/null || { echo "rt-app is not installed"; exit 77; }
short=$SOURCE/tests/data/short

echo "-- from tool to page"
lab_start
agent_measures 0 "$short"
run=$(sed -n 's,^page: .*/runs/,,p' "$dir/out")
[ -n "$run" ] || fatal "the agent named no page: $(cat "$dir/out")"
[ "$(runs_of_lab)" = $runs ] || fatal "not every run is in the lab"
curl -sf "$url/runs/$run.json" >"$dir/run.json" || fatal "no JSON of the run"
n=$(jq '[.metrics[0].distribution.values[][1]] | add' "$dir/run.json")
said=$(jq '.metrics[0].distribution | .n // .summary.n' "$dir/run.json")
[ "$n" = "$said" ] && [ "$n" -gt 50 ] || fatal "the distribution sums to $n, the summary says $said"
jq -e '.policies[] | select(.group == "idle") | .in_effect == "SCHED_IDLE"' "$dir/run.json" >/dev/null ||
	fatal "SCHED_IDLE was not in effect: $(jq -c .policies "$dir/run.json")"
curl -sf "$url/runs/$run.txt" | awk 'length($0) > 75 { print; bad = 1 } END { exit bad }' || fatal "text wider than 75 columns"
"$BIN/latlab" show "$run" --server "$url" | grep -q stddev || fatal "latlab show"
curl -sf -H 'Accept: text/html' "$url/runs/$run" | grep -q '<svg' || fatal "no picture on the page"
page=$(curl -sf "$url/series/1.json" | jq '.points | length')
[ "$page" = 1 ] || fatal "the run is no point of its series"

echo "-- a dead server costs a sentence, no run"
lab_end
before=$runs
agent_measures 3 "$short"
kept=$((runs - before))
grep -q 'does not have it' "$dir/out" || fatal "nothing said: $(cat "$dir/out")"
[ "$(ls "$dir/agent/spool/ready" | wc -l)" = $kept ] || fatal "the record is not in the spool"

echo "-- the server is killed before its commit"
lab_start LATLAB_FAULT=commit:0:kill
"$BIN/latlab-agent" upload --state "$dir/agent" --server "$url" --token-file "$dir/token" >"$dir/out" 2>&1
[ $? = 3 ] || fatal "the agent did not notice: $(cat "$dir/out")"
wait "$server_pid" 2>/dev/null
lab_start
[ "$(runs_of_lab)" = $before ] || fatal "an uncommitted run shows"
[ "$(ls "$dir/agent/spool/ready" | wc -l)" = $kept ] || fatal "the record left the spool"
lab_end

echo "-- the answer is lost after the commit"
lab_start LATLAB_FAULT=reply:0:kill
"$BIN/latlab-agent" upload --state "$dir/agent" --server "$url" --token-file "$dir/token" >"$dir/out" 2>&1
[ $? = 3 ] || fatal "the agent took silence for an answer: $(cat "$dir/out")"
wait "$server_pid" 2>/dev/null
lab_start
[ "$(runs_of_lab)" = $((before + 1)) ] || fatal "the committed run is not there"
"$BIN/latlab-agent" upload --state "$dir/agent" --server "$url" --token-file "$dir/token" >"$dir/out" 2>&1 ||
	fatal "sending again: $(cat "$dir/out")"
[ "$(runs_of_lab)" = $runs ] || fatal "a run is there twice"
[ "$(ls "$dir/agent/spool/ready" | wc -l)" = 0 ] || fatal "the spool is not empty"

echo "-- numbers of a file become a run of the lab; converted twice they are one boot"
for round in 1 2; do
	printf '70\n71\n71\n90\n' | "$BIN/latlab" convert --to record --board paper --workload notes -o "$dir/made" - 2>"$dir/out" ||
		fatal "convert: $(cat "$dir/out")"
	made=$(sed -n 's/.*made run //p' "$dir/out")
	mv "$dir/made" "$dir/agent/spool/ready/$made.run"
	"$BIN/latlab-agent" upload --state "$dir/agent" --server "$url" --token-file "$dir/token" >"$dir/out" 2>&1 ||
		fatal "an imported run was not taken: $(cat "$dir/out")"
done
[ "$(curl -sf "$url/runs/$made.json" | jq '.metrics[0].distribution.n // .metrics[0].distribution.summary.n')" = 4 ] ||
	fatal "the imported run has other numbers"
series=$(curl -sf "$url/boards/paper.json" | jq '.series[0].id')
[ "$(curl -sf "$url/series/$series.json" | jq '.points | length')" = 1 ] || fatal "two imports of the same numbers are not one boot"
lab_end

echo "-- nothing is amiss in the store"
"$BIN/latlabd" check --data "$dir/data" || fatal "check"
echo "pipe: all well"
