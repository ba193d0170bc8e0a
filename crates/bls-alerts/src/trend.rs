//! `trend`: where the histories of ids change their level.

mod series;

use std::{io::Write, path::PathBuf, process::ExitCode};

use anyhow::ensure;
use comfy_table::{Table, presets};
use regex::Regex;
use serde::Serialize;

use crate::{comparison::Verdict, history, record, settings::Settings};
pub use series::{Change, Kind, Point, Series, Trends};

/// Finds the runs since which ids have another time or another number of instructions.
///
/// Exits with 1 when the newest level of an id is worse than the last one that differs by more than
/// the threshold, and with 2 when a history cannot be read.
#[derive(Debug, clap::Args)]
pub struct Trend {
    /// A history, or a directory of them; `reports/history` in the workspace otherwise.
    #[arg(long, value_name = "PATH")]
    history: Option<PathBuf>,
    /// The ids that this regular expression matches.
    #[arg(long, value_name = "REGEX")]
    id: Option<Regex>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Table,
    Json,
}

/// A machine, as it is printed.
#[derive(Serialize)]
struct Report<'a> {
    machine: &'a str,
    runs: usize,
    /// Of times and counts.
    series: usize,
    method: String,
    note: &'a str,
    changes: Vec<Change<'a>>,
}

impl Trend {
    /// Prints what has changed on each machine.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let settings = Settings::around(&std::env::current_dir()?)?;
        let from = self.history.clone().map_or_else(record::directory, Ok)?;
        let files = if from.is_dir() {
            history::files(&from)?
        } else {
            vec![from.clone()]
        };
        ensure!(!files.is_empty(), "{}: there is no history", from.display());
        let mut machines = Vec::new();
        for file in files {
            let history = history::read(&file)?;
            for problem in &history.problems {
                eprintln!("problem {problem}");
            }
            machines.push(Trends::of(history, &settings, self.id.as_ref()));
        }
        if let Some(id) = &self.id {
            let some = machines.iter().any(|machine| !machine.series.is_empty());
            ensure!(some, "no id matches {id}");
        }
        let reports: Vec<Report> = machines.iter().map(Report::of).collect();
        match self.format {
            Format::Json => {
                serde_json::to_writer_pretty(&mut *out, &reports)?;
                writeln!(out)?;
            }
            Format::Table => {
                for report in &reports {
                    report.write(out)?;
                }
            }
        }
        let worse = reports.iter().any(|report| report.worse() > 0);
        Ok(ExitCode::from(u8::from(worse)))
    }
}

impl<'a> Report<'a> {
    fn of(trends: &'a Trends) -> Self {
        Self {
            machine: &trends.history.name,
            runs: trends.history.entries.len(),
            series: trends.series.len(),
            method: trends.method(),
            note: &trends.note,
            changes: trends.changes(),
        }
    }

    /// The series whose newest level is worse.
    fn worse(&self) -> usize {
        let changes = self.changes.iter();
        changes
            .filter(|change| change.verdict == Some(Verdict::Worse))
            .count()
    }

    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(
            out,
            "{}: {} runs, {} series",
            self.machine, self.runs, self.series
        )?;
        if !self.changes.is_empty() {
            let mut table = Table::new();
            table.load_style(presets::NOTHING).set_header([
                "id", "of", "since", "measured", "before", "after", "ratio", "p", "now",
            ]);
            for change in &self.changes {
                let value = |value| change.kind.text(value);
                table.add_row([
                    change.id.to_owned(),
                    change.kind.name().to_owned(),
                    change.revision.to_owned(),
                    change.time.strftime("%Y-%m-%d %H:%M").to_string(),
                    value(change.before),
                    value(change.after),
                    format!("{:+.2} %", (change.ratio - 1.0) * 100.0),
                    format!("{:.1e}", change.p),
                    change.verdict.map_or("", Verdict::name).to_owned(),
                ]);
            }
            writeln!(out, "{table}")?;
        }
        writeln!(out, "{}", self.note)?;
        writeln!(out, "{}", self.method)?;
        writeln!(
            out,
            "{} change points; {} series are worse now",
            self.changes.len(),
            self.worse()
        )?;
        Ok(())
    }
}
