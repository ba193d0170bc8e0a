//! The one loop that all Criterion targets share: choose ids, open the gate, measure.

mod alternate;
pub mod precompiles;
mod select;

use std::{
    collections::{HashMap, HashSet},
    panic::{self, AssertUnwindSafe},
    path::Path,
    process::ExitCode,
    time::Duration,
};

use bls_api::{Allocated, Engine, Group, Id, Profile, processor};
use bls_engines::{engines, ids};
use bls_results::{Ledger, Record, caution, criterion_directory, emulator, mark_emulated};
use bls_vectors::{CheckedJob, Refusal, Verified, on_all_cores, verify};
use blsbench_heap as _;
use criterion::{
    Bencher, BenchmarkGroup, BenchmarkId, Criterion, PlottingBackend, SamplingMode,
    measurement::WallTime,
};

pub use crate::alternate::{Overhead, Timed, overhead_main, timed, timed_job};
use crate::select::{Arguments, Mode};

/// Sampling, the same for every id and profile: on a quiet machine the 95 % interval of an
/// operation over 10 µs stays within ±1 %.
const WARM_UP: Duration = Duration::from_millis(300);
const MEASUREMENT: Duration = Duration::from_millis(2400);
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
    processor::require();
    match run(groups) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(groups: &[Group]) -> anyhow::Result<ExitCode> {
    let arguments = Arguments::from_command_line()?;
    let profile = Profile::from_environment()?;
    let selected = arguments.select(&ids(), profile)?;
    let selected: Vec<Id> = selected
        .into_iter()
        .filter(|id| groups.contains(&id.group))
        .collect();
    if arguments.mode == Mode::List {
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
    let directory = criterion_directory(&bls_engines::target_directory());
    let emulator = emulator();
    if let Some(emulator) = &emulator {
        eprintln!("warning {}", caution(emulator));
        criterion = criterion.output_directory(&directory);
    }
    let mut ledger = match arguments.mode {
        Mode::Bench => Some(begin(&directory, profile, groups, &selected)?),
        Mode::Test | Mode::List | Mode::Load => None,
    };
    let gate = Gate::open(engines(), &selected);
    let mut rows = Rows::default();
    for ids in selected.chunk_by(|a, b| (a.group, a.operation.name) == (b.group, b.operation.name))
    {
        let mut group =
            criterion.benchmark_group(Id::criterion_group(ids[0].group, ids[0].operation));
        // One estimator for all ids: Criterion would fit a line for fast ones.
        group.sampling_mode(SamplingMode::Flat);
        for id in ids {
            let measured = gate.prepare(id).and_then(|mut job| {
                let run = measure(&mut group, id, &mut job, &arguments)?;
                Ok((run, allocated(&mut job, arguments.mode)?))
            });
            match measured {
                Ok((true, allocated)) => {
                    rows.measured += 1;
                    print(id, allocated, arguments.mode);
                    keep(&mut ledger, |ledger| ledger.measured(id, allocated))?;
                }
                // By another regular expression than ours: it keeps the figure that it had.
                Ok((false, _)) => rows.errors.push(format!("{id}: Criterion did not run it")),
                Err(Refusal::Absent(reason)) => {
                    rows.absent.push(format!("{id}: {reason}"));
                    keep(&mut ledger, |ledger| ledger.absent(id, reason))?;
                }
                Err(refusal) => {
                    rows.errors.push(format!("{id}: {refusal}"));
                    keep(&mut ledger, |ledger| ledger.error(id, refusal.to_string()))?;
                }
            }
        }
        group.finish();
    }
    criterion.final_summary();
    if let (Some(emulator), Some(_)) = (&emulator, &ledger) {
        mark_emulated(&directory, emulator)?;
    }
    rows.print(selected.len());
    Ok(ExitCode::from(u8::from(!rows.errors.is_empty())))
}

/// Hands one id to Criterion and says whether it was run. When a sample goes wrong there is no
/// figure, and the other ids go on.
fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    id: &Id,
    job: &mut CheckedJob,
    arguments: &Arguments,
) -> Result<bool, Refusal> {
    if arguments.mode == Mode::Bench && !arguments.sample_size {
        group.sample_size(samples(job)?);
    }
    let mut run = arguments.mode == Mode::Load;
    let mut failure = None;
    let mut sample = |bencher: &mut Bencher<'_>| {
        run = true;
        bencher.iter_custom(|iterations| {
            job.time(iterations).unwrap_or_else(|refusal| {
                let message = format!("{id}: {refusal}");
                failure = Some(refusal);
                // The only way out of Criterion that leaves no result behind.
                panic!("{message}")
            })
        });
    };
    let finished = panic::catch_unwind(AssertUnwindSafe(|| {
        match id.param {
            None => group.bench_function(id.engine.as_str(), &mut sample),
            Some(param) => group.bench_function(BenchmarkId::new(&id.engine, param), &mut sample),
        };
    }));
    match (finished, failure) {
        (Ok(()), _) => Ok(run),
        (Err(_), Some(refusal)) => Err(refusal),
        (Err(other), None) => panic::resume_unwind(other),
    }
}

