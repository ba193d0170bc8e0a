//! The gate: an engine that has not passed is not timed.

use std::{collections::BTreeMap, time::Duration};

use bls_api::{
    Allocated, Engine, Error, Group, Inputs, Job, Kind, Operation, RingOp, Sample, heap,
};

use crate::{
    case::Outcome,
    ring_signature::RingSignature,
    vectors::Vectors,
    workload::{damaged, expected_output, inputs},
};

/// An engine that passed the gate for one group. Only [`verify`] makes one, and the harness takes
/// nothing else:
///
/// ```compile_fail,E0451
/// fn forge(engine: &'static bls_api::Engine) -> bls_vectors::Verified {
///     bls_vectors::Verified { engine, group: bls_api::Group::MinPk }
/// }
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
    /// It says that it cannot do something which it does elsewhere, or nothing at all.
    #[error("it ran none of the vectors in {0}, or skipped some of them")]
    Skipped(String),
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
    /// It broke and gave no answer.
    #[error("{0}")]
    Broken(String),
    /// A job gave an error.
    #[error("{operation}: {error}")]
    Job {
        /// The operation.
        operation: &'static str,
        /// The error.
        error: Error,
    },
    /// A job's output is not what the oracle computed.
    #[error("{operation}: output 0x{}, expected 0x{}", hex::encode(.got), hex::encode(.expected))]
    Output {
        /// The operation.
        operation: &'static str,
        /// The oracle's output.
        expected: Vec<u8>,
        /// The engine's output.
        got: Vec<u8>,
    },
    /// A ring signature that a job made is not one.
    #[error("{operation}: signature 0x{}: {why}", hex::encode(.signature))]
    Signature {
        /// The operation.
        operation: &'static str,
        /// What is wrong with it.
        why: &'static str,
        /// The signature.
        signature: Vec<u8>,
    },
}

/// How long iterations that are counted may take together, by the time that one takes.
const COUNTED: Duration = Duration::from_millis(100);

/// A job whose output is compared with the oracle's in every sample; a ring signature, which is random,
/// is verified.
pub struct CheckedJob {
    job: Box<dyn Job>,
    operation: &'static str,
    expected: Expected,
}

enum Expected {
    Output(Vec<u8>),
    RingSignature(Box<RingSignature>),
}

/// Runs all embedded vectors of the group, then every operation on inputs of the benchmarks, and
/// those that verify on damaged inputs too.
///
/// An engine that broke gets a second chance: somebody may have killed its process.
pub fn verify(engine: &'static Engine, group: Group) -> Result<Verified, Refusal> {
    match verify_once(engine, group) {
        Err(Refusal::Broken(_)) => verify_once(engine, group),
        result => result,
    }
}

