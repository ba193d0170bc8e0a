//! Tables for a terminal.

use anstyle::{AnsiColor, Style};
use bls_api::{Group, Threads};
use bls_results::{Outcome, Results, Row, one_line, time};
use clap::ValueEnum;
use comfy_table::{CellAlignment, Table, presets};

use crate::ranking::{OperationTable, is_tie, tables};

/// The order of the rows of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    /// By the parameter, then fastest first.
    Time,
    /// By the engine, then by the parameter.
    Engine,
}

const BEST: Style = AnsiColor::Green.on_default().bold();
const WRONG: Style = AnsiColor::Red.on_default();

/// The operations of a group, one table each, with what is said of engines without a figure.
///
/// The fastest engine, those that tie with it and what went wrong are coloured, if asked.
#[must_use]
pub fn show(results: &Results, group: Group, sort: Sort, coloured: bool) -> String {
    let mut text = vec![format!("{group}: {}", group.suite())];
    for operation in tables(results, group) {
        text.push(String::new());
        show_operation(&operation, sort, coloured, &mut text);
    }
    text.join("\n") + "\n"
}

/// One line of a table.
struct Line<'a> {
    row: &'a Row,
    ratio: Option<f64>,
}

fn show_operation(operation: &OperationTable, sort: Sort, coloured: bool, text: &mut Vec<String>) {
    let threads = match operation.operation.threads() {
        Threads::One => "one thread",
        Threads::All => "all cores",
    };
    text.push(format!("{}, {threads}", operation.operation.name));
    let lines = lines(operation, sort);
    if !lines.is_empty() {
        // The first line is the header.
        let styles = [None].into_iter().chain(lines.iter().map(Line::style));
        for (line, style) in table(&lines).lines().zip(styles) {
            let line = line.trim_end();
            text.push(match style.filter(|_| coloured) {
                Some(style) => format!("{style}{line}{style:#}"),
                None => line.to_owned(),
            });
        }
    }
    for line in &lines {
        if let Outcome::Error { why } = &line.row.outcome {
            text.push(format!("  error: {}: {}", line.row.id, one_line(why)));
        }
    }
    for absent in &operation.absent {
        let (engines, why) = (absent.engines.join(", "), one_line(absent.why));
        text.push(format!("  absent: {engines}: {why}"));
    }
}

fn lines<'a>(operation: &OperationTable<'a>, sort: Sort) -> Vec<Line<'a>> {
    let cells = operation.lines.iter().flat_map(|line| &line.cells);
    let mut lines: Vec<Line> = cells
        .filter_map(|cell| {
            Some(Line {
                row: cell.row?,
                ratio: cell.ratio,
            })
        })
        .collect();
    lines.sort_by(|a, b| {
        let (a_id, b_id) = (&a.row.id, &b.row.id);
        // What has no figure comes last.
        let ratio = |line: &Line| line.ratio.unwrap_or(f64::INFINITY);
        match sort {
            Sort::Time => (a_id.param.cmp(&b_id.param)).then(ratio(a).total_cmp(&ratio(b))),
            Sort::Engine => (&a_id.engine, a_id.param).cmp(&(&b_id.engine, b_id.param)),
        }
    });
    lines
}

fn table(lines: &[Line]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header([
        "engine",
        "N",
        "time",
        "spread",
        "ratio",
        "bytes",
        "allocations",
    ]);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for line in lines {
        table.add_row(line.cells());
    }
    table
}