/// What an iteration takes from the heap, counted after the samples.
fn allocated(job: &mut CheckedJob, mode: Mode) -> Result<Option<Allocated>, Refusal> {
    match mode {
        Mode::Bench => job.allocated(),
        Mode::Test => Ok(bls_api::heap::counted(|| job.run(1))?.allocated),
        Mode::List | Mode::Load => Ok(None),
    }
}

/// Keeps what Criterion does not: when, where and with what these ids are measured.
fn begin(
    directory: &Path,
    profile: Profile,
    groups: &[Group],
    ids: &[Id],
) -> anyhow::Result<Ledger> {
    let ids = ids.iter().map(ToString::to_string).collect();
    let record = Record::begin(profile, 1, engines(), groups, ids);
    Ok(Ledger::begin(directory, record)?)
}

fn keep(
    ledger: &mut Option<Ledger>,
    what: impl FnOnce(&mut Ledger) -> Result<(), bls_results::Error>,
) -> Result<(), bls_results::Error> {
    ledger.as_mut().map_or(Ok(()), what)
}

fn print(id: &Id, allocated: Option<Allocated>, mode: Mode) {
    match allocated {
        Some(Allocated { bytes, allocations }) => {
            eprintln!("heap    {id}: {bytes} B/op, {allocations} allocs/op");
        }
        None if mode == Mode::Load => {}
        None => eprintln!("heap    {id}: not counted"),
    }
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

/// What the gate said of every engine that the ids name, per group.
struct Gate(HashMap<(&'static str, Group), Result<Verified, Refusal>>);

impl Gate {
    /// Checks the engines, and says on the screen what came of it.
    fn open(engines: &[&'static Engine], ids: &[Id]) -> Self {
        let named: HashSet<_> = ids
            .iter()
            .map(|id| (id.engine.as_str(), id.group))
            .collect();
        // Neighbours are of two engines: two groups of one would wait for its runner.
        let wanted: Vec<_> = Group::ALL
            .iter()
            .flat_map(|&group| engines.iter().map(move |&engine| (engine, group)))
            .filter(|(engine, group)| named.contains(&(engine.id, *group)))
            .collect();
        let results = on_all_cores(&wanted, |&(engine, group)| {
            let result = verify(engine, group);
            match &result {
                Ok(_) => eprintln!(
                    "gate    {group}/{}: passed; {}",
                    engine.id,
                    describe(engine)
                ),
                Err(refusal) => eprintln!("gate    {group}/{}: REFUSED: {refusal}", engine.id),
            }
            ((engine.id, group), result)
        });
        Self(results.into_iter().collect())
    }

    /// The job of an id, if its engine passed.
    fn prepare(&self, id: &Id) -> Result<CheckedJob, Refusal> {
        match self.0.get(&(id.engine.as_str(), id.group)) {
            Some(Ok(verified)) => verified.prepare(id.operation, id.param),
            Some(Err(refusal)) => Err(refusal.clone()),
            None => Err(Refusal::Absent("no such engine".to_owned())),
        }
    }
}

fn describe(engine: &Engine) -> String {
    let library = engine.library;
    let path = (engine.code_path)().unwrap_or_else(|error| error.to_string());
    format!("{} {}, {path}", library.name, library.version)
}

/// How many samples fit into the measurement time, by the time that one iteration takes.
fn samples(job: &mut CheckedJob) -> Result<usize, Refusal> {
    let once = job.time(1)?;
    let fitting = MEASUREMENT.as_nanos() / once.as_nanos().max(1);
    let fitting = usize::try_from(fitting).unwrap_or(SAMPLES);
    Ok(fitting.clamp(LEAST_SAMPLES, SAMPLES))
}

#[cfg(test)]
mod tests {
    use bls_api::{Capability, Library};

    use super::*;

    /// blst's `min_sig` under the name of `min_pk`: wrong in everything.
    static WRONG: Engine = Engine {
        id: "wrong",
        library: Library {
            name: "wrong",
            version: "0",
            options: "",
            compiler: "",
        },
        composed: false,
        profile: Profile::Quick,
        code_path: &|| Ok(String::new()),
        suites: &|group| match group {
            Group::MinPk => (engine_blst::ENGINE.suites)(Group::MinSig),
            _ => Capability::No("not in this test"),
        },
    };

    #[test]
    fn what_the_gate_refuses_is_not_timed() {
        let ids: Vec<Id> = [
            "min_pk/verify/wrong",
            "min_pk/verify/blst",
            "dusk/verify/blst",
        ]
        .map(|id| id.parse().unwrap())
        .to_vec();
        let gate = Gate::open(&[&WRONG, &engine_blst::ENGINE], &ids);
        let refused = gate.prepare(&ids[0]).err();
        assert!(
            matches!(refused, Some(Refusal::Vectors { .. })),
            "{refused:?}"
        );
        assert!(gate.prepare(&ids[1]).is_ok());
        let absent = gate.prepare(&ids[2]).err();
        assert!(matches!(absent, Some(Refusal::Absent(_))), "{absent:?}");
    }
}
