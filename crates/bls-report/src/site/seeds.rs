//! What others have published, row for row, with ours beside it.

use std::iter;

use askama::Template;
use bls_api::Id;
use bls_results::{Results, Row, time};

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
            column("bytes"),
            column("allocations"),
            column("other"),
            column("our id"),
            times("ours"),
            column("our bytes"),
            column("our allocations"),
            column("measured on"),
            column("remark"),
        ],
    );
    for figure in figures {
        table.push(published(figure).into_iter().chain(ours(site, figure)));
    }
    table
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

/// The same of ours.
fn ours(site: &Site, figure: &Figure) -> Vec<Cell> {
    let remark = text(&figure.why);
    let Some(id) = &figure.id else {
        return nothing(5).chain([remark]).collect();
    };
    let Some((results, row)) = newest(site.results, id) else {
        let why = [Cell::text("not measured yet"), remark];
        return [name(id)]
            .into_iter()
            .chain(nothing(3))
            .chain(why)
            .collect();
    };
    let figure = row.figure();
    let allocated = figure.and_then(|figure| figure.allocated);
    vec![
        name(id).link(page(results, id)),
        figure.map_or_else(Cell::nothing, Cell::figure),
        count(allocated.map(|allocated| allocated.bytes)),
        count(allocated.map(|allocated| allocated.allocations)),
        Cell::text(format!("{}, {}", machine(results), date(results))),
        remark,
    ]
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

fn nothing(cells: usize) -> impl Iterator<Item = Cell> {
    iter::repeat_with(Cell::nothing).take(cells)
}

fn newest<'a>(results: &'a [Results], id: &Id) -> Option<(&'a Results, &'a Row)> {
    results.iter().find_map(|results| {
        let mut rows = results.rows.iter();
        let row = rows.find(|row| row.id == *id && row.figure().is_some())?;
        Some((results, row))
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
