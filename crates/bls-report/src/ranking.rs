//! Who is fastest: the engines of one operation side by side, and over a whole suite.

use std::collections::{BTreeMap, BTreeSet};

use bls_api::{Group, Operation, Threads};
use bls_results::{Figure, Outcome, Results, Row};

/// Two figures whose ratio is within this of 1 are a tie.
pub const TIE: f64 = 0.02;

/// One operation: engines by parameters.
#[derive(Debug)]
pub struct OperationTable<'a> {
    /// The operation.
    pub operation: &'static Operation,
    /// Those that a run was to measure; one `None` where the operation has no parameter.
    pub params: Vec<Option<u32>>,
    /// The engines that have a figure, or should have one; fastest first.
    pub lines: Vec<Line<'a>>,
    /// The engines that lack the operation, and why.
    pub absent: Vec<Absent<'a>>,
}

/// One engine of a table.
#[derive(Debug)]
pub struct Line<'a> {
    /// The engine.
    pub engine: &'a str,
    /// One for each of [`OperationTable::params`].
    pub cells: Vec<Cell<'a>>,
}

/// One engine and one parameter.
#[derive(Debug)]
pub struct Cell<'a> {
    /// None where the run was not to measure it.
    pub row: Option<&'a Row>,
    /// The figure over the least figure for this parameter, if there is one.
    pub ratio: Option<f64>,
}

/// Engines that lack an operation for the same reason.
#[derive(Debug, PartialEq, Eq)]
pub struct Absent<'a> {
    /// The engines.
    pub engines: Vec<&'a str>,
    /// The reason.
    pub why: &'a str,
}

/// One engine in the ranking of an operation.
#[derive(Debug)]
pub struct Place<'a> {
    /// The engine.
    pub engine: &'a str,
    /// What was measured.
    pub figure: &'a Figure,
    /// To the first.
    pub ratio: f64,
}

/// Geometric means over the rows that several engines of a suite have in common.
#[derive(Debug)]
pub struct Means<'a> {
    /// The rows: operations of one thread, with their parameters.
    pub rows: Vec<CommonRow>,
    /// Engines, and the geometric mean of their times, relative to the first; fastest first.
    pub engines: Vec<(&'a str, f64)>,
    /// Engines that lack too many of the rows that most have, and how many they do have.
    pub left_out: Vec<(&'a str, usize)>,
}

/// An operation and its parameter.
pub type CommonRow = (&'static Operation, Option<u32>);

/// A table for each operation of a group of which the results say something.
#[must_use]
pub fn tables(results: &Results, group: Group) -> Vec<OperationTable<'_>> {
    let operations = group.operations().iter();
    operations
        .filter_map(|operation| table(results, group, operation))
        .collect()
}

fn table<'a>(
    results: &'a Results,
    group: Group,
    operation: &'static Operation,
) -> Option<OperationTable<'a>> {
    let rows = results.rows.iter();
    let rows: Vec<&Row> = rows
        .filter(|row| row.id.group == group && row.id.operation == operation)
        .collect();
    let params: BTreeSet<Option<u32>> = rows.iter().map(|row| row.id.param).collect();
    let mut best: BTreeMap<Option<u32>, f64> = BTreeMap::new();
    for row in &rows {
        if let Some(figure) = row.figure() {
            let best = best.entry(row.id.param).or_insert(f64::INFINITY);
            *best = best.min(figure.ns);
        }
    }
    let mut engines: BTreeMap<&str, BTreeMap<Option<u32>, &Row>> = BTreeMap::new();
    let mut absent: Vec<Absent> = Vec::new();
    for &row in &rows {
        let engine = row.id.engine.as_str();
        if let Outcome::Absent { why } = &row.outcome {
            match absent.iter_mut().find(|known| known.why == why) {
                None => absent.push(Absent {
                    engines: vec![engine],
                    why,
                }),
                Some(known) if known.engines.contains(&engine) => {}
                Some(known) => known.engines.push(engine),
            }
        } else {
            engines.entry(engine).or_default().insert(row.id.param, row);
        }
    }
    let params: Vec<Option<u32>> = params.into_iter().collect();
    let lines = engines.into_iter().map(|(engine, rows)| {
        let cells = params.iter().map(|param| {
            let row = rows.get(param).copied();
            let ratio = row.and_then(Row::figure).map(|it| it.ns / best[param]);
            Cell { row, ratio }
        });
        Line {
            engine,
            cells: cells.collect(),
        }
    });
    let mut lines: Vec<Line> = lines.collect();
    lines.sort_by(|a, b| a.mean().total_cmp(&b.mean()));
    (!rows.is_empty()).then_some(OperationTable {
        operation,
        params,
        lines,
        absent,
    })
}

