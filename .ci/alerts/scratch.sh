#!/usr/bin/env bash
# Makes a Cargo workspace that is none of ours in DIRECTORY: a Git repository with two Criterion benches
# and the tags `first`, `docs`, in which a text has changed, `slower`, in which `sum/all` takes half as
# long again, and `slowest`, in which it takes a hundred times as long.
# usage: scratch.sh DIRECTORY
set -euo pipefail

lock=$(cd "$(dirname "$0")/../.." && pwd)/Cargo.lock
mkdir -p "$1/numbers/src" "$1/numbers/benches"
cd "$1"

cat >Cargo.toml <<'TOML'
[workspace]
resolver = "3"
members = ["numbers"]

# Criterion is built several times, and nothing of what it times is in it.
[profile.bench.package."*"]
opt-level = 0
TOML
cat >numbers/Cargo.toml <<'TOML'
[package]
name = "numbers"
version = "0.1.0"
edition = "2024"

[lib]
bench = false

[dev-dependencies]
criterion = { version = "0.8", default-features = false }

[[bench]]
name = "numbers"
harness = false
TOML
cat >numbers/src/lib.rs <<'RUST'
use std::hint::black_box;

const TERMS: u64 = 1000;
const FACTORS: u64 = 1000;

pub fn sum() -> u64 {
    (0..TERMS).fold(0, |sum, i| sum + black_box(i))
}

pub fn product() -> u64 {
    (0..FACTORS).fold(1, |product, i| black_box(product).wrapping_mul(i | 1))
}
RUST
cat >numbers/benches/numbers.rs <<'RUST'
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};

fn numbers(criterion: &mut Criterion) {
    criterion.benchmark_group("sum").bench_function("all", |b| b.iter(numbers::sum));
    criterion.benchmark_group("product").bench_function("all", |b| b.iter(numbers::product));
}

fn quick() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(50))
        .measurement_time(Duration::from_millis(200))
        .sample_size(20)
}

criterion_group! { name = benches; config = quick(); targets = numbers }
criterion_main!(benches);
RUST
echo '# Numbers' >README.md
echo /target >.gitignore
# The versions that are known to build; Cargo takes out what is not needed.
cp "$lock" Cargo.lock
cargo metadata --format-version 1 >/dev/null

commit() {
    git add --all
    git -c user.name=scratch -c user.email=scratch@localhost commit --quiet --message "$1"
    git tag "$1"
}
git init --quiet --initial-branch main
commit first
echo 'They are added and multiplied.' >>README.md
commit docs
sed -i 's/TERMS: u64 = 1000/TERMS: u64 = 1500/' numbers/src/lib.rs
commit slower
sed -i 's/TERMS: u64 = 1500/TERMS: u64 = 100000/' numbers/src/lib.rs
commit slowest
