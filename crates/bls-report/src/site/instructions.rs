//! The page of a target's instructions: which engines are correct there, and how much they do.

mod pair;

use askama::Template;
use bls_api::Group;
use bls_results::{Counts, Emulated, EngineRecord, Gate};

use self::pair::Pair;
use super::{
    Error, Site,
    output::{Base, Link, Output, directory, href},
    overview::caveat,
    table::{Cell, Table, column, instructions, ratio_to_best},
    text::{NOTHING, Prose, minute, with_param},
};
use crate::{
    instructions::{BASE, Instructions, Line, engines, means},
    ranking::Means,
    scaling::is_insecure,
};

/// The directory of these pages, from `index.html`.
const DIRECTORY: &str = "pages/counts/";
/// From here on the counts of two processes are not the same for a reader.
const SPREAD: f64 = 0.000_05;

#[derive(Template)]
#[template(path = "instructions.html")]
struct Page<'a> {
    base: Base,
    facts: Vec<(&'static str, String)>,
    /// The pages of other targets.
    others: Vec<Link>,
    /// Criterion's pages of an emulated run, and by what it was.
    criterion: Option<(String, &'a str)>,
    gate: Option<Table>,
    refused: Option<Table>,
    absent: Option<Table>,
    engines: Option<Table>,
    beside: Option<Table>,
    groups: Vec<Section>,
    without: Option<Table>,
}

/// One group.
struct Section {
    group: Group,
    about: Prose<'static>,
    insecure: bool,
    means: Option<(Table, String)>,
    counts: Table,
    ratios: Option<Table>,
}

/// Writes the page of a target, and its data.
pub(super) fn write(site: &Site, here: &Instructions, output: &Output) -> Result<(), Error> {
    let counts = &here.counts;
    let target = &counts.target;
    let with_csv = |file: &str, table: Table| {
        let table = (!table.is_empty())
            .then(|| output.with_csv(DIRECTORY, &format!("{target}/{file}"), table));
        table.transpose()
    };
    let others = site.instructions.iter().filter(|other| *other != here);
    let base = others.clone().find(|other| other.counts.target == BASE);
    let pair = base.map(|base| Pair { here, base });
    let sections = here.groups().map(|group| {
        let file = |name: &str| format!("{group}/{name}.csv");
        let lines = here.lines(group);
        let means = means(group, &lines);
        let means = means.map(|means| {
            let table = with_csv(&file("ranking"), ranking(&means, counts, group))?;
            Ok::<_, Error>(table.map(|table| (table, caveat(&means))))
        });
        let ratios = pair.as_ref().map(|pair| pair.ratios(group, &lines));
        let ratios = ratios.map(|table| with_csv(&file("ratios"), table));
        let table = table(site, group, &lines);
        Ok(Section {
            group,
            about: Prose(group.suite()),
            insecure: group == Group::Dusk,
            means: means.transpose()?.flatten(),
            counts: output.with_csv(
                DIRECTORY,
                &format!("{target}/{}", file("instructions")),
                table,
            )?,
            ratios: ratios.transpose()?.flatten(),
        })
    });
    let groups = sections.collect::<Result<_, Error>>()?;
    let beside = pair
        .as_ref()
        .map(|pair| with_csv("beside.csv", pair.table()));
    let emulated = site.emulated.iter().find(|run| run.target == *target);
    let page = Page {
        base: Base::below(format!("Instructions on {target}"), Vec::new()),
        facts: facts(counts),
        others: others.map(link).collect(),
        criterion: emulated.and_then(|run| criterion(run, output)),
        gate: with_csv("gate.csv", gate(counts))?,
        refused: with_csv(
            "refused.csv",
            reasons(counts, "Refused engines, and why", refused),
        )?,
        absent: with_csv(
            "absent.csv",
            reasons(counts, "Engines without a group, and why", absent),
        )?,
        engines: with_csv("engines.csv", engine_table(counts))?,
        beside: beside.transpose()?.flatten(),
        groups,
        without: with_csv("without.csv", without(here))?,
    };
    output.page(&file(here), &page)
}

/// From `index.html`.
fn file(instructions: &Instructions) -> String {
    format!("{DIRECTORY}{}.html", instructions.counts.target)
}

/// From one of these pages to another.
fn link(other: &Instructions) -> Link {
    let target = &other.counts.target;
    Link {
        text: target.clone(),
        href: href(&format!("{target}.html")),
    }
}

fn criterion<'a>(run: &'a Emulated, output: &Output) -> Option<(String, &'a str)> {
    Some((output.href_to(DIRECTORY, &run.index())?, &run.emulator))
}

