#!/usr/bin/env bash
# Makes one comment of what the jobs for a pull request left in DIRECTORY, one folder each, or puts it
# into the place of the last. The code of the pull request made these files: whatever they contain,
# they are text, and it is no mistake to refuse them.
# Takes GITHUB_REPOSITORY, GH_TOKEN, and in MEASURED the commit that was measured.
# usage: comment.sh DIRECTORY
set -euo pipefail
shopt -s nullglob
export LC_ALL=C.UTF-8

directory=$1
marker='<!-- bls-alerts -->'
body=$(mktemp)
trap 'rm -f "$body"' EXIT

refuse() {
    echo "refused: $*" >&2
    exit 1
}

number=
printf '%s\n' "$marker" >"$body"
for folder in "$directory"/bench-*/; do
    name=$(basename "$folder")
    [[ $name =~ ^bench-[a-z0-9_-]{1,40}$ ]] || refuse "$folder: its name"
    # A job that could not measure has no comment; its own page says why.
    [ -e "$folder/comment.md" ] || continue
    for file in "$folder/number" "$folder/comment.md"; do
        if [ ! -f "$file" ] || [ -L "$file" ]; then refuse "$file is no file"; fi
    done
    number=$(head -c 20 "$folder/number")
    [[ $number =~ ^[1-9][0-9]{0,9}$ ]] || refuse "$folder: no number of a pull request"
    [ "$(head -n 1 "$folder/comment.md" | head -c 100)" = "$marker" ] || refuse "$folder: no marker"
    {
        printf '\n## %s\n\n' "${name#bench-}"
        tail -n +2 "$folder/comment.md"
    } >>"$body"
done
if [ -z "$number" ]; then
    echo 'skipped: comment: nothing was measured'
    exit
fi

# Our own text has all of this escaped (`markdown` in crates/bls-results/src/text.rs): HTML, links and
# images, entities; then mentions, issues and addresses, which are found behind a backslash, too.
text=$(tail -n +2 "$body")
bare=$(sed 's/\\.//g' <<<"$text")
plain=$(sed 's/\\\(.\)/\1/g' <<<"$text")
! grep -q '[<&[]' <<<"$bare" || refuse 'it has markup'
! grep -qP '@(?!\x{200b})|#[0-9]|://|www\.' <<<"$plain" || refuse 'it has links or mentions'
! grep -q '[[:cntrl:]]' <<<"$text" || refuse 'it has control characters'
[ "$(wc -m <"$body")" -le 65536 ] || refuse 'it is too long'

# The only pull request that code can speak for is the one whose last commit it is.
repository=repos/$GITHUB_REPOSITORY
head=$(gh api "$repository/pulls/$number" --jq .head.sha)
if [ "$head" != "$MEASURED" ]; then
    echo "skipped: comment: pull request $number is at $head, and $MEASURED was measured"
    exit
fi
ours='.[] | select(.user.login == "github-actions[bot]" and (.body | startswith("<!-- bls-alerts -->"))) | .id'
last=$(gh api --paginate "$repository/issues/$number/comments" --jq "$ours" | tail -n 1)
if [ -n "$last" ]; then
    gh api --silent --method PATCH "$repository/issues/comments/$last" --field "body=@$body"
else
    gh api --silent --method POST "$repository/issues/$number/comments" --field "body=@$body"
fi
echo "commented on $number"
