//! `run`: each engine in a process of its own, several times.

use std::{
    collections::{BTreeSet, HashMap},
    io::{self, IsTerminal as _, Write},
    path::PathBuf,
    process::ExitCode,
    slice,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, bail};
use bls_api::{Engine, Group, Id, PROFILE_VARIABLE, Profile};
use bls_engines::{engines, ids};
use bls_results::{
    Measured, Measurement, Outcome, Record, Recorder, Results, collect_run, ensure_not_emulated,
    time,
};
use bls_runner::{Remote, Session};
use bls_vectors::{Refusal, Verified, verify};
use indicatif::{ProgressBar, ProgressStyle};
use regex::Regex;

use crate::{
    engine,
    isolated::isolated,
    sampling::{Samples, measure},
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
    pub(crate) interrupted: bool,
}

impl Run {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let finished = self.measure()?;
        let results = collect_run(slice::from_ref(&finished.directory), None)?;
        print(&results, out)?;
        let count = |is: fn(&Outcome) -> bool| {
            let outcomes = results.rows.iter().map(|row| &row.outcome);
            outcomes.filter(|outcome| is(outcome)).count()
        };
        let errors = count(|outcome| matches!(outcome, Outcome::Error { .. }));
        writeln!(
            out,
            "{} of {} ids measured, {} absent, {errors} errors; kept in {}",
            count(|outcome| matches!(outcome, Outcome::Measured(_))),
            results.rows.len(),
            count(|outcome| matches!(outcome, Outcome::Absent { .. })),
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
        ensure_not_emulated()?;
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
        let record = self.record(profile, &subjects);
        let progress = progress(record.ids.len() as u64 * u64::from(self.repeat));
        let mut recorder = Recorder::create(&directory, record)?;

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
        recorder.finish()?;
        Ok(Finished {
            directory,
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

    fn record(&self, profile: Profile, subjects: &[Subject]) -> Record {
        let ids: Vec<&Id> = subjects.iter().flat_map(|subject| &subject.ids).collect();
        let groups: BTreeSet<Group> = ids.iter().map(|id| id.group).collect();
        let groups: Vec<Group> = groups.into_iter().collect();
        let ids = ids.iter().map(ToString::to_string).collect();
        Record::begin(profile, self.repeat, engines(), &groups, ids)
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

/// Prints a row per id, the engines of one operation together.
fn print(results: &Results, out: &mut impl Write) -> io::Result<()> {
    let mut table = table(&["id", "median of medians", "range", "B/op", "allocs/op"]);
    let mut others = Vec::new();
    let mut counted = true;
    for row in &results.rows {
        let id = &row.id;
        let figure = match &row.outcome {
            Outcome::Measured(figure) => figure,
            Outcome::Absent { why } => {
                others.push(format!("absent  {id}: {why}"));
                continue;
            }
            Outcome::Error { why } => {
                others.push(format!("error   {id}: {why}"));
                continue;
            }
            Outcome::Missing => continue,
        };
        counted &= figure.allocated.is_some();
        let (bytes, allocations) = match figure.allocated {
            Some(taken) => (taken.bytes.to_string(), taken.allocations.to_string()),
            None => ("-".to_owned(), "-".to_owned()),
        };
        table.add_row([
            id.to_string(),
            time(figure.ns),
            format!("{} to {}", time(figure.low), time(figure.high)),
            bytes,
            allocations,
        ]);
    }
    writeln!(out, "{table}")?;
    if !counted {
        writeln!(
            out,
            "-  not counted: it takes Linux with glibc, or a runtime that counts itself"
        )?;
    }
    for line in others {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
