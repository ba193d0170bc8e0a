#!/usr/bin/env bash
# Measures the commit that is checked out, leaves it as a line of history in NEW/history, and says what
# changed since the lines that OLD/history has.
# usage: main.sh OLD NEW
set -euo pipefail
shopt -s nullglob

old=$1 new=$2

mkdir -p "$new/history"
cargo bench --locked
# Ids that cannot be counted are named, and have times all the same.
bls-alerts count --out "$new/counts.json" || [ $? = 1 ]
bls-alerts record --counts "$new/counts.json" --to "$new/history"

all=$(mktemp -d)
trap 'rm -rf "$all"' EXIT
for file in "$old"/history/*.jsonl "$new"/history/*.jsonl; do
    # With a line end, which a crash may have left out.
    sed '$a\' "$file" >>"$all/$(basename "$file")"
done
code=0
bls-alerts trend --history "$all" || code=$?
case $code in
    0) ;;
    # It is on main already: said, but no reason to leave it out of the history.
    1) echo '::warning title=benchmarks::something has got worse on main; see the trend above' ;;
    *) exit "$code" ;;
esac
