#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# ./lab demo in a fresh clone, as a newcomer runs it: twice, with its port taken, without root, then ./lab stop.
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
listener=
cleanup() {
	[ -x "$dir/clone/lab" ] && "$dir/clone/lab" stop
	[ -n "$listener" ] && kill "$listener"
	rm -rf "$dir"
}
trap cleanup EXIT
fatal() {
	echo "FAILED: $*"
	exit 1
}
has() { grep -qF -- "$1" "$dir/out" || fatal "\"$1\" is not in what it printed: $(tail -n 30 "$dir/out")"; }

free_port() {
	python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

git clone -q "$top" "$dir/clone" || fatal "git clone"
cd "$dir/clone" || exit 1
LATLAB_PORT=$(free_port)
export LATLAB_PORT

echo "-- first demo"
./lab demo >"$dir/out" 2>&1 || fatal "demo: $(cat "$dir/out")"
has "sched-idle"
has "p99"
has "stddev"
has "###"
has "no verdict"
page=$(sed -n 's/^The page of this run: *//p' "$dir/out")
curl -sf -H "Accept: text/html" "$page" -o "$dir/page.html" || fatal "the page $page does not open"
grep -q '<svg' "$dir/page.html" || fatal "no histogram on the page"
awk 'length($0) > 75 && !/http|^==/ { print FILENAME ": " length($0) " columns: " $0; bad = 1 } END { exit bad }' "$dir/out" ||
	fatal "text wider than 75 columns"

echo "-- second demo"
first=$(cat .lab/latlabd.pid)
./lab demo >"$dir/out" 2>&1 || fatal "second demo: $(cat "$dir/out")"
has "runs already"
[ "$first" = "$(cat .lab/latlabd.pid)" ] || fatal "a second server was started"
[ "$(build/release/bin/latlab runs --json --server "http://127.0.0.1:$LATLAB_PORT" |
	python3 -c 'import json,sys; print(len(json.load(sys.stdin)["runs"]))')" = 2 ] || fatal "two demos did not give two runs"

echo "-- stop"
./lab stop >"$dir/out" 2>&1
has "stopped"
readlink -e "/proc/$first/exe" >/dev/null && fatal "the server still runs" # a zombie has none
./lab stop >"$dir/out" 2>&1
has "no server of ours"

echo "-- port taken"
python3 -m http.server --bind 127.0.0.1 "$LATLAB_PORT" >/dev/null 2>&1 &
listener=$!
for _ in $(seq 100); do
	curl -s "http://127.0.0.1:$LATLAB_PORT/" >/dev/null && break
	sleep 0.1
done
./lab demo >"$dir/out" 2>&1 && fatal "demo went on although its port was taken"
has "port $LATLAB_PORT is taken by another program"
kill "$listener"
listener=

if [ "$(id -u)" = 0 ]; then
	echo "-- without root"
	rm -rf .lab
	chmod 755 "$dir"
	chown -R nobody "$dir/clone"
	setpriv --reuid nobody --regid nogroup --clear-groups env HOME="$dir/clone" LATLAB_PORT="$(free_port)" \
		./lab demo >"$dir/out" 2>&1 || fatal "demo without root: $(cat "$dir/out")"
	has "no verdict"
	setpriv --reuid nobody --regid nogroup --clear-groups ./lab stop >"$dir/out" 2>&1
	has "stopped"
fi
echo "demo: all well"