fn facts(counts: &Counts) -> Vec<(&'static str, String)> {
    let facts = [
        ("Counted by", Some(counts.tool.clone())),
        ("Processor", counts.cpu.clone()),
        ("Rust compiler", counts.compiler.clone()),
        ("Revision", counts.revision.clone()),
        ("Ended", counts.finished.as_deref().map(minute)),
    ];
    let facts = facts.into_iter();
    facts
        .filter_map(|(name, fact)| Some((name, fact?)))
        .collect()
}

/// The groups of which the gate has said something, in the order of reports.
fn judged(counts: &Counts) -> Vec<&'static str> {
    let names = Group::ALL.iter().map(|group| group.name());
    names
        .filter(|name| {
            let mut engines = counts.engines.iter();
            engines.any(|engine| engine.gate.contains_key(*name))
        })
        .collect()
}

fn gate(counts: &Counts) -> Table {
    let groups = judged(counts);
    let columns = ["engine"].into_iter().chain(groups.iter().copied());
    let mut table = Table::new(
        format!("What the gate said on {}", counts.target),
        columns.map(column),
    );
    for engine in &counts.engines {
        let cells = groups.iter().map(|group| match engine.gate.get(*group) {
            Some(Gate::Passed) => Cell::text("passed").class("best"),
            Some(Gate::Absent(_)) => Cell::text("absent").class("none"),
            Some(Gate::Refused(_)) => Cell::text("REFUSED").class("error"),
            None => Cell::nothing(),
        });
        table.push([Cell::text(&engine.engine.id)].into_iter().chain(cells));
    }
    table
}

fn refused(gate: &Gate) -> Option<&str> {
    match gate {
        Gate::Refused(why) => Some(why),
        Gate::Passed | Gate::Absent(_) => None,
    }
}

fn absent(gate: &Gate) -> Option<&str> {
    match gate {
        Gate::Absent(why) => Some(why),
        Gate::Passed | Gate::Refused(_) => None,
    }
}

fn reasons(counts: &Counts, caption: &str, why: fn(&Gate) -> Option<&str>) -> Table {
    let mut table = Table::new(caption, ["engine", "group", "reason"].map(column));
    for engine in &counts.engines {
        for (group, gate) in &engine.gate {
            if let Some(why) = why(gate) {
                table.push([&engine.engine.id, group, why].map(Cell::text));
            }
        }
    }
    table
}

fn engine_table(counts: &Counts) -> Table {
    let mut table = Table::new(
        format!("Engines on {}", counts.target),
        [
            "engine",
            "library",
            "version",
            "code path that was counted",
            "could not use here",
            "options",
            "compiler",
        ]
        .map(column),
    );
    for counted in &counts.engines {
        let EngineRecord {
            id,
            library,
            version,
            options,
            compiler,
            code_path,
            composed: _,
            absent: _,
        } = &counted.engine;
        let hidden = counted.hidden.as_deref().unwrap_or_default();
        let row = [id, library, version, code_path, hidden, options, compiler];
        table.push(row.map(|text| {
            if text.is_empty() {
                Cell::nothing()
            } else {
                Cell::text(text)
            }
        }));
    }
    table.without_empty_columns()
}

/// What an engine would use on a real processor, and could not where it was counted.
fn hidden<'a>(counts: &'a Counts, engine: &str) -> Option<&'a str> {
    let mut engines = counts.engines.iter();
    let counted = engines.find(|counted| counted.engine.id == engine)?;
    counted.hidden.as_deref()
}

fn text_or_nothing(text: Option<&str>) -> Cell {
    text.map_or_else(Cell::nothing, Cell::text)
}

