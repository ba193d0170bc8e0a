//! Tables for documents, and their place in them.

use bls_api::Group;
use bls_results::{Outcome, Results, Row, markdown as escape, time};

use crate::ranking::{OperationTable, means, tables};

/// Why a table has no place in a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpliceError {
    /// A marker that is not there, or more than once.
    #[error("there must be exactly one line `{0}`")]
    Marker(String),
    /// The end comes first.
    #[error("`{0}` stands before the line that begins its table")]
    Order(String),
}

/// A table for each group, operation by engine, and a sentence that says what the figures are.
///
/// An operation has one row, for the parameter that most engines have. Who wants less takes rows out
/// of the results.
#[must_use]
pub fn summary(results: &Results, groups: &[Group]) -> String {
    let mut parts = Vec::new();
    let mut shown = Vec::new();
    for &group in groups {
        let tables = tables(results, group);
        let engines = engines(results, group, &tables);
        if engines.is_empty() {
            continue;
        }
        // A figure of a scheme that is insecure does not leave without saying so.
        if group.suite().contains("INSECURE") {
            parts.push(format!("{group}: {}", escape(group.suite())));
        }
        let columns = "---:|".repeat(engines.len());
        let mut lines = vec![
            format!("| {group} | {} |", engines.join(" | ")),
            format!("|---|{columns}"),
        ];
        lines.extend(tables.iter().filter_map(|table| line(table, &engines)));
        parts.push(lines.join("\n"));
        shown.extend(engines);
    }
    if !parts.is_empty() {
        parts.push(origin(results, &shown));
    }
    parts.join("\n\n")
}

