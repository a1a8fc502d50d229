#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds every fuzz target and runs each for 8 seconds; any finding fails.
set -eu
cd "$(dirname "$0")/../.."
cmake --preset fuzz
cmake --build --preset fuzz
for corpus in tests/fuzz/corpus/*; do
	tests/fuzz/one.sh "${corpus##*/}" 8
done
