//! Figures that others have published, row for row. They stand beside ours, and never in a ratio with
//! them.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use bls_api::Id;
use serde::{Deserialize, Serialize, de};
use serde_with::{NoneAsEmptyString, serde_as};

/// What others have published.
#[derive(Debug)]
pub struct Reference {
    /// Who has, in the order of `sources.toml`.
    pub sources: Vec<Source>,
    /// What, in the order of the files' names and of their lines.
    pub figures: Vec<Figure>,
}

/// Somebody's figures; what is not known is empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// What [`Figure::source`] calls it.
    pub key: String,
    /// Its own, or ours where it has none.
    pub title: String,
    /// What was measured.
    pub about: String,
    /// Who measured, or whose repository it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// When.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// Where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub machines: Vec<String>,
    /// What, in which version, and with what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
    /// What is wrong with it, as far as is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub known: String,
}

/// One published figure: a line of a CSV.
#[serde_as]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// A key of [`Source`].
    pub source: String,
    /// Which of the source's tables.
    pub table: String,
    /// The row, as it is published; for a benchmark its name.
    pub row: String,
    /// The column: a machine or a scheme, or nothing in a table that has one.
    pub column: String,
    /// Nanoseconds of one operation.
    pub ns: Option<f64>,
    /// Bytes from the heap for one operation.
    pub bytes: Option<u64>,
    /// Allocations from the heap for one operation.
    pub allocations: Option<u64>,
    /// What else the source has in this place, as text.
    pub other: String,
    /// Ours that is like it.
    #[serde_as(as = "NoneAsEmptyString")]
    pub id: Option<Id>,
    /// What differs from ours, or why we have none.
    pub why: String,
}

/// A table of a source.
#[derive(Debug)]
pub struct Table<'a> {
    /// As the source calls it.
    pub name: &'a str,
    /// In the order of the source.
    pub figures: Vec<&'a Figure>,
}

/// Why published figures cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or directory that cannot be read.
    #[error("{path}: {why}")]
    Io {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        why: io::Error,
    },
    /// Not a table of the right columns; what is wrong names the line.
    #[error("{path}: {why}")]
    Csv {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: csv::Error,
    },
    /// Not TOML, or with other fields; what is wrong names the line.
    #[error("{path}: {why}")]
    Toml {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: toml::de::Error,
    },
    /// A figure that has neither an id nor a reason.
    #[error("{path}: line {line}: `{row}` has neither an id nor a reason for having none")]
    Unexplained {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: u64,
        /// Its name.
        row: String,
    },
    /// A figure of nobody.
    #[error("{path}: line {line}: sources.toml has no `{key}`")]
    UnknownSource {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: u64,
        /// The source that it names.
        key: String,
    },
}

impl Reference {
    /// Reads `sources.toml` and every `*.csv` of a directory.
    pub fn read(directory: &Path) -> Result<Self, Error> {
        #[derive(Deserialize)]
        struct Sources {
            source: Vec<Source>,
        }
        let Sources { source: sources } = read_toml(&directory.join("sources.toml"))?;
        let io = |why| Error::Io {
            path: directory.to_owned(),
            why,
        };
        let entries = fs::read_dir(directory).map_err(io)?;
        let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
        let mut paths = paths.map_err(io)?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "csv"));
        paths.sort();
        let mut figures = Vec::new();
        for path in paths {
            read_figures(&path, &sources, &mut figures)?;
        }
        Ok(Self { sources, figures })
    }

    /// The tables of a source, and the figures of each, in its order.
    #[must_use]
    pub fn tables(&self, source: &str) -> Vec<Table<'_>> {
        let mut tables: Vec<Table<'_>> = Vec::new();
        for figure in self.figures.iter().filter(|figure| figure.source == source) {
            match tables.iter_mut().find(|table| table.name == figure.table) {
                Some(table) => table.figures.push(figure),
                None => tables.push(Table {
                    name: &figure.table,
                    figures: vec![figure],
                }),
            }
        }
        tables
    }
}

pub(crate) fn read_toml<T: de::DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let text = fs::read_to_string(path).map_err(|why| Error::Io {
        path: path.to_owned(),
        why,
    })?;
    toml::from_str(&text).map_err(|why| Error::Toml {
        path: path.to_owned(),
        why,
    })
}

