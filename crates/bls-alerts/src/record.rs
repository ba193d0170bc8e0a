//! `record`: one more run in the history of a machine.

use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    time::SystemTime,
};

use anyhow::{Context as _, bail, ensure};
use bls_results::{
    Counts, LEDGER, Machine, Problem, Results, collect_criterion, collect_run, figures, revision,
    slug,
};
use cargo_metadata::MetadataCommand;

use crate::{
    history::{self, Entry, Source},
    settings::Settings,
};

/// Adds what was measured to the history of its machine, a line of `<machine>.jsonl`.
///
/// Takes the results of `cargo bench` in the current workspace, whichever it is: to be run after it,
/// before the next commit. Exits with 2, and adds nothing, when something cannot be read, when the
/// history has the run already or is of another processor.
#[derive(Debug, clap::Args)]
pub struct Record {
    /// The directory of a run by `cargo blsbench run`; of several, each id's newest figure counts.
    #[arg(long, value_name = "DIR", group = "from")]
    run: Vec<PathBuf>,
    /// A directory of Criterion, instead of that of the workspace.
    #[arg(long, value_name = "DIR", group = "from")]
    criterion: Option<PathBuf>,
    /// A folder of results, such as those in `reports/data`.
    #[arg(long, value_name = "DIR", group = "from")]
    data: Option<PathBuf>,
    /// A file of instruction counts of the same revision.
    #[arg(long, value_name = "FILE")]
    counts: Option<PathBuf>,
    /// The directory of histories; `reports/history` in the workspace otherwise.
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// What the machine is called; the processor's name and model otherwise.
    #[arg(long, value_name = "NAME")]
    machine: Option<String>,
    /// What was measured; what the results or else `git describe` say otherwise.
    #[arg(long, value_name = "TEXT")]
    revision: Option<String>,
}

impl Record {
    /// Adds the run, and says what it was.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let settings = Settings::around(&env::current_dir()?)?;
        let mut entry = self.entry()?;
        if let Some(revision) = &self.revision {
            entry.revision.clone_from(revision);
        }
        let name = self.machine.clone().unwrap_or_else(|| {
            // Of a virtual machine, the processor's name may be that of several.
            let Machine { cpu, model, .. } = &entry.machine;
            format!("{cpu} {}", model.as_deref().unwrap_or_default())
        });
        let to = self.to.clone().map_or_else(directory, Ok)?;
        let path = to.join(format!("{}.jsonl", slug(&name)));
        if path.exists() {
            forget_stale(&mut entry, &history::read(&path)?.entries)?;
        }
        entry.anchor = settings.anchor.filter(|id| entry.figures.contains_key(id));
        ensure!(
            !entry.figures.is_empty() || !entry.counts.is_empty(),
            "nothing was measured"
        );
        let problems = history::append(&path, &entry)?;
        writeln!(
            out,
            "{}: added {} times and {} counts of {}, measured {}",
            path.display(),
            entry.figures.len(),
            entry.counts.len(),
            entry.revision,
            entry.time
        )?;
        for problem in problems {
            eprintln!("problem {problem}");
        }
        Ok(ExitCode::SUCCESS)
    }

    fn entry(&self) -> anyhow::Result<Entry> {
        let measured = self.measured()?;
        let Some(path) = &self.counts else {
            return measured.context("nothing was measured: `cargo bench` has left no results");
        };
        let counts = Counts::read(path)?;
        let mut entry = match measured {
            Some(entry) => entry,
            None => Entry {
                revision: counts.revision.clone().map_or_else(described, Ok)?,
                ..here(fs::metadata(path)?.modified()?, Source::Counts)?
            },
        };
        let same = |ours: Option<&String>, theirs: Option<&String>| match (ours, theirs) {
            (Some(ours), Some(theirs)) => ours == theirs,
            _ => true,
        };
        let target = entry.rust.as_ref().map(|rust| &rust.target);
        ensure!(
            same(target, Some(&counts.target))
                && same(Some(&entry.machine.cpu), counts.cpu.as_ref()),
            "{}: it was counted on another processor or for another target than the times",
            path.display()
        );
        entry.counter = Some(format!("{}; {}", counts.tool, counts.target));
        let counts = counts.counts.into_iter();
        entry.counts = counts.map(|(id, count)| (id, count.instructions)).collect();
        Ok(entry)
    }

    /// None where nothing was named and there is nothing.
    fn measured(&self) -> anyhow::Result<Option<Entry>> {
        if let Some(folder) = &self.data {
            return newest(&bls_results::read(folder)?).map(Some);
        }
        if !self.run.is_empty() {
            return newest(&readable(collect_run(&self.run, None)?)?).map(Some);
        }
        let directory = self
            .criterion
            .clone()
            .map_or_else(criterion_directory, Ok)?;
        if directory.join(LEDGER).exists() {
            return newest(&readable(collect_criterion(&directory, None)?)?).map(Some);
        }
        if self.criterion.is_none() && !directory.exists() {
            return Ok(None);
        }
        foreign(&directory).map(Some)
    }
}

