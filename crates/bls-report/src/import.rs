//! Go benchmark text as figures that others have published.

use std::collections::BTreeSet;

use bls_api::Id;
use serde::Serialize;

use crate::{
    go_benchmark::{self, Benchmark, Malformed},
    reference::{Figure, Reference, Source},
};

/// What a text says: a source, and a table of figures for each package.
#[derive(Debug, PartialEq)]
pub struct Imported {
    /// What the text says of where it comes from.
    pub source: Source,
    /// One for each line, in order.
    pub figures: Vec<Figure>,
}

/// Why a text cannot be taken for figures.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// A line that begins as a benchmark and does not go on as one.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// There is nothing to take.
    #[error("no line is that of a Go benchmark")]
    Empty,
    /// There is such a source.
    #[error("sources.toml has a `{0}` already: choose another name")]
    Known(String),
}

/// Reads Go benchmark text as the figures of a new source.
///
/// Lines with a name of ours get its id, and so do those with a name that `known` figures have.
pub fn import(text: &str, key: &str, known: &Reference) -> Result<Imported, ImportError> {
    if known.sources.iter().any(|source| source.key == key) {
        return Err(ImportError::Known(key.to_owned()));
    }
    let benchmarks = go_benchmark::parse(text)?;
    if benchmarks.is_empty() {
        return Err(ImportError::Empty);
    }
    let mut source = Source {
        key: key.to_owned(),
        title: key.to_owned(),
        about: "Go benchmarks.".to_owned(),
        author: String::new(),
        date: String::new(),
        machines: Vec::new(),
        versions: Vec::new(),
        known: String::new(),
    };
    let mut figures = Vec::new();
    for benchmark in benchmarks {
        let machine = machine(&benchmark);
        if !machine.is_empty() && !source.machines.contains(&machine) {
            source.machines.push(machine.clone());
        }
        figures.push(figure(benchmark, key, machine, known));
    }
    Ok(Imported { source, figures })
}

impl Imported {
    /// The figures as a file of `reports/reference`.
    pub fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for figure in &self.figures {
            writer.serialize(figure)?;
        }
        let written = writer.into_inner();
        written.map_err(|error| error.into_error().into())
    }

    /// The source as an entry of `sources.toml`.
    pub fn entry(&self) -> Result<String, toml::ser::Error> {
        #[derive(Serialize)]
        struct Sources<'a> {
            source: [&'a Source; 1],
        }
        let source = [&self.source];
        toml::to_string(&Sources { source })
    }
}

