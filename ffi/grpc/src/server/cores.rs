//! Which thread of the pool has which core.

use std::{
    cell::Cell,
    sync::atomic::{AtomicUsize, Ordering},
};

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Where there are as many threads that compute as cores that this process may use, has each keep to
/// one of its own.
///
/// Linux moves a thread when it wakes up, and those of a busy pool never sleep: two that began on
/// one core stayed there for minutes, beside a core that idled between short calls.
pub(super) fn keep_to_one(threads: usize) {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static KEPT: Cell<bool> = const { Cell::new(false) };
    }
    if KEPT.replace(true) {
        return;
    }
    let Ok(allowed) = sched_getaffinity(None) else {
        return;
    };
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU)
        .filter(|&core| allowed.is_set(core))
        .collect();
    if cores.len() != threads {
        return;
    }
    let mut own = CpuSet::new();
    own.set(cores[NEXT.fetch_add(1, Ordering::Relaxed) % threads]);
    if let Err(error) = sched_setaffinity(None, &own) {
        eprintln!("threads share cores as they happen to: {error}");
    }
}
