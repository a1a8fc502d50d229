#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds every fuzz target and runs each on the same inputs every time (one seed), for at most 8 seconds; any finding
# fails. New inputs are ./lab fuzz's to find.
set -eu
cd "$(dirname "$0")/../.."
cmake --preset fuzz
cmake --build --preset fuzz
for corpus in tests/fuzz/corpus/*; do
	tests/fuzz/one.sh "${corpus##*/}" 8 -seed=1 -runs=30000
done
