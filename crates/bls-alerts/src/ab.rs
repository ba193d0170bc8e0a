//! Two sides measured in turn.

pub mod build;
pub mod burst;
pub mod checkout;
pub mod clock;
pub mod dependency;
pub mod identical;
pub mod rounds;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    io::{self, IsTerminal as _, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use bls_api::RUNNERS_VARIABLE;
use bls_results::{Load, ensure_not_emulated};
use indicatif::{ProgressBar, ProgressStyle};
use regex::Regex;

use self::{
    build::{Build, compiler},
    burst::{Bench, Conditions, last_core, pair},
    checkout::{Checkouts, Repository, Side},
    clock::Clock,
    dependency::Dependency,
    rounds::{Arm, Found, Subject, Until, alternate, method},
};
use crate::{
    callgrind,
    comparison::{Change, Comparison, Row, Signal, Verdict},
    format::{Output, percent},
    settings::{Settings, Thresholds},
    statistics::Interval,
};

/// Measures two revisions in turn until each id has a verdict.
///
/// Both are built in worktrees of their own; target directories are kept for the next time.
/// Ctrl-C keeps what is settled. Exits with 1 when something got worse or is missing, with 2 when
/// there is nothing to compare.
#[derive(Debug, clap::Args)]
pub struct Ab {
    /// What is compared with: anything that git takes for a commit.
    base: String,
    /// What is judged; the last commit if it is not given.
    #[arg(conflicts_with = "dependency")]
    new: Option<String>,
    /// The ids that this regular expression matches.
    #[arg(long, value_name = "REGEX")]
    filter: Option<Regex>,
    /// What benches find in the variable `BLSBENCH_PROFILE`.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Compares the revision with itself using another version of a crate.
    #[arg(long, value_name = "CRATE=VERSION")]
    dependency: Option<Dependency>,
    /// How long measuring may take; building is not part of it.
    #[arg(long, default_value = "10m", value_parser = humantime::parse_duration)]
    budget: Duration,
    /// No instruction counts.
    #[arg(long)]
    no_counts: bool,
    #[command(flatten)]
    output: Output,
    /// Of `cargo bench`, such as `--package NAME`.
    #[arg(last = true)]
    arguments: Vec<String>,
}

/// The exit code of a program that ended by Ctrl-C.
const INTERRUPTED: u8 = 130;

/// The executables of the benches of one side, and their ids.
type Benches = BTreeMap<String, Bench>;
/// Of an id: base and new.
type Pairs = BTreeMap<String, [Bench; 2]>;

impl Ab {
    /// Compares, and writes what was found.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        ensure_not_emulated()?;
        let stop = Arc::new(AtomicBool::new(false));
        let handler = Arc::clone(&stop);
        ctrlc::set_handler(move || handler.store(true, Ordering::SeqCst))?;
        let stopped = || stop.load(Ordering::SeqCst);
        let code = match self.compare(&stopped) {
            Ok(comparison) => self.output.write(&comparison, out)?,
            // Whatever was at work was interrupted as well.
            Err(_) if stopped() => ExitCode::SUCCESS,
            Err(error) => return Err(error),
        };
        if stopped() {
            eprintln!("interrupted");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(code)
    }

