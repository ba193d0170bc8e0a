//! The text that `go test -bench` prints and `benchstat` reads.

use std::{fmt, str::FromStr};

use bls_api::{Group, Id};

/// A line of Go benchmark text.
#[derive(Debug, Clone, PartialEq)]
pub struct Benchmark {
    /// What the lines above it say.
    pub header: Header,
    /// With its prefix `Benchmark`, without GOMAXPROCS.
    pub name: String,
    /// GOMAXPROCS, which Go leaves out where it is 1.
    pub procs: Option<u32>,
    /// How often the operation was done.
    pub iterations: u64,
    /// Nanoseconds an operation.
    pub ns: Option<f64>,
    /// Bytes an operation.
    pub bytes: Option<u64>,
    /// Allocations an operation.
    pub allocations: Option<u64>,
    /// Values of other units, without separators, and their units.
    pub other: Vec<(String, String)>,
}

/// Where benchmarks ran; a line of Go benchmark text holds until the next of its kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// The system, in Go's words.
    pub goos: Option<String>,
    /// The architecture, in Go's words.
    pub goarch: Option<String>,
    /// The package.
    pub pkg: Option<String>,
    /// The processor, as it calls itself.
    pub cpu: Option<String>,
}

/// A line that begins as a benchmark and does not go on as one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Malformed {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// The benchmarks of a text, which may have anything between them.
pub fn parse(text: &str) -> Result<Vec<Benchmark>, Malformed> {
    let mut header = Header::default();
    let mut benchmarks = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some((key, value)) = line.trim().split_once(':')
            && let Some(field) = header.field(key)
        {
            *field = Some(value.trim().to_owned());
        }
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        // `go test -v` announces a benchmark by a line with its name alone.
        if is_name(name) && !words.is_empty() {
            let benchmark = benchmark(&header, name, &words).map_err(|why| Malformed {
                line: index + 1,
                why,
            })?;
            benchmarks.push(benchmark);
        }
    }
    Ok(benchmarks)
}

/// Text that [`parse`] and `benchstat` read.
#[must_use]
pub fn write(benchmarks: &[Benchmark]) -> String {
    let mut lines = Vec::new();
    for section in benchmarks.chunk_by(|a, b| a.header == b.header) {
        lines.extend(section[0].header.lines());
        lines.extend(section.iter().map(|benchmark| format!("{benchmark}\n")));
    }
    lines.concat()
}

/// What an id is called: `BenchmarkMinPk/aggregate_verify/blst/100`.
#[must_use]
pub fn name(id: &Id) -> String {
    let text = id.to_string();
    let rest = text.strip_prefix(id.group.name()).unwrap_or(&text);
    format!("Benchmark{}{rest}", camel_case(id.group))
}

/// The id that [`name`] gave a name.
#[must_use]
pub fn id(name: &str) -> Option<Id> {
    let (first, rest) = name.strip_prefix("Benchmark")?.split_once('/')?;
    let mut groups = Group::ALL.iter();
    let group = groups.find(|&&group| camel_case(group) == first)?;
    format!("{group}/{rest}").parse().ok()
}

/// The name of a benchmark that somebody has published, without GOMAXPROCS; none of other rows.
#[must_use]
pub fn published_name(row: &str) -> Option<String> {
    // As Go itself prints spaces.
    let words: Vec<&str> = row.split_whitespace().collect();
    let name = words.join("_");
    is_name(&name).then(|| split_procs(&name).0.to_owned())
}

/// A name, and GOMAXPROCS from its end.
fn split_procs(name: &str) -> (&str, Option<u32>) {
    let split = name
        .rsplit_once('-')
        .and_then(|(name, procs)| Some((name, Some(number(procs)?))));
    split.unwrap_or((name, None))
}

/// True of what Go takes for the name of a benchmark.
fn is_name(word: &str) -> bool {
    let rest = word.strip_prefix("Benchmark");
    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(char::is_lowercase))
}

fn camel_case(group: Group) -> String {
    let words = group.name().split('_');
    let words = words.map(|word| word[..1].to_uppercase() + &word[1..]);
    words.collect()
}

