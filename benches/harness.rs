//! The one loop that all Criterion targets share: choose ids, open the gate, measure.

mod alternate;
mod select;

use std::{collections::HashMap, env, process::ExitCode, time::Duration};

use anyhow::{Context as _, bail};
use bls_api::{Engine, Group, Id, Profile};
use bls_engines::{ENGINES, ids};
use bls_vectors::{CheckedJob, Refusal, Verified, verify};
use criterion::{BenchmarkId, Criterion, PlottingBackend, SamplingMode};

pub use crate::alternate::{Overhead, Timed, overhead_main};
use crate::select::Arguments;

/// The environment variable that names the profile.
pub const PROFILE_VARIABLE: &str = "BLSBENCH_PROFILE";

/// Sampling, the same for every id and profile: on a quiet machine the 95 % interval of an
/// operation over 10 µs stays within ±1 %.
const WARM_UP: Duration = Duration::from_millis(500);
const MEASUREMENT: Duration = Duration::from_secs(3);
const SAMPLES: usize = 60;
/// For Criterion's bootstrap; its default of 100 000 costs a second per id and moves the interval
/// by less than a hundredth of its width.
const RESAMPLES: usize = 10_000;
/// Criterion's least. An operation too slow for [`SAMPLES`] in [`MEASUREMENT`] gets fewer, but
/// never below this.
const LEAST_SAMPLES: usize = 10;

/// Measures the selected ids of `groups` and is the `main` of a Criterion target.
#[must_use]
pub fn main(groups: &[Group]) -> ExitCode {
    match run(groups) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The profile that the environment asks for.
pub fn profile() -> anyhow::Result<Profile> {
    match env::var(PROFILE_VARIABLE) {
        Err(env::VarError::NotPresent) => Ok(Profile::Standard),
        Err(error) => bail!("{PROFILE_VARIABLE}: {error}"),
        Ok(name) => name.parse().context(PROFILE_VARIABLE),
    }
}

fn run(groups: &[Group]) -> anyhow::Result<ExitCode> {
    let arguments = Arguments::from_command_line()?;
    let profile = profile()?;
    let selected = arguments.select(&ids(), profile)?;
    let selected: Vec<Id> = selected
        .into_iter()
        .filter(|id| groups.contains(&id.group))
        .collect();
    if arguments.list {
        for id in &selected {
            println!("{id}: benchmark");
        }
        return Ok(ExitCode::SUCCESS);
    }
    if selected.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }

    eprintln!("profile {profile}: {} ids", selected.len());
    let mut criterion = Criterion::default()
        .plotting_backend(PlottingBackend::Plotters)
        .warm_up_time(WARM_UP)
        .measurement_time(MEASUREMENT)
        .sample_size(SAMPLES)
        .nresamples(RESAMPLES)
        .configure_from_args();
    let gate = open_gate(&selected);
    let mut measured = 0;
    let mut absent = Vec::new();
    let mut errors: Vec<String> = Vec::new();
    for ids in selected.chunk_by(|a, b| (a.group, a.operation.name) == (b.group, b.operation.name))
    {
        let mut group =
            criterion.benchmark_group(Id::criterion_group(ids[0].group, ids[0].operation));
        // One estimator for all ids: Criterion would fit a line for fast ones.
        group.sampling_mode(SamplingMode::Flat);
        for id in ids {
            let verified = match &gate[&(id.engine.clone(), id.group)] {
                Ok(verified) => verified,
                Err(refusal) => {
                    errors.push(format!("{id}: not timed, refused by the gate: {refusal}"));
                    continue;
                }
            };
            let mut job = match verified.prepare(id.operation, id.param) {
                Ok(job) => job,
                Err(Refusal::Absent(reason)) => {
                    absent.push(format!("{id}: {reason}"));
                    continue;
                }
                Err(refusal) => {
                    errors.push(format!("{id}: not timed: {refusal}"));
                    continue;
                }
            };
            if !arguments.sample_size {
                group.sample_size(samples(&mut job)?);
            }
            let criterion_id = match id.param {
                None => BenchmarkId::from_parameter(&id.engine),
                Some(param) => BenchmarkId::new(&id.engine, param),
            };
            group.bench_function(criterion_id, |bencher| {
                bencher.iter_custom(|iterations| {
                    job.time(iterations)
                        .unwrap_or_else(|refusal| panic!("{id}: {refusal}"))
                });
            });
            measured += 1;
        }
        group.finish();
    }
    criterion.final_summary();

    for line in &absent {
        eprintln!("absent  {line}");
    }
    for line in &errors {
        eprintln!("error   {line}");
    }
    eprintln!(
        "{} ids expected: {measured} measured, {} absent, {} errors",
        selected.len(),
        absent.len(),
        errors.len()
    );
    Ok(ExitCode::from(u8::from(!errors.is_empty())))
}

type Gate = HashMap<(String, Group), Result<Verified, Refusal>>;

/// Checks every engine that the ids name, for every group that they name, and says so.
fn open_gate(ids: &[Id]) -> Gate {
    let mut gate = Gate::new();
    for id in ids {
        let key = (id.engine.clone(), id.group);
        if gate.contains_key(&key) {
            continue;
        }
        let engine = ENGINES.iter().find(|engine| engine.id == id.engine);
        let Some(engine) = engine else { continue };
        let result = verify(engine, id.group);
        match &result {
            Ok(_) => eprintln!(
                "gate    {}/{}: passed; {}",
                id.group,
                engine.id,
                describe(engine)
            ),
            Err(refusal) => eprintln!("gate    {}/{}: REFUSED: {refusal}", id.group, engine.id),
        }
        gate.insert(key, result);
    }
    gate
}

fn describe(engine: &Engine) -> String {
    let library = engine.library;
    let path = (engine.code_path)().unwrap_or_else(|error| error.to_string());
    format!("{} {}, {path}", library.name, library.version)
}

/// How many samples fit into the measurement time, by the time that one iteration takes.
fn samples(job: &mut CheckedJob) -> anyhow::Result<usize> {
    let once = job.time(1)?;
    let fitting = MEASUREMENT.as_nanos() / once.as_nanos().max(1);
    let fitting = usize::try_from(fitting).unwrap_or(SAMPLES);
    Ok(fitting.clamp(LEAST_SAMPLES, SAMPLES))
}
