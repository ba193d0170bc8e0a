# shellcheck shell=bash
# To be sourced.

# expect CODE TEXT COMMAND...: the command must end with CODE and say TEXT.
expect() {
    local code=$1 text=$2 found=0 output
    shift 2
    output=$("$@" 2>&1) || found=$?
    if [ "$found" != "$code" ]; then
        printf 'ended with %s instead of %s: %s\n%s\n' "$found" "$code" "$*" "$output" >&2
        exit 1
    fi
    case $output in
        *"$text"*) printf 'as expected, %s: %s\n' "$code" "$text" ;;
        *) printf 'did not say "%s": %s\n%s\n' "$text" "$*" "$output" >&2; exit 1 ;;
    esac
}
