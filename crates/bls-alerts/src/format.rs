//! Comparisons as people and other programs read them.

mod exchange;
mod github;
mod markdown;
mod table;

use std::{
    env,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context as _, ensure};
use bls_results::{time, write_whole};
use clap::ValueEnum;

use crate::comparison::{Blocking, Change, Comparison, Row, Signal, Verdict};

/// What a comparison can be written as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a terminal.
    #[default]
    Table,
    /// A short comment on a pull request.
    Markdown,
    /// Annotations by GitHub Actions; the comment goes to its step summary.
    Github,
    /// All of it.
    Json,
    /// Bencher Metric Format, of the new side.
    Bmf,
    /// github-action-benchmark, its tool `customSmallerIsBetter`, of the new side.
    Gha,
}

/// The options of every command that compares.
#[derive(Debug, clap::Args)]
pub struct Output {
    /// How the comparison is written.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Whose verdicts make the exit code 1.
    #[arg(long, value_enum, default_value_t)]
    pub blocking: Blocking,
    /// Keeps all of it in a file, too, as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

impl Output {
    /// Writes a comparison and says how the command ends. An error where nothing that could block
    /// was measured: that must not look like a success.
    pub fn write(&self, comparison: &Comparison, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        if let Some(path) = &self.json {
            let json = exchange::json(comparison, self.blocking)?;
            write_whole(path, json.as_bytes()).with_context(|| path.display().to_string())?;
        }
        match write(comparison, self.format, self.blocking, out) {
            // The reader, `head` perhaps, has seen enough; the exit code still counts.
            Err(error) if is_closed(&error) => {}
            result => result?,
        }
        let mut rows = comparison.rows.iter();
        let judged = match self.blocking {
            Blocking::Both => true,
            Blocking::Count => rows.any(|row| row.count.is_some()),
            Blocking::Time => rows.any(|row| row.time.is_some()),
        };
        ensure!(
            judged || comparison.rows.is_empty(),
            "nothing to judge by: no id has what blocks"
        );
        Ok(comparison.exit_code(self.blocking))
    }
}

fn is_closed(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes a comparison. With [`Format::Github`] the comment is appended to the file that
/// `GITHUB_STEP_SUMMARY` names, where it is set.
pub fn write(
    comparison: &Comparison,
    format: Format,
    blocking: Blocking,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let text = match format {
        Format::Table => table::table(comparison, blocking),
        Format::Markdown => markdown::comment(comparison, blocking),
        Format::Github => {
            if let Some(path) = env::var_os("GITHUB_STEP_SUMMARY") {
                github::summarise(comparison, blocking, path.as_ref())?;
            }
            github::annotations(comparison, blocking)
        }
        Format::Json => exchange::json(comparison, blocking)?,
        Format::Bmf => exchange::bmf(comparison)?,
        Format::Gha => exchange::gha(comparison)?,
    };
    out.write_all(text.as_bytes())?;
    Ok(())
}

/// What is measured of an id.
struct Kind {
    name: &'static str,
    /// Of a change in per cent.
    decimals: usize,
    of: fn(&Row) -> Option<&Signal>,
    figure: fn(f64) -> String,
}

static KINDS: [Kind; 2] = [
    Kind {
        name: "time",
        decimals: 2,
        of: |row| row.time.as_ref(),
        figure: time,
    },
    Kind {
        name: "instructions",
        decimals: 3,
        of: |row| row.count.as_ref(),
        figure: |count| format!("{count:.0}"),
    },
];

impl Kind {
    fn percent(&self, ratio: f64) -> String {
        format!("{:+.*} %", self.decimals, 100.0 * (ratio - 1.0))
    }

    /// The 95 % interval; none of counts, which are exact.
    #[allow(
        clippy::float_cmp,
        reason = "an exact figure is its own interval, bit for bit"
    )]
    fn interval(&self, change: &Change) -> Option<String> {
        if change.low == change.high {
            return None;
        }
        if !change.high.is_finite() {
            return Some("unknown".to_owned());
        }
        let low = 100.0 * (change.low - 1.0);
        Some(format!(
            "{low:+.*} to {}",
            self.decimals,
            self.percent(change.high)
        ))
    }

    /// The verdict, the change and its interval.
    fn brief(&self, signal: &Signal) -> String {
        let verdict = signal.verdict.name();
        let Some(change) = &signal.change else {
            return verdict.to_owned();
        };
        let interval = self.interval(change);
        let interval = interval.map_or(String::new(), |interval| format!(" ({interval})"));
        format!("{verdict} {}{interval}", self.percent(change.ratio))
    }
}

/// A threshold as it was written: what was read as 0.07 is 7.000000000000001 %.
pub(crate) fn percent(share: f64) -> String {
    format!("{} %", (share * 1e5).round() / 1e3)
}

/// What matters first: what fails, then by verdict, then what changed most.
fn sorted(comparison: &Comparison, blocking: Blocking) -> Vec<&Row> {
    let mut rows: Vec<&Row> = comparison.rows.iter().collect();
    rows.sort_by(|a, b| {
        let rank = |row: &Row| (!row.fails(blocking), row.verdict());
        rank(a).cmp(&rank(b)).then(size(b).total_cmp(&size(a)))
    });
    rows
}

fn size(row: &Row) -> f64 {
    let signals = KINDS.iter().filter_map(|kind| (kind.of)(row)?.change);
    signals
        .map(|change| change.ratio.ln().abs())
        .fold(0.0, f64::max)
}

/// The outcome in one line.
fn headline(comparison: &Comparison, blocking: Blocking) -> String {
    let ids = comparison.rows.len();
    let count = |of: &dyn Fn(&Row) -> bool| comparison.rows.iter().filter(|row| of(row)).count();
    let missing = count(&|row| row.verdict() == Verdict::Missing);
    let worse = count(&|row| row.fails(blocking)) - missing;
    let informing = count(&|row| !row.fails(blocking) && row.verdict() == Verdict::Worse);
    let undecided = count(&|row| row.verdict() == Verdict::Noisy);
    let mut parts = vec![match (worse, missing) {
        _ if ids == 0 => "nothing was compared".to_owned(),
        (0, 0) if undecided > 0 => format!("none of {ids} ids is known to have got worse"),
        (0, 0) => format!("none of {ids} ids got worse"),
        (0, _) => format!("{missing} of {ids} ids missing"),
        (_, 0) => format!("{worse} of {ids} ids got worse"),
        _ => format!("{worse} of {ids} ids got worse, {missing} missing"),
    }];
    let by = match blocking {
        Blocking::Both => "",
        Blocking::Count => " by time, which only informs",
        Blocking::Time => " by instructions, which only inform",
    };
    let others = [
        (informing, format!("worse{by}")),
        (
            count(&|row| row.verdict() == Verdict::Better),
            "better".to_owned(),
        ),
        (
            count(&|row| row.verdict() == Verdict::New),
            "new".to_owned(),
        ),
        (undecided, "undecided".to_owned()),
    ];
    parts.extend(
        others
            .iter()
            .filter(|it| it.0 > 0)
            .map(|(n, what)| format!("{n} {what}")),
    );
    parts.join("; ")
}

/// The first of many, and how many more there are.
fn listed(items: &[String]) -> String {
    let shown = items.len().min(MOST);
    let more = match items.len() - shown {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", items[..shown].join(", "))
}

/// How many of a sort are shown where there is little room; GitHub shows as many annotations.
const MOST: usize = 10;

#[cfg(test)]
mod tests;
