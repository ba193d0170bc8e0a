//! What an operation takes from the heap: bytes and allocations, counted while somebody asks.
//!
//! An allocator tells [`record`]; the crate `blsbench-heap` has one. A program without it counts
//! nothing. The count is the whole program's, because operations that use all cores allocate on the
//! threads of a pool.

use std::{
    hint::black_box,
    ops::Sub,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::marker::{blsbench_count_begin, blsbench_count_end};

static COUNTING: AtomicBool = AtomicBool::new(false);
static BYTES: AtomicU64 = AtomicU64::new(0);
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

/// Memory taken from a heap, whether or not it was given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Allocated {
    /// Bytes that were asked for, or what the runtime of the engine made of them.
    pub bytes: u64,
    /// Times.
    pub allocations: u64,
}

impl Allocated {
    /// The share of one iteration, rounded down.
    ///
    /// # Panics
    ///
    /// When there are no iterations.
    #[must_use]
    pub fn per_iteration(self, iterations: u64) -> Self {
        Self {
            bytes: self.bytes / iterations,
            allocations: self.allocations / iterations,
        }
    }

    fn so_far() -> Self {
        Self {
            bytes: BYTES.load(Relaxed),
            allocations: ALLOCATIONS.load(Relaxed),
        }
    }
}

impl Sub for Allocated {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        Self {
            bytes: self.bytes - before.bytes,
            allocations: self.allocations - before.allocations,
        }
    }
}

/// For an allocator, on any thread and before `main`: so many bytes were asked for. It costs a load
/// and a branch while nobody counts, and never allocates.
#[inline]
pub fn record(bytes: usize) {
    if COUNTING.load(Relaxed) {
        add(bytes);
    }
}

#[cold]
fn add(bytes: usize) {
    BYTES.fetch_add(bytes as u64, Relaxed);
    ALLOCATIONS.fetch_add(1, Relaxed);
}

/// Does `work` with counting on: every [`Meter`] in it counts, and its times are nobody's figures.
/// One at a time; another waits, and `work` must not ask again.
pub fn counted<T>(work: impl FnOnce() -> T) -> T {
    struct Off;

    impl Drop for Off {
        fn drop(&mut self) {
            COUNTING.store(false, Relaxed);
        }
    }

    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    COUNTING.store(true, Relaxed);
    let _off = Off;
    // An allocator that reports makes itself known by this.
    drop(black_box(Box::new(0_u8)));
    work()
}

/// True inside of [`counted`], also where this program has no allocator that reports: a runner may
/// have one.
pub fn is_counting() -> bool {
    COUNTING.load(Relaxed)
}

/// A clock and, where somebody counts, a count of allocations. What lies between its start and its stop
/// is also what `blsbench count` counts the instructions of.
pub struct Meter {
    before: Option<Allocated>,
    start: Instant,
}

impl Meter {
    /// Starts the clock last.
    #[must_use]
    pub fn start() -> Self {
        let reported = is_counting() && ALLOCATIONS.load(Relaxed) > 0;
        blsbench_count_begin();
        Self {
            before: reported.then(Allocated::so_far),
            start: Instant::now(),
        }
    }

    /// Stops the clock first.
    #[must_use]
    pub fn stop(self) -> (Duration, Option<Allocated>) {
        let elapsed = self.start.elapsed();
        blsbench_count_end();
        let allocated = self.before.map(|before| Allocated::so_far() - before);
        (elapsed, allocated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counting is the whole program's, and tests run at the same time: all of it in one.
    #[test]
    fn only_inside_of_counted_and_only_what_an_allocator_reports() {
        let reported = || {
            let meter = Meter::start();
            record(40);
            record(2);
            meter.stop().1
        };
        assert_eq!(reported(), None);
        assert!(!is_counting());
        // The allocator of this test reports nothing, until it does.
        assert_eq!(counted(|| Meter::start().stop().1), None);
        let sum = counted(|| {
            assert!(is_counting());
            record(1);
            reported()
        });
        let expected = Allocated {
            bytes: 42,
            allocations: 2,
        };
        assert_eq!(sum, Some(expected));
        assert_eq!(expected.per_iteration(4), {
            Allocated {
                bytes: 10,
                allocations: 0,
            }
        });
        let panicked = std::panic::catch_unwind(|| counted(|| panic!("in the operation")));
        assert!(panicked.is_err() && !is_counting());
        assert_eq!(reported(), None);
    }
}
