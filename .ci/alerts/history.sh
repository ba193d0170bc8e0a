#!/usr/bin/env bash
# Appends the lines of history that jobs left in DIRECTORY, one folder each, to the branch
# bench-history of the remote, which has nothing else.
# usage: history.sh DIRECTORY
set -euo pipefail
shopt -s nullglob

directory=$1
branch=bench-history
tree=$(mktemp -d)
trap 'git worktree remove --force "$tree"' EXIT

git worktree add --quiet --detach "$tree"
if git -C "$tree" fetch --quiet origin "$branch"; then
    git -C "$tree" checkout --quiet --detach FETCH_HEAD
else
    git -C "$tree" checkout --quiet --orphan "$branch"
    git -C "$tree" rm -rfq --ignore-unmatch .
fi
mkdir -p "$tree/history"
for file in "$directory"/bench-*/history/*.jsonl; do
    # With a line end, which a crash may have left out.
    sed '$a\' "$file" >>"$tree/history/$(basename "$file")"
done
git -C "$tree" add history
if git -C "$tree" diff --cached --quiet; then
    echo 'skipped: history: nothing was measured'
    exit
fi
git -C "$tree" -c user.name=blsbench -c user.email=blsbench@localhost commit --quiet \
    --message "Measured $(git rev-parse HEAD)"
git -C "$tree" push --quiet origin "HEAD:refs/heads/$branch"
