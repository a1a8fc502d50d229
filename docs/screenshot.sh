#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# docs/screenshot.sh URL OUT.png [WIDTH HEIGHT]: a page as README shows it; needs chromium.
set -eu
url=$1 out=$2 width=${3:-1000} height=${4:-880}
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
chromium --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
	--disable-component-update --disable-sync --disable-quic --user-data-dir="$profile" --hide-scrollbars \
	--window-size="$width,$height" --screenshot="$out" "$url" 2>/dev/null
