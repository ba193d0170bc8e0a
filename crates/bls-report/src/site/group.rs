//! The page of one group: its operations, one table each.

use std::collections::BTreeMap;

use askama::Template;
use bls_api::{
    ClassicOp, CurveOp, DuskOp, Group, Kind, PointOp, SignatureOp, Threads, TransportOp,
};
use bls_results::{Outcome, Results, Row, csv, time};

use super::{
    Error, Site, borders, counts, gas,
    output::{Base, Link, Output, directory, href},
    sizes,
    table::{Cell, Table, column, place, ratio_to_best, times},
    text::{Prose, interval, label, machine},
};
use crate::{
    plots::{items, plot},
    ranking::{OperationTable, tables},
    scaling::{Models, OperationModels, is_insecure},
};

#[derive(Template)]
#[template(path = "group.html")]
struct Page<'a> {
    base: Base,
    label: String,
    suite: Prose<'static>,
    insecure: bool,
    /// What a figure and its interval are.
    figure: &'static str,
    interval: &'static str,
    /// Times lead to Criterion's pages.
    criterion: bool,
    counts: [usize; 4],
    /// Engines without anything here, and why.
    absent: Vec<(&'a str, &'a str)>,
    sizes: Option<Table>,
    operations: Vec<Section>,
    /// The calculator, where there is something to calculate by.
    models: Option<&'a Models>,
    borders: Option<Table>,
    gas: Option<gas::Prices>,
}

/// One operation.
struct Section {
    name: &'static str,
    timed: Prose<'static>,
    unit: &'static str,
    /// What N counts, where there is an N.
    items: Option<&'static str>,
    threads: String,
    decoding: &'static str,
    insecure: bool,
    times: Option<Table>,
    /// An SVG.
    plot: Option<String>,
    cost_models: Option<Table>,
    memory: Option<Table>,
    notes: Vec<String>,
}

/// Writes the page and its data.
pub(super) fn write(
    site: &Site,
    results: &Results,
    group: Group,
    output: &Output,
) -> Result<(), Error> {
    let directory = directory(results);
    let of_group = || results.rows.iter().filter(|row| row.id.group == group);
    let operations = tables(results, group);
    let models = Models::of(results, group);
    let sections = operations.iter().map(|table| {
        let rows = of_group().filter(|row| row.id.operation == table.operation);
        let file = format!("{group}/{}.csv", table.operation.name);
        let path = format!("{directory}{file}");
        output.write(&path, csv(rows).map_err(output.error(&path))?)?;
        let mut section = Section::new(site, results, group, table, output);
        let models = models
            .as_ref()
            .and_then(|models| models.operation(section.name));
        if let Some(models) = models {
            let file = format!("{group}/{}-cost_models.csv", section.name);
            let table = output.with_csv(&directory, &file, cost_models(models))?;
            section.cost_models = Some(table);
        }
        if let Some(times) = &mut section.times {
            times.csv = Some(href(&file));
        }
        Ok(section)
    });
    let sections = sections.collect::<Result<_, Error>>()?;
    let with_csv = |file: &str, table: Option<Table>| {
        let file = format!("{group}/{file}");
        let table = table.map(|table| output.with_csv(&directory, &file, table));
        table.transpose()
    };
    let short_keys = matches!(
        group,
        Group::Classic | Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255
    );
    let sizes = short_keys.then(|| sizes::table(site.sizes)).flatten();
    let page = Page {
        base: Base::below(
            group.to_string(),
            vec![Link {
                text: machine(results).to_owned(),
                href: "index.html".to_owned(),
            }],
        ),
        label: label(results),
        suite: Prose(group.suite()),
        insecure: group == Group::Dusk,
        figure: results.environment.source.figure(),
        interval: results.environment.source.interval(),
        criterion: site.criterion_of == Some(&results.name),
        counts: counts(of_group().map(|row| &row.outcome)),
        absent: absent(results, group),
        sizes: with_csv("sizes.csv", sizes)?,
        operations: sections,
        models: models.as_ref(),
        borders: with_csv("borders.csv", borders::table(results, group))?,
        gas: gas::Prices::of(results, group, &directory, output)?,
    };
    output.page(&format!("{directory}{group}.html"), &page)
}

fn absent(results: &Results, group: Group) -> Vec<(&str, &str)> {
    let engines = results.environment.engines.iter();
    let absent = engines.filter_map(|engine| {
        let why = engine.absent.get(group.name())?;
        Some((engine.id.as_str(), why.as_str()))
    });
    absent.collect()
}

