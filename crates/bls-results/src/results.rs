//! What was measured by one or more runs on one machine, ids expected against ids found.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    path::Path,
};

use bls_api::{Allocated, Id};
use serde::{Deserialize, Serialize};

use crate::{EngineRecord, Machine, Record, Run, RustRecord};

/// The results of one machine, by one compiler, with one build of each engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    /// That of its folder: `<start of the newest run>-<machine>-<target>`.
    pub name: String,
    /// Where, and with what.
    pub environment: Environment,
    /// Every id that was expected, in the order of the operation table.
    pub rows: Vec<Row>,
    /// What could not be read, or must not stand among the rows.
    pub problems: Vec<Problem>,
}

/// Where something was measured, and with what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Environment {
    /// Who measured.
    pub source: Source,
    /// Where.
    pub machine: Machine,
    /// How Rust code was built.
    pub rust: RustRecord,
    /// The commands that measured, in the order of [`Row::run`].
    pub runs: Vec<Run>,
    /// The engines, absent ones too.
    pub engines: Vec<EngineRecord>,
}

/// Who measured, which says what a figure and its interval are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// `cargo bench`.
    Criterion,
    /// `cargo blsbench run`.
    Run,
}

/// An id and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The id.
    pub id: Id,
    /// The command that measured it: an index of [`Environment::runs`].
    pub run: usize,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of an id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Outcome {
    /// It has a figure.
    Measured(Figure),
    /// It went wrong.
    Error {
        /// How.
        why: String,
    },
    /// The engine has no such operation.
    Absent {
        /// Why not.
        why: String,
    },
    /// The run ended before it.
    Missing,
}

/// What was measured of one id.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Nanoseconds per iteration; [`Source::figure`] says which mean.
    pub ns: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many samples there were, over all repetitions.
    pub samples: usize,
    /// What one iteration takes from the heap, if it was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocated: Option<Allocated>,
}

/// Something that could not be read, or must not stand among the rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The file, relative to the directory of the results.
    pub file: String,
    /// The id, as far as it could be read; any text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What is wrong.
    pub why: String,
}

impl Source {
    /// What the figure of an id is.
    #[must_use]
    pub const fn figure(self) -> &'static str {
        match self {
            Self::Criterion => "median of the samples",
            Self::Run => "median of the repetitions' medians",
        }
    }

    /// What the interval of a figure is.
    #[must_use]
    pub const fn interval(self) -> &'static str {
        match self {
            Self::Criterion => "95 % interval of the median, by bootstrap within one process",
            Self::Run => "range of the repetitions, each in a process of its own",
        }
    }
}

impl Figure {
    /// Rounded to picoseconds.
    pub(crate) fn new(
        ns: f64,
        (low, high): (f64, f64),
        samples: usize,
        allocated: Option<Allocated>,
    ) -> Self {
        let round = |ns: f64| (ns * 1e3).round() / 1e3;
        Self {
            ns: round(ns),
            low: round(low),
            high: round(high),
            samples,
            allocated,
        }
    }

    /// Half the width of the interval, relative to the figure.
    #[must_use]
    pub fn spread(&self) -> f64 {
        (self.high - self.low) / 2.0 / self.ns
    }
}

impl Row {
    /// The figure, if the id has one.
    #[must_use]
    pub const fn figure(&self) -> Option<&Figure> {
        match &self.outcome {
            Outcome::Measured(figure) => Some(figure),
            _ => None,
        }
    }
}

impl Results {
    /// The row of an id, written as text.
    #[must_use]
    pub fn row(&self, id: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.id.to_string() == id)
    }

    /// How an engine was built.
    #[must_use]
    pub fn engine(&self, id: &str) -> Option<&EngineRecord> {
        let mut engines = self.environment.engines.iter();
        engines.find(|engine| engine.id == id)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.id {
            Some(id) => write!(f, "{}: {id}: {}", self.file, self.why),
            None => write!(f, "{}: {}", self.file, self.why),
        }
    }
}

/// Puts the records of several runs into one: the newest decides on machine, compiler and builds.
#[derive(Debug)]
pub(crate) struct Collector {
    source: Source,
    /// That has the records.
    file: &'static str,
    newest: Record,
    /// By the key that the caller gave.
    runs: BTreeMap<String, Run>,
    engines: Vec<EngineRecord>,
    /// Runs, by their keys, and engines that were another build then.
    outdated: BTreeSet<(String, String)>,
    rows: Vec<(Id, String, Outcome)>,
    pub(crate) problems: Vec<Problem>,
}

