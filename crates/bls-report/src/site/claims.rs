//! What others claim of the libraries, and what our figures say of it.

use askama::Template;
use bls_results::{Figure, Results, Row};

use super::{
    Error, Site,
    output::{Base, Output},
    seeds,
    table::{Cell, Table, column, times},
    text::{Prose, date, machine, ratio},
};
use crate::claims::{Claim, Comparison};

#[derive(Template)]
#[template(path = "claims.html")]
struct Page<'a> {
    base: Base,
    claims: Vec<Judged<'a>>,
}

struct Judged<'a> {
    claim: &'a Claim<'a>,
    heading: String,
    source: &'a str,
    explanation: Prose<'a>,
    published: Table,
    ours: Option<Table>,
    /// What differs between figures that are compared.
    notes: Vec<(&'a str, Prose<'a>)>,
}

/// Writes the page and its data.
pub(super) fn write(site: &Site, output: &Output) -> Result<(), Error> {
    let claims = site.claims.iter().map(|claim| {
        let mut sources = site.reference.sources.iter();
        let source = sources.find(|source| source.key == claim.source);
        let csv = |what: &str, table: Table| {
            let file = format!("pages/claims/{}-{what}.csv", claim.key);
            output.with_csv("", &file, table)
        };
        let noted = claim.comparisons.iter();
        let noted = noted.filter(|comparison| !comparison.note.is_empty());
        let ours = ours(site, claim).map(|table| csv("ours", table));
        Ok(Judged {
            claim,
            heading: heading(&claim.quote),
            source: source.map_or("", |source| &source.title),
            explanation: Prose(&claim.explanation),
            published: csv("published", published(claim))?,
            ours: ours.transpose()?,
            notes: noted
                .map(|comparison| (&*comparison.label, Prose(&comparison.note)))
                .collect(),
        })
    });
    let page = Page {
        base: Base::top("Claims", "claims.html"),
        claims: claims.collect::<Result<_, Error>>()?,
    };
    output.page("claims.html", &page)
}

/// A quote; what stands in brackets is in nobody's words.
fn heading(quote: &str) -> String {
    let said = quote
        .strip_prefix('[')
        .and_then(|said| said.strip_suffix(']'));
    said.map_or_else(|| format!("“{quote}”"), str::to_owned)
}

fn published(claim: &Claim) -> Table {
    let mut table = Table::new(
        "Published",
        [
            column("what"),
            column("row"),
            column("column"),
            times("published"),
            column("bytes"),
            column("allocations"),
            column("also published"),
        ],
    );
    for rows in &claim.published {
        for figure in &rows.figures {
            let what = [Cell::text(&rows.label)];
            table.push(what.into_iter().chain(seeds::published(figure)));
        }
    }
    table.without_empty_columns()
}

/// None without a comparison.
fn ours(site: &Site, claim: &Claim) -> Option<Table> {
    let mut table = Table::new(
        "Ours, like for like",
        [
            column("what"),
            column("id"),
            times("time"),
            column("to the first"),
            column("bytes"),
            column("allocations"),
            column("measured on"),
        ],
    );
    for comparison in &claim.comparisons {
        let (results, figures) = measured(site, comparison).unzip();
        let of = |index: usize| figures.as_ref().and_then(|figures: &Vec<_>| figures[index]);
        for (index, id) in comparison.ids.iter().enumerate() {
            let what = Cell::text(&comparison.label);
            let Some((figure, results)) = of(index).zip(results) else {
                table.push([
                    what,
                    seeds::name(id),
                    Cell::nothing(),
                    Cell::nothing(),
                    Cell::nothing(),
                    Cell::nothing(),
                    Cell::text("not measured yet"),
                ]);
                continue;
            };
            let [bytes, allocations] = Cell::memory(figure);
            let to_first = of(0).map(|first| figure.ns / first.ns);
            table.push([
                what,
                seeds::name(id).link(seeds::page(results, id)),
                Cell::figure(figure),
                to_first.map_or_else(Cell::nothing, |to_first| {
                    Cell::value(ratio(to_first), to_first)
                }),
                bytes,
                allocations,
                Cell::text(date(results)).below(machine(results)),
            ]);
        }
    }
    (!table.is_empty()).then(|| table.without_empty_columns())
}

/// Figures for the ids, all from the same results, the newest of those that have the most of them: a
/// ratio of figures from two machines says nothing.
fn measured<'a>(
    site: &Site<'a>,
    comparison: &Comparison,
) -> Option<(&'a Results, Vec<Option<&'a Figure>>)> {
    let mut best = None;
    let mut most = 0;
    for results in site.results {
        let figures = comparison.ids.iter().map(|id| {
            let mut rows = results.rows.iter();
            rows.find(|row| row.id == *id).and_then(Row::figure)
        });
        let figures: Vec<_> = figures.collect();
        let count = figures.iter().flatten().count();
        if count > most {
            most = count;
            best = Some((results, figures));
        }
    }
    best
}
