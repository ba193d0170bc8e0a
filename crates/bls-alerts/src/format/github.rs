//! Annotations by workflow commands of GitHub Actions.

use std::{fs::OpenOptions, io::Write as _, path::Path};

use anyhow::Context as _;

use super::{KINDS, MOST, headline, listed, markdown, percent, sorted};
use crate::comparison::{Blocking, Comparison, Row, Verdict};

/// Errors for what fails and warnings for what got worse without failing, then the outcome.
pub(super) fn annotations(comparison: &Comparison, blocking: Blocking) -> String {
    let rows = sorted(comparison, blocking);
    let grave = |row: &&Row| matches!(row.verdict(), Verdict::Worse | Verdict::Missing);
    let (failing, informing): (Vec<&Row>, Vec<&Row>) = rows
        .into_iter()
        .filter(grave)
        .partition(|row| row.fails(blocking));
    let mut lines = annotate("error", &failing);
    lines.extend(annotate("warning", &informing));
    lines.push(command(
        "notice",
        "benchmarks",
        &headline(comparison, blocking),
    ));
    lines.join("\n") + "\n"
}

/// GitHub shows no more than [`MOST`] of a level, so that the last has to speak for the rest.
fn annotate(level: &str, rows: &[&Row]) -> Vec<String> {
    let shown = if rows.len() > MOST {
        MOST - 1
    } else {
        rows.len()
    };
    let (shown, rest) = rows.split_at(shown);
    let mut lines: Vec<String> = shown
        .iter()
        .map(|row| {
            let title = format!("{}: {}", row.verdict().name(), row.id);
            command(level, &title, &sentence(row))
        })
        .collect();
    if !rest.is_empty() {
        let ids: Vec<String> = rest.iter().map(|row| row.id.clone()).collect();
        lines.push(command(
            level,
            &format!("{} more", rest.len()),
            &listed(&ids),
        ));
    }
    lines
}

fn sentence(row: &Row) -> String {
    let signals = KINDS.iter().filter_map(|kind| {
        let signal = (kind.of)(row)?;
        let brief = kind.brief(signal);
        let threshold = percent(signal.threshold);
        let why = signal
            .why
            .as_ref()
            .map_or(String::new(), |why| format!(": {why}"));
        Some(format!("{} {brief}, threshold {threshold}{why}", kind.name))
    });
    let sentences: Vec<String> = signals
        .chain(row.disagreement().map(str::to_owned))
        .collect();
    sentences.join("; ")
}

/// Escaped as the runner undoes it.
fn command(level: &str, title: &str, message: &str) -> String {
    let message = message
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A");
    let title = title
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A");
    let title = title.replace(':', "%3A").replace(',', "%2C");
    format!("::{level} title={title}::{message}")
}

/// Appends the comment: other steps may have written there.
pub(super) fn summarise(
    comparison: &Comparison,
    blocking: Blocking,
    path: &Path,
) -> anyhow::Result<()> {
    let comment = markdown::comment(comparison, blocking);
    let append = || {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(comment.as_bytes())
    };
    append().with_context(|| format!("GITHUB_STEP_SUMMARY: {}", path.display()))
}
