//! Results in the formats of other programs.

use bls_results::{Bmf, Figure, Metric, Outcome, Results, Row, Smaller, csv};
use clap::ValueEnum;
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    go_benchmark::{self, Benchmark, Header},
    reference::Reference,
};

/// What results can be written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Every row, as in the folder of the results.
    Csv,
    /// Every row, with the environment.
    Json,
    /// Go benchmark text, for benchstat.
    Go,
    /// Bencher Metric Format.
    Bmf,
    /// github-action-benchmark, its tool `customSmallerIsBetter`.
    Gha,
}

/// Why results cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Not as CSV.
    #[error(transparent)]
    Csv(#[from] ::csv::Error),
    /// Not as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Writes results. The formats of other programs have the rows with a figure alone.
///
/// In Go benchmark text, ids that others have published a benchmark of take its name, if `published`
/// is given.
pub fn export(
    results: &Results,
    format: Format,
    published: Option<&Reference>,
) -> Result<String, ExportError> {
    let mut text = match format {
        Format::Csv => return Ok(String::from_utf8_lossy(&csv(&results.rows)?).into_owned()),
        Format::Go => return Ok(go(results, published)),
        Format::Json => serde_json::to_string_pretty(&whole(results)?)?,
        Format::Bmf => serde_json::to_string_pretty(&bmf(results))?,
        Format::Gha => serde_json::to_string_pretty(&gha(results))?,
    };
    text.push('\n');
    Ok(text)
}

fn measured(results: &Results) -> impl Iterator<Item = (&Row, &Figure)> {
    let rows = results.rows.iter();
    rows.filter_map(|row| Some((row, row.figure()?)))
}

fn whole(results: &Results) -> serde_json::Result<Value> {
    #[derive(Serialize)]
    struct Line<'a> {
        id: String,
        run: usize,
        #[serde(flatten)]
        outcome: &'a Outcome,
    }
    let rows = results.rows.iter().map(|row| Line {
        id: row.id.to_string(),
        run: row.run,
        outcome: &row.outcome,
    });
    Ok(json!({
        "name": results.name,
        "environment": serde_json::to_value(&results.environment)?,
        "rows": serde_json::to_value(rows.collect::<Vec<_>>())?,
        "problems": serde_json::to_value(&results.problems)?,
    }))
}

fn bmf(results: &Results) -> Bmf {
    let metrics = measured(results).map(|(row, figure)| {
        let latency = Metric {
            value: figure.ns,
            lower_value: Some(figure.low),
            upper_value: Some(figure.high),
        };
        (row.id.to_string(), [("latency", latency)].into())
    });
    metrics.collect()
}

fn gha(results: &Results) -> Vec<Smaller> {
    let source = results.environment.source;
    let benchmarks = measured(results).map(|(row, figure)| Smaller {
        name: row.id.to_string(),
        unit: "ns",
        value: figure.ns,
        range: Some(format!("± {:.1} %", 100.0 * figure.spread())),
        extra: format!(
            "{}, of {} samples\n{} to {} ns: {}\n{}",
            source.figure(),
            figure.samples,
            figure.low,
            figure.high,
            source.interval(),
            results.environment.machine.cpu,
        ),
    });
    benchmarks.collect()
}

fn go(results: &Results, published: Option<&Reference>) -> String {
    let (goos, goarch) = platform(&results.environment.rust.target);
    let machine = &results.environment.machine;
    let cores = u32::try_from(machine.cores).unwrap_or(u32::MAX);
    let mut benchmarks = Vec::new();
    for (row, figure) in measured(results) {
        for (pkg, name) in names(row, published) {
            benchmarks.push(Benchmark {
                header: Header {
                    goos: Some(goos.to_owned()),
                    goarch: Some(goarch.to_owned()),
                    pkg: Some(pkg),
                    cpu: Some(machine.cpu.clone()),
                },
                name,
                procs: (cores > 1).then_some(cores),
                iterations: figure.samples as u64,
                ns: Some(figure.ns),
                bytes: figure.allocated.map(|allocated| allocated.bytes),
                allocations: figure.allocated.map(|allocated| allocated.allocations),
                other: Vec::new(),
            });
        }
    }
    // A package is one section.
    benchmarks.sort_by(|a, b| a.header.pkg.cmp(&b.header.pkg));
    go_benchmark::write(&benchmarks)
}

