//! `run`: each engine in a process of its own, several times.

use std::{
    collections::{BTreeMap, HashMap},
    env,
    io::{self, IsTerminal as _, Write},
    path::PathBuf,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, bail};
use bls_api::{Engine, Group, Id, PROFILE_VARIABLE, Profile, RUST_BUILD};
use bls_engines::{engines, ids};
use bls_runner::{Remote, Session};
use bls_vectors::{Refusal, Verified, verify};
use indicatif::{ProgressBar, ProgressStyle};
use regex::Regex;

use crate::{
    engine,
    isolated::isolated,
    record::{
        EngineRecord, Machine, Measured, Measurement, Recorder, Run as RunRecord, allocated,
        medians, read,
    },
    sampling::{Samples, measure, median},
    table,
};

/// Measures each engine in a process of its own, in shuffled order, several times over.
///
/// Every repetition is stored; the figure is the median of the repetitions' medians, with their
/// range. The profile is chosen as for `cargo bench`, by `BLSBENCH_PROFILE`. Ctrl-C keeps what was
/// measured. Exits with 1 when an id could not be measured.
#[derive(clap::Args)]
pub(crate) struct Run {
    /// These engines alone.
    #[arg(long, value_delimiter = ',')]
    pub(crate) engines: Vec<String>,
    /// This group alone.
    #[arg(long)]
    pub(crate) group: Option<Group>,
    /// The ids that this regular expression matches.
    #[arg(long, value_name = "REGEX")]
    pub(crate) filter: Option<Regex>,
    /// How often each id is measured, by a new process each time.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: u32,
    /// The directory that is made for the results.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// The exit code of a program that ended by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// The ids of one engine, and how it is reached.
struct Subject {
    engine: &'static Engine,
    ids: Vec<Id>,
    session: &'static Session,
    /// What the gate said, asked once in each group.
    gate: HashMap<Group, Result<Verified, Refusal>>,
}

/// A run that came to its end, or was interrupted.
pub(crate) struct Finished {
    /// Where its measurements are.
    pub(crate) directory: PathBuf,
    /// How many measurements a whole run has.
    expected: usize,
    pub(crate) interrupted: bool,
}

impl Run {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let finished = self.measure()?;
        let measurements = read(&finished.directory)?;
        let errors = print(&measurements, out)?;
        writeln!(
            out,
            "{} of {} measurements, {errors} errors; kept in {}",
            measurements.len(),
            finished.expected,
            finished.directory.display()
        )?;
        if finished.interrupted {
            writeln!(out, "interrupted: what was measured is kept")?;
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::from(u8::from(errors > 0)))
    }

    /// Measures, and keeps the measurements in a directory.
    pub(crate) fn measure(&self) -> anyhow::Result<Finished> {
        let profile = Profile::from_environment()?;
        let mut subjects = self.subjects(profile)?;
        let stop = Arc::new(AtomicBool::new(false));
        let handler = Arc::clone(&stop);
        ctrlc::set_handler(move || handler.store(true, Ordering::SeqCst))?;
        let stopped = || stop.load(Ordering::SeqCst);

        let started = jiff::Timestamp::now();
        let directory = self.out.clone().unwrap_or_else(|| {
            let name = started.strftime("%Y-%m-%dT%H-%M-%SZ").to_string();
            bls_engines::target_directory()
                .join("blsbench/runs")
                .join(name)
        });
        let record = self.record(profile, started, &subjects)?;
        let mut recorder = Recorder::create(&directory, &record)?;

        let progress = progress(record.ids.len() as u64 * u64::from(self.repeat));
        for repetition in 0..self.repeat {
            fastrand::shuffle(&mut subjects);
            for subject in &mut subjects {
                if !io::stderr().is_terminal() {
                    eprintln!(
                        "repetition {} of {}: {}, {} ids",
                        repetition + 1,
                        self.repeat,
                        subject.engine.id,
                        subject.ids.len()
                    );
                }
                subject.measure(repetition, &mut recorder, &progress, &stopped)?;
            }
        }
        progress.finish_and_clear();
        Ok(Finished {
            directory,
            expected: record.ids.len() * self.repeat as usize,
            interrupted: stopped(),
        })
    }

    fn subjects(&self, profile: Profile) -> anyhow::Result<Vec<Subject>> {
        let wanted: Vec<&'static Engine> = if self.engines.is_empty() {
            engines().to_vec()
        } else {
            let wanted = self.engines.iter().map(|id| engine(id));
            wanted.collect::<anyhow::Result<_>>()?
        };
        let selected: Vec<Id> = ids()
            .into_iter()
            .filter(|(_, least)| *least <= profile)
            .map(|(id, _)| id)
            .filter(|id| self.group.is_none_or(|group| group == id.group))
            .filter(|id| {
                let filter = self.filter.as_ref();
                filter.is_none_or(|filter| filter.is_match(&id.to_string()))
            })
            .collect();
        let mut subjects = Vec::new();
        for wanted in wanted {
            let ids = selected.iter().filter(|id| id.engine == wanted.id);
            let ids: Vec<Id> = ids.cloned().collect();
            if ids.is_empty() {
                let groups = self.group.map_or(Group::ALL.to_vec(), |group| vec![group]);
                let mut reasons = groups.iter().filter_map(|&group| wanted.absent(group));
                let reason = reasons
                    .next_back()
                    .unwrap_or("no id of this profile is wanted");
                eprintln!("absent  {}: {reason}", wanted.id);
                continue;
            }
            let Remote { engine, session } =
                isolated(wanted).with_context(|| format!("cannot start {}", wanted.id))?;
            subjects.push(Subject {
                engine,
                ids,
                session,
                gate: HashMap::new(),
            });
        }
        if subjects.is_empty() {
            bail!(
                "none of these engines has an id in the profile {profile}; see {PROFILE_VARIABLE}"
            );
        }
        Ok(subjects)
    }

    fn record(
        &self,
        profile: Profile,
        started: jiff::Timestamp,
        subjects: &[Subject],
    ) -> anyhow::Result<RunRecord> {
        Ok(RunRecord {
            started: started.to_string(),
            command: env::args().collect(),
            profile: profile.to_string(),
            repetitions: self.repeat,
            machine: Machine::this()?,
            rust: RUST_BUILD,
            engines: subjects
                .iter()
                .map(|subject| EngineRecord::of(subject.engine))
                .collect(),
            ids: subjects
                .iter()
                .flat_map(|subject| subject.ids.iter().map(Id::to_string))
                .collect(),
        })
    }
}