impl Section {
    fn new(
        site: &Site,
        results: &Results,
        group: Group,
        table: &OperationTable,
        output: &Output,
    ) -> Self {
        let operation = table.operation;
        let link = |row: &Row| {
            let page = site.criterion.get(&row.id.to_string())?;
            let ours = site.criterion_of == Some(&results.name);
            ours.then(|| output.href_to(&directory(results), page))?
        };
        let cores = results.environment.machine.cores;
        let has_lines = !table.lines.is_empty();
        Self {
            name: operation.name,
            timed: Prose(operation.timed),
            unit: operation.unit,
            items: (table.params != [None]).then(|| items(operation)),
            threads: match operation.threads() {
                Threads::One => "one".to_owned(),
                Threads::All => format!("all {cores} cores"),
            },
            decoding: decoding(operation.kind),
            insecure: is_insecure(group, operation),
            times: has_lines.then(|| match table.params[..] {
                [_] => list(table, link),
                _ => matrix(table, link),
            }),
            plot: plot(results, group, operation),
            cost_models: None,
            memory: memory(table),
            notes: notes(table),
        }
    }
}

/// The lines through what was measured of each engine.
fn cost_models(models: &OperationModels) -> Table {
    let (operation, items) = (models.operation, models.items);
    let mut table = Table::new(
        format!("Cost model of {operation}: constant + N × per item; N counts {items}"),
        [
            column("engine"),
            column("N from"),
            column("N to"),
            times("constant"),
            times("per item"),
            column("deviation"),
        ],
    );
    for engine in &models.engines {
        for piece in &engine.model.pieces {
            let last = piece.until.map(|until| u64::from(until) - 1);
            table.push([
                Cell::text(&engine.engine),
                Cell::count(piece.from.into()),
                last.map_or_else(|| Cell::text("any"), Cell::count),
                Cell::value(time(piece.constant), piece.constant),
                Cell::value(time(piece.per_item), piece.per_item),
                Cell::value(
                    format!("± {:.1} %", piece.deviation * 100.0),
                    piece.deviation,
                ),
            ]);
        }
    }
    table
}

/// One parameter, or none: a column for everything that is known.
fn list(table: &OperationTable, link: impl Fn(&Row) -> Option<String>) -> Table {
    let param = table.params[0].map_or(String::new(), |param| format!(", N = {param}"));
    let columns = ["bytes", "allocations", "samples"].map(column);
    let mut shown = Table::new(
        format!("{}{param}: engines, fastest first", table.operation.name),
        [
            column("engine"),
            times("time"),
            column("interval"),
            column("to the best"),
        ]
        .into_iter()
        .chain(columns),
    );
    for line in &table.lines {
        let Some(row) = line.cells[0].row else {
            continue;
        };
        let engine = Cell::text(line.engine);
        let Some(figure) = row.figure() else {
            let rest = std::iter::repeat_with(Cell::nothing).take(5);
            shown.push([engine, without_figure(row)].into_iter().chain(rest));
            continue;
        };
        let mut time = Cell::value(time(figure.ns), figure.ns);
        if let Some(link) = link(row) {
            time = time.link(link);
        }
        let [bytes, allocations] = Cell::memory(figure);
        shown.push([
            engine,
            time,
            Cell::value(interval(figure), figure.low),
            to_best(table, 0, line.cells[0].ratio).map_or_else(Cell::nothing, Cell::ratio),
            bytes,
            allocations,
            Cell::count(figure.samples as u64),
        ]);
    }
    shown
}

/// Several parameters: a column for each.
fn matrix(table: &OperationTable, link: impl Fn(&Row) -> Option<String>) -> Table {
    let mut shown = by_param(table, "time, interval, and ratio to the best of the column");
    for line in &table.lines {
        let cells = line.cells.iter().enumerate().map(|(index, cell)| {
            let Some(row) = cell.row else {
                return Cell::nothing();
            };
            let Some(figure) = row.figure() else {
                return without_figure(row);
            };
            let mut shown = Cell::figure(figure);
            if let Some(to_best) = to_best(table, index, cell.ratio) {
                let ratio = ratio_to_best(to_best);
                shown = shown
                    .below(format!("{}\n{ratio}", interval(figure)))
                    .class(place(to_best).unwrap_or_default());
            }
            match link(row) {
                Some(link) => shown.link(link),
                None => shown,
            }
        });
        shown.push([Cell::text(line.engine)].into_iter().chain(cells));
    }
    shown
}