impl Collector {
    /// Of records by keys that sort as they were made. Records of an emulator, of another machine or
    /// compiler are left out, and so are rows of an engine that was built otherwise; `file` is where
    /// problems are. An error says why there is nothing left.
    pub(crate) fn new(
        source: Source,
        file: &'static str,
        records: &BTreeMap<String, Record>,
    ) -> Result<Self, String> {
        let unusable = records
            .iter()
            .filter_map(|(key, record)| Some((key, record.run.unusable()?)));
        let unusable: BTreeMap<&String, String> = unusable.collect();
        let mut usable = records
            .iter()
            .rev()
            .filter(|(key, _)| !unusable.contains_key(key));
        let Some((key, newest)) = usable.next() else {
            let why = unusable.into_iter().next_back();
            return Err(why.map_or_else(
                || "it has no run".to_owned(),
                |(key, why)| format!("the run of {key} was {why}"),
            ));
        };
        let mut collector = Self {
            source,
            file,
            runs: BTreeMap::from([(key.clone(), newest.run.clone())]),
            engines: newest.engines.clone(),
            outdated: BTreeSet::new(),
            newest: newest.clone(),
            rows: Vec::new(),
            problems: Vec::new(),
        };
        let left_out = |why| Problem {
            file: file.to_owned(),
            id: None,
            why,
        };
        for (key, record) in usable {
            if let Err(why) = collector.merge(key, record) {
                let why = format!("the run of {key} is left out, measure again: {why}");
                collector.problems.push(left_out(why));
            }
        }
        for (key, why) in unusable {
            let why = format!("the run of {key} is left out, it was {why}");
            collector.problems.push(left_out(why));
        }
        Ok(collector)
    }

    fn merge(&mut self, key: &str, record: &Record) -> Result<(), &'static str> {
        if record.machine != self.newest.machine {
            return Err("it was on another machine or kernel");
        }
        if record.rust != self.newest.rust {
            return Err("it was built by another compiler or with other options");
        }
        let bare = |engine: &EngineRecord| EngineRecord {
            absent: BTreeMap::new(),
            ..engine.clone()
        };
        for engine in &record.engines {
            match self.engines.iter_mut().find(|known| known.id == engine.id) {
                None => self.engines.push(engine.clone()),
                Some(known) if bare(known) == bare(engine) => {
                    for (group, why) in &engine.absent {
                        known.absent.entry(group.clone()).or_insert(why.clone());
                    }
                }
                Some(_) => {
                    self.outdated.insert((key.to_owned(), engine.id.clone()));
                }
            }
        }
        self.runs.insert(key.to_owned(), record.run.clone());
        Ok(())
    }

    /// False for a run that was left out.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.runs.contains_key(key)
    }

    pub(crate) fn add(&mut self, id: Id, key: &str, outcome: Outcome) {
        let run = (key.to_owned(), id.engine.clone());
        if self.outdated.contains(&run) {
            let why =
                format!("left out, measure again: since {key} its engine was built otherwise");
            self.problem(self.file, &id.to_string(), why);
        } else {
            self.rows.push((id, key.to_owned(), outcome));
        }
    }

    /// What `file` says of `id` must not stand among the rows.
    pub(crate) fn problem(&mut self, file: &str, id: &str, why: String) {
        self.problems.push(Problem {
            file: file.to_owned(),
            id: Some(id.to_owned()),
            why,
        });
    }

    /// `machine` names the folder, the processor does otherwise.
    pub(crate) fn finish(mut self, machine: Option<&str>) -> Results {
        let target = &self.newest.rust.target;
        let started = self.newest.run.started.parse::<jiff::Timestamp>();
        let started = started.unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        let machine = slug(machine.unwrap_or(&self.newest.machine.cpu));
        let name = format!(
            "{}-{machine}-{target}",
            started.strftime("%Y-%m-%dT%H%M%SZ")
        );
        let keys: Vec<&String> = self.runs.keys().collect();
        let mut rows: Vec<Row> = self
            .rows
            .into_iter()
            .filter_map(|(id, key, outcome)| {
                let run = keys.iter().position(|known| **known == key)?;
                Some(Row { id, run, outcome })
            })
            .collect();
        self.engines.sort_by(|a, b| a.id.cmp(&b.id));
        rows.sort_by_key(|row| {
            (
                row.id.group,
                position(&row.id),
                row.id.param,
                row.id.engine.clone(),
            )
        });
        Results {
            name,
            environment: Environment {
                source: self.source,
                machine: self.newest.machine,
                rust: self.newest.rust,
                runs: self.runs.into_values().collect(),
                engines: self.engines,
            },
            rows,
            problems: self.problems,
        }
    }
}

fn position(id: &Id) -> Option<usize> {
    let mut operations = id.group.operations().iter();
    operations.position(|known| known.name == id.operation.name)
}

/// Lower case, with hyphens, as it may stand in the name of a file or a folder.
#[must_use]
pub fn slug(text: &str) -> String {
    let text = text.to_lowercase().replace("(r)", "").replace("(tm)", "");
    let words = text.split(|character: char| !character.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        "unknown".to_owned()
    } else {
        words.join("-")
    }
}

/// Relative to a directory, for [`Problem::file`].
pub(crate) fn relative(path: &Path, directory: &Path) -> String {
    let path = path.strip_prefix(directory).unwrap_or(path);
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs() {
        assert_eq!(
            slug("Intel(R) Xeon(R) Processor @ 2.1GHz"),
            "intel-xeon-processor-2-1ghz"
        );
        assert_eq!(slug("../.."), "unknown");
    }
}