impl Subject {
    /// Measures all ids once, in shuffled order, by a process that ends afterwards.
    fn measure(
        &mut self,
        repetition: u32,
        recorder: &mut Recorder,
        progress: &ProgressBar,
        stopped: &impl Fn() -> bool,
    ) -> anyhow::Result<()> {
        fastrand::shuffle(&mut self.ids);
        for id in &self.ids {
            if stopped() {
                break;
            }
            progress.set_message(id.to_string());
            let gate = self.gate.entry(id.group);
            let gate = gate.or_insert_with(|| verify(self.engine, id.group));
            let measured = gate
                .clone()
                .and_then(|verified| verified.prepare(id.operation, id.param))
                .and_then(|mut job| measure(&mut job, stopped));
            let result = match measured {
                Ok(None) => break,
                Ok(Some(samples)) => per_iteration(&samples),
                Err(Refusal::Absent(absent)) => Measured::Absent { absent },
                Err(refusal) => Measured::Error {
                    error: refusal.to_string(),
                },
            };
            recorder.append(&Measurement {
                id: id.to_string(),
                repetition,
                result,
            })?;
            progress.inc(1);
        }
        self.session.stop();
        Ok(())
    }
}

#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn per_iteration(samples: &Samples) -> Measured {
    let iterations = samples.iterations as f64;
    let nanoseconds = samples.elapsed.iter().map(Duration::as_nanos);
    Measured::Samples {
        samples_ns: nanoseconds.map(|sum| sum as f64 / iterations).collect(),
        iterations: samples.iterations,
        allocated: samples.allocated,
    }
}

fn progress(length: u64) -> ProgressBar {
    let style = "{elapsed} [{wide_bar}] {pos}/{len}, {eta} left  {msg:44}";
    ProgressBar::new(length).with_style(
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()),
    )
}

/// Prints a row per id, the engines of one operation together, and says how many ids have errors.
fn print(measurements: &[Measurement], out: &mut impl Write) -> anyhow::Result<usize> {
    let mut others = BTreeMap::new();
    let mut errors = 0;
    for measurement in measurements {
        let id = measurement.id.as_str();
        match &measurement.result {
            Measured::Samples { .. } => {}
            Measured::Absent { absent } => {
                others.insert(id, format!("absent  {id}: {absent}"));
            }
            Measured::Error { error } => {
                errors += 1;
                others.insert(id, format!("error   {id}: {error}"));
            }
        }
    }
    let mut table = table(&[
        "id",
        "median of medians",
        "range",
        "repetitions",
        "B/op",
        "allocs/op",
    ]);
    let (medians, allocated) = (medians(measurements), allocated(measurements));
    for (&id, medians) in &medians {
        let (least, greatest) = range(medians);
        let range = format!("{} to {}", time(least), time(greatest));
        let (bytes, allocations) = match allocated.get(id) {
            Some(taken) => (taken.bytes.to_string(), taken.allocations.to_string()),
            None => ("-".to_owned(), "-".to_owned()),
        };
        let (figure, count) = (time(median(medians.clone())), medians.len().to_string());
        table.add_row([id.to_owned(), figure, range, count, bytes, allocations]);
    }
    writeln!(out, "{table}")?;
    if allocated.len() < medians.len() {
        writeln!(
            out,
            "-  not counted: it takes Linux with glibc, or a runtime that counts itself"
        )?;
    }
    for line in others.values() {
        writeln!(out, "{line}")?;
    }
    Ok(errors)
}

/// The least and the greatest.
pub(crate) fn range(values: &[f64]) -> (f64, f64) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    (least, values.iter().copied().fold(0.0, f64::max))
}

/// Nanoseconds with three digits.
pub(crate) fn time(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        below if below < 1e3 => (below, "ns"),
        below if below < 1e6 => (below / 1e3, "µs"),
        below if below < 1e9 => (below / 1e6, "ms"),
        above => (above / 1e9, "s"),
    };
    let digits = match value {
        below if below < 9.995 => 2,
        below if below < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        let pairs = [
            (1.5, "1.50 ns"),
            (386_400.0, "386 µs"),
            (1_084_000.0, "1.08 ms"),
            (38_160_000.0, "38.2 ms"),
            (2.5e9, "2.50 s"),
        ];
        for (nanoseconds, expected) in pairs {
            assert_eq!(time(nanoseconds), expected);
        }
    }
}