fn read_figures(path: &Path, sources: &[Source], figures: &mut Vec<Figure>) -> Result<(), Error> {
    let csv = |why| Error::Csv {
        path: path.to_owned(),
        why,
    };
    let mut reader = csv::Reader::from_path(path).map_err(csv)?;
    let headers = reader.headers().map_err(csv)?.clone();
    for record in reader.into_records() {
        let record = record.map_err(csv)?;
        let figure: Figure = record.deserialize(Some(&headers)).map_err(csv)?;
        let line = record.position().map_or(0, csv::Position::line);
        if figure.id.is_none() && figure.why.is_empty() {
            return Err(Error::Unexplained {
                path: path.to_owned(),
                line,
                row: figure.row,
            });
        }
        if !sources.iter().any(|source| source.key == figure.source) {
            return Err(Error::UnknownSource {
                path: path.to_owned(),
                line,
                key: figure.source,
            });
        }
        figures.push(figure);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn committed() -> Reference {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        Reference::read(&root.join("reports/reference")).expect("the committed figures")
    }

    /// Compares the rows of a source with those that the write-up has, column by column.
    fn check(source: &str, expected: &[String]) {
        let reference = committed();
        let tables = reference.tables(source);
        let figures = tables.iter().flat_map(|table| &table.figures);
        let found: Vec<String> = figures
            .map(|figure| {
                format!("{} {}", figure.row, figure.column)
                    .trim()
                    .to_owned()
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn blst_and_herumi() {
        let aggregates = ["AggregateVerify", "FastAggregateVerify"];
        let aggregates = aggregates.map(|name| [10, 100, 1000].map(|n| format!("{name}{n}")));
        let operations = ["Sign", "Verify"].map(str::to_owned);
        let rows: Vec<String> = operations
            .into_iter()
            .chain(aggregates.into_iter().flatten())
            .flat_map(|name| ["Blst", "Herumi"].map(|lib| format!("Benchmark{lib}{name}-8")))
            .collect();
        assert_eq!(rows.len(), 16);
        check("blst_herumi", &rows);
    }

    #[test]
    fn the_wrapper() {
        let rows = [
            "BenchmarkSign-8",
            "BenchmarkVerify-8",
            "BenchmarkAggregatePk-8",
            "BenchmarkAggregateSig-8",
            "BenchmarkSwitchToIPC-8",
            "BenchmarkSignIPC-8",
            "BenchmarkVerifyIPC-8",
            "BenchmarkAggregatePkIPC-8",
            "BenchmarkAggregateSigIPC-8",
            "benches::bench_aggregate_pk",
            "benches::bench_aggregate_sig",
            "benches::bench_sign",
            "benches::bench_sign_vulnerable",
            "benches::bench_verify",
        ];
        check("dusk_wrapper", &rows.map(str::to_owned));
    }

    #[test]
    fn the_gas_sheet() {
        let mut rows: Vec<String> = [
            "BenchmarkG1Add",
            "BenchmarkG1Mul",
            "BLS12_G1MULTIEXP",
            "BenchmarkG2Add",
            "BenchmarkG2Mul",
            "BLS12_G2MULTIEXP",
            "BenchmarkPairing (1 pair)",
            "BenchmarkG1MapToCurve",
            "BenchmarkG2SWUMap",
            "BLS12_G1ADD",
            "BenchmarkMultiScalarP1Once",
            "BLS12_G1MULTIEXP",
            "BLS12_G2ADD",
            "BenchmarkMultiScalarP2Once",
            "BLS12_G2MULTIEXP",
            "BLS12_PAIRING",
            "BLS12_MAP_FP_TO_G1",
            "BLS12_MAP_FP2_TO_G2",
        ]
        .map(str::to_owned)
        .into();
        for suite in ["MinPk", "MinSig"] {
            rows.push(format!("BenchmarkCoreSign{suite}"));
            rows.push(format!("BenchmarkCoreVerify{suite}"));
            for operation in ["Aggregate", "FastVerifyAggregate", "VerifyAggregate"] {
                let sizes = [10, 100, 1000];
                rows.extend(sizes.map(|n| format!("BenchmarkCore{operation}{suite}/{n}")));
            }
        }
        let machines = ["darwin/arm64", "linux/amd64"];
        let rows = rows.iter();
        let rows: Vec<String> = rows
            .flat_map(|row| machines.map(|machine| format!("{row} {machine}")))
            .collect();
        assert_eq!(rows.len(), (9 + 9 + 2 * (2 + 3 * 3)) * 2);
        check("gas_sheet", &rows);
    }

    #[test]
    fn the_sample_of_aggregation() {
        let mut rows = Vec::new();
        for scheme in ["BLS", "Ed25519", "ECDSA"] {
            let operations = ["Key-Pair_Generation", "Sign", "Verify"];
            rows.extend(operations.map(|name| format!("Benchmark{scheme}/{name}-8")));
            let lengths = ["private key", "public key", "signature"];
            rows.extend(lengths.map(|name| format!("[{scheme}] {name}")));
        }
        for (name, end) in [
            ("Signatures_Aggregation", ""),
            ("Aggregated_Signature_Verification", ""),
            ("Public_Keys_Aggregation", ""),
            (
                "Aggregated_Signature_Verification",
                "_by_Aggregated_Public_Key",
            ),
            ("AggregateSigsForDiffMsg", ""),
            ("VerifyAggrSigsForDiffMsg", ""),
        ] {
            let sizes = [1, 2, 4, 10, 21, 46, 100];
            let name = format!("BenchmarkBLSSignatureAggregation/{name}");
            rows.extend(sizes.map(|n| format!("{name}[{n}]{end}-8")));
        }
        let mut table = |names: &[&str], columns: &[&str]| {
            for name in names {
                rows.extend(columns.iter().map(|column| format!("{name} {column}")));
            }
        };
        table(
            &[
                "Private Key",
                "Public Key",
                "Signature",
                "Aggregated Signature",
                "Aggregated Public Key",
            ],
            &["BLS", "BLS (ETH)", "Ed25519", "ECDSA (p256)"],
        );
        table(
            &["Key-Pair Generation", "Sign", "Verify"],
            &["BLS", "Ed25519", "ECDSA (p256)"],
        );
        assert_eq!(rows.len(), 3 * (3 + 3) + 6 * 7 + 5 * 4 + 3 * 3);
        check("aggregation_sample", &rows);
    }

    #[test]
    fn ring_signatures() {
        let mut rows = Vec::new();
        let mut log = |operations: [(&str, &str); 4], threads| {
            for (operation, curve) in operations {
                let sizes = [2, 4, 8, 16, 32, 64, 128];
                let name = |n| format!("Benchmark{operation}{n}_{curve}-{threads}");
                rows.extend(sizes.map(name));
            }
        };
        let [a, b] = ["Secp256k1", "Ed25519"];
        log([("Sign", a), ("Sign", b), ("Verify", a), ("Verify", b)], 20);
        for _release in ["0.1.0", "0.2.0"] {
            log([("Sign", a), ("Verify", a), ("Sign", b), ("Verify", b)], 32);
        }
        assert_eq!(rows.len(), 7 * 4 * 3);
        check("ring_go", &rows);
    }

    #[test]
    fn every_source_has_figures_and_says_what_is_wrong() {
        let reference = committed();
        assert_eq!(reference.figures.len(), 16 + 14 + 80 + 89 + 84);
        for source in &reference.sources {
            assert!(!reference.tables(&source.key).is_empty(), "{}", source.key);
            assert!(!source.known.is_empty(), "{}", source.key);
        }
    }

    #[test]
    fn values() {
        let reference = committed();
        let value = |table: &str, row: &str, column: &str| {
            let mut figures = reference.figures.iter();
            let figure = figures
                .find(|figure| {
                    (&*figure.table, &*figure.row, &*figure.column) == (table, row, column)
                })
                .expect("a figure");
            let Figure {
                ns,
                bytes,
                allocations,
                other,
                ..
            } = figure;
            let id = figure.id.as_ref().map(ToString::to_string);
            (*ns, *bytes, *allocations, &**other, id.unwrap_or_default())
        };
        let mut row = "BenchmarkSign32_Secp256k1-20";
        let id = "ring_secp256k1/sign/ring_go_0_1/32".to_owned();
        assert_eq!(
            value("Benchmarks", row, ""),
            (Some(12_556_732.0), None, None, "86 iterations", id.clone())
        );
        row = "BenchmarkSign32_Secp256k1-32";
        let (ns, bytes, allocations) = (Some(11_699_021.0), Some(57_812), Some(925));
        assert_eq!(
            value("Before (v0.1.0)", row, ""),
            (ns, bytes, allocations, "92 iterations", id)
        );
        let id = "ring_secp256k1/sign/ring_go/32".to_owned();
        let (ns, bytes, allocations) = (Some(10_596_642.0), Some(45_218), Some(767));
        assert_eq!(
            value("After (v0.2.0)", row, ""),
            (ns, bytes, allocations, "97 iterations", id)
        );
        row = "BenchmarkVerify128_Ed25519-32";
        let id = "ring_ed25519/verify/ring_go/128".to_owned();
        let (ns, bytes, allocations) = (Some(18_091_954.0), Some(141_032), Some(1_969));
        assert_eq!(
            value("After (v0.2.0)", row, ""),
            (ns, bytes, allocations, "64 iterations", id)
        );
        let table = "geth/crypto/bls12381 v1.11.5";
        let other = "BLS12_G1MUL; 15,103 gas; EIP 12,000";
        let id = "curve/g1_mul_worst/geth".to_owned();
        assert_eq!(
            value(table, "BenchmarkG1Mul", "linux/amd64"),
            (Some(503_436.0), None, None, other, id)
        );
        let id = "transport/switch_to_ipc/go_grpc_uds".to_owned();
        assert_eq!(
            value("Results", "BenchmarkSwitchToIPC-8", ""),
            (Some(0.5005), Some(0), Some(0), "1000000000 iterations", id)
        );
        assert_eq!(
            value("go test -bench . -benchmem", "[ECDSA]", "private key"),
            (None, None, None, "95 bytes", String::new())
        );
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        const SOURCES: &str = "[[source]]\nkey = \"k\"\ntitle = \"t\"\nabout = \"a\"\n";
        const HEADER: &str = "source,table,row,column,ns,bytes,allocations,other,id,why\n";
        let read = |sources: &str, figures: &str| {
            let directory = tempfile::tempdir().expect("a directory");
            fs::write(directory.path().join("sources.toml"), sources).expect("a file");
            fs::write(directory.path().join("figures.csv"), figures).expect("a file");
            Reference::read(directory.path())
        };
        let good = format!("{HEADER}k,t,r,,1,,,,min_pk/sign/blst,\n");
        assert_eq!(read(SOURCES, &good).unwrap().figures.len(), 1);
        for (sources, line, expected) in [
            (SOURCES, "k,t,r,,1,,,,min_pk/sing/blst,", "line: 3"),
            (
                SOURCES,
                "k,t,r,,1,,,,min_pk/sing/blst,",
                "unknown operation",
            ),
            (SOURCES, "k,t,r,,one,,,,min_pk/sign/blst,", "line: 3"),
            (SOURCES, "k,t,r", "line: 3"),
            (SOURCES, "k,t,r,,1,,,,,", "line 3: `r` has neither"),
            (
                SOURCES,
                "j,t,r,,1,,,,,why",
                "line 3: sources.toml has no `j`",
            ),
            ("[[source]]\nkey = 1\n", "k,t,r,,1,,,,,why", "line 2"),
        ] {
            let error = read(sources, &format!("{good}{line}\n")).unwrap_err();
            let text = error.to_string();
            assert!(text.contains(expected), "{text}");
            let file = if sources == SOURCES {
                "figures.csv: "
            } else {
                "sources.toml: "
            };
            assert!(text.contains(file), "{text}");
        }
        let error = read(SOURCES, "a,b\n1,2\n").unwrap_err();
        assert!(error.to_string().contains("missing field"), "{error}");
        let error = Reference::read(Path::new("/nonexistent")).unwrap_err();
        assert!(
            error.to_string().starts_with("/nonexistent/sources.toml: "),
            "{error}"
        );
    }
}
