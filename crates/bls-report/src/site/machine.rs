//! The page of one set of results: the machine, the programs, the runs, and what is not there.

use askama::Template;
use bls_api::Group;
use bls_results::{EngineRecord, Load, Outcome, Results, Run};

use super::{
    Error, counts, groups,
    output::{Base, Output, directory, href},
    table::{Cell, Table, column},
    text::{NOTHING, label, machine, minute},
};

#[derive(Template)]
#[template(path = "machine.html")]
struct Page<'a> {
    base: Base,
    label: String,
    /// Of the results, from the page.
    data: String,
    figure: &'static str,
    interval: &'static str,
    groups: Table,
    machine: Table,
    runs: Table,
    engines: Table,
    absent: Option<Table>,
    /// Ids that should have a figure.
    without: Option<Table>,
    problems: Option<Table>,
    name: &'a str,
}

/// Writes the page and its data.
pub(super) fn write(results: &Results, output: &Output) -> Result<(), Error> {
    let directory = directory(results);
    let with_csv = |file: &str, table: Table| output.with_csv(&directory, file, table);
    let some_with_csv = |file: &str, table: Table| {
        let table = (!table.is_empty()).then(|| with_csv(file, table));
        table.transpose()
    };
    let source = results.environment.source;
    let page = Page {
        base: Base::below(machine(results).to_owned(), Vec::new()),
        label: label(results),
        data: href(&format!("../../data/{}/", results.name)),
        figure: source.figure(),
        interval: source.interval(),
        groups: with_csv("groups.csv", group_table(results))?,
        machine: with_csv("machine.csv", machine_table(results))?,
        runs: with_csv("runs.csv", run_table(results))?,
        engines: with_csv("engines.csv", engine_table(results))?,
        absent: some_with_csv("absent.csv", absent_table(results))?,
        without: some_with_csv("without.csv", without_table(results))?,
        problems: some_with_csv("problems.csv", problem_table(results))?,
        name: &results.name,
    };
    output.page(&format!("{directory}index.html"), &page)
}

fn group_table(results: &Results) -> Table {
    let mut table = Table::new(
        "Ids of each group: expected and found",
        [
            "group", "expected", "measured", "absent", "failed", "missing",
        ]
        .map(column),
    );
    for group in groups(results) {
        let rows = results.rows.iter().filter(|row| row.id.group == group);
        let counts = counts(rows.map(|row| &row.outcome)).map(|count| count as u64);
        let name = Cell::text(group.name()).link(format!("{group}.html"));
        let name = name.below(if group == Group::Dusk { "insecure" } else { "" });
        let expected = Cell::count(counts.iter().sum());
        table.push([name, expected].into_iter().chain(counts.map(Cell::count)));
    }
    table
}

fn machine_table(results: &Results) -> Table {
    let environment = &results.environment;
    let (machine, rust) = (&environment.machine, &environment.rust);
    let readable = |fact: Option<&str>| fact.unwrap_or("not readable here").to_owned();
    let turbo = machine.turbo.map(|on| if on { "allowed" } else { "off" });
    let facts = [
        ("Processor", machine.cpu.clone()),
        ("Model", readable(machine.model.as_deref())),
        ("Microcode", readable(machine.microcode.as_deref())),
        ("Logical cores", machine.cores.to_string()),
        (
            "Governor of the clock",
            readable(machine.governor.as_deref()),
        ),
        ("Clock above nominal (turbo)", readable(turbo)),
        ("Kernel", machine.os.clone()),
        ("Rust compiler", rust.compiler.clone()),
        ("Target", rust.target.clone()),
        ("Optimisation level", rust.opt_level.clone()),
        (
            "Processor features allowed to Rust",
            rust.target_features.clone(),
        ),
    ];
    let mut table = Table::new("Machine and compiler", ["what", "value"].map(column));
    for (name, fact) in facts {
        table.push([name.to_owned(), fact].map(Cell::text));
    }
    table
}

fn run_table(results: &Results) -> Table {
    let mut table = Table::new(
        "Runs; load is the average over 1, 5 and 15 minutes",
        [
            "run",
            "began",
            "ended",
            "command",
            "profile",
            "repetitions",
            "revision",
            "load before",
            "load after",
        ]
        .map(column),
    );
    for (index, run) in results.environment.runs.iter().enumerate() {
        let Run {
            started,
            finished,
            command,
            profile,
            repetitions,
            revision,
            emulated: _,
            load_before,
            load_after,
        } = run;
        table.push([
            Cell::count(index as u64 + 1),
            Cell::text(minute(started)),
            Cell::text(minute(finished)),
            Cell::text(command.join(" ")),
            Cell::text(profile),
            Cell::count(u64::from(*repetitions)),
            Cell::text(revision),
            Cell::text(load(*load_before)),
            Cell::text(load(*load_after)),
        ]);
    }
    table
}

fn load(load: Option<Load>) -> String {
    load.map_or_else(
        || "not readable here".to_owned(),
        |load| {
            format!(
                "{:.2}, {:.2}, {:.2}",
                load.minutes_1, load.minutes_5, load.minutes_15
            )
        },
    )
}

fn engine_table(results: &Results) -> Table {
    let mut table = Table::new(
        "Engines",
        [
            "engine",
            "library",
            "version",
            "code path",
            "scheme",
            "options",
            "compiler",
        ]
        .map(column),
    );
    for engine in &results.environment.engines {
        let EngineRecord {
            id,
            library,
            version,
            options,
            compiler,
            code_path,
            composed,
            absent: _,
        } = engine;
        let scheme = if *composed {
            "composed"
        } else {
            "the library's own"
        };
        let row = [id, library, version, code_path, scheme, options, compiler];
        table.push(row.map(|text| {
            let text = if text.is_empty() { NOTHING } else { text };
            Cell::text(text)
        }));
    }
    table
}

fn absent_table(results: &Results) -> Table {
    let mut table = Table::new(
        "Engines without a group, and why",
        ["engine", "group", "reason"].map(column),
    );
    for engine in &results.environment.engines {
        for (group, why) in &engine.absent {
            table.push([&engine.id, group, why].map(Cell::text));
        }
    }
    table
}

fn without_table(results: &Results) -> Table {
    let mut table = Table::new(
        "Expected and not found: ids that failed or are missing",
        ["id", "outcome", "reason", "run"].map(column),
    );
    for row in &results.rows {
        let (outcome, why) = match &row.outcome {
            Outcome::Measured(_) | Outcome::Absent { .. } => continue,
            Outcome::Error { why } => ("failed", why.as_str()),
            Outcome::Missing => ("missing", "the run ended before it"),
        };
        table.push([
            Cell::text(row.id.to_string()),
            Cell::text(outcome),
            Cell::text(why),
            Cell::count(row.run as u64 + 1),
        ]);
    }
    table
}

fn problem_table(results: &Results) -> Table {
    let mut table = Table::new(
        "What could not be read, or must not stand among the rows",
        ["file", "id", "problem"].map(column),
    );
    for problem in &results.problems {
        let id = problem.id.as_deref().unwrap_or(NOTHING);
        table.push([&problem.file, id, &problem.why].map(Cell::text));
    }
    table
}
