//! Work that nobody times, on all cores.

use std::{
    panic::resume_unwind,
    sync::atomic::{AtomicUsize, Ordering},
    thread::{self, available_parallelism},
};

/// What `work` makes of each item, in their order.
///
/// On threads of its own: one of rayon's that waits for the rest of an operation on all cores would begin with
/// another item meanwhile, deeper and deeper on its stack.
pub fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else {
                return done;
            };
            done.push((index, work(item)));
        }
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let cores = available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        let parts = workers.into_iter().map(thread::ScopedJoinHandle::join);
        parts
            .flat_map(|part| part.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        assert_eq!(
            on_all_cores(&items, |item| item + 1),
            (1..=1000).collect::<Vec<_>>()
        );
        assert!(on_all_cores(&[], |item: &u32| *item).is_empty());
    }
}