    fn compare(&self, stopped: &(dyn Fn() -> bool + Sync)) -> anyhow::Result<Comparison> {
        let repository = Repository::here()?;
        let mut notes = Vec::new();
        let new = match (&self.new, &self.dependency) {
            (Some(new), _) => new,
            (None, Some(_)) => &self.base,
            (None, None) => {
                if repository.is_dirty()? {
                    notes.push("uncommitted changes are not in it".to_owned());
                }
                "HEAD"
            }
        };
        let mut checkouts = Checkouts::new(&repository, &self.base, new)?;
        if let Some(dependency) = &self.dependency {
            dependency.pin(&checkouts.new.workspace)?;
            checkouts.new.label = format!("{} with {dependency}", checkouts.new.label);
        }
        let settings = Settings::read(&checkouts.new.workspace)?;
        let (before, after) = (
            compiler(&checkouts.base.workspace)?,
            compiler(&checkouts.new.workspace)?,
        );
        if before.release != after.release {
            notes.push(format!(
                "the compilers differ: {}, then {}",
                before.release, after.release
            ));
        }
        let base = self.benches(&checkouts.base, stopped)?;
        let new = self.benches(&checkouts.new, stopped)?;
        let (mut rows, pairs) = self.unmeasured(&checkouts, &base, &new, &settings)?;
        ensure!(
            !rows.is_empty() || !pairs.is_empty(),
            "there is nothing to compare: no id"
        );

        let started = Instant::now();
        let job = Job {
            pairs: &pairs,
            settings: &settings,
            stopped,
            end: started + self.budget,
        };
        if !pairs.is_empty() {
            let mut counts = BTreeMap::new();
            if !self.no_counts && callgrind::version().is_ok() {
                counts = job.counts(started + self.budget / 2);
            } else if !self.no_counts {
                notes.push("skipped: counts: valgrind not found".to_owned());
            }
            rows.extend(job.times(&mut notes)?.into_iter().map(|row| {
                Row {
                    count: counts
                        .remove(&row.id)
                        .map(|count| seen(count, row.time.as_ref())),
                    ..row
                }
            }));
        }
        rows.sort_by(|a, b| a.id.cmp(&b.id));
        let Thresholds { time, count, .. } = settings.thresholds;
        Ok(Comparison {
            base: checkouts.base.label.clone(),
            new: checkouts.new.label.clone(),
            rows,
            method: format!(
                "{}; thresholds, where none is set for an id: time {}, counts {}",
                method(pairs.len()),
                percent(time),
                percent(count)
            ),
            notes,
            seconds: Some(started.elapsed().as_secs_f64()),
        })
    }

    /// Builds one side; the ids that are wanted of it.
    fn benches(&self, side: &Side, stopped: &(dyn Fn() -> bool + Sync)) -> anyhow::Result<Benches> {
        let mut arguments = Vec::new();
        if side.workspace.join("Cargo.lock").exists() {
            arguments.push("--locked".to_owned());
        }
        arguments.extend_from_slice(&self.arguments);
        eprintln!("building {}", side.label);
        let build = Build {
            workspace: &side.workspace,
            target: Some(&side.target),
            profile: self.profile.as_deref(),
            arguments: &arguments,
            stopped,
        };
        let benches = build.run().with_context(|| side.label.clone())?;
        let mut all = Benches::new();
        for mut bench in benches {
            ensure!(!stopped(), "interrupted");
            let executable = bench.executable.display().to_string();
            let ids = bench.list().with_context(|| {
                format!("{}: {executable}: is it a Criterion bench?", side.label)
            })?;
            // In a workspace of ours the list has built them.
            let ready = (RUNNERS_VARIABLE.to_owned(), "built".to_owned());
            bench.environment.extend([ready]);
            for id in ids {
                if self
                    .filter
                    .as_ref()
                    .is_some_and(|filter| !filter.is_match(&id))
                {
                    continue;
                }
                if let Some(other) = all.insert(id.clone(), bench.clone()) {
                    bail!(
                        "{}: {id} is in {} and in {executable}",
                        side.label,
                        other.executable.display()
                    );
                }
            }
        }
        Ok(all)
    }

