//! From intervals to the instructions of one iteration.

use anyhow::{Context as _, ensure};
use bls_vectors::{CheckedJob, Refusal};

use super::emulator::Intervals;

/// Instructions of an interval: so many that what lies around the loop, a clock that is read twice, is less
/// than [`LINEAR`] of them.
const ENOUGH: u64 = 100_000_000;
/// By how much of an interval iterations may differ unmarked.
const LINEAR: f64 = 0.001;

/// What one process counted of one id.
#[derive(Debug, PartialEq)]
pub(super) struct PerIteration {
    pub(super) instructions: f64,
    /// By how much, relatively, the iterations of two intervals differ, where that is more than [`LINEAR`].
    pub(super) uneven: Option<f64>,
}

/// Why there is no count.
pub(super) enum Uncounted {
    /// The engine has no such operation.
    Absent(String),
    /// It could not be counted.
    Failed(anyhow::Error),
}

impl From<Refusal> for Uncounted {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Absent(reason) => Self::Absent(reason),
            refusal => Self::Failed(refusal.into()),
        }
    }
}

/// Counts an interval of some iterations, and one of twice as many.
pub(super) fn count(
    job: &mut CheckedJob,
    intervals: &mut Intervals,
) -> Result<PerIteration, Uncounted> {
    let mut count = |iterations| -> Result<u64, Uncounted> {
        intervals.next().map_err(Uncounted::Failed)?;
        job.run(iterations)?;
        // A run is a warm-up and then the loop; what checks a ring signature follows.
        let run = intervals.next().map_err(Uncounted::Failed)?;
        let counted = run.get(1).copied();
        counted
            .context("no interval was counted: its program lacks the functions around the loop")
            .map_err(Uncounted::Failed)
    };
    let once = count(1)?;
    let iterations = iterations(once);
    let single = if iterations == 1 {
        once
    } else {
        count(iterations)?
    };
    let double = count(2 * iterations)?;
    per_iteration(iterations, single, double).map_err(Uncounted::Failed)
}

fn iterations(once: u64) -> u64 {
    ENOUGH.div_ceil(once.max(1)).max(1)
}

/// From the instructions of so many iterations, and of twice as many.
#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn per_iteration(iterations: u64, single: u64, double: u64) -> anyhow::Result<PerIteration> {
    ensure!(
        double > single,
        "{single} instructions of {iterations} iterations, {double} of twice as many"
    );
    // What is in both drops out: it is around the loop.
    let loop_alone = (double - single) as f64;
    let off = (single as f64 / loop_alone - 1.0).abs();
    Ok(PerIteration {
        instructions: loop_alone / iterations as f64,
        uneven: (off > LINEAR).then_some(off),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_around_the_loop_drops_out() {
        for (each, around) in [(7011, 300), (100_000_001, 300), (450_000_000, 0)] {
            let n = iterations(each + around);
            assert!(n * each >= ENOUGH - around * n, "{each}: {n}");
            let count = per_iteration(n, n * each + around, 2 * n * each + around).unwrap();
            assert_eq!(count.instructions.to_string(), each.to_string());
            assert_eq!(count.uneven, None);
        }
    }

    #[test]
    fn iterations_that_differ_are_marked() {
        let count = per_iteration(10, 1000, 2010).unwrap();
        assert!(count.uneven.is_some_and(|off| off > 0.009), "{count:?}");
        assert_eq!(per_iteration(10, 10_000, 20_009).unwrap().uneven, None);
        assert!(per_iteration(10, 1000, 1000).is_err());
    }
}
