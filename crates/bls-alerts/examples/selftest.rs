//! What `selftest` measures: work of known size, from a microsecond to 50 ms, that can be made
//! slower by a known share.

use std::hint::black_box;

use criterion::Criterion;

/// The share of a unit's repetitions that are added, in millionths.
const SLOWDOWN: &str = "BLSBENCH_SELFTEST_SLOWDOWN";

fn main() {
    let slowdown: u64 = std::env::var(SLOWDOWN).map_or(0, |text| {
        text.parse()
            .expect("the slowdown is a number of millionths")
    });
    let mut criterion = Criterion::default().configure_from_args();
    measure(&mut criterion, ("multiply", 1.4), slowdown, multiply);
    measure(&mut criterion, ("divide", 5.0), slowdown, divide);
    measure(&mut criterion, ("branch", 5.0), slowdown, branch);
    measure(&mut criterion, ("memory", 7.0), slowdown, walk);
    criterion.final_summary();
}

/// Measures a unit that takes about so many nanoseconds.
fn measure(
    criterion: &mut Criterion,
    (kind, ns): (&str, f64),
    slowdown: u64,
    unit: impl Fn(&mut Memory),
) {
    let mut memory = Memory::new();
    let mut group = criterion.benchmark_group(kind);
    for (name, size) in SIZES {
        if *size > LONG && kind != "memory" {
            continue;
        }
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between a hundred and some millions"
        )]
        // A multiple, so that a thousandth of it is a whole number.
        let units = (size / ns / 1000.0).ceil() as u64 * 1000;
        let units = units + units * slowdown / 1_000_000;
        group.bench_function(*name, |bencher| {
            bencher.iter(|| (0..black_box(units)).for_each(|_| unit(&mut memory)));
        });
    }
    group.finish();
}

/// About how many nanoseconds an iteration takes.
const SIZES: &[(&str, f64)] = &[
    ("1us", 1e3),
    ("10us", 1e4),
    ("100us", 1e5),
    ("1ms", 1e6),
    ("50ms", 5e7),
];
/// What takes longer is measured of one kind alone, for the sake of time.
const LONG: f64 = 1e6;

/// What the units work on.
struct Memory {
    state: u64,
    /// More than fits into the first cache.
    words: Vec<u64>,
}

impl Memory {
    fn new() -> Self {
        Self {
            state: 1,
            words: (0..1 << 15).collect(),
        }
    }
}

/// A step of a linear congruential generator: each waits for the one before, as limbs of a
/// multiplication do.
#[inline]
fn multiply(memory: &mut Memory) {
    memory.state = black_box(memory.state.wrapping_mul(0x5851_f42d_4c95_7f2d) | 1);
}

#[inline]
fn divide(memory: &mut Memory) {
    memory.state = black_box(u64::MAX / (memory.state | 3));
}

/// A branch that no processor predicts.
#[inline]
fn branch(memory: &mut Memory) {
    multiply(memory);
    if black_box(memory.state >> 40) & 1 == 1 {
        memory.words[0] = memory.words[0].wrapping_add(memory.state);
    }
}

/// A word of memory at an address that depends on the last.
#[inline]
fn walk(memory: &mut Memory) {
    multiply(memory);
    let mask = memory.words.len() - 1;
    let index = usize::try_from(memory.state >> 40).unwrap_or(0) & mask;
    memory.state ^= memory.words[index];
}