/// Bytes and allocations by several parameters, if something was counted.
fn memory(table: &OperationTable) -> Option<Table> {
    let mut shown = by_param(table, "bytes and allocations of one iteration");
    for line in &table.lines {
        let counted = |cell: &crate::ranking::Cell| cell.row?.figure()?.allocated;
        if !line.cells.iter().any(|cell| counted(cell).is_some()) {
            continue;
        }
        let cells = line.cells.iter().map(|cell| {
            counted(cell).map_or_else(Cell::nothing, |allocated| {
                let allocations = allocated.allocations;
                let plural = if allocations == 1 { "" } else { "s" };
                Cell::count(allocated.bytes).below(format!("in {allocations} allocation{plural}"))
            })
        });
        shown.push([Cell::text(line.engine)].into_iter().chain(cells));
    }
    (table.params.len() > 1 && !shown.is_empty()).then_some(shown)
}

fn by_param(table: &OperationTable, what: &str) -> Table {
    let params = table.params.iter().map(|param| {
        let name = param.map_or("without N".to_owned(), |param| format!("N = {param}"));
        times(name)
    });
    Table::new(
        format!("{}: {what}", table.operation.name),
        [column("engine")].into_iter().chain(params),
    )
}

/// What stands in the place of a figure.
fn without_figure(row: &Row) -> Cell {
    match row.outcome {
        Outcome::Error { .. } => Cell::text("error").class("error"),
        Outcome::Missing => Cell::text("missing").class("error"),
        _ => Cell::nothing(),
    }
}

/// The ratio, where there is somebody to compare with.
fn to_best(table: &OperationTable, index: usize, ratio: Option<f64>) -> Option<f64> {
    let ratios = table.lines.iter().map(|line| line.cells[index].ratio);
    if ratios.flatten().count() < 2 {
        return None;
    }
    ratio
}

/// Why engines lack the operation or a figure.
fn notes(table: &OperationTable) -> Vec<String> {
    let absent = table.absent.iter().map(|absent| {
        let engines = absent.engines.join(", ");
        format!("Absent: {engines}: {}", absent.why)
    });
    let mut notes: Vec<String> = absent.collect();
    // Parameters by engine and reason: what fails for one often fails for all.
    let mut without: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
    for line in &table.lines {
        for (cell, param) in line.cells.iter().zip(&table.params) {
            let why = match cell.row.map(|row| &row.outcome) {
                Some(Outcome::Error { why }) => format!("Error: {}: {why}", line.engine),
                Some(Outcome::Missing) => {
                    format!("Missing: {}: the run ended before it", line.engine)
                }
                _ => continue,
            };
            let params = without.entry((line.engine, why)).or_default();
            params.extend(param.map(|param| param.to_string()));
        }
    }
    for ((_, why), params) in without {
        notes.push(match &params[..] {
            [] => why,
            params => format!("{why} (N = {})", params.join(", ")),
        });
    }
    notes
}

/// Where points are decoded and checked: the decode policy of the method.
fn decoding(kind: Kind) -> &'static str {
    const INSIDE: &str = "inside the timer, with all checks";
    const BEFORE: &str = "before the timer, once";
    const NONE: &str = "nothing is decoded";
    match kind {
        Kind::Signature(op) => match op {
            SignatureOp::VerifyBytes
            | SignatureOp::DecodePublicKey
            | SignatureOp::DecodeSignature => INSIDE,
            SignatureOp::KeyGen | SignatureOp::HashToCurve => NONE,
            _ => BEFORE,
        },
        Kind::Dusk(op) => match op {
            DuskOp::DecodePublicKey | DuskOp::DecodeSignature => INSIDE,
            DuskOp::DecodePublicKeyUnchecked => "inside the timer, without any check",
            _ => BEFORE,
        },
        Kind::Curve(CurveOp::G1(op) | CurveOp::G2(op)) => match op {
            PointOp::Decode => INSIDE,
            PointOp::DecodeUnchecked | PointOp::DecodeUncompressed => {
                "inside the timer, without the subgroup check"
            }
            PointOp::Hash | PointOp::Map => NONE,
            _ => BEFORE,
        },
        Kind::Curve(_) | Kind::Ring(_) => BEFORE,
        Kind::Precompile(_) => "inside the timer, with the checks that the text asks for",
        Kind::Transport(op) => match op {
            TransportOp::NullCall | TransportOp::SwitchToIpc => NONE,
            _ => {
                "by native, c_abi and cgo before the timer; by all others inside, on the other side \
                 of the border"
            }
        },
        Kind::Classic(op) => match op {
            ClassicOp::KeyGen(_) => NONE,
            ClassicOp::VerifyBytes(_) => INSIDE,
            _ => "before the timer, as far as the library decodes",
        },
    }
}
