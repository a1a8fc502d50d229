#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# latlab show against a server that is none of ours, and what the agent refuses before it measures.
set -u
dir=$(mktemp -d)
peer=
trap 'kill "$peer" 2>/dev/null; rm -rf "$dir"' EXIT
fatal() {
	echo "FAILED: $*"
	exit 1
}

cat >"$dir/peer.py" <<'PY'
import http.server, sys
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(500 if "boards" in self.path else 200)
        self.end_headers()
        self.wfile.write(b"\x1b]0;owned\x07 line\n\ttab\n")
    def log_message(self, *args): pass
s = http.server.HTTPServer(("127.0.0.1", 0), Answer)
print(s.server_address[1], flush=True)
s.serve_forever()
PY
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
python3 "$dir/peer.py" >"$dir/port" &
peer=$!
for _ in $(seq 100); do
	[ -s "$dir/port" ] && break
	sleep 0.1
done
url=http://127.0.0.1:$(cat "$dir/port")

"$BIN/latlab" show runs --server "$url" >"$dir/out" || fatal "show"
grep -qP '[\x00-\x08\x0b-\x1f\x7f]' "$dir/out" && fatal "control bytes reach the terminal"
grep -q "$(printf '\ttab')" "$dir/out" || fatal "a tab is lost"
"$BIN/latlab" show boards --server "$url" 2>"$dir/out" && fatal "an error is no page"
grep -qP '[\x00-\x08\x0b-\x1f\x7f]' "$dir/out" && fatal "control bytes in an error reach the terminal"

refused() { # refused WORD options...: exit status 1 or 2 at once, and nothing in the spool
	local word=$1 started=$SECONDS
	shift
	"$BIN/latlab-agent" run "$@" --state "$dir/state" >"$dir/out" 2>&1 && fatal "taken: $*"
	grep -q -- "$word" "$dir/out" || fatal "\"$word\" is not said: $(cat "$dir/out")"
	[ $((SECONDS - started)) -lt 2 ] || fatal "measured before refusing: $*"
	[ -z "$(ls "$dir/state/spool/ready" 2>/dev/null)" ] || fatal "something was spooled: $*"
}
short=$SOURCE/tests/data/short
mkdir "$dir/big"
sed 's,"1/2","1024/1",' "$short/workload.json" >"$dir/big/workload.json"
refused "lower its per_cpu" "$dir/big" --no-upload
refused "--config-name" "$short" --no-upload --config-name "my cfg"
refused "--commit" "$short" --no-upload --commit xyz
refused "--want-build-id" "$short" --no-upload --want-build-id XYZ
refused "http:// or https://" "$short" --server foo:bar
refused "token file" "$short" --server "$url" --token-file "$dir/none"
echo "show: all well"
