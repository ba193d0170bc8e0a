//! `report`: a static site of everything that was measured.

use std::{collections::HashMap, fs, io::Write, path::PathBuf, process::ExitCode, time::Instant};

use anyhow::{Context as _, ensure};
use bls_alerts::{history, settings::Settings, trend::Trends};
use bls_api::Group;
use bls_report::{
    claims, instructions,
    markdown::{splice, summary},
    reference::Reference,
    site,
};
use bls_results::{
    Emulated, Results, Source, caution, folders, keep, mark_emulated, pages, read, write_whole,
};
use regex::Regex;

use crate::{
    from::{criterion_directory, measured, reports_directory},
    sizes::sizes,
};

/// Keeps what was measured in a folder, and writes pages of all folders that are there.
///
/// Takes the results of `cargo bench`, or of `--run`. They are kept in `data/` in the directory of the
/// site and never change; the pages are made anew from all that `data/` has, on whichever machine it
/// was measured. Files of instruction counts in `counts/` get pages of their own. Exits with 1 when something could not be read; the rest is shown.
#[derive(clap::Args)]
pub(crate) struct Report {
    /// The directory of the site; `reports` otherwise.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The directory of a run by `cargo blsbench run`; of several, each id's newest figure counts.
    #[arg(long, value_name = "DIR")]
    run: Vec<PathBuf>,
    /// What the machine is called in the name of the folder; the processor's name otherwise.
    #[arg(long, value_name = "NAME")]
    machine: Option<String>,
    /// Makes the tables in README.md anew, from the folders that its markers name; nothing else.
    #[arg(long, conflicts_with_all = ["out", "run", "machine", "open"])]
    markdown: bool,
    /// Opens the site.
    #[arg(long)]
    open: bool,
}

impl Report {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        if self.markdown {
            return markdown(out);
        }
        let begun = Instant::now();
        let directory = self.out.clone().unwrap_or_else(reports_directory);
        let data = directory.join("data");
        let mut problems = Vec::new();
        let mut linked = None;
        match measured(&self.run, self.machine.as_deref())? {
            None => writeln!(out, "nothing new: `cargo bench` has not measured here")?,
            Some(mut results) => {
                let new = keep(&mut results, &data)?;
                let kept = if new { "kept in" } else { "already in" };
                writeln!(out, "{kept} {}", data.join(&results.name).display())?;
                if results.environment.source == Source::Criterion {
                    linked = Some(results.name.clone());
                }
            }
        }
        let mut all: Vec<Results> = Vec::new();
        for folder in folders(&data)? {
            match read(&folder) {
                Ok(results) => {
                    let name = &results.name;
                    problems.extend(results.problems.iter().map(|it| format!("{name}: {it}")));
                    all.push(results);
                }
                Err(error) => problems.push(error.to_string()),
            }
        }
        let settings = Settings::read(&bls_engines::workspace_directory())?;
        let mut histories = Vec::new();
        for file in history::files(&directory.join("history"))? {
            match history::read(&file) {
                Ok(history) => {
                    problems.extend(history.problems.iter().map(ToString::to_string));
                    histories.push(Trends::of(history, &settings, None));
                }
                Err(error) => problems.push(error.to_string()),
            }
        }
        let (instructions, unreadable) = instructions::read(&directory.join("counts"))?;
        problems.extend(unreadable);
        let (emulated, unreadable) = Emulated::all(&bls_engines::target_directory());
        problems.extend(unreadable.iter().map(ToString::to_string));
        for run in &emulated {
            mark_emulated(&run.directory, &run.emulator)?;
            writeln!(
                out,
                "not kept: what {} has is {}",
                run.directory.display(),
                caution(&run.emulator)
            )?;
        }
        let criterion = match &linked {
            Some(_) => pages(&criterion_directory())?,
            None => HashMap::new(),
        };
        let reference = reports_directory().join("reference");
        let reference = Reference::read(&reference)?;
        let claims = claims::read(&reports_directory().join("reference"), &reference)?;
        let sizes = sizes()?;
        let site = site::Site {
            results: &all,
            reference: &reference,
            claims: &claims,
            sizes: &sizes,
            criterion: &criterion,
            criterion_of: linked.as_deref(),
            histories: &histories,
            instructions: &instructions,
            emulated: &emulated,
        };
        site::write(&site, &directory)?;
        let index = directory.join("index.html");
        writeln!(
            out,
            "{} ids of {} results in {:.1} s; open {}",
            all.iter().map(|results| results.rows.len()).sum::<usize>(),
            all.len(),
            begun.elapsed().as_secs_f64(),
            index.display()
        )?;
        for problem in &problems {
            eprintln!("problem {problem}");
        }
        if self.open {
            open::that(&index).with_context(|| format!("cannot open {}", index.display()))?;
        }
        Ok(ExitCode::from(u8::from(!problems.is_empty())))
    }
}

/// What README.md shows: the suites of Ethereum and of drand, by the two libraries that most compare
/// and one in Rust alone.
const GROUPS: [Group; 2] = [Group::MinPk, Group::MinSig];
const ENGINES: [&str; 3] = ["blst", "herumi", "zkcrypto"];
const OPERATIONS: [&str; 7] = [
    "sign",
    "verify",
    "verify_bytes",
    "aggregate_verify",
    "fast_aggregate_verify",
    "batch_verify",
    "aggregate_verify_mt",
];

/// Makes the tables in README.md anew: each marker names the folder of results that it takes.
fn markdown(out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let path = bls_engines::workspace_directory().join("README.md");
    let mut text = fs::read_to_string(&path).context(path.display().to_string())?;
    let marker = Regex::new(r"(?m)^<!-- blsbench:(\S+) -->$")?;
    let found: Vec<String> = marker
        .captures_iter(&text)
        .map(|found| found[1].to_owned())
        .collect();
    ensure!(!found.is_empty(), "{}: no marker", path.display());
    for name in &found {
        let mut results = read(&reports_directory().join("data").join(name))?;
        results.rows.retain(|row| {
            ENGINES.contains(&row.id.engine.as_str())
                && OPERATIONS.contains(&row.id.operation.name)
                && row.id.param.is_none_or(|param| param == 100)
        });
        let table = summary(&results, &GROUPS);
        text = splice(&text, name, &table).with_context(|| path.display().to_string())?;
    }
    write_whole(&path, text.as_bytes())?;
    writeln!(out, "{}: {}", path.display(), found.join(", "))?;
    Ok(ExitCode::SUCCESS)
}