impl Line<'_> {
    /// Of the ratios; infinite where there are none, which sorts last.
    fn mean(&self) -> f64 {
        let ratios: Vec<f64> = self.cells.iter().filter_map(|cell| cell.ratio).collect();
        geometric_mean(&ratios).unwrap_or(f64::INFINITY)
    }
}

impl<'a> OperationTable<'a> {
    /// The engines that have a figure for one parameter, fastest first: for the parameter that most
    /// engines have, the greatest of several.
    #[must_use]
    pub fn ranking(&self) -> (Option<u32>, Vec<Place<'a>>) {
        let count = |index: &usize| {
            let cells = self.lines.iter().map(|line| &line.cells[*index]);
            cells.filter(|cell| cell.ratio.is_some()).count()
        };
        let Some(index) = (0..self.params.len()).max_by_key(count) else {
            return (None, Vec::new());
        };
        let places = self.lines.iter().filter_map(|line| {
            let cell = &line.cells[index];
            Some(Place {
                engine: line.engine,
                figure: cell.row?.figure()?,
                ratio: cell.ratio?,
            })
        });
        let mut places: Vec<Place> = places.collect();
        places.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
        (self.params[index], places)
    }
}

/// True of two figures that are too close to call one of them faster.
#[must_use]
pub fn is_tie(ratio: f64) -> bool {
    ratio <= 1.0 + TIE
}

/// Geometric means over the rows that the engines of a suite have in common; none for a group whose
/// engines are no alternatives to each other, or where fewer than two engines have rows in common.
///
/// An engine that lacks more than half of the rows that most have is left out, so that it does not
/// make them few.
#[must_use]
pub fn means(results: &Results, group: Group) -> Option<Means<'_>> {
    if !is_ranked(group) {
        return None;
    }
    // Rows, and the ratio of each engine.
    let mut rows: Vec<(CommonRow, BTreeMap<&str, f64>)> = Vec::new();
    for table in tables(results, group) {
        if table.operation.threads() == Threads::All {
            continue;
        }
        for (index, &param) in table.params.iter().enumerate() {
            let lines = table.lines.iter();
            let ratios = lines.filter_map(|line| Some((line.engine, line.cells[index].ratio?)));
            rows.push(((table.operation, param), ratios.collect()));
        }
    }
    means_of(rows)
}

/// The same of rows, and what each engine takes for it, in any unit.
pub(crate) fn means_of(mut rows: Vec<(CommonRow, BTreeMap<&str, f64>)>) -> Option<Means<'_>> {
    let most = rows.iter().map(|(_, ratios)| ratios.len()).max()?;
    rows.retain(|(_, ratios)| ratios.len() >= 2 && 2 * ratios.len() >= most);
    let mut has: BTreeMap<&str, usize> = BTreeMap::new();
    for engine in rows.iter().flat_map(|(_, ratios)| ratios.keys()) {
        *has.entry(engine).or_default() += 1;
    }
    let (kept, left_out): (Vec<_>, Vec<_>) = has
        .into_iter()
        .partition(|(_, count)| 2 * count >= rows.len());
    rows.retain(|(_, ratios)| kept.iter().all(|(engine, _)| ratios.contains_key(engine)));
    let engines = kept.iter().filter_map(|&(engine, _)| {
        let ratios: Vec<f64> = rows.iter().map(|(_, ratios)| ratios[engine]).collect();
        Some((engine, geometric_mean(&ratios)?))
    });
    let mut engines: Vec<(&str, f64)> = engines.collect();
    engines.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (_, least) = *engines.first()?;
    for (_, mean) in &mut engines {
        *mean /= least;
    }
    (engines.len() >= 2).then(|| Means {
        rows: rows.into_iter().map(|(row, _)| row).collect(),
        engines,
        left_out,
    })
}

