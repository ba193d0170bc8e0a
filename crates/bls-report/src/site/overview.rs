//! The first page: which results there are, and who is fastest at what.

use std::collections::HashSet;

use askama::Template;
use bls_api::{Group, Threads};
use bls_results::{Results, Source};

use super::{
    Error, Site, counts, groups, history, instructions,
    output::{Base, Output, directory, href},
    table::{Cell, Table, column, times},
    text::{date, label, machine, ratio, with_param},
};
use crate::ranking::{Means, OperationTable, is_tie, means, tables};

#[derive(Template)]
#[template(path = "overview.html")]
struct Page<'a> {
    base: Base,
    results: Option<Table>,
    histories: Option<Table>,
    instructions: Option<Table>,
    machines: Vec<Machine<'a>>,
}

/// The newest results of one machine.
struct Machine<'a> {
    name: &'a str,
    label: String,
    suites: Vec<Suite>,
}

struct Suite {
    group: Group,
    about: &'static str,
    href: String,
    /// None where there is nobody to compare with.
    ranking: Option<Table>,
    means: Option<(Table, String)>,
}

/// Writes the page and its data.
pub(super) fn write(site: &Site, output: &Output) -> Result<(), Error> {
    let mut known = HashSet::new();
    let newest = site.results.iter();
    let newest = newest.filter(|results| known.insert(machine(results)));
    let machines = newest.map(|results| {
        let suites = groups(results).map(|group| suite(results, group, output));
        Ok(Machine {
            name: machine(results),
            label: label(results),
            suites: suites.collect::<Result<_, Error>>()?,
        })
    });
    let machines = machines.collect::<Result<_, Error>>()?;
    let results = results_table(site);
    let results = (!results.is_empty()).then(|| output.with_csv("", "pages/results.csv", results));
    let page = Page {
        base: Base::top("BLS12-381 signature libraries, measured", "index.html"),
        results: results.transpose()?,
        histories: history::overview(site.histories, output)?,
        instructions: instructions::overview(site, output)?,
        machines,
    };
    output.page("index.html", &page)
}

fn results_table(site: &Site) -> Table {
    let mut table = Table::new(
        "Results, newest first",
        [
            "machine",
            "date",
            "processor",
            "target",
            "measured by",
            "measured",
            "absent",
            "failed",
            "missing",
            "problems",
        ]
        .map(column),
    );
    for results in site.results {
        let environment = &results.environment;
        let source = match environment.source {
            Source::Criterion => "cargo bench",
            Source::Run => "cargo blsbench run",
        };
        let counts = counts(results.rows.iter().map(|row| &row.outcome));
        let page = format!("{}index.html", directory(results));
        let row = [
            Cell::text(machine(results)).link(href(&page)),
            Cell::text(date(results)),
            Cell::text(&environment.machine.cpu),
            Cell::text(&environment.rust.target),
            Cell::text(source),
        ];
        let numbers = counts.into_iter().chain([results.problems.len()]);
        table.push(
            row.into_iter()
                .chain(numbers.map(|number| Cell::count(number as u64))),
        );
    }
    table
}

fn suite(results: &Results, group: Group, output: &Output) -> Result<Suite, Error> {
    let page = format!("{}{group}.html", directory(results));
    let data = |file: &str| format!("{}{group}/{file}.csv", directory(results));
    // Those of dusk are no suites to choose, and routes to one library are no libraries.
    let ranked = !matches!(group, Group::Dusk | Group::DuskV2 | Group::Transport);
    let ranking = ranked
        .then(|| ranking(&tables(results, group), group, &href(&page)))
        .flatten();
    let ranking = ranking.map(|table| output.with_csv("", &data("ranking"), table));
    let means = means(results, group).map(|means| {
        let table = means_table(&means, group);
        let table = output.with_csv("", &data("means"), table)?;
        Ok::<_, Error>((table, caveat(&means)))
    });
    Ok(Suite {
        group,
        about: group.suite(),
        href: href(&page),
        ranking: ranking.transpose()?,
        means: means.transpose()?,
    })
}

fn ranking(operations: &[OperationTable], group: Group, page: &str) -> Option<Table> {
    let mut table = Table::new(
        format!("Fastest engine of each operation of {group}"),
        [
            column("operation"),
            column("threads"),
            column("fastest"),
            times("time"),
            column("tied with it"),
            column("next"),
            column("ratio"),
            column("engines"),
        ],
    );
    for operation in operations {
        let (param, places) = operation.ranking();
        let [first, others @ ..] = &places[..] else {
            continue;
        };
        if others.is_empty() {
            continue;
        }
        let (tied, behind): (Vec<_>, Vec<_>) = others.iter().partition(|place| is_tie(place.ratio));
        let tied: Vec<&str> = tied.iter().map(|place| place.engine).collect();
        let name = operation.operation.name;
        let next = behind.first();
        table.push([
            Cell::text(with_param(operation.operation, param)).link(format!("{page}#{name}")),
            Cell::text(match operation.operation.threads() {
                Threads::One => "one",
                Threads::All => "all",
            }),
            Cell::text(first.engine).class("best"),
            Cell::figure(first.figure),
            if tied.is_empty() {
                Cell::nothing()
            } else {
                Cell::text(tied.join(", "))
            },
            next.map_or_else(Cell::nothing, |next| Cell::text(next.engine)),
            next.map_or_else(Cell::nothing, |next| {
                Cell::value(ratio(next.ratio), next.ratio)
            }),
            Cell::count(places.len() as u64),
        ]);
    }
    (!table.is_empty()).then_some(table)
}

fn means_table(means: &Means, group: Group) -> Table {
    let mut table = Table::new(
        format!("Geometric mean of the ratios to the fastest, {group}"),
        ["engine", "mean ratio"].map(column),
    );
    for &(engine, mean) in &means.engines {
        table.push([Cell::text(engine), Cell::ratio(mean)]);
    }
    table
}

/// What the means are over, and what not.
pub(super) fn caveat(means: &Means) -> String {
    let rows = means.rows.iter();
    let rows: Vec<String> = rows
        .map(|&(operation, param)| with_param(operation, param))
        .collect();
    let left_out = means.left_out.iter();
    let left_out: Vec<String> = left_out
        .map(|(engine, count)| format!("{engine} (has {count})"))
        .collect();
    let left_out = if left_out.is_empty() {
        String::new()
    } else {
        format!(
            " Left out, because they lack more than half of the rows that most have: {}.",
            left_out.join(", ")
        )
    };
    format!(
        "Over the {} rows of one thread that all of these have: {}. Every row weighs the same, and nobody's \
         work is made of such a mixture: look up your own operations.{left_out}",
        rows.len(),
        rows.join(", "),
    )
}
