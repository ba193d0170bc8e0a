//! Samples of one job, outside of Criterion.

use std::time::{Duration, Instant};

use bls_api::Allocated;
use bls_vectors::{CheckedJob, Refusal};

/// Before the first sample.
const WARM_UP: Duration = Duration::from_millis(200);
/// How long a sample should be: far above what starting and stopping the clock takes.
const SAMPLE: Duration = Duration::from_millis(50);
const SAMPLES: u32 = 20;
/// What is too slow for [`SAMPLES`] of [`SAMPLE`] gets fewer, but not below this.
const LEAST_SAMPLES: u32 = 5;

/// What was measured of one job.
pub(crate) struct Samples {
    /// Iterations of each sample.
    pub(crate) iterations: u64,
    /// Of all iterations of a sample, in the order of measurement.
    pub(crate) elapsed: Vec<Duration>,
    /// Of one iteration, counted after the samples.
    pub(crate) allocated: Option<Allocated>,
}

/// Warms up and takes samples; nothing when `stop` says so in between.
pub(crate) fn measure(
    job: &mut CheckedJob,
    stop: impl Fn() -> bool,
) -> Result<Option<Samples>, Refusal> {
    let warm_up = Instant::now();
    let mut once = job.time(1)?;
    while warm_up.elapsed() < WARM_UP {
        let iterations = u32::try_from(fitting(WARM_UP / 4, once)).unwrap_or(u32::MAX);
        once = job.time(iterations.into())? / iterations;
    }
    let iterations = fitting(SAMPLE, once);
    let count = u32::try_from(fitting(SAMPLE * SAMPLES, once)).unwrap_or(SAMPLES);
    let mut elapsed = Vec::new();
    for _ in 0..count.clamp(LEAST_SAMPLES, SAMPLES) {
        if stop() {
            return Ok(None);
        }
        elapsed.push(job.time(iterations)?);
    }
    Ok(Some(Samples {
        iterations,
        elapsed,
        allocated: job.allocated()?,
    }))
}

/// How many iterations of length `once` fit, at least one.
fn fitting(length: Duration, once: Duration) -> u64 {
    let fitting = length.as_nanos() / once.as_nanos().max(1);
    u64::try_from(fitting).unwrap_or(u64::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_one_iteration() {
        assert_eq!(fitting(SAMPLE, Duration::from_secs(3)), 1);
        assert_eq!(fitting(SAMPLE, Duration::from_millis(3)), 16);
        assert_eq!(fitting(SAMPLE, Duration::ZERO), 50_000_000);
    }
}