/// Those that have a figure: the fastest of the group first, where it has a ranking.
fn engines<'a>(results: &'a Results, group: Group, tables: &[OperationTable<'a>]) -> Vec<&'a str> {
    let ranked = means(results, group).map_or(Vec::new(), |means| means.engines);
    let mut engines: Vec<&str> = ranked.into_iter().map(|(engine, _)| engine).collect();
    let places = tables.iter().flat_map(|table| table.ranking().1);
    let mut others: Vec<&str> = places.map(|place| place.engine).collect();
    others.sort_unstable();
    others.dedup();
    others.retain(|engine| !engines.contains(engine));
    engines.extend(others);
    engines
}

/// One operation; none where no engine has a figure.
fn line(table: &OperationTable, engines: &[&str]) -> Option<String> {
    let (param, places) = table.ranking();
    if places.is_empty() {
        return None;
    }
    let column = table.params.iter().position(|known| *known == param)?;
    let cells = engines.iter().map(|engine| {
        let line = table.lines.iter().find(|line| line.engine == *engine);
        cell(line.and_then(|line| line.cells[column].row))
    });
    let cells: Vec<String> = cells.collect();
    let param = param.map_or(String::new(), |param| format!("/{param}"));
    let name = table.operation.name;
    Some(format!("| `{name}{param}` | {} |", cells.join(" | ")))
}

fn cell(row: Option<&Row>) -> String {
    match row.map(|row| &row.outcome) {
        Some(Outcome::Measured(figure)) => {
            format!("{} ± {:.1} %", time(figure.ns), 100.0 * figure.spread())
        }
        Some(Outcome::Error { .. }) => "error".to_owned(),
        Some(Outcome::Missing) => "missing".to_owned(),
        Some(Outcome::Absent { .. }) | None => "-".to_owned(),
    }
}

/// What the figures are, and where they were measured.
fn origin(results: &Results, shown: &[&str]) -> String {
    let environment = &results.environment;
    let (source, machine) = (environment.source, &environment.machine);
    let engines = environment.engines.iter();
    let engines = engines.filter(|engine| shown.contains(&engine.id.as_str()));
    let engines = engines.map(|engine| {
        let (id, library, version) = (&engine.id, &engine.library, &engine.version);
        format!("{id}: {library} {version} ({})", engine.code_path)
    });
    let engines: Vec<String> = engines.collect();
    escape(&format!(
        "Figure: {}; ± is half of its interval ({}). {}, {} cores, {}, {}. {}. {}.",
        source.figure(),
        source.interval(),
        machine.cpu,
        machine.cores,
        machine.os,
        environment.rust.compiler,
        engines.join("; "),
        results.name,
    ))
}

/// Replaces what stands between the lines `<!-- blsbench:NAME -->` and `<!-- /blsbench:NAME -->`.
pub fn splice(text: &str, name: &str, table: &str) -> Result<String, SpliceError> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = |marker: &str| {
        let mut found = (0..lines.len()).filter(|&index| lines[index].trim_end() == marker);
        match (found.next(), found.next()) {
            (Some(index), None) => Ok(index),
            _ => Err(SpliceError::Marker(marker.to_owned())),
        }
    };
    let end = format!("<!-- /blsbench:{name} -->");
    let (first, last) = (line(&format!("<!-- blsbench:{name} -->"))?, line(&end)?);
    if last < first {
        return Err(SpliceError::Order(end));
    }
    // Without an empty line before it, a table is text to some readers.
    Ok(format!(
        "{}\n{}\n\n{}",
        lines[..=first].concat(),
        table.trim(),
        lines[last..].concat()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn row(id: &str, ns: f64) -> Row {
        fixture::row(id, [ns * 0.99, ns, ns * 1.01])
    }

    #[test]
    fn one_row_an_operation() {
        let failed = Row {
            outcome: Outcome::Error {
                why: "<script>".to_owned(),
            },
            ..row("min_pk/sign/zkcrypto", 1.0)
        };
        let results = fixture::results([
            row("min_pk/sign/slow", 400_000.0),
            row("min_pk/sign/blst", 386_000.0),
            failed,
            row("min_pk/aggregate_verify/slow/10", 1e6),
            row("min_pk/aggregate_verify/slow/100", 50e6),
            row("min_pk/aggregate_verify/blst/100", 38.2e6),
            row("min_pk/aggregate_verify/zkcrypto/100", 88.1e6),
            row("dusk/verify/dusk", 1e6),
        ]);
        let text = summary(&results, &[Group::MinPk, Group::MinSig]);
        let table = "\
| min_pk | blst | slow | zkcrypto |
|---|---:|---:|---:|
| `sign` | 386 µs ± 1.0 % | 400 µs ± 1.0 % | error |
| `aggregate_verify/100` | 38.2 ms ± 1.0 % | 50.0 ms ± 1.0 % | 88.1 ms ± 1.0 % |

Figure: median of the repetitions' medians; ± is half of its interval (range of the repetitions, each \
in a process of its own). Some(R) Processor \\<script\\>, 2 cores, Linux 6.18, rustc 1.95.0. ";
        assert!(text.starts_with(table), "{text}");
        assert!(
            text.contains("blst: blst 1.2.3 (portable); slow: "),
            "{text}"
        );
        assert!(!text.contains("dusk: "), "{text}");
        let dusk = summary(&results, &[Group::Dusk]);
        assert!(dusk.contains("INSECURE"), "{dusk}");
        assert_eq!(summary(&results, &[Group::MinSig]), "");
    }

    #[test]
    fn a_table_is_put_between_its_markers() {
        let text = "before\n<!-- blsbench:a -->\nold\nold\n<!-- /blsbench:a -->\nafter\n";
        let spliced = splice(text, "a", "| new |\n").unwrap();
        assert_eq!(
            spliced,
            "before\n<!-- blsbench:a -->\n\n| new |\n\n<!-- /blsbench:a -->\nafter\n"
        );
        assert_eq!(splice(&spliced, "a", "| new |"), Ok(spliced));
        let marker = |text: &str| SpliceError::Marker(text.to_owned());
        assert_eq!(splice(text, "b", ""), Err(marker("<!-- blsbench:b -->")));
        let twice = format!("{text}{text}");
        assert_eq!(splice(&twice, "a", ""), Err(marker("<!-- blsbench:a -->")));
        let unended = "<!-- blsbench:a -->\n";
        assert_eq!(
            splice(unended, "a", ""),
            Err(marker("<!-- /blsbench:a -->"))
        );
        let turned = "<!-- /blsbench:a -->\n<!-- blsbench:a -->\n";
        let order = SpliceError::Order("<!-- /blsbench:a -->".to_owned());
        assert_eq!(splice(turned, "a", ""), Err(order));
    }
}
