//! Two ways of doing the same thing, side by side in one run.

use std::{
    process::ExitCode,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::ensure;
use bls_api::{Engine, Group, Profile};
use bls_engines::ids;
use bls_results::{caution, emulator, median};
use bls_vectors::{Verified, verify};

use crate::select::{Arguments, Mode, overhead_ids};

/// Slices are short and alternate, so that both ways see the same machine.
const SLICE: Duration = Duration::from_millis(2);
const ROUNDS: usize = 60;
/// Repetitions of the whole comparison; their range is the spread.
const SETS: usize = 7;

/// The cost of one way relative to another.
#[derive(Debug, Clone)]
struct Comparison {
    /// The least time of an iteration, the first way.
    subject: Duration,
    /// The same for the second.
    reference: Duration,
    /// `subject / reference` of each set, in increasing order.
    ratios: Vec<f64>,
}

impl Comparison {
    /// The median of the sets.
    fn ratio(&self) -> f64 {
        self.ratios[self.ratios.len() / 2]
    }
}

/// Times `subject` against `reference`; each runs the operation as often as it is told and answers
/// with the time that took.
///
/// Slices of about 2 ms alternate, the order changing from round to round. A set is compared by the
/// median of its rounds' ratios: the two slices of a round see the same machine, whatever its clock
/// does from one round to the next.
fn compare(
    mut subject: impl FnMut(u64) -> Duration,
    mut reference: impl FnMut(u64) -> Duration,
) -> Comparison {
    let iterations = iterations_per_slice(&mut reference);
    let mut least = (Duration::MAX, Duration::MAX);
    let mut round = |index: usize| {
        let (a, b) = if index.is_multiple_of(2) {
            let a = subject(iterations);
            (a, reference(iterations))
        } else {
            let b = reference(iterations);
            (subject(iterations), b)
        };
        least = (least.0.min(a), least.1.min(b));
        a.as_secs_f64() / b.as_secs_f64()
    };
    let mut ratios: Vec<f64> = (0..SETS)
        .map(|_| median((0..ROUNDS).map(&mut round).collect()))
        .collect();
    ratios.sort_by(f64::total_cmp);
    let per_iteration = |slice: Duration| slice.div_f64(f64_from(iterations));
    Comparison {
        subject: per_iteration(least.0),
        reference: per_iteration(least.1),
        ratios,
    }
}

#[allow(clippy::cast_precision_loss, reason = "iterations stay far below 2^52")]
fn f64_from(iterations: u64) -> f64 {
    iterations as f64
}

fn iterations_per_slice(reference: &mut impl FnMut(u64) -> Duration) -> u64 {
    let mut iterations = 1;
    loop {
        let elapsed = reference(iterations);
        if elapsed >= SLICE {
            return iterations;
        }
        let factor = SLICE.as_nanos() / elapsed.as_nanos().max(1);
        iterations *= u64::try_from(factor).unwrap_or(2).clamp(2, 1000);
    }
}

/// What a wrapper costs over the thing it wraps.
pub struct Overhead {
    /// One of the ids that the command line can name.
    pub id: String,
    /// The greatest ratio that the project allows itself.
    pub limit: f64,
    /// Makes the wrapper and the thing that it wraps; each runs as often as it is told and answers
    /// with the time that took.
    pub prepare: Box<dyn Fn() -> (Timed, Timed)>,
}

/// Runs an operation as often as it is told and answers with the time that took.
pub type Timed = Box<dyn FnMut(u64) -> Duration>;

/// An operation without a job around it.
pub fn timed(mut once: impl FnMut() + 'static) -> Timed {
    Box::new(move |iterations| {
        let start = Instant::now();
        for _ in 0..iterations {
            once();
        }
        start.elapsed()
    })
}

/// The job of one operation of an engine, as the harness times it.
///
/// # Panics
///
/// When the engine does not pass the gate.
#[must_use]
pub fn timed_job(
    engine: &'static Engine,
    group: Group,
    operation: &str,
    param: Option<u32>,
) -> Timed {
    let operation = group
        .operation(operation)
        .unwrap_or_else(|error| panic!("{error}"));
    let job = verified(engine, group).prepare(operation, param);
    let mut job = job.unwrap_or_else(|refusal| panic!("{}: {refusal}", engine.id));
    Box::new(move |iterations| {
        job.time(iterations)
            .unwrap_or_else(|refusal| panic!("{}: {refusal}", engine.id))
    })
}

/// The gate, opened once for each engine and group.
fn verified(engine: &'static Engine, group: Group) -> Verified {
    static VERIFIED: Mutex<Vec<Verified>> = Mutex::new(Vec::new());
    let mut all = VERIFIED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = all
        .iter()
        .find(|known| known.engine().id == engine.id && known.group() == group);
    if let Some(known) = known {
        return *known;
    }
    let new = verify(engine, group).unwrap_or_else(|refusal| panic!("{}: {refusal}", engine.id));
    all.push(new);
    new
}

/// Measures the rows that the command line selects and is the `main` of an overhead target. Fails
/// when a ratio is clearly above its limit.
#[must_use]
pub fn overhead_main(rows: Vec<Overhead>) -> ExitCode {
    bls_api::processor::require();
    match overhead(rows) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn overhead(rows: Vec<Overhead>) -> anyhow::Result<bool> {
    let arguments = Arguments::from_command_line()?;
    // Says so when the filter matches no id at all.
    arguments.select(&ids(), Profile::Full)?;
    if arguments.mode == Mode::Bench && !arguments.is_filtered() {
        eprintln!("skipped: what our own layer costs: ask for it, `cargo bench -- overhead`");
        return Ok(true);
    }
    if let (Mode::Bench, Some(emulator)) = (&arguments.mode, emulator()) {
        eprintln!("skipped: what our own layer costs: {}", caution(&emulator));
        return Ok(true);
    }
    let mut within = true;
    for row in rows {
        ensure!(
            overhead_ids().contains(&row.id),
            "{} is not in select.rs",
            row.id
        );
        if !arguments.matches(&row.id) {
            continue;
        }
        if arguments.mode == Mode::List {
            println!("{}: benchmark", row.id);
            continue;
        }
        let (mut wrapped, mut direct) = (row.prepare)();
        if arguments.mode == Mode::Test {
            wrapped(1);
            direct(1);
            println!("Testing {}\nSuccess", row.id);
            continue;
        }
        let result = compare(&mut wrapped, &mut direct);
        let ratio = result.ratio();
        // Above only when every set says so: a machine with other work on it is not our layer.
        let verdict = if ratio <= row.limit {
            "ok"
        } else if result.ratios[0] <= row.limit {
            "unclear, the sets disagree"
        } else {
            within = false;
            "ABOVE"
        };
        println!(
            "{:<36} {:.4} (sets {:.4} to {:.4}), limit {:.2}: {verdict}; least {:?} wrapped, {:?} direct",
            row.id,
            ratio,
            result.ratios[0],
            result.ratios[result.ratios.len() - 1],
            row.limit,
            result.subject,
            result.reference,
        );
    }
    Ok(within)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A way that takes `nanoseconds` per iteration, and ten times as long in every slice but one
    /// in five.
    fn disturbed(nanoseconds: u64) -> impl FnMut(u64) -> Duration {
        let mut slice = 0;
        move |iterations| {
            slice += 1;
            let factor = if slice % 5 == 0 { 1 } else { 10 };
            Duration::from_nanos(iterations * nanoseconds * factor)
        }
    }

    #[test]
    fn what_only_disturbs_is_not_counted() {
        let result = compare(disturbed(1_020), disturbed(1_000));
        assert_eq!(result.ratios.len(), SETS);
        assert!((result.ratio() - 1.02).abs() < 1e-9, "{result:?}");
        assert_eq!(result.reference, Duration::from_micros(1), "{result:?}");
    }

    #[test]
    fn slices_are_as_long_as_they_should_be() {
        let mut quick = |iterations| Duration::from_nanos(iterations * 7);
        let iterations = iterations_per_slice(&mut quick);
        assert!(
            (SLICE..SLICE * 3).contains(&quick(iterations)),
            "{iterations}"
        );
        let mut slow = |iterations| Duration::from_nanos(iterations * 300_000_000);
        assert_eq!(iterations_per_slice(&mut slow), 1);
    }
}
