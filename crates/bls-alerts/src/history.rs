//! What was measured on one machine, run after run: a file to which lines are added, and nothing else.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use bls_results::{EngineRecord, Machine, Problem, Results, RustRecord};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::statistics::quantile;

/// Of [`Entry`].
const VERSION: u32 = 1;
/// Runs of an id from which on its own history says what is unusual.
const ENOUGH: usize = 10;

/// A run, one line of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Of this format: 1.
    pub version: u32,
    /// When it began.
    pub time: Timestamp,
    /// What was measured, as its repository calls it.
    pub revision: String,
    /// Where the figures are from.
    pub source: Source,
    /// Where it was measured.
    pub machine: Machine,
    /// How Rust code was built, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rust: Option<RustRecord>,
    /// By the third segment of their ids: `library version; options; code path`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub engines: BTreeMap<String, String>,
    /// Times, by id.
    pub figures: BTreeMap<String, Figure>,
    /// Instructions per iteration, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, f64>,
    /// What counted them, and for which target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<String>,
    /// The id that does not change between revisions, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
}

/// Where the figures of a run are from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// `cargo bench`.
    Criterion,
    /// `cargo blsbench run`.
    Run,
    /// A file of counts alone.
    Counts,
}

/// A time, in nanoseconds per iteration.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The median.
    pub ns: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    /// That of the file, without its end.
    pub name: String,
    /// By time.
    pub entries: Vec<Entry>,
    /// Lines that break off, as a crash leaves them.
    pub problems: Vec<Problem>,
}

/// A history that cannot be read, or a run that must not be added to it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A line that is no entry of this history.
    #[error("{}:{line}: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong, with the id.
        why: String,
    },
    /// A run that does not belong into the file.
    #[error("{}: nothing was added: {why}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
}

impl From<bls_results::Source> for Source {
    fn from(source: bls_results::Source) -> Self {
        match source {
            bls_results::Source::Criterion => Self::Criterion,
            bls_results::Source::Run => Self::Run,
        }
    }
}

impl From<&bls_results::Figure> for Figure {
    fn from(figure: &bls_results::Figure) -> Self {
        Self {
            ns: figure.ns,
            low: figure.low,
            high: figure.high,
        }
    }
}

impl Entry {
    /// A run without figures.
    #[must_use]
    pub fn new(time: Timestamp, revision: String, source: Source, machine: Machine) -> Self {
        Self {
            version: VERSION,
            time,
            revision,
            source,
            machine,
            rust: None,
            engines: BTreeMap::new(),
            figures: BTreeMap::new(),
            counts: BTreeMap::new(),
            counter: None,
            anchor: None,
        }
    }

    /// The newest run of these results; none where there is no run.
    ///
    /// Criterion's directory keeps the figures of earlier runs until they are measured again: those
    /// are left out, since they are of another revision.
    #[must_use]
    pub fn of(results: &Results) -> Option<Self> {
        let environment = &results.environment;
        let run = environment.runs.last()?;
        let mut entry = Self::new(
            run.started.parse().ok()?,
            run.revision.clone(),
            environment.source.into(),
            environment.machine.clone(),
        );
        entry.rust = Some(environment.rust.clone());
        let rows = results.rows.iter().filter(|row| {
            entry.source != Source::Criterion || row.run + 1 == environment.runs.len()
        });
        let figures = rows.filter_map(|row| Some((row.id.to_string(), row.figure()?.into())));
        entry.figures = figures.collect();
        let engines = environment.engines.iter();
        entry.engines = engines
            .map(|engine| (engine.id.clone(), build(engine)))
            .collect();
        Some(entry)
    }

    /// Why it is no entry.
    fn check(&self) -> Result<(), String> {
        let figures = self.figures.iter();
        let times = figures.flat_map(|(id, figure)| {
            [figure.ns, figure.low, figure.high].map(|ns| (id, ns, "time"))
        });
        let counts = self.counts.iter().map(|(id, count)| (id, *count, "count"));
        for (id, value, what) in times.chain(counts) {
            if !(value.is_finite() && value > 0.0) {
                return Err(format!("{id}: {value} is no {what}"));
            }
        }
        Ok(())
    }

    /// Why it cannot stand beside another: its times would be those of something else.
    fn elsewhere(&self, other: &Self) -> Option<String> {
        let processor = |entry: &Self| {
            let model = entry.machine.model.as_deref().unwrap_or("model unknown");
            format!("{} ({model})", entry.machine.cpu)
        };
        let target = |entry: &Self| entry.rust.as_ref().map(|rust| rust.target.clone());
        let (ours, theirs) = match (
            processor(self),
            processor(other),
            target(self),
            target(other),
        ) {
            (a, b, ..) | (.., Some(a), Some(b)) if a != b => (a, b),
            _ => return None,
        };
        Some(format!(
            "it is of {ours}, and the first run of the file of {theirs}"
        ))
    }
}

fn build(engine: &EngineRecord) -> String {
    let EngineRecord {
        library,
        version,
        options,
        code_path,
        ..
    } = engine;
    format!("{library} {version}; {options}; {code_path}")
}

/// Reads a file.
pub fn read(path: &Path) -> Result<History, Error> {
    let bytes = fs::read(path).map_err(in_file(path))?;
    parse(path, &bytes)
}