fn benchmark(header: &Header, name: &str, words: &[&str]) -> Result<Benchmark, String> {
    let (name, procs) = split_procs(name);
    let iterations =
        number(words[0]).ok_or_else(|| format!("`{}` is not a number of iterations", words[0]))?;
    let mut benchmark = Benchmark {
        header: header.clone(),
        name: name.to_owned(),
        procs,
        iterations,
        ns: None,
        bytes: None,
        allocations: None,
        other: Vec::new(),
    };
    if words.len() == 1 {
        return Err("there is no value".to_owned());
    }
    let mut units = Vec::new();
    for pair in words[1..].chunks(2) {
        let &[value, unit] = pair else {
            return Err(format!("`{}` has no unit", pair[0]));
        };
        if units.contains(&unit) {
            return Err(format!("{unit} twice"));
        }
        units.push(unit);
        let read = match unit {
            "ns/op" => set(&mut benchmark.ns, value),
            "B/op" => set(&mut benchmark.bytes, value),
            "allocs/op" => set(&mut benchmark.allocations, value),
            _ => number::<f64>(value).map(|_| {
                let value = value.replace(',', "");
                benchmark.other.push((value, unit.to_owned()));
            }),
        };
        read.ok_or_else(|| format!("`{value}` is not a number of {unit}"))?;
    }
    Ok(benchmark)
}

fn set<T: FromStr>(field: &mut Option<T>, value: &str) -> Option<()> {
    *field = Some(number(value)?);
    Some(())
}

/// A number without sign or exponent; some publish it with its thousands separated by commas.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let groups: Vec<&str> = whole.split(',').collect();
    let (first, others) = groups.split_first()?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let separated = others.is_empty() || first.len() <= 3 && others.iter().all(|it| it.len() == 3);
    let whole = separated && groups.iter().all(|group| digits(group));
    (whole && digits(fraction)).then(|| text.replace(',', "").parse().ok())?
}

impl Header {
    fn field(&mut self, key: &str) -> Option<&mut Option<String>> {
        match key {
            "goos" => Some(&mut self.goos),
            "goarch" => Some(&mut self.goarch),
            "pkg" => Some(&mut self.pkg),
            "cpu" => Some(&mut self.cpu),
            _ => None,
        }
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        let lines = [
            ("goos", &self.goos),
            ("goarch", &self.goarch),
            ("pkg", &self.pkg),
            ("cpu", &self.cpu),
        ];
        let lines = lines.into_iter();
        lines.filter_map(|(key, value)| Some(format!("{key}: {}\n", value.as_ref()?)))
    }
}

