//! The one loop that all Criterion targets share: choose ids, open the gate, measure.

mod alternate;
mod select;

use std::{collections::HashMap, env, process::ExitCode, time::Duration};

use anyhow::{Context as _, bail};
use bls_api::{Engine, Group, Id, Profile};
use bls_engines::{ENGINES, ids};
use bls_vectors::{CheckedJob, Refusal, Verified, verify};
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, PlottingBackend, SamplingMode, measurement::WallTime,
};

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
    let mut rows = Rows::default();
    for ids in selected.chunk_by(|a, b| (a.group, a.operation.name) == (b.group, b.operation.name))
    {
        let mut group =
            criterion.benchmark_group(Id::criterion_group(ids[0].group, ids[0].operation));
        // One estimator for all ids: Criterion would fit a line for fast ones.
        group.sampling_mode(SamplingMode::Flat);
        for id in ids {
            let prepared = match &gate[&(id.engine.clone(), id.group)] {
                Ok(verified) => verified.prepare(id.operation, id.param),
                Err(refusal) => Err(refusal.clone()),
            };
            match prepared {
                Ok(mut job) => {
                    if !arguments.test && !arguments.sample_size {
                        group.sample_size(samples(&mut job)?);
                    }
                    measure(&mut group, id, job);
                    rows.measured += 1;
                }
                Err(Refusal::Absent(reason)) => rows.absent.push(format!("{id}: {reason}")),
                Err(refusal) => rows.errors.push(format!("{id}: not timed: {refusal}")),
            }
        }
        group.finish();
    }
    criterion.final_summary();
    rows.print(selected.len());
    Ok(ExitCode::from(u8::from(!rows.errors.is_empty())))
}

fn measure(group: &mut BenchmarkGroup<'_, WallTime>, id: &Id, mut job: CheckedJob) {
    let criterion_id = match id.param {
        None => BenchmarkId::from_parameter(&id.engine),
        Some(param) => BenchmarkId::new(&id.engine, param),
    };
    group.bench_function(criterion_id, |bencher| {
        bencher.iter_custom(|iterations| {
            // It was right a moment ago: a figure now would be of an engine that cannot be trusted.
            job.time(iterations)
                .unwrap_or_else(|refusal| panic!("{id}: {refusal}"))
        });
    });
}

/// What became of the ids.
#[derive(Default)]
struct Rows {
    measured: usize,
    absent: Vec<String>,
    errors: Vec<String>,
}

impl Rows {
    fn print(&self, expected: usize) {
        for line in &self.absent {
            eprintln!("absent  {line}");
        }
        for line in &self.errors {
            eprintln!("error   {line}");
        }
        eprintln!(
            "{expected} ids expected: {} measured, {} absent, {} errors",
            self.measured,
            self.absent.len(),
            self.errors.len()
        );
    }
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
