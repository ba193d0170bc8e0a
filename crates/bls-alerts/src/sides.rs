//! What is stored of a side: which kind of thing it is, and what it has of each id.

mod counts;
mod criterion;
mod facts;
mod folder;
mod run;

use std::{
    collections::{BTreeMap, btree_map::Entry},
    env, fmt, fs,
    path::{Path, PathBuf},
};

use bls_results::{Machine, Problem, median, range};
use serde::de::DeserializeOwned;

pub use facts::Fact;

/// As what a side is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What Criterion keeps.
    Criterion,
    /// The directory of a run by `blsbench run`.
    Run,
    /// A folder of results, such as those in `reports/data`.
    Folder,
    /// A file of [`bls_results::Counts`].
    Counts,
}

/// One of two things to be compared.
#[derive(Debug, Clone)]
pub struct Side {
    /// As it was named.
    pub name: String,
    /// As what it is stored.
    pub kind: Kind,
    /// What it has of each id, or why it has nothing.
    pub ids: BTreeMap<String, Result<Measured, String>>,
}

/// What was measured of an id.
#[derive(Debug, Clone)]
pub struct Measured {
    /// Nanoseconds or instructions per iteration.
    pub middle: f64,
    /// The same of each repetition.
    pub repetitions: Vec<f64>,
    /// How well the middle is known.
    pub spread: Spread,
    /// Where and with what it was measured, as far as the side says so.
    pub facts: Vec<Fact>,
}

/// How well a middle is known.
#[derive(Debug, Clone)]
pub enum Spread {
    /// By the values of which it is the median.
    Values(Vec<f64>),
    /// By no more than an interval.
    Range(f64, f64),
}

/// A side with files that cannot be used: all of them, so that all can be put right at once.
#[derive(Debug, thiserror::Error)]
#[error("cannot be read:{}", lines(.0))]
pub struct Unreadable(pub Vec<Problem>);

/// Each on a line of its own.
pub(crate) fn lines(all: &[impl fmt::Display]) -> String {
    let lines = all.iter().map(|one| ["\n  ".to_owned(), one.to_string()]);
    lines.flatten().collect()
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Criterion => "a Criterion baseline",
            Self::Run => "a run of `blsbench run`",
            Self::Folder => "a data folder",
            Self::Counts => "a file of instruction counts",
        })
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.kind)
    }
}

impl Measured {
    /// The median of values, and that of each repetition.
    #[must_use]
    pub fn of(values: Vec<f64>, repetitions: Vec<f64>, facts: Vec<Fact>) -> Self {
        Self {
            middle: median(values.clone()),
            repetitions,
            spread: Spread::Values(values),
            facts,
        }
    }
}

impl Spread {
    /// The least and the greatest.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        match self {
            Self::Values(values) => range(values),
            Self::Range(low, high) => (*low, *high),
        }
    }

    /// How often it was measured, as far as that is known.
    #[must_use]
    pub fn measurements(&self) -> usize {
        match self {
            Self::Values(values) => values.len(),
            Self::Range(..) => 1,
        }
    }
}

impl Side {
    /// Finds out what `name` is: a file of counts, the directory of a run, a data folder, a
    /// directory of Criterion, or a baseline as `DIR:NAME` or `NAME`.
    pub fn read(name: &str) -> Result<Self, Unreadable> {
        let mut found = Found::default();
        let kind = find(name, &mut found);
        if found.ids.is_empty() && found.problems.is_empty() {
            found.problem(name, None, "there is no id in it");
        }
        if !found.problems.is_empty() {
            return Err(Unreadable(found.problems));
        }
        Ok(Self {
            name: name.to_owned(),
            kind,
            ids: found.ids,
        })
    }

    /// Whether it was measured on a machine like `other`; where it does not say, on one like this.
    #[must_use]
    pub fn is_of(&self, other: &Machine) -> bool {
        let mut ids = self
            .ids
            .values()
            .filter_map(|measured| measured.as_ref().ok());
        let facts = ids.find(|measured| !measured.facts.is_empty());
        let own = facts.map_or_else(
            || facts::of_machine(&Machine::this()),
            |measured| measured.facts.clone(),
        );
        let mut other = facts::of_machine(other).into_iter();
        other.all(|fact| !fact.blocks || own.contains(&fact))
    }

    /// What it has of an id, or why it has nothing.
    pub fn measured(&self, id: &str) -> Result<&Measured, &str> {
        let found = self.ids.get(id).ok_or("it is not there")?;
        found.as_ref().map_err(String::as_str)
    }
}

fn find(name: &str, found: &mut Found) -> Kind {
    let path = Path::new(name);
    if path.is_file() {
        counts::read(path, found);
        return Kind::Counts;
    }
    if path.is_dir() {
        if run::FILES.iter().any(|file| path.join(file).exists()) {
            run::read(path, found);
            return Kind::Run;
        }
        if folder::FILES.iter().any(|file| path.join(file).exists()) {
            folder::read(path, found);
            return Kind::Folder;
        }
        criterion::read(path, criterion::NEWEST, found);
        return Kind::Criterion;
    }
    let baseline = match name.rsplit_once(':') {
        Some((directory, name)) => (PathBuf::from(directory), name),
        None => (criterion_directory(), name),
    };
    match baseline {
        (directory, name) if directory.is_dir() && !name.contains('/') => {
            criterion::read(&directory, name, found);
        }
        _ => found.problem(name, None, "there is no such file, directory or baseline"),
    }
    Kind::Criterion
}

/// Where the benches of the workspace around the current directory leave their results.
fn criterion_directory() -> PathBuf {
    let home = env::var_os("CRITERION_HOME");
    home.map_or_else(|| PathBuf::from("target/criterion"), PathBuf::from)
}

/// What is found while a side is read.
#[derive(Default)]
struct Found {
    ids: BTreeMap<String, Result<Measured, String>>,
    problems: Vec<Problem>,
}

impl Found {
    /// An id that is there already is a problem.
    fn add(&mut self, file: &Path, id: String, measured: Result<Measured, String>) {
        match self.ids.entry(id) {
            Entry::Vacant(entry) => {
                entry.insert(measured);
            }
            Entry::Occupied(entry) => {
                let id = entry.key().clone();
                self.problem(file.display(), Some(&id), "the same id is there twice");
            }
        }
    }

    fn problem(&mut self, file: impl fmt::Display, id: Option<&str>, why: impl fmt::Display) {
        self.problems.push(Problem {
            file: file.to_string(),
            id: id.map(str::to_owned),
            why: why.to_string(),
        });
    }

    /// What a whole file of JSON says; otherwise that is a problem.
    fn json<T: DeserializeOwned>(&mut self, file: &Path, id: Option<&str>) -> Option<T> {
        let text = self.text(file, id)?;
        let parsed = serde_json::from_str(&text);
        parsed
            .map_err(|why| self.problem(file.display(), id, why))
            .ok()
    }

    fn text(&mut self, file: &Path, id: Option<&str>) -> Option<String> {
        let text = fs::read_to_string(file);
        text.map_err(|why| self.problem(file.display(), id, why))
            .ok()
    }
}

/// Of values that are times or counts.
fn positive(values: &[f64]) -> Result<(), String> {
    let wrong = values
        .iter()
        .find(|value| !(value.is_finite() && **value > 0.0));
    match wrong {
        _ if values.is_empty() => Err("it has no sample".to_owned()),
        Some(value) => Err(format!("{value} is neither a time nor a count")),
        None => Ok(()),
    }
}
