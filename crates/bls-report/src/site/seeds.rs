//! What others have published, row for row, with ours beside it.

use askama::Template;
use bls_api::Id;
use bls_results::{Results, time};

use super::{
    Error, Site,
    output::{Base, Output, directory, href},
    table::{Cell, Table, column, times},
    text::{NOTHING, date, machine},
};
use crate::{
    reference::{Figure, Source},
    scaling::is_insecure,
};

#[derive(Template)]
#[template(path = "seeds.html")]
struct Page<'a> {
    base: Base,
    sources: Vec<Published<'a>>,
}

struct Published<'a> {
    source: &'a Source,
    /// How many figures have an id, and how many there are.
    counts: [usize; 2],
    tables: Vec<(&'a str, Table)>,
}

/// Writes the page and its data.
pub(super) fn write(site: &Site, output: &Output) -> Result<(), Error> {
    let sources = site.reference.sources.iter().map(|source| {
        let tables = site.reference.tables(&source.key);
        let figures = || tables.iter().flat_map(|table| &table.figures);
        let counts = [
            figures().filter(|figure| figure.id.is_some()).count(),
            figures().count(),
        ];
        let tables = tables.iter().enumerate().map(|(index, published)| {
            let file = format!("pages/seeds/{}-{}.csv", source.key, index + 1);
            let table = table(site, published.name, &published.figures);
            Ok((published.name, output.with_csv("", &file, table)?))
        });
        Ok(Published {
            source,
            counts,
            tables: tables.collect::<Result<_, Error>>()?,
        })
    });
    let page = Page {
        base: Base::top("Seed tables", "seeds.html"),
        sources: sources.collect::<Result<_, Error>>()?,
    };
    output.page("seeds.html", &page)
}

fn table(site: &Site, name: &str, figures: &[&Figure]) -> Table {
    let mut table = Table::new(
        format!("{name}: published, and ours"),
        [
            column("published row"),
            column("column"),
            times("published"),
            times("ours"),
            column("our id"),
            column("published bytes"),
            column("our bytes"),
            column("published allocations"),
            column("our allocations"),
            column("remark"),
            column("also published"),
            column("measured on"),
        ],
    );
    for figure in figures {
        let [row, column, ns, bytes, allocations, other] = published(figure);
        let ours = Ours::of(site, figure);
        table.push([
            row,
            column,
            ns,
            ours.time,
            ours.id,
            bytes,
            ours.bytes,
            allocations,
            ours.allocations,
            text(&figure.why),
            other,
            ours.measured_on,
        ]);
    }
    table.without_empty_columns()
}

/// The figure as it was published.
pub(super) fn published(figure: &Figure) -> [Cell; 6] {
    [
        Cell::text(&figure.row),
        text(&figure.column),
        figure
            .ns
            .map_or_else(Cell::nothing, |ns| Cell::value(time(ns), ns)),
        count(figure.bytes),
        count(figure.allocations),
        text(&figure.other),
    ]
}

/// What stands beside a published figure.
struct Ours {
    id: Cell,
    time: Cell,
    bytes: Cell,
    allocations: Cell,
    measured_on: Cell,
}

impl Ours {
    fn of(site: &Site, figure: &Figure) -> Self {
        let nothing = Self {
            id: Cell::nothing(),
            time: Cell::nothing(),
            bytes: Cell::nothing(),
            allocations: Cell::nothing(),
            measured_on: Cell::nothing(),
        };
        let Some(id) = &figure.id else {
            return nothing;
        };
        let Some((results, figure)) = newest(site.results, id) else {
            return Self {
                id: name(id),
                measured_on: Cell::text("not measured yet"),
                ..nothing
            };
        };
        let [bytes, allocations] = Cell::memory(figure);
        Self {
            id: name(id).link(page(results, id)),
            time: Cell::figure(figure),
            bytes,
            allocations,
            measured_on: Cell::text(date(results)).below(machine(results)),
        }
    }
}

/// An id, which says where it is of the scheme that is insecure.
pub(super) fn name(id: &Id) -> Cell {
    let cell = Cell::text(id.to_string());
    if is_insecure(id.group, id.operation) {
        cell.below("insecure")
    } else {
        cell
    }
}

/// Where an id is shown.
pub(super) fn page(results: &Results, id: &Id) -> String {
    let file = href(&format!("{}{}.html", directory(results), id.group));
    format!("{file}#{}", id.operation.name)
}

fn newest<'a>(results: &'a [Results], id: &Id) -> Option<(&'a Results, &'a bls_results::Figure)> {
    results.iter().find_map(|results| {
        let mut rows = results.rows.iter();
        let figure = rows.find(|row| row.id == *id)?.figure()?;
        Some((results, figure))
    })
}

fn text(text: &str) -> Cell {
    if text.is_empty() {
        Cell::text(NOTHING).class("none")
    } else {
        Cell::text(text)
    }
}

fn count(count: Option<u64>) -> Cell {
    count.map_or_else(Cell::nothing, Cell::count)
}