fn machine(Benchmark { header, .. }: &Benchmark) -> String {
    let platform = [&header.goos, &header.goarch].map(|it| it.as_deref().unwrap_or_default());
    let parts = [platform.join("/"), header.cpu.clone().unwrap_or_default()];
    let parts: Vec<&str> = parts.iter().map(|part| part.trim_matches('/')).collect();
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

fn figure(benchmark: Benchmark, key: &str, column: String, known: &Reference) -> Figure {
    let (id, why) = identify(&benchmark.name, known);
    let procs = benchmark.procs.map(|procs| format!("-{procs}"));
    let mut other = vec![format!("{} iterations", benchmark.iterations)];
    let values = benchmark.other.into_iter();
    other.extend(values.map(|(value, unit)| format!("{value} {unit}")));
    Figure {
        source: key.to_owned(),
        table: benchmark.header.pkg.unwrap_or_default(),
        row: benchmark.name + &procs.unwrap_or_default(),
        column,
        ns: benchmark.ns,
        bytes: benchmark.bytes,
        allocations: benchmark.allocations,
        other: other.join("; "),
        id,
        why,
    }
}

/// The id of a benchmark, and what is to be said of it.
fn identify(name: &str, known: &Reference) -> (Option<Id>, String) {
    if let Some(id) = go_benchmark::id(name) {
        return (Some(id), String::new());
    }
    let figures = known.figures.iter();
    let like = figures.filter(|it| go_benchmark::published_name(&it.row).as_deref() == Some(name));
    let like: Vec<(&Id, &str)> = like
        .filter_map(|figure| Some((figure.id.as_ref()?, figure.source.as_str())))
        .collect();
    let ids: BTreeSet<String> = like.iter().map(|(id, _)| id.to_string()).collect();
    match (&like[..], ids.len()) {
        ([], _) => (None, "No id of ours has this name.".to_owned()),
        // Many call their benchmarks alike.
        ([(id, source), ..], 1) => (
            Some((*id).clone()),
            format!("By its name, which {source} has."),
        ),
        _ => {
            let ids: Vec<String> = ids.into_iter().collect();
            (
                None,
                format!("Its name is that of {}.", ids.join(" and of ")),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use bls_api::Allocated;
    use bls_results::{Figure as Measured, Outcome, Results, Row};

    use super::*;
    use crate::{
        export::{Format, export},
        fixture,
    };

    const IDS: [&str; 4] = [
        "min_pk/sign/blst_go",
        "min_pk/aggregate_verify_mt/blst_go/100",
        "curve/pairing/geth",
        "ring_secp256k1/sign/ring_go_0_1/2",
    ];

    fn reference() -> Reference {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/reference");
        Reference::read(&directory).unwrap()
    }

    fn results() -> Results {
        fixture::results(IDS.map(|id| Row {
            outcome: Outcome::Measured(Measured {
                ns: 1234.567,
                low: 1200.0,
                high: 1300.0,
                samples: 30,
                allocated: Some(Allocated {
                    bytes: 480,
                    allocations: 2,
                }),
            }),
            ..fixture::row(id, [1.0; 3])
        }))
    }

    #[test]
    fn our_export_comes_back() {
        let text = export(&results(), Format::Go, None).unwrap();
        let imported = import(&text, "other", &reference()).unwrap();
        let figure = |id: &str, row: &str| Figure {
            source: "other".to_owned(),
            table: "blsbench".to_owned(),
            row: row.to_owned(),
            column: "linux/amd64, Some(R) Processor <script>".to_owned(),
            ns: Some(1234.567),
            bytes: Some(480),
            allocations: Some(2),
            other: "30 iterations".to_owned(),
            id: Some(id.parse().unwrap()),
            why: String::new(),
        };
        let expected = [
            figure(IDS[0], "BenchmarkMinPk/sign/blst_go-2"),
            figure(IDS[1], "BenchmarkMinPk/aggregate_verify_mt/blst_go/100-2"),
            figure(IDS[2], "BenchmarkCurve/pairing/geth-2"),
            figure(IDS[3], "BenchmarkRingSecp256k1/sign/ring_go_0_1/2-2"),
        ];
        assert_eq!(imported.figures, expected);
    }

    #[test]
    fn published_names_come_back() {
        let text = export(&results(), Format::Go, Some(&reference())).unwrap();
        for line in [
            "pkg: blst_herumi/BenchMarks",
            "BenchmarkBlstAggregateVerify100-2\t30\t1234.567 ns/op\t480 B/op\t2 allocs/op",
            "BenchmarkPairing_(1_pair)-2\t30\t1234.567 ns/op\t480 B/op\t2 allocs/op",
            "pkg: ring_go/Before (v0.1.0)",
        ] {
            assert_eq!(
                text.lines().filter(|it| *it == line).count(),
                1,
                "{line}: {text}"
            );
        }
        let imported = import(&text, "other", &reference()).unwrap();
        let found = |row: &str| {
            let mut figures = imported.figures.iter();
            let figure = figures.find(|it| it.row == row).unwrap();
            (figure.id.as_ref().map(Id::to_string), figure.why.as_str())
        };
        let (id, why) = found("BenchmarkBlstAggregateVerify100-2");
        assert_eq!(id.as_deref(), Some(IDS[1]));
        assert_eq!(why, "By its name, which blst_herumi has.");
        assert_eq!(
            found("BenchmarkPairing_(1_pair)-2").0.as_deref(),
            Some(IDS[2])
        );
        // Two releases have a benchmark of this name.
        let why = "Its name is that of ring_secp256k1/sign/ring_go/2 and of \
                   ring_secp256k1/sign/ring_go_0_1/2.";
        assert_eq!(found("BenchmarkSign2_Secp256k1-2"), (None, why));
    }

    #[test]
    fn what_is_imported_is_a_reference() {
        let text = "\
pkg: example.org/a
BenchmarkUnknown-8 10 1,500 ns/op 3.5 MB/s
cpu: Some CPU
BenchmarkUnknown-8 20 1 allocs/op
";
        let imported = import(text, "others", &reference()).unwrap();
        assert_eq!(imported.source.machines, ["Some CPU"]);
        assert_eq!(imported.figures[0].other, "10 iterations; 3.5 MB/s");
        assert_eq!(imported.figures[0].why, "No id of ours has this name.");
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str| directory.path().join(name);
        std::fs::write(file("sources.toml"), imported.entry().unwrap()).unwrap();
        std::fs::write(file("others.csv"), imported.csv().unwrap()).unwrap();
        let read = Reference::read(directory.path()).unwrap();
        assert_eq!(read.sources, [imported.source]);
        assert_eq!(read.figures, imported.figures);
    }

    #[test]
    fn what_cannot_be_imported() {
        let error = |text, key| import(text, key, &reference()).unwrap_err();
        assert_eq!(error("PASS\n", "new"), ImportError::Empty);
        let known = ImportError::Known("ring_go".to_owned());
        assert_eq!(error("BenchmarkA 1 1 ns/op", "ring_go"), known);
        let malformed = error("BenchmarkA-8 x", "new");
        assert_eq!(
            malformed.to_string(),
            "line 1: `x` is not a number of iterations"
        );
    }
}
