//! The gate: an engine that has not passed is not timed.

use std::time::Duration;

use bls_api::{Engine, Error, Group, Job, Operation};

use crate::{
    case::Outcome,
    vectors::Vectors,
    workload::{expected_output, workload},
};

/// An engine that passed the gate for one group. Only [`verify`] makes one, and the harness takes
/// nothing else:
///
/// ```compile_fail,E0451
/// # let engine: &'static bls_api::Engine = todo!();
/// let forged = bls_vectors::Verified { engine, group: bls_api::Group::MinPk };
/// ```
#[derive(Clone, Copy)]
pub struct Verified {
    engine: &'static Engine,
    group: Group,
}

/// Why an engine is not timed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It has nothing in the group, or not this operation.
    #[error("{0}")]
    Absent(String),
    /// It could not be started.
    #[error("{0}")]
    Start(Error),
    /// It failed a vector.
    #[error("{failed} of {run} vectors failed; first {case}: expected {expected}, got {got}")]
    Vectors {
        /// How many failed.
        failed: usize,
        /// How many were run.
        run: usize,
        /// The first that failed.
        case: String,
        /// What the first expected.
        expected: String,
        /// What the engine answered.
        got: String,
    },
    /// A job gave an error.
    #[error("{operation}: {error}")]
    Job {
        /// The operation.
        operation: &'static str,
        /// The error.
        error: Error,
    },
    /// A job's output is not what the oracle computed.
    #[error("{operation}: output {got:02x?}, expected {expected:02x?}")]
    Output {
        /// The operation.
        operation: &'static str,
        /// The oracle's output.
        expected: Vec<u8>,
        /// The engine's output.
        got: Vec<u8>,
    },
}

/// A job whose output is compared with the oracle's in every sample.
pub struct CheckedJob {
    job: Box<dyn Job>,
    operation: &'static str,
    expected: Vec<u8>,
}

/// Runs all embedded vectors of the group, then every operation on the smallest input of the
/// benchmarks.
pub fn verify(engine: &'static Engine, group: Group) -> Result<Verified, Refusal> {
    if let Some(reason) = engine.absent(group) {
        return Err(Refusal::Absent(reason.to_owned()));
    }
    (engine.code_path)().map_err(Refusal::Start)?;
    run_vectors(engine, &Vectors::embedded(group))?;
    for (_, result) in check_outputs(engine, group) {
        match result {
            Ok(()) | Err(Refusal::Absent(_)) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(Verified { engine, group })
}

/// Runs every operation of the group once, on the smallest input of the benchmarks.
pub fn check_outputs(
    engine: &'static Engine,
    group: Group,
) -> impl Iterator<Item = (&'static Operation, Result<(), Refusal>)> {
    group.operations().iter().map(move |operation| {
        let result = prepare(engine, group, operation, operation.params[0].value);
        (operation, result.map(drop))
    })
}

fn run_vectors(engine: &Engine, vectors: &Vectors) -> Result<(), Refusal> {
    let mut first = None;
    let mut failed = 0;
    let mut run = 0;
    for case in &vectors.cases {
        let name = format!("{}/{}", case.folder, case.name);
        match vectors.run(engine, case) {
            Ok(Outcome::Passed(_)) => run += 1,
            Ok(Outcome::Unsupported(_)) => {}
            Ok(Outcome::Failed { expected, got }) => {
                run += 1;
                failed += 1;
                first.get_or_insert((name, expected, got));
            }
            Err(error) => {
                run += 1;
                failed += 1;
                first.get_or_insert((name, "a readable vector".to_owned(), error.to_string()));
            }
        }
    }
    match first {
        None => Ok(()),
        Some((case, expected, got)) => Err(Refusal::Vectors {
            failed,
            run,
            case,
            expected,
            got,
        }),
    }
}

impl Verified {
    /// The engine.
    #[must_use]
    pub fn engine(&self) -> &'static Engine {
        self.engine
    }

    /// The group it passed for.
    #[must_use]
    pub fn group(&self) -> Group {
        self.group
    }

    /// Prepares an operation and runs it once.
    pub fn prepare(
        &self,
        operation: &'static Operation,
        param: Option<u32>,
    ) -> Result<CheckedJob, Refusal> {
        prepare(self.engine, self.group, operation, param)
    }
}

fn prepare(
    engine: &'static Engine,
    group: Group,
    operation: &'static Operation,
    param: Option<u32>,
) -> Result<CheckedJob, Refusal> {
    let refused = |error| match error {
        Error::Unsupported(reason) => Refusal::Absent(reason.to_owned()),
        error => Refusal::Job {
            operation: operation.name,
            error,
        },
    };
    let job = engine
        .job(group, operation, param, workload(group))
        .map_err(refused)?;
    let mut checked = CheckedJob {
        job,
        operation: operation.name,
        expected: expected_output(group, operation, param).map_err(refused)?,
    };
    match checked.time(1) {
        Ok(_) => Ok(checked),
        Err(Refusal::Job { error, .. }) => Err(refused(error)),
        Err(refusal) => Err(refusal),
    }
}

impl CheckedJob {
    /// Wall time of some iterations, once the output of the last is known to be right.
    pub fn time(&mut self, iterations: u64) -> Result<Duration, Refusal> {
        let sample = self.job.run(iterations).map_err(|error| Refusal::Job {
            operation: self.operation,
            error,
        })?;
        if sample.output != self.expected {
            return Err(Refusal::Output {
                operation: self.operation,
                expected: self.expected.clone(),
                got: sample.output,
            });
        }
        Ok(sample.elapsed)
    }
}