fn ranking(means: &Means, counts: &Counts, group: Group) -> Table {
    let mut table = Table::new(
        format!("Geometric mean of the ratios to the fewest instructions, {group}"),
        ["engine", "mean ratio", "could not use here"].map(column),
    );
    for &(engine, mean) in &means.engines {
        table.push([
            Cell::text(engine),
            Cell::ratio(mean),
            text_or_nothing(hidden(counts, engine)),
        ]);
    }
    table.without_empty_columns()
}

/// A row for each operation and parameter, a column for each engine.
fn table(site: &Site, group: Group, lines: &[Line]) -> Table {
    let engines = engines(lines);
    let columns = engines.iter().map(|engine| instructions(*engine));
    let mut table = Table::new(
        format!("Instructions of one iteration, {group}"),
        [column("operation")].into_iter().chain(columns),
    );
    for line in lines {
        let least = line.least();
        let cells = engines.iter().map(|engine| {
            let Some(count) = line.counts.get(engine) else {
                return Cell::nothing();
            };
            let ratio = count.instructions / least;
            let mut below = Vec::new();
            if line.counts.len() > 1 {
                below.push(ratio_to_best(ratio));
            }
            if let Some(uneven) = count.uneven {
                below.push(format!("uneven {:.2} %", uneven * 100.0));
            }
            if count.spread >= SPREAD {
                below.push(format!("± {:.2} %", count.spread * 100.0));
            }
            let best = line.counts.len() > 1 && ratio <= 1.0;
            Cell::instructions(count.instructions)
                .below(below.join("\n"))
                .class(if best { "best" } else { "" })
        });
        let cells: Vec<Cell> = cells.collect();
        table.push([operation(site, group, line)].into_iter().chain(cells));
    }
    table
}

/// The name of an operation, which leads to what it is where the newest results have it.
fn operation(site: &Site, group: Group, line: &Line) -> Cell {
    let (operation, param) = line.row;
    let cell = Cell::text(with_param(operation, param));
    let cell = cell.below(if is_insecure(group, operation) {
        "insecure"
    } else {
        ""
    });
    let mut results = site.results.iter();
    let described = results.find(|results| {
        let mut rows = results.rows.iter();
        rows.any(|row| row.id.group == group && row.id.operation == operation)
    });
    match described {
        None => cell,
        Some(results) => {
            let page = href(&format!("../../{}{group}.html", directory(results)));
            cell.link(format!("{page}#{}", operation.name))
        }
    }
}

fn without(here: &Instructions) -> Table {
    let mut table = Table::new("Ids without a count, and why", ["id", "reason"].map(column));
    for (id, why) in &here.counts.problems {
        table.push([id, why].map(Cell::text));
    }
    for problem in &here.problems {
        let id = problem.id.as_deref().unwrap_or(NOTHING);
        table.push([id, &problem.why].map(Cell::text));
    }
    table
}

/// The table of the first page; none without counts.
pub(super) fn overview(site: &Site, output: &Output) -> Result<Option<Table>, Error> {
    let mut table = Table::new(
        "Instructions, counted under emulation",
        [
            "target",
            "date",
            "counted by",
            "counted",
            "not counted",
            "engines",
            "passed",
            "absent",
            "refused",
        ]
        .map(column),
    );
    for of_target in site.instructions {
        let counts = &of_target.counts;
        let mut said = [0_u64; 3];
        for gate in counts.engines.iter().flat_map(|it| it.gate.values()) {
            said[match gate {
                Gate::Passed => 0,
                Gate::Absent(_) => 1,
                Gate::Refused(_) => 2,
            }] += 1;
        }
        let date = counts.finished.as_deref();
        let texts = [
            Cell::text(&counts.target).link(href(&file(of_target))),
            text_or_nothing(date.map(minute).as_deref()),
            Cell::text(&counts.tool),
        ];
        let without = counts.problems.len() + of_target.problems.len();
        let numbers = [of_target.rows.len(), without, counts.engines.len()];
        let numbers = numbers.map(|number| number as u64).into_iter().chain(said);
        table.push(texts.into_iter().chain(numbers.map(Cell::count)));
    }
    let table = (!table.is_empty()).then(|| output.with_csv("", "pages/counts.csv", table));
    table.transpose()
}
