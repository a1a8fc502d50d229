#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Nobody argues about format in review: clang-format has the last word.
set -u
cd "${SOURCE:-.}" || exit 1
command -v clang-format >/dev/null || { echo "clang-format is not installed"; exit 77; }
find . -path ./build -prune -o \( -name '*.c' -o -name '*.h' \) -print0 | xargs -0 clang-format --dry-run --Werror
