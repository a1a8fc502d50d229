#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The pages of a real run in headless Chromium: they load, nothing is refused or missing, and there is something to see.
. "$SOURCE/tests/flow/lab.sh"
command -v chromium >/dev/null || { echo "chromium is not installed"; exit 77; }
command -v rt-app >/dev/null || { echo "rt-app is not installed"; exit 77; }

browse() { # browse WIDTH option URL
	timeout 60 chromium --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
		--disable-component-update --disable-sync --disable-quic --user-data-dir="$dir/chromium" \
		--enable-logging=stderr --hide-scrollbars --window-size="$1",1600 "$2" "$3" 2>"$dir/chromium.log"
}

lab_start
agent_measures 0 "$SOURCE/tests/data/short"
run=$(sed -n 's,^page: .*/runs/,,p' "$dir/out")
for path in / /runs /boards /boards/testboard /kernels /kernels/1 /series/1 "/runs/$run"; do
	browse 1200 --dump-dom "$url$path" >"$dir/dom" || fatal "$path does not open"
	grep -q '</html>' "$dir/dom" || fatal "$path: no page"
	grep -iE 'CONSOLE.*(error|refused|violat)|Content Security Policy' "$dir/chromium.log" && fatal "$path: the console complains"
	grep -q '/static/style.css' "$dir/dom" || fatal "$path: no style"
done
browse 1200 --dump-dom "$url/runs/$run" >"$dir/dom"
[ "$(grep -o '<svg' "$dir/dom" | wc -l)" -ge 2 ] || fatal "pictures are missing"
for width in 1200 400; do
	browse $width --screenshot="$dir/page-$width.png" "$url/runs/$run" >/dev/null
	size=$(stat -c %s "$dir/page-$width.png" 2>/dev/null || echo 0)
	[ "$size" -gt 20000 ] || fatal "the page is $size bytes of picture at $width pixels: blank?"
done
echo "page: all well"
