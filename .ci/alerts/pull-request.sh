#!/usr/bin/env bash
# Measures the commit that is checked out against the one where it left BASE, and leaves in DIRECTORY
# what a comment on pull request NUMBER is made of. The exit code is that of `ab`.
# usage: pull-request.sh BASE NUMBER DIRECTORY [OPTIONS OF AB]
set -euo pipefail

base=$1 number=$2 directory=$3
shift 3

mkdir -p "$directory"
printf '%s\n' "$number" >"$directory/number"
fork=$(git merge-base "$base" HEAD)
code=0
# The comment of this format goes to the step summary: kept here, and passed on.
GITHUB_STEP_SUMMARY=$directory/comment.md bls-alerts ab "$fork" HEAD \
    --format github --json "$directory/comparison.json" "$@" || code=$?
if [ -f "$directory/comment.md" ] && [ -n "${GITHUB_STEP_SUMMARY-}" ]; then
    cat "$directory/comment.md" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$code"