    /// What can be said without measuring, and what is left to measure.
    fn unmeasured(
        &self,
        checkouts: &Checkouts<'_>,
        base: &Benches,
        new: &Benches,
        settings: &Settings,
    ) -> anyhow::Result<(Vec<Row>, Pairs)> {
        let nothing = self.dependency.is_none() && identical::only_text(&checkouts.changed()?);
        let (from, to) = (&checkouts.base, &checkouts.new);
        let paths: [(&Path, &Path); 2] =
            [(&from.worktree, &to.worktree), (&from.target, &to.target)];
        let mut compared: HashMap<(&PathBuf, &PathBuf), bool> = HashMap::new();
        let (mut rows, mut pairs) = (Vec::new(), Pairs::new());
        let ids: BTreeSet<&String> = base.keys().chain(new.keys()).collect();
        for id in ids {
            let (verdict, why) = match (base.get(id), new.get(id)) {
                (Some(a), Some(b)) => {
                    let files = (&a.executable, &b.executable);
                    // What cannot be read is measured.
                    let same = compared.entry(files).or_insert_with(|| {
                        nothing && identical::same(files.0, files.1, &paths).unwrap_or(false)
                    });
                    if !*same {
                        pairs.insert(id.clone(), [a.clone(), b.clone()]);
                        continue;
                    }
                    (Verdict::Same, "the executables are identical")
                }
                (Some(_), None) => (Verdict::Missing, "the new side has no such bench"),
                _ => (Verdict::New, "the base has no such bench"),
            };
            let thresholds = settings.of(id);
            let counted = verdict == Verdict::Same && !self.no_counts;
            rows.push(Row {
                id: id.clone(),
                time: Some(unmeasured(verdict, thresholds.time, why)),
                count: counted.then(|| unmeasured(verdict, thresholds.count, why)),
            });
        }
        Ok((rows, pairs))
    }
}

/// What is measured, and how long.
struct Job<'a> {
    pairs: &'a Pairs,
    settings: &'a Settings,
    stopped: &'a dyn Fn() -> bool,
    end: Instant,
}

impl Job<'_> {
    /// Instructions, of which no repetition says more: of all ids of an executable together, because
    /// they share what is prepared. No executable is begun after `end`, so that there is time left
    /// for times.
    fn counts(&self, end: Instant) -> BTreeMap<String, Signal> {
        let progress = progress(self.pairs.len(), "counted");
        let mut executables: BTreeMap<[&Path; 2], Vec<&String>> = BTreeMap::new();
        for (id, pair) in self.pairs {
            let paths = pair.each_ref().map(|bench| bench.executable.as_path());
            executables.entry(paths).or_default().push(id);
        }
        let mut counts = BTreeMap::new();
        for ids in executables.values() {
            progress.set_message(ids[0].clone());
            let out_of_time = Instant::now() >= end;
            let both = self.pairs[ids[0]].each_ref().map(|bench| {
                ensure!(!out_of_time, "it was not counted: out of time");
                count(bench, ids)
            });
            if self.interrupted() {
                break;
            }
            for id in ids {
                let threshold = self.settings.of(id).count;
                let [base, new] = both.each_ref().map(|side| match side {
                    Ok(side) => side
                        .get(*id)
                        .cloned()
                        .unwrap_or(Err("it is gone".to_owned())),
                    Err(error) => Err(format!("{error:#}")),
                });
                let signal = base
                    .and_then(|base| Ok(counted(base, new?, threshold)))
                    .unwrap_or_else(|why| unmeasured(Verdict::Noisy, threshold, &why));
                counts.insert((*id).clone(), signal);
                progress.inc(1);
            }
        }
        progress.finish_and_clear();
        counts
    }

    fn times(&self, notes: &mut Vec<String>) -> anyhow::Result<Vec<Row>> {
        let conditions = Conditions {
            clock: Clock::new()?,
            core: last_core(),
        };
        let load = Load::now();
        let subjects = self.pairs.keys().map(|id| Subject {
            id: id.clone(),
            threshold: self.settings.of(id).time,
        });
        let until = Until {
            budget: self.end.saturating_duration_since(Instant::now()),
            stopped: self.stopped,
        };
        let progress = progress(self.pairs.len(), "settled");
        let mut expected: HashMap<String, f64> = HashMap::new();
        let measure = |id: &str, arms: [Arm; 2]| {
            progress.set_message(id.to_owned());
            let [base, new] = &self.pairs[id];
            let benches = arms.map(|arm| if arm == Arm::Base { base } else { new });
            let last = expected.get(id).copied();
            let pair = pair(benches, id, last, self.settings.threads(id), &conditions);
            match &pair {
                Ok(pair) => drop(expected.insert(id.to_owned(), pair.ns[0])),
                Err(_) => drop(self.interrupted()),
            }
            pair
        };
        let found = alternate(subjects.collect(), &until, measure, |settled| {
            progress.set_position(settled as u64);
            if !io::stderr().is_terminal() {
                eprintln!("{settled} of {} ids settled", self.pairs.len());
            }
        });
        progress.finish_and_clear();
        notes.extend(circumstances(&found, &conditions, load));
        Ok(found.rows)
    }

    /// Asked where a bench failed: a Ctrl-C ends it, too, perhaps before it is noticed here.
    fn interrupted(&self) -> bool {
        thread::sleep(Duration::from_millis(100));
        (self.stopped)()
    }
}

