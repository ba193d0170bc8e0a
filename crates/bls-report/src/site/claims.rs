//! What others claim of the libraries, and what our figures say of it.

use askama::Template;
use bls_results::{Figure, Results, Row};

use super::{
    Error, Site,
    output::{Base, Output},
    seeds::{name, page, published},
    table::{Cell, Table, column, times},
    text::{label, ratio},
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
    source: &'a str,
    published: Vec<Table>,
    comparisons: Vec<Compared<'a>>,
}

/// Ids of ours side by side.
struct Compared<'a> {
    comparison: &'a Comparison,
    table: Table,
    /// Whose figures these are; none where nothing was measured.
    label: Option<String>,
}

/// Writes the page and its data.
pub(super) fn write(site: &Site, output: &Output) -> Result<(), Error> {
    let claims = site.claims.iter().map(|claim| {
        let mut sources = site.reference.sources.iter();
        let source = sources.find(|source| source.key == claim.source);
        let csv = |what: &str, index: usize, table: Table| {
            let file = format!("pages/claims/{}-{what}-{}.csv", claim.key, index + 1);
            output.with_csv("", &file, table)
        };
        let tables = claim.published.iter().enumerate().map(|(index, rows)| {
            let mut table = Table::new(
                format!("Published: {}", rows.label),
                [
                    column("row"),
                    column("column"),
                    times("published"),
                    column("bytes"),
                    column("allocations"),
                    column("other"),
                ],
            );
            for figure in &rows.figures {
                table.push(published(figure));
            }
            csv("published", index, table)
        });
        let comparisons = claim.comparisons.iter().enumerate();
        let comparisons = comparisons.map(|(index, comparison)| {
            let (table, label) = compare(site, comparison);
            Ok(Compared {
                comparison,
                table: csv("ours", index, table)?,
                label,
            })
        });
        Ok(Judged {
            claim,
            source: source.map_or("", |source| &source.title),
            published: tables.collect::<Result<_, Error>>()?,
            comparisons: comparisons.collect::<Result<_, Error>>()?,
        })
    });
    let page = Page {
        base: Base::top("Claims", "claims.html"),
        claims: claims.collect::<Result<_, Error>>()?,
    };
    output.page("claims.html", &page)
}

/// All from the same results, the newest of those that have the most of the ids: a ratio of figures
/// from two machines says nothing.
fn compare(site: &Site, comparison: &Comparison) -> (Table, Option<String>) {
    let mut best: Option<(usize, &Results, Vec<Option<&Figure>>)> = None;
    for results in site.results {
        let figures = comparison.ids.iter().map(|id| {
            let mut rows = results.rows.iter();
            rows.find(|row| row.id == *id).and_then(Row::figure)
        });
        let figures: Vec<_> = figures.collect();
        let count = figures.iter().flatten().count();
        if count > best.as_ref().map_or(0, |(count, ..)| *count) {
            best = Some((count, results, figures));
        }
    }
    let mut table = Table::new(
        format!("Ours: {}", comparison.label),
        [column("id"), times("time"), column("to the first")],
    );
    let figures = best.as_ref().map(|(_, _, figures)| figures);
    let of = |index: usize| figures.and_then(|figures| figures[index]);
    for (index, id) in comparison.ids.iter().enumerate() {
        let to_first = of(index).zip(of(0)).map(|(it, first)| it.ns / first.ns);
        let id_cell = match &best {
            Some((_, results, _)) if of(index).is_some() => name(id).link(page(results, id)),
            _ => name(id),
        };
        table.push([
            id_cell,
            of(index).map_or_else(|| Cell::text("not measured"), Cell::figure),
            to_first.map_or_else(Cell::nothing, |to_first| {
                Cell::value(ratio(to_first), to_first)
            }),
        ]);
    }
    (table, best.map(|(_, results, _)| label(results)))
}
