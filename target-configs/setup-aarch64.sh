#!/usr/bin/env bash
# Makes a Debian or Ubuntu machine ready to build for aarch64 and to run that under QEMU. May be run again.
#
# Root, or sudo, is needed for packages that are not there, and for nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

triple=aarch64-unknown-linux-gnu
local_config=target-configs/$triple.local.toml
debian_rust=$PWD/target-configs/debian-rust

say() { printf 'setup-aarch64: %s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "neither root nor sudo; have somebody run: $*"
    fi
}

# install COMMAND=PACKAGE...: the packages whose commands are not there.
install() {
    local pair packages=()
    for pair in "$@"; do
        command -v "${pair%%=*}" >/dev/null || packages+=("${pair#*=}")
    done
    if [ ${#packages[@]} = 0 ]; then
        say "there already: $*"
        return
    fi
    command -v apt-get >/dev/null || fail "no apt-get; what is missing, in Debian's names: ${packages[*]}"
    say "installing ${packages[*]}"
    as_root apt-get update -qq
    as_root apt-get install -y -qq --no-install-recommends "${packages[@]}"
}

# Whether rustc, called so, compiles for the target: it has a standard library, and one of its own version.
has_std() {
    local folder result=0
    # rustc replaces what it is told to write, /dev/null as well if root tells it.
    folder=$(mktemp -d)
    echo 'pub fn f() {}' | "$@" --target $triple --crate-type lib --emit metadata --out-dir "$folder" - 2>/dev/null || result=1
    rm -rf "$folder"
    return $result
}

# Debian's compiler and its standard library for arm64, which rustup's compiler does not take. The library is
# unpacked into this repository: no second architecture is added to dpkg, and nothing is written to /usr.
install_debian_rust() {
    install /usr/bin/rustc=rustc-web cargo=cargo-web
    local package version state
    # On Debian 12 the compiler that is new enough is rustc-web; elsewhere it is rustc.
    package=$(dpkg -S "$(readlink -f /usr/bin/rustc)" | head -n 1 | cut -d: -f1)
    case $package in
        rustc-web*) package=libstd-rust-web-dev ;;
        rustc*) package=libstd-rust-dev ;;
        *) fail "/usr/bin/rustc is of the package $package, whose standard library has no known name" ;;
    esac
    version=$(dpkg-query -W -f '${Version}' "$package")
    say "downloading $package $version for arm64 into $debian_rust"
    rm -rf "$debian_rust"
    state=$debian_rust/apt
    mkdir -p "$state"/{state/lists,cache/archives}/partial "$debian_rust/unpacked" "$debian_rust/sysroot/lib/rustlib"
    : >"$state/status"
    local apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=
        -o Dir::State="$state/state" -o Dir::State::status="$state/status" -o Dir::Cache="$state/cache")
    "${apt[@]}" update || say "not every source of packages has arm64"
    (cd "$state" && "${apt[@]}" download "$package=$version")
    dpkg -x "$state"/*.deb "$debian_rust/unpacked"
    rm -rf "$state"
    ln -s /usr/lib/rustlib/"$(/usr/bin/rustc -vV | sed -n 's/^host: //p')" "$debian_rust/sysroot/lib/rustlib"
    ln -s "$debian_rust/unpacked/usr/lib/rustlib/$triple" "$debian_rust/sysroot/lib/rustlib"
    local tool
    for tool in rustc rustdoc; do
        printf '#!/bin/sh\nexec /usr/bin/%s --sysroot "%s" "$@"\n' $tool "$debian_rust/sysroot" >"$debian_rust/$tool"
        chmod +x "$debian_rust/$tool"
    done
    has_std "$debian_rust/rustc" || fail "$package has no standard library for $triple"
    printf '# Made by setup-aarch64.sh, read by %s.toml.\n[build]\nrustc = "%s"\nrustdoc = "%s"\n' \
        $triple "$debian_rust/rustc" "$debian_rust/rustdoc" >"$local_config"
    say "$local_config names Debian's $(/usr/bin/rustc --version)"
}

install aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu aarch64-linux-gnu-g++=g++-aarch64-linux-gnu \
    clang=clang qemu-aarch64=qemu-user

if has_std rustc; then
    rm -rf "$local_config" "$debian_rust"
    say "$(rustc --version) has a standard library for $triple"
elif command -v rustup >/dev/null && rustup target add $triple; then
    rm -rf "$local_config" "$debian_rust"
    say "rustup has added $triple"
elif [ -e "$local_config" ] && has_std "$debian_rust/rustc"; then
    say "there already: $debian_rust"
else
    say "rustup has no $triple here"
    install_debian_rust
fi

command -v go >/dev/null || say 'no go on the PATH: engines in Go will be absent'
say "ready: cargo --config target-configs/$triple.toml test --target $triple -p bls-vectors"