/// Instructions per iteration of ids of one executable, or why there are none.
fn count(bench: &Bench, ids: &[&String]) -> anyhow::Result<BTreeMap<String, Result<f64, String>>> {
    // In the order in which it runs them.
    let mut listed = bench.list()?;
    listed.retain(|id| ids.contains(&id));
    let counts = callgrind::count_all(bench, &listed);
    let counts = counts.into_iter().map(|count| match count {
        Ok(count) => Ok(count.instructions),
        Err(error) => Err(format!("{error:#}")),
    });
    Ok(listed.into_iter().zip(counts).collect())
}

/// What one must know of the measuring.
fn circumstances(found: &Found, conditions: &Conditions, load: Option<Load>) -> Vec<String> {
    let noise = found.noise.map(|(median, high)| {
        format!(
            "noise of this job: the base differs from itself by {:.2} % (median), {:.2} % (95 %)",
            median * 100.0,
            high * 100.0
        )
    });
    let core = conditions.core;
    let core = core.map_or("not pinned".to_owned(), |core| {
        format!("both on core {core}")
    });
    let load = load.map_or(String::new(), |load| {
        format!(", load {:.2} when it began", load.minutes_1)
    });
    let pairs = found.pairs;
    let clock = conditions.clock.describe();
    let rest = format!("{pairs} pairs of processes, by {clock}; {core}{load}");
    noise.into_iter().chain([rest]).collect()
}

/// Counts are exact: their interval is a point.
fn counted(base: f64, new: f64, threshold: f64) -> Signal {
    let ratio = new / base;
    let point = Interval {
        low: ratio,
        high: ratio,
    };
    let change = Change::new(ratio, point, point, true);
    Signal {
        verdict: change.verdict(threshold),
        base: Some(base),
        new: Some(new),
        change: Some(change),
        threshold,
        repetitions: 1,
        why: None,
    }
}

/// A count that sees too little of the work says nothing.
fn seen(count: Signal, time: Option<&Signal>) -> Signal {
    let (instructions, ns) = (count.new, time.and_then(|time| time.new));
    let blind = instructions
        .zip(ns)
        .and_then(|(count, ns)| callgrind::blind(count, ns));
    match blind {
        Some(why) => unmeasured(Verdict::Noisy, count.threshold, why),
        None => count,
    }
}

fn unmeasured(verdict: Verdict, threshold: f64, why: &str) -> Signal {
    Signal {
        verdict,
        base: None,
        new: None,
        change: None,
        threshold,
        repetitions: 0,
        why: Some(why.to_owned()),
    }
}

fn progress(length: usize, what: &str) -> ProgressBar {
    let style = format!("{{elapsed}} [{{wide_bar}}] {{pos}}/{{len}} {what}  {{msg:44}}");
    ProgressBar::new(length as u64).with_style(
        ProgressStyle::with_template(&style).unwrap_or_else(|_| ProgressStyle::default_bar()),
    )
}