impl fmt::Display for Benchmark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(procs) = self.procs {
            write!(f, "-{procs}")?;
        }
        write!(f, "\t{}", self.iterations)?;
        if let Some(ns) = self.ns {
            write!(f, "\t{ns} ns/op")?;
        }
        if let Some(bytes) = self.bytes {
            write!(f, "\t{bytes} B/op")?;
        }
        if let Some(allocations) = self.allocations {
            write!(f, "\t{allocations} allocs/op")?;
        }
        for (value, unit) in &self.other {
            write!(f, "\t{value} {unit}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
# Results
goos: linux
goarch: amd64
pkg: example.org/bls
cpu: Some CPU @ 2.10GHz
BenchmarkSign-8
BenchmarkSign-8         1722       662231 ns/op        480 B/op      2 allocs/op
BenchmarkAggregation/Signatures_Aggregation[10]-8  182233  7164 ns/op  144 B/op  1 allocs/op
    logs of a benchmark
pkg: example.org/ring
BenchmarkSign2_Secp256k1-32 1174 1,026,322 ns/op 5,021 B/op 84 allocs/op
BenchmarkSwitch 1000000000 0 B/op 0.5005 ns/op 1,234.5 gas
PASS
ok      example.org/bls 12.3s
Benchmarks are hard.
";

    #[test]
    fn logs_are_read() {
        let found = parse(LOG).unwrap();
        let names: Vec<_> = found
            .iter()
            .map(|it| (it.name.as_str(), it.procs))
            .collect();
        let expected = [
            ("BenchmarkSign", Some(8)),
            ("BenchmarkAggregation/Signatures_Aggregation[10]", Some(8)),
            ("BenchmarkSign2_Secp256k1", Some(32)),
            ("BenchmarkSwitch", None),
        ];
        assert_eq!(names, expected);
        let some = |text: &str| Some(text.to_owned());
        let header = Header {
            goos: some("linux"),
            goarch: some("amd64"),
            pkg: some("example.org/ring"),
            cpu: some("Some CPU @ 2.10GHz"),
        };
        let ring = Benchmark {
            header: header.clone(),
            name: "BenchmarkSign2_Secp256k1".to_owned(),
            procs: Some(32),
            iterations: 1174,
            ns: Some(1_026_322.0),
            bytes: Some(5021),
            allocations: Some(84),
            other: Vec::new(),
        };
        assert_eq!(found[2], ring);
        let switch = Benchmark {
            header,
            name: "BenchmarkSwitch".to_owned(),
            procs: None,
            iterations: 1_000_000_000,
            ns: Some(0.5005),
            bytes: Some(0),
            allocations: None,
            other: vec![("1234.5".to_owned(), "gas".to_owned())],
        };
        assert_eq!(found[3], switch);
        assert_eq!(found[0].header.pkg.as_deref(), Some("example.org/bls"));
        assert_eq!(parse(&write(&found)), Ok(found));
    }

    #[test]
    fn malformed_lines_are_named() {
        for (line, why) in [
            (
                "BenchmarkA-8 many 1 ns/op",
                "`many` is not a number of iterations",
            ),
            (
                "BenchmarkA-8 --- FAIL: BenchmarkA-8",
                "`---` is not a number of iterations",
            ),
            ("BenchmarkA-8 10", "there is no value"),
            ("BenchmarkA-8 10 5", "`5` has no unit"),
            ("BenchmarkA-8 10 5 ns/op 3", "`3` has no unit"),
            (
                "BenchmarkA-8 10 1,02 ns/op",
                "`1,02` is not a number of ns/op",
            ),
            (
                "BenchmarkA-8 10 1024,000 ns/op",
                "`1024,000` is not a number of ns/op",
            ),
            ("BenchmarkA-8 10 1. ns/op", "`1.` is not a number of ns/op"),
            (
                "BenchmarkA-8 10 1.5,0 ns/op",
                "`1.5,0` is not a number of ns/op",
            ),
            (
                "BenchmarkA-8 10 inf ns/op",
                "`inf` is not a number of ns/op",
            ),
            ("BenchmarkA-8 10 -5 ns/op", "`-5` is not a number of ns/op"),
            ("BenchmarkA-8 10 1.5 B/op", "`1.5` is not a number of B/op"),
            ("BenchmarkA-8 10 ns/op 5", "`ns/op` is not a number of 5"),
            ("BenchmarkA-8 10 x MB/s", "`x` is not a number of MB/s"),
            ("BenchmarkA-8 10 1 ns/op 2 ns/op", "ns/op twice"),
        ] {
            let error = parse(&format!("\n{line}\n")).unwrap_err();
            assert_eq!(error.to_string(), format!("line 2: {why}"));
        }
    }

    #[test]
    fn every_id_has_a_name_that_leads_back() {
        for &group in Group::ALL {
            for operation in group.operations() {
                for param in operation.params {
                    let known = Id {
                        group,
                        operation,
                        engine: "some_engine2".to_owned(),
                        param: param.value,
                    };
                    assert!(is_name(&name(&known)));
                    assert_eq!(id(&name(&known)), Some(known));
                }
            }
        }
        let known = "min_pk/aggregate_verify/blst/100".parse().unwrap();
        assert_eq!(name(&known), "BenchmarkMinPk/aggregate_verify/blst/100");
        for foreign in [
            "BenchmarkSign",
            "BenchmarkMinPk/verify",
            "MinPk/verify/blst",
        ] {
            assert_eq!(id(foreign), None);
        }
    }

    #[test]
    fn names_as_they_are_published() {
        let name = |row| published_name(row).unwrap_or_default();
        assert_eq!(name("BenchmarkBlstVerify100-8"), "BenchmarkBlstVerify100");
        assert_eq!(
            name("BenchmarkPairing (1 pair)"),
            "BenchmarkPairing_(1_pair)"
        );
        assert_eq!(name("bench_sign"), "");
    }
}