/// The files of a directory, by name; there may be none.
pub fn files(directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(in_file(directory))?,
    };
    let paths = entries.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<PathBuf> = paths
        .collect::<io::Result<_>>()
        .map_err(in_file(directory))?;
    paths.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    paths.sort();
    Ok(paths)
}

/// Adds a run, and makes the file where there is none; what is there is not touched.
///
/// Says which lines of the file break off. One that does stays, and the run begins a new one.
pub fn append(path: &Path, entry: &Entry) -> Result<Vec<Problem>, Error> {
    let refused = |why| Error::Refused {
        path: path.to_owned(),
        why,
    };
    entry.check().map_err(refused)?;
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(in_file(directory))?;
    }
    let file = File::options()
        .read(true)
        .append(true)
        .create(true)
        .open(path);
    let mut file = file.map_err(in_file(path))?;
    file.lock().map_err(in_file(path))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(in_file(path))?;
    let History {
        entries, problems, ..
    } = parse(path, &bytes)?;
    if let Some(why) = entries.first().and_then(|first| entry.elsewhere(first)) {
        return Err(refused(why));
    }
    let same = |other: &Entry| other.time == entry.time && other.source == entry.source;
    if entries.iter().any(same) {
        return Err(refused(format!("it has the run of {} already", entry.time)));
    }
    let mut line = if bytes.is_empty() || bytes.ends_with(b"\n") {
        Vec::new()
    } else {
        Vec::from(b"\n")
    };
    serde_json::to_writer(&mut line, entry).map_err(|error| refused(error.to_string()))?;
    line.push(b'\n');
    file.write_all(&line)
        .and_then(|()| file.sync_data())
        .map_err(in_file(path))?;
    Ok(problems)
}

#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

fn parse(path: &Path, bytes: &[u8]) -> Result<History, Error> {
    let name = path.file_stem().unwrap_or(path.as_os_str());
    let (mut entries, mut problems) = (Vec::<Entry>::new(), Vec::new());
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    for (number, line) in (1..).zip(lines) {
        let bad = |why| Error::Line {
            path: path.to_owned(),
            line: number,
            why,
        };
        match parse_line(line) {
            Err(Bad::Torn) => problems.push(Problem {
                file: format!("{}:{number}", path.display()),
                id: None,
                why: "the line breaks off: the run is lost, the others are used".to_owned(),
            }),
            Err(Bad::Wrong(why)) => return Err(bad(why)),
            Ok(entry) => {
                if let Some(why) = entries.first().and_then(|first| entry.elsewhere(first)) {
                    return Err(bad(why));
                }
                entries.push(entry);
            }
        }
    }
    entries.sort_by_key(|entry| entry.time);
    Ok(History {
        name: name.to_string_lossy().into_owned(),
        entries,
        problems,
    })
}

/// A line that is no entry.
enum Bad {
    /// As a crash leaves a line: the beginning of one, or anything without an end.
    Torn,
    /// Otherwise.
    Wrong(String),
}

fn parse_line(line: &[u8]) -> Result<Entry, Bad> {
    // A line break in the middle of a text would be an error of its own.
    let (line, whole) = match line.strip_suffix(b"\n") {
        Some(line) => (line, true),
        None => (line, false),
    };
    let bad = |why: String, error: &serde_json::Error| {
        if error.is_eof() || !whole {
            Bad::Torn
        } else {
            Bad::Wrong(why)
        }
    };
    let mut json = serde_json::Deserializer::from_slice(line);
    let entry = serde_path_to_error::deserialize::<_, Entry>(&mut json);
    // Another version may have another form.
    let version = entry
        .as_ref()
        .map(|entry| entry.version)
        .or_else(|_| serde_json::from_slice(line).map(|Versioned { version }| version));
    if let Ok(version) = version
        && version != VERSION
    {
        return Err(Bad::Wrong(format!(
            "version {version}: only {VERSION} is known"
        )));
    }
    let entry = entry.map_err(|error| bad(error.to_string(), error.inner()))?;
    json.end().map_err(|error| bad(error.to_string(), &error))?;
    entry.check().map_err(Bad::Wrong)?;
    Ok(entry)
}

fn in_file(path: &Path) -> impl FnOnce(io::Error) -> Error {
    move |source| Error::File {
        path: path.to_owned(),
        source,
    }
}

/// From which relative change on the time of an id is unusual for it, by id: the third quartile of
/// the changes between its successive runs, and three times the distance of their quartiles; not
/// below `floor`. Ids with fewer than ten runs have none.
///
/// The rule of rust-lang/rustc-perf: Tukey's outer fence (Exploratory Data Analysis, 1977).
#[must_use]
pub fn thresholds(entries: &[Entry], floor: f64) -> BTreeMap<String, f64> {
    let mut times: BTreeMap<&String, Vec<f64>> = BTreeMap::new();
    for (id, figure) in entries.iter().flat_map(|entry| &entry.figures) {
        times.entry(id).or_default().push(figure.ns);
    }
    times.retain(|_, times| times.len() >= ENOUGH);
    let thresholds = times.into_iter().map(|(id, times)| {
        let changes: Vec<f64> = times
            .windows(2)
            .map(|pair| (pair[1] / pair[0] - 1.0).abs())
            .collect();
        let [first, third] = [0.25, 0.75].map(|at| quantile(&changes, at));
        (id.clone(), 3.0_f64.mul_add(third - first, third).max(floor))
    });
    thresholds.collect()
}
