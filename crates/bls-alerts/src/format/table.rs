//! For a terminal.

use bls_results::{one_line, time};
use comfy_table::{CellAlignment, Table, presets};

use super::{KINDS, Kind, headline, percent, sorted};
use crate::comparison::{Blocking, Comparison, Row, Signal, Verdict};

/// What did not stay the same, row by row, then what all of it rests on.
pub(super) fn table(comparison: &Comparison, blocking: Blocking) -> String {
    let rows = sorted(comparison, blocking);
    let (same, shown): (Vec<&Row>, Vec<&Row>) = rows
        .into_iter()
        .partition(|row| row.verdict() == Verdict::Same);
    let mut lines = vec![
        format!("base: {}", one_line(&comparison.base)),
        format!("new:  {}", one_line(&comparison.new)),
        String::new(),
    ];
    if !shown.is_empty() {
        lines.extend(
            changes(&shown)
                .lines()
                .map(|line| line.trim_end().to_owned()),
        );
        lines.extend(shown.iter().flat_map(|row| remarks(row)));
        lines.push(String::new());
    }
    if !same.is_empty() {
        lines.push(format!(
            "same: {} of {} ids",
            same.len(),
            comparison.rows.len()
        ));
    }
    lines.extend(KINDS.iter().filter_map(|kind| verdicts(kind, comparison)));
    lines.push(format!("method: {}", one_line(&comparison.method)));
    lines.extend(
        comparison
            .notes
            .iter()
            .map(|note| format!("note: {}", one_line(note))),
    );
    if let Some(seconds) = comparison.seconds {
        lines.push(format!("measured in {}", time(seconds * 1e9)));
    }
    lines.push(headline(comparison, blocking));
    lines.join("\n") + "\n"
}

/// Without the columns in which there is nothing.
fn changes(rows: &[&Row]) -> Table {
    let columns = |kind: &Kind| [kind.name, "", "change", "95 % interval", "threshold", "n"];
    let header: Vec<&str> = ["id"]
        .into_iter()
        .chain(KINDS.iter().flat_map(columns))
        .collect();
    let lines = rows.iter().map(|row| {
        let cells = KINDS.iter().flat_map(|kind| cells(kind, (kind.of)(row)));
        [one_line(&row.id)].into_iter().chain(cells).collect()
    });
    let lines: Vec<Vec<String>> = lines.collect();
    let used = (0..header.len()).filter(|&at| lines.iter().any(|line| !line[at].is_empty()));
    let used: Vec<usize> = used.collect();
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(used.iter().map(|&at| header[at]));
    table.add_rows(lines.iter().map(|line| used.iter().map(|&at| &line[at])));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn cells(kind: &Kind, signal: Option<&Signal>) -> [String; 6] {
    let Some(signal) = signal else {
        return Default::default();
    };
    let or_nothing = |text: Option<String>| text.unwrap_or_default();
    [
        or_nothing(signal.base.map(kind.figure)),
        signal.verdict.name().to_owned(),
        or_nothing(signal.change.map(|change| kind.percent(change.ratio))),
        or_nothing(signal.change.and_then(|change| kind.interval(&change))),
        percent(signal.threshold),
        signal.repetitions.to_string(),
    ]
}

/// What the figures of a row do not say.
fn remarks(row: &Row) -> Vec<String> {
    let whys = KINDS.iter().filter_map(|kind| {
        let why = (kind.of)(row)?.why.as_ref()?;
        Some(format!("{}: {why}", kind.name))
    });
    let disagreement = row.disagreement().map(str::to_owned);
    let remarks = whys.chain(disagreement);
    remarks
        .map(|remark| format!("  {}: {}", one_line(&row.id), one_line(&remark)))
        .collect()
}

/// How many there are of each verdict.
fn verdicts(kind: &Kind, comparison: &Comparison) -> Option<String> {
    let signals = comparison.rows.iter().filter_map(kind.of);
    let mut all: Vec<Verdict> = signals.map(|signal| signal.verdict).collect();
    all.sort_unstable();
    let counts = all
        .chunk_by(|a, b| a == b)
        .map(|of| format!("{} {}", of.len(), of[0].name()));
    let counts: Vec<String> = counts.collect();
    (!counts.is_empty()).then(|| format!("{}: {}", kind.name, counts.join(", ")))
}