/// True of groups whose engines do the same work: routes, and libraries of different schemes, do not.
pub(crate) fn is_ranked(group: Group) -> bool {
    !matches!(
        group,
        Group::Dusk | Group::DuskV2 | Group::Transport | Group::Classic
    )
}

#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
pub(crate) fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn row(id: &str, ns: f64) -> Row {
        fixture::row(id, [ns * 0.99, ns, ns * 1.01])
    }

    #[test]
    fn fastest_first_with_ratios_and_reasons() {
        let absent = Row {
            outcome: Outcome::Absent {
                why: "no such function".to_owned(),
            },
            ..row("min_pk/aggregate_verify/none/10", 1.0)
        };
        let results = fixture::results([
            row("min_pk/aggregate_verify/slow/10", 300.0),
            row("min_pk/aggregate_verify/fast/10", 100.0),
            row("min_pk/aggregate_verify/fast/100", 900.0),
            absent,
            row("min_sig/aggregate_verify/other/10", 1.0),
        ]);
        let tables = tables(&results, Group::MinPk);
        let [table] = &tables[..] else {
            panic!("{tables:?}")
        };
        assert_eq!(table.params, [Some(10), Some(100)]);
        let engines: Vec<_> = table.lines.iter().map(|line| line.engine).collect();
        assert_eq!(engines, ["fast", "slow"]);
        assert_eq!(table.lines[1].cells[0].ratio, Some(3.0));
        assert!(table.lines[1].cells[1].row.is_none());
        let reason = Absent {
            engines: vec!["none"],
            why: "no such function",
        };
        assert_eq!(table.absent, [reason]);
        let (param, places) = table.ranking();
        assert_eq!((param, places.len()), (Some(10), 2));
        assert!((places[1].ratio - 3.0).abs() < 1e-12);
    }

    #[test]
    fn means_are_over_what_engines_have_in_common() {
        let results = fixture::results([
            row("min_pk/sign/a", 100.0),
            row("min_pk/sign/b", 200.0),
            row("min_pk/sign/poor", 1.0),
            row("min_pk/verify/a", 800.0),
            row("min_pk/verify/b", 100.0),
            row("min_pk/verify_bytes/a", 100.0),
            row("min_pk/verify_bytes/b", 100.0),
            // Of one engine alone, and of all cores.
            row("min_pk/aggregate_verify/a/10", 1.0),
            row("min_pk/verify_mt/a", 1.0),
            row("min_pk/verify_mt/b", 9.0),
        ]);
        let means = means(&results, Group::MinPk).unwrap();
        let names: Vec<_> = means.rows.iter().map(|(row, _)| row.name).collect();
        assert_eq!(names, ["sign", "verify", "verify_bytes"]);
        assert_eq!(means.left_out, [("poor", 1)]);
        let [(first, b), (second, a)] = means.engines[..] else {
            panic!("{means:?}")
        };
        assert_eq!((first, second), ("b", "a"));
        assert_eq!(b.to_bits(), 1.0_f64.to_bits());
        // The times relative to b's: 1/2, 8 and 1.
        assert!((a - 4_f64.cbrt()).abs() < 1e-9, "{a}");
        assert!(super::means(&results, Group::Transport).is_none());
        assert!(super::means(&results, Group::MinSig).is_none());
    }
}