fn verify_once(engine: &'static Engine, group: Group) -> Result<Verified, Refusal> {
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

/// Values of parameters that the gate tries: one, and on either side of where libraries change to
/// algorithms for many.
const GATE_SIZES: [u32; 5] = [1, 31, 33, 46, 64];

/// Runs every operation of the group once on inputs of the benchmarks: the smallest, and those that are
/// long enough for what libraries do with many points. What verifies must also refuse the same inputs when
/// they are damaged.
pub fn check_outputs(
    engine: &'static Engine,
    group: Group,
) -> impl Iterator<Item = (&'static Operation, Result<(), Refusal>)> {
    let measured = move |operation: &&Operation| {
        !operation.params.is_empty() && engine.measures(group, operation)
    };
    let operations = group.operations().iter().filter(measured);
    operations.map(move |operation| {
        let values = operation.params.iter().map(|param| param.value);
        let first = operation.params[0].value;
        let mut sizes = values.filter(|&value| {
            value == first || value.is_some_and(|value| GATE_SIZES.contains(&value))
        });
        let result = sizes.try_for_each(|param| {
            prepare(engine, group, operation, param)?;
            refuse_damaged(engine, group, operation, param)
        });
        (operation, result)
    })
}

/// A verifying operation that answers "yes" to everything would otherwise be the fastest of all.
fn refuse_damaged(
    engine: &'static Engine,
    group: Group,
    operation: &'static Operation,
    param: Option<u32>,
) -> Result<(), Refusal> {
    let damaged = damaged(group, operation, param)
        .map_err(|error| Refusal::from_job(operation.name, error))?;
    let Some((inputs, output)) = damaged else {
        return Ok(());
    };
    let mut job = prepare_unchecked(engine, group, operation, &inputs)?;
    job.expected = Expected::Output(output);
    job.run(1).map(drop)
}

fn run_vectors(engine: &Engine, vectors: &Vectors) -> Result<(), Refusal> {
    let mut first = None;
    let mut failed = 0;
    let mut run = 0;
    // Folders, and whether the engine has the operation: all of a folder, or nothing.
    let mut supported: BTreeMap<&str, bool> = BTreeMap::new();
    for case in &vectors.cases {
        let name = format!("{}/{}", case.folder, case.name);
        let outcome = vectors.run(engine, case);
        let supports = !matches!(outcome, Ok(Outcome::Unsupported(_)));
        if *supported.entry(&case.folder).or_insert(supports) != supports {
            return Err(Refusal::Skipped(case.folder.clone()));
        }
        run += usize::from(supports);
        let failure = match outcome {
            Ok(Outcome::Passed(_) | Outcome::Unsupported(_)) => continue,
            Ok(Outcome::Failed { expected, got }) => (name, expected, got),
            Ok(Outcome::Broken(why)) => return Err(Refusal::Broken(format!("{name}: {why}"))),
            Err(error) => (name, "a readable vector".to_owned(), error.to_string()),
        };
        failed += 1;
        first.get_or_insert(failure);
    }
    if run == 0 {
        return Err(Refusal::Skipped(vectors.group.to_string()));
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
    let wrong = |error| Refusal::from_job(operation.name, error);
    let inputs = inputs(group, operation, param).map_err(wrong)?;
    let mut job = prepare_unchecked(engine, group, operation, &inputs)?;
    let expected = expected_output(group, operation, param).map_err(wrong)?;
    job.expected = match operation.kind {
        Kind::Ring(RingOp::Sign { bound }) => {
            let suite = engine.suite(group).map_err(wrong)?;
            let signature = RingSignature::new(suite, group, bound, inputs, expected);
            Expected::RingSignature(Box::new(signature.map_err(wrong)?))
        }
        _ => Expected::Output(expected),
    };
    job.run(1)?;
    Ok(job)
}

/// A job that is not known to be right, nor what it should put out.
fn prepare_unchecked(
    engine: &'static Engine,
    group: Group,
    operation: &'static Operation,
    inputs: &Inputs,
) -> Result<CheckedJob, Refusal> {
    let job = engine
        .suite(group)
        .and_then(|suite| suite.job(operation, inputs))
        .map_err(|error| Refusal::from_job(operation.name, error))?;
    Ok(CheckedJob {
        job,
        operation: operation.name,
        expected: Expected::Output(Vec::new()),
    })
}

impl Refusal {
    fn from_job(operation: &'static str, error: Error) -> Self {
        match error {
            Error::Unsupported(reason) => Self::Absent(reason.into_owned()),
            Error::Runner(why) => Self::Broken(format!("{operation}: {why}")),
            error => Self::Job { operation, error },
        }
    }
}

impl CheckedJob {
    /// Runs some iterations; the output of the last is right.
    pub fn run(&mut self, iterations: u64) -> Result<Sample, Refusal> {
        let sample = self
            .job
            .run(iterations)
            .map_err(|error| Refusal::from_job(self.operation, error))?;
        match &self.expected {
            Expected::Output(expected) if sample.output != *expected => Err(Refusal::Output {
                operation: self.operation,
                expected: expected.clone(),
                got: sample.output,
            }),
            Expected::Output(_) => Ok(sample),
            Expected::RingSignature(expected) => match expected.fault(&sample.output) {
                Ok(None) => Ok(sample),
                Ok(Some(why)) => Err(Refusal::Signature {
                    operation: self.operation,
                    why,
                    signature: sample.output,
                }),
                Err(error) => Err(Refusal::from_job(self.operation, error)),
            },
        }
    }

    /// Wall time of some iterations.
    pub fn time(&mut self, iterations: u64) -> Result<Duration, Refusal> {
        self.run(iterations).map(|sample| sample.elapsed)
    }

    /// What one iteration takes from the heap, rounded down; nothing where nobody can count it.
    ///
    /// The mean of 1 to 100 iterations, after one that builds what a library keeps.
    pub fn allocated(&mut self) -> Result<Option<Allocated>, Refusal> {
        let once = self.time(1)?.as_nanos().max(1);
        let iterations = u64::try_from(COUNTED.as_nanos() / once).unwrap_or(u64::MAX);
        let iterations = iterations.clamp(1, 100);
        let sample = heap::counted(|| self.run(iterations))?;
        let all = sample.allocated;
        Ok(all.map(|all| all.per_iteration(iterations)))
    }
}