impl Line<'_> {
    fn style(&self) -> Option<Style> {
        match self.ratio {
            Some(ratio) => is_tie(ratio).then_some(BEST),
            None => Some(WRONG),
        }
    }

    fn cells(&self) -> [String; 7] {
        let id = &self.row.id;
        let or_nothing = |text: Option<String>| text.unwrap_or_default();
        let (time, figure) = match &self.row.outcome {
            Outcome::Measured(figure) => (time(figure.ns), Some(figure)),
            Outcome::Error { .. } => ("error".to_owned(), None),
            Outcome::Absent { .. } => ("absent".to_owned(), None),
            Outcome::Missing => ("missing".to_owned(), None),
        };
        let allocated = figure.and_then(|figure| figure.allocated);
        [
            id.engine.clone(),
            or_nothing(id.param.map(|param| param.to_string())),
            time,
            or_nothing(figure.map(|figure| format!("± {:.1} %", 100.0 * figure.spread()))),
            or_nothing(self.ratio.map(|ratio| format!("{ratio:.2}×"))),
            or_nothing(allocated.map(|allocated| allocated.bytes.to_string())),
            or_nothing(allocated.map(|allocated| allocated.allocations.to_string())),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn results() -> Results {
        let row = |id: &str, ns: f64| fixture::row(id, [ns * 0.99, ns, ns * 1.01]);
        let of = |id: &str, outcome: Outcome| Row {
            outcome,
            ..row(id, 1.0)
        };
        let why = |text: &str| text.to_owned();
        fixture::results([
            row("min_pk/aggregate_verify/slow/10", 300e6),
            row("min_pk/aggregate_verify/fast/10", 2e6),
            row("min_pk/aggregate_verify/near/10", 2.03e6),
            row("min_pk/aggregate_verify/fast/100", 20e6),
            of(
                "min_pk/aggregate_verify/broken/10",
                Outcome::Error {
                    why: why("bad\n\x1b[2J"),
                },
            ),
            of("min_pk/aggregate_verify/late/10", Outcome::Missing),
            of(
                "min_pk/aggregate_verify/none/10",
                Outcome::Absent {
                    why: why("no such function"),
                },
            ),
        ])
    }

    /// The cells of each line.
    fn cells(text: &str) -> Vec<String> {
        let lines = text.lines().skip(4);
        let words = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        words.collect()
    }

    #[test]
    fn tables_are_sorted() {
        let text = show(&results(), Group::MinPk, Sort::Time, false);
        let header: Vec<_> = text.lines().take(3).collect();
        assert_eq!(header[1..], ["", "aggregate_verify, one thread"]);
        assert_eq!(
            cells(&text),
            [
                "fast 10 2.00 ms ± 1.0 % 1.00×",
                "near 10 2.03 ms ± 1.0 % 1.01×",
                "slow 10 300 ms ± 1.0 % 150.00×",
                "broken 10 error",
                "late 10 missing",
                "fast 100 20.0 ms ± 1.0 % 1.00×",
                "error: min_pk/aggregate_verify/broken/10: bad [2J",
                "absent: none: no such function",
            ]
        );
        let text = show(&results(), Group::MinPk, Sort::Engine, false);
        let engines: Vec<_> = cells(&text)[..6]
            .iter()
            .map(|line| line[..4].to_owned())
            .collect();
        assert_eq!(engines, ["brok", "fast", "fast", "late", "near", "slow"]);
    }

    #[test]
    fn columns_are_aligned() {
        let text = show(&results(), Group::MinPk, Sort::Time, false);
        let ends = text.lines().filter_map(|line| line.find('×'));
        let columns: Vec<_> = ends.collect();
        assert_eq!(columns.len(), 4);
        assert!(columns.iter().all(|column| *column == columns[0]), "{text}");
    }

    #[test]
    fn colours_only_if_asked() {
        let plain = show(&results(), Group::MinPk, Sort::Time, false);
        assert!(!plain.contains('\x1b'));
        let coloured = show(&results(), Group::MinPk, Sort::Time, true);
        let begins = |engine: &str| {
            let line = coloured.lines().find(|line| line.contains(engine));
            line.is_some_and(|line| line.starts_with('\x1b') && line.ends_with("\x1b[0m"))
        };
        let marked = ["fast", "near", "slow", "broken", "late"].map(begins);
        assert_eq!(marked, [true, true, false, true, true]);
    }

    #[test]
    fn insecurity_is_said() {
        let text = show(&fixture::results([]), Group::Dusk, Sort::Time, false);
        assert!(text.contains("INSECURE"));
    }
}
