# SPDX-License-Identifier: GPL-2.0-or-later
# For tests that need a real lab: a server on a free port with a token, in a folder of the test's own. Sourced; needs BIN
# and SOURCE. Everything it starts it ends, by pid.
set -u
dir=$(mktemp -d)
server_pid=
url=

fatal() {
	echo "FAILED: $*"
	[ -s "$dir/server.log" ] && tail -n 5 "$dir/server.log"
	exit 1
}

lab_start() { # lab_start [VAR=value ...]: the environment of the server
	: >"$dir/server.log"
	env "$@" "$BIN/latlabd" serve --data "$dir/data" --listen 127.0.0.1:"${port:-0}" --port-file "$dir/port" \
		>>"$dir/server.log" 2>&1 </dev/null &
	server_pid=$!
	for _ in $(seq 150); do
		grep -q 'listening on' "$dir/server.log" && break
		kill -0 "$server_pid" 2>/dev/null || fatal "the server did not start"
		sleep 0.1
	done
	grep -q 'listening on' "$dir/server.log" || fatal "the server does not listen"
	port=$(cat "$dir/port")
	url=http://127.0.0.1:$port
	[ -s "$dir/token" ] || "$BIN/latlabd" token add test --scope board --data "$dir/data" >"$dir/token" ||
		fatal "no token"
}

lab_end() { # lab_end [SIGNAL]
	[ -n "$server_pid" ] || return 0
	kill "-${1:-TERM}" "$server_pid" 2>/dev/null
	wait "$server_pid" 2>/dev/null
	server_pid=
}

agent_run() { # agent_run WORKLOAD [options]: prints what the agent prints
	"$BIN/latlab-agent" run "$@" --board testboard --state "$dir/agent" --server "$url" --token-file "$dir/token"
}

# As agent_run, again where a busy machine made it miss too many activations; every try is a run, counted in $runs.
runs=0
agent_measures() { # agent_measures STATUS WORKLOAD: output in $dir/out
	local wanted=$1 status
	shift
	for _ in 1 2 3 4 5; do
		agent_run "$@" >"$dir/out" 2>&1
		status=$?
		runs=$((runs + 1))
		grep -q ': overloaded' "$dir/out" || break
	done
	[ $status = "$wanted" ] || fatal "the agent's exit status is $status, not $wanted: $(cat "$dir/out")"
}

runs_of_lab() { # how many runs the lab lists
	curl -sf "$url/runs.json" | jq '.runs | length'
}

cleanup() {
	lab_end KILL
	rm -rf "$dir"
}
trap cleanup EXIT