/// Where histories are, unless somebody says otherwise.
pub(crate) fn directory() -> anyhow::Result<PathBuf> {
    let metadata = MetadataCommand::new().no_deps().exec()?;
    Ok(metadata.workspace_root.join("reports/history").into())
}

/// Where `cargo bench` leaves its results.
fn criterion_directory() -> anyhow::Result<PathBuf> {
    if let Some(home) = env::var_os("CRITERION_HOME") {
        return Ok(home.into());
    }
    let metadata = MetadataCommand::new().no_deps().exec()?;
    Ok(metadata.target_directory.join("criterion").into())
}

fn newest(results: &Results) -> anyhow::Result<Entry> {
    Entry::of(results).with_context(|| format!("{}: it does not say when it was", results.name))
}

/// An error where figures cannot be read. What a ledger says of runs and engines is about figures
/// that are left out for a reason.
fn readable(results: Results) -> anyhow::Result<Results> {
    let problems = results
        .problems
        .iter()
        .filter(|problem| problem.file != LEDGER);
    refuse(problems)?;
    Ok(results)
}

fn refuse<'a>(problems: impl Iterator<Item = &'a Problem>) -> anyhow::Result<()> {
    let problems: Vec<String> = problems.map(ToString::to_string).collect();
    ensure!(
        problems.is_empty(),
        "nothing was added: it cannot be read:\n  {}",
        problems.join("\n  ")
    );
    Ok(())
}

/// A directory that says neither when nor where its figures were measured.
fn foreign(directory: &Path) -> anyhow::Result<Entry> {
    let found = figures(directory)?;
    refuse(found.problems.iter())?;
    let Some(written) = found.written else {
        bail!("{}: it holds no figures of Criterion", directory.display());
    };
    let mut entry = here(written, Source::Criterion)?;
    let figures = found.figures.iter();
    entry.figures = figures
        .map(|(id, figure)| (id.clone(), figure.into()))
        .collect();
    Ok(entry)
}

fn here(time: SystemTime, source: Source) -> anyhow::Result<Entry> {
    Ok(Entry::new(
        time.try_into()?,
        described()?,
        source,
        Machine::this(),
    ))
}

fn described() -> anyhow::Result<String> {
    Ok(revision(&env::current_dir()?))
}

/// Criterion's directory keeps the figures of benches until they are measured again, if ever: one
/// that is in the history to its last digit was not.
fn forget_stale(entry: &mut Entry, entries: &[Entry]) -> anyhow::Result<()> {
    if entry.source != Source::Criterion || entry.figures.is_empty() {
        return Ok(());
    }
    entry.figures.retain(|id, figure| {
        let last = entries.iter().rev().find_map(|entry| entry.figures.get(id));
        last != Some(figure)
    });
    ensure!(
        !entry.figures.is_empty(),
        "nothing was added: the history has the run of {} already",
        entry.time
    );
    Ok(())
}
