#!/usr/bin/env bash
# What the workflows run, on a fixture: a workspace made for it, a remote that is a directory, and a
# `gh` that notes what is asked of it. `bls-alerts` and jq must be on the PATH. What GitHub itself does
# is not seen here.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/expect.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$here/scratch.sh" "$scratch/repository"
cd "$scratch/repository"
git init --quiet --bare "$scratch/remote"
git remote add origin "$scratch/remote"

mkdir "$scratch/bin"
cat >"$scratch/bin/gh" <<'GH'
#!/usr/bin/env bash
set -euo pipefail
printf '%s\n' "$*" >>"$FIXTURE/calls"
case $* in
    *'/pulls/12 --jq .head.sha') cat "$FIXTURE/head" ;;
    *'/comments --jq '*) jq -r "${!#}" "$FIXTURE/comments" ;;
    *' --field body=@'*) cp "${!##body=@}" "$FIXTURE/body" ;;
    'auth setup-git') ;;
    *) exit 1 ;;
esac
GH
chmod +x "$scratch/bin/gh"
export FIXTURE=$scratch PATH=$scratch/bin:$PATH GITHUB_REPOSITORY=owner/name

# A pull request that makes something slower, and main has moved on since.
results=$scratch/repository/target/bench-results
git checkout --quiet slower
MEASURED=$(git rev-parse HEAD)
export MEASURED GITHUB_STEP_SUMMARY=$scratch/summary
expect 1 '::error title=worse%3A sum/all::' \
    "$here/pull-request.sh" first 12 "$results/bench-x86_64" --blocking count
grep -F sum/all "$GITHUB_STEP_SUMMARY"
jq -e '.failing == ["sum/all"]' "$results/bench-x86_64/comparison.json"
unset GITHUB_STEP_SUMMARY
expect 0 'none of 2 ids got worse' bls-alerts ab first docs
expect 2 'no_such_revision' bls-alerts ab no_such_revision

comment() { "$here/comment.sh" "$results"; }
mkdir -p "$results/bench-arm64"
cp "$results"/bench-x86_64/{number,comment.md} "$results/bench-arm64"
echo "$MEASURED" >"$scratch/head"
echo '[{"id": 1, "user": {"login": "somebody"}, "body": "<!-- bls-alerts -->"}]' >"$scratch/comments"
expect 0 'commented on 12' comment
grep -F -- '--method POST repos/owner/name/issues/12/comments' "$scratch/calls"
test "$(grep -c '^## x86_64$\|^## arm64$' "$scratch/body")" = 2
# GitHub makes a line end of its own of what it keeps.
echo '[{"id": 1, "user": {"login": "somebody"}, "body": "<!-- bls-alerts -->"},
    {"id": 2, "user": {"login": "github-actions[bot]"}, "body": "<!-- bls-alerts -->\r\n"}]' >"$scratch/comments"
expect 0 'commented on 12' comment
grep -F -- '--method PATCH repos/owner/name/issues/comments/2' "$scratch/calls"

# What nobody but the code of a pull request would leave behind.
good=$(cat "$results/bench-arm64/comment.md")
for text in '<img src=x>' '\\<b>' '`a\`<b>' '[a](b)' '![a](b)' '&#64;you' '@you' '\@you' '#1' '\#1' \
    'https://x.example' 'https:\//x.example' 'www.x.example' $'\e[2J'; do
    printf '%s\n%s\n' "$good" "$text" >"$results/bench-arm64/comment.md"
    expect 1 'refused: it has' comment
done
{ printf '%s\n' "$good"; head -c 70000 /dev/zero | tr '\0' a; } >"$results/bench-arm64/comment.md"
expect 1 'refused: it is too long' comment
echo 'nothing of ours' >"$results/bench-arm64/comment.md"
expect 1 'no marker' comment
ln -sf /etc/hostname "$results/bench-arm64/comment.md"
expect 1 'is no file' comment
rm "$results/bench-arm64/comment.md"
printf '%s\n' "$good" >"$results/bench-arm64/comment.md"
for number in '' 0 -1 12a '12 13' '../1' 99999999999999999999999; do
    printf '%s\n' "$number" >"$results/bench-arm64/number"
    cp "$results/bench-arm64/number" "$results/bench-x86_64/number"
    expect 1 'no number of a pull request' comment
done
echo 12 | tee "$results/bench-arm64/number" >"$results/bench-x86_64/number"
mv "$results/bench-arm64" "$results/bench-\`arm64\`"
expect 1 'its name' comment
mv "$results/bench-\`arm64\`" "$results/bench-arm64"
git rev-parse first >"$scratch/head"
expect 0 'skipped: comment: pull request 12 is at' comment
rm -r "$results"
expect 0 'skipped: comment: nothing was measured' comment

# Two commits to main, the first of which has no history before it.
for revision in docs slower; do
    git checkout --quiet "$revision"
    rm -rf target/bench-history target/bench-results
    git clone --quiet --branch bench-history "$scratch/remote" target/bench-history || echo 'none yet'
    "$here/main.sh" target/bench-history target/bench-results/bench-x86_64
    gh auth setup-git && "$here/history.sh" target/bench-results
done
git fetch --quiet origin bench-history
file=$(git ls-tree -r --name-only FETCH_HEAD)
test "$(git show "FETCH_HEAD:$file" | jq -e .version | wc -l)" = 2
expect 0 'skipped: history: nothing was measured' "$here/history.sh" "$scratch/nothing"
test "$(git worktree list | wc -l)" = 1
