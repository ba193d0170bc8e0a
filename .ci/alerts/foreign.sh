#!/usr/bin/env bash
# `bls-alerts`, which must be on the PATH, on a workspace that is none of ours.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/expect.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$here/scratch.sh" "$scratch"
cd "$scratch"

measure() {
    local output
    output=$(cargo bench --quiet --locked -- --noplot "$@" 2>&1) || {
        printf '%s
' "$output" >&2
        exit 1
    }
}

# Two runs on a machine that is busy with other things may differ by anything but this.
git checkout --quiet first
measure --save-baseline before
git checkout --quiet slowest
measure --save-baseline after
expect 1 'worse' bls-alerts compare before after --filter sum
expect 0 'better' bls-alerts compare after before --filter sum
expect 0 'none of 2 ids' bls-alerts compare before before
expect 2 'nowhere' bls-alerts compare before nowhere

# Eight runs of each, as main would have recorded them.
for revision in docs slowest; do
    git checkout --quiet "$revision"
    for _ in 1 2 3 4 5 6 7 8; do
        measure
        bls-alerts record --to history --machine scratch >/dev/null
    done
    if [ "$revision" = docs ]; then
        test "$(wc -l <history/scratch.jsonl)" = 8
    fi
done
expect 1 'sum/all' bls-alerts trend --history history