/// What a row is called, and in which package: several tables may have published it.
fn names(row: &Row, published: Option<&Reference>) -> Vec<(String, String)> {
    let figures = published.map_or(&[][..], |reference| &reference.figures);
    let figures = figures.iter().filter(|it| it.id.as_ref() == Some(&row.id));
    let names = figures.filter_map(|figure| {
        let name = go_benchmark::published_name(&figure.row)?;
        Some((format!("{}/{}", figure.source, figure.table), name))
    });
    let mut names: Vec<(String, String)> = names.collect();
    // A table may have a row twice, of two machines.
    names.sort();
    names.dedup();
    if names.is_empty() {
        names.push(("blsbench".to_owned(), go_benchmark::name(&row.id)));
    }
    names
}

/// `GOOS` and `GOARCH` of a target triple.
fn platform(target: &str) -> (&str, &str) {
    let systems = ["linux", "darwin", "windows", "freebsd"];
    let system = systems.into_iter().find(|system| target.contains(system));
    let architecture = match target.split('-').next().unwrap_or_default() {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    (system.unwrap_or("unknown"), architecture)
}

#[cfg(test)]
mod tests {
    use bls_api::Allocated;
    use bls_results::Problem;

    use super::*;
    use crate::fixture;

    fn results() -> Results {
        let of = |id: &str, outcome: Outcome| Row {
            outcome,
            ..fixture::row(id, [1.0; 3])
        };
        let figure = Figure {
            ns: 1084.5,
            low: 1080.0,
            high: 1090.0,
            samples: 100,
            allocated: Some(Allocated {
                bytes: 480,
                allocations: 2,
            }),
        };
        let mut results = fixture::results([
            of("min_pk/verify/blst", Outcome::Measured(figure)),
            of(
                "min_pk/verify/broken",
                Outcome::Error {
                    why: "a \"reason\"".to_owned(),
                },
            ),
            of("min_pk/verify/late", Outcome::Missing),
        ]);
        results.problems.push(Problem {
            file: "file".to_owned(),
            id: None,
            why: "bad".to_owned(),
        });
        results
    }

    fn json(format: Format) -> Value {
        serde_json::from_str(&export(&results(), format, None).unwrap()).unwrap()
    }

    #[test]
    fn csv_has_every_row() {
        let text = export(&results(), Format::Csv, None).unwrap();
        let ids: Vec<_> = text
            .lines()
            .filter_map(|line| line.split(',').next())
            .collect();
        let expected = [
            "id",
            "min_pk/verify/blst",
            "min_pk/verify/broken",
            "min_pk/verify/late",
        ];
        assert_eq!(ids, expected);
    }

    #[test]
    fn json_has_rows_and_environment() {
        let found = json(Format::Json);
        let rows = json!([
            {
                "id": "min_pk/verify/blst",
                "run": 0,
                "outcome": "measured",
                "ns": 1084.5,
                "low": 1080.0,
                "high": 1090.0,
                "samples": 100,
                "allocated": {"bytes": 480, "allocations": 2},
            },
            {"id": "min_pk/verify/broken", "run": 0, "outcome": "error", "why": "a \"reason\""},
            {"id": "min_pk/verify/late", "run": 0, "outcome": "missing"},
        ]);
        assert_eq!(found["rows"], rows);
        assert_eq!(found["problems"], json!([{"file": "file", "why": "bad"}]));
        assert_eq!(found["name"], results().name);
        assert_eq!(found["environment"]["machine"]["cores"], 2);
        assert_eq!(found["environment"]["engines"][0]["version"], "1.2.3");
    }

    #[test]
    fn bencher_metric_format() {
        let latency = json!({"value": 1084.5, "lower_value": 1080.0, "upper_value": 1090.0});
        let expected = json!({"min_pk/verify/blst": {"latency": latency}});
        assert_eq!(json(Format::Bmf), expected);
    }

    #[test]
    fn github_action_benchmark() {
        let expected = json!([{
            "name": "min_pk/verify/blst",
            "unit": "ns",
            "value": 1084.5,
            "range": "± 0.5 %",
            "extra": "median of the repetitions' medians, of 100 samples\n\
                      1080 to 1090 ns: range of the repetitions, each in a process of its own\n\
                      Some(R) Processor <script>",
        }]);
        assert_eq!(json(Format::Gha), expected);
    }

    #[test]
    fn go_benchmark_text() {
        let text = export(&results(), Format::Go, None).unwrap();
        let expected = "\
goos: linux
goarch: amd64
pkg: blsbench
cpu: Some(R) Processor <script>
BenchmarkMinPk/verify/blst-2\t100\t1084.5 ns/op\t480 B/op\t2 allocs/op
";
        assert_eq!(text, expected);
        assert_eq!(platform("aarch64-apple-darwin"), ("darwin", "arm64"));
    }
}
