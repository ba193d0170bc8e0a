//! Criterion's directory, and what the harness keeps beside its results.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use bls_api::{Allocated, Id};
use serde::{Deserialize, Serialize};

use crate::{
    Error, Figure, Outcome, Problem, Record, Results, Source, file,
    results::{Collector, relative},
    write_whole,
};

/// Which run measured what: the file `blsbench.json` in Criterion's directory, which itself keeps
/// neither versions nor dates.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    /// That of this program, a key of [`Contents::runs`].
    key: String,
    contents: Contents,
}

/// The name of its file.
pub const LEDGER: &str = "blsbench.json";
const ESTIMATES: &str = "estimates.json";

#[derive(Debug, Default, Serialize, Deserialize)]
struct Contents {
    /// By the time at which they began.
    runs: BTreeMap<String, Record>,
    /// By full id.
    ids: BTreeMap<String, Entry>,
}

/// What became of an id when it was last measured.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    /// A key of [`Contents::runs`].
    run: String,
    #[serde(flatten)]
    kept: Kept,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kept {
    /// Criterion has the figure.
    Measured {
        allocated: Option<Allocated>,
    },
    Error {
        why: String,
    },
    Absent {
        why: String,
    },
}

impl Ledger {
    /// Reads what earlier runs have left in Criterion's directory, where there may be nothing, and
    /// begins another.
    pub fn begin(directory: &Path, record: Record) -> Result<Self, Error> {
        let path = directory.join(LEDGER);
        let mut contents = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Contents::default(),
            Err(error) => return Err(Error::new(&path, error.to_string())),
            Ok(text) => serde_json::from_str(&text).map_err(Error::of(&path))?,
        };
        let key = record.run.started.clone();
        contents.forget_superseded();
        contents.runs.insert(key.clone(), record);
        let ledger = Self {
            path,
            key,
            contents,
        };
        ledger.write()?;
        Ok(ledger)
    }

    /// Criterion has just measured `id`.
    pub fn measured(&mut self, id: &Id, allocated: Option<Allocated>) -> Result<(), Error> {
        self.keep(id, Kept::Measured { allocated })
    }

    /// `id` went wrong.
    pub fn error(&mut self, id: &Id, why: String) -> Result<(), Error> {
        self.keep(id, Kept::Error { why })
    }

    /// The engine has no such operation.
    pub fn absent(&mut self, id: &Id, why: String) -> Result<(), Error> {
        self.keep(id, Kept::Absent { why })
    }

    fn keep(&mut self, id: &Id, kept: Kept) -> Result<(), Error> {
        let run = self.key.clone();
        self.contents
            .ids
            .insert(id.to_string(), Entry { run, kept });
        if let Some(record) = self.contents.runs.get_mut(&self.key) {
            record.measured();
        }
        self.write()
    }

    /// Whoever ends this program leaves a whole file.
    fn write(&self) -> Result<(), Error> {
        let text = serde_json::to_vec(&self.contents).map_err(Error::of(&self.path))?;
        write_whole(&self.path, &text)
    }
}

#[derive(Deserialize)]
struct Benchmark {
    full_id: String,
    directory_name: String,
}

#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
    confidence_interval: Interval,
}

#[derive(Deserialize)]
struct Interval {
    lower_bound: f64,
    upper_bound: f64,
}

#[derive(Deserialize)]
struct Samples {
    iters: Vec<f64>,
}

/// What Criterion has left of one id.
struct Found {
    directory: PathBuf,
    page: PathBuf,
}

/// What a Criterion directory has, whoever has made it.
#[derive(Debug)]
pub struct Figures {
    /// The newest figures, by id.
    pub figures: BTreeMap<String, Figure>,
    /// When the newest of them was written.
    pub written: Option<SystemTime>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// The newest figures of any Criterion directory, of which no ledger need say when and where they
/// were measured.
pub fn figures(directory: &Path) -> Result<Figures, Error> {
    let (found, mut problems) = find(directory)?;
    let (mut figures, mut written) = (BTreeMap::new(), None);
    for (id, found) in found {
        match figure(&found.directory, None) {
            Err(error) => problems.push(problem(&relative(&error.path, directory), &id, error.why)),
            Ok(figure) => {
                let path = found.directory.join(ESTIMATES);
                let modified = fs::metadata(&path).and_then(|file| file.modified());
                written = written.max(Some(modified.map_err(Error::of(&path))?));
                figures.insert(id, figure);
            }
        }
    }
    Ok(Figures {
        figures,
        written,
        problems,
    })
}

/// Criterion's pages, by full id.
pub fn pages(directory: &Path) -> Result<HashMap<String, PathBuf>, Error> {
    let (found, _) = find(directory)?;
    let pages = found.into_iter().map(|(id, found)| (id, found.page));
    Ok(pages.filter(|(_, page)| page.is_file()).collect())
}

/// The results of all runs whose figures are in Criterion's directory; `machine` names the folder,
/// the processor does otherwise.
pub fn collect(directory: &Path, machine: Option<&str>) -> Result<Results, Error> {
    let path = directory.join(LEDGER);
    let mut contents: Contents = file::read_json(&path)?;
    contents.forget_superseded();
    let mut collector =
        Collector::new(Source::Criterion, LEDGER, &contents.runs).map_err(Error::of(&path))?;
    let (mut found, problems) = find(directory)?;
    collector.problems.extend(problems);
    for (text, entry) in &contents.ids {
        let found = found.remove(text);
        if !collector.has(&entry.run) {
            continue;
        }
        let id = match text.parse::<Id>() {
            Ok(id) => id,
            Err(why) => {
                collector.problem(LEDGER, text, why.to_string());
                continue;
            }
        };
        let outcome = match (&entry.kept, found) {
            (Kept::Error { why }, _) => Outcome::Error { why: why.clone() },
            (Kept::Absent { why }, _) => Outcome::Absent { why: why.clone() },
            (Kept::Measured { .. }, None) => Outcome::Error {
                why: "Criterion's files are not there".to_owned(),
            },
            (Kept::Measured { allocated }, Some(found)) => {
                match figure(&found.directory, *allocated) {
                    Ok(figure) => Outcome::Measured(figure),
                    Err(error) => {
                        let file = relative(&error.path, directory);
                        let why = format!("{file}: {}", error.why);
                        collector.problem(&file, text, error.why);
                        Outcome::Error { why }
                    }
                }
            }
        };
        collector.add(id, &entry.run, outcome);
    }
    let mut listed: HashSet<&String> = contents.ids.keys().collect();
    for (key, record) in contents.runs.iter().rev() {
        if !collector.has(key) {
            continue;
        }
        for text in record.ids.iter().filter(|text| listed.insert(text)) {
            match text.parse::<Id>() {
                Ok(id) => collector.add(id, key, Outcome::Missing),
                Err(why) => collector.problem(LEDGER, text, why.to_string()),
            }
        }
    }
    for (text, found) in found {
        let file = relative(&found.directory, directory);
        let why = match text.parse::<Id>() {
            Ok(_) if contents.ids.contains_key(&text) => continue,
            Ok(_) => format!("no run in {LEDGER} has measured it: measure again"),
            Err(why) => why.to_string(),
        };
        collector.problem(&file, &text, why);
    }
    Ok(collector.finish(machine))
}

impl Contents {
    /// Forgets the runs that nothing is left of, but for the newest.
    fn forget_superseded(&mut self) {
        let ids = &self.ids;
        let used = |key: &String| ids.values().any(|entry| entry.run == *key);
        let newest = self.runs.keys().next_back().cloned();
        self.runs
            .retain(|key, _| used(key) || Some(key) == newest.as_ref());
    }
}

fn problem(file: &str, id: &str, why: String) -> Problem {
    Problem {
        file: file.to_owned(),
        id: Some(id.to_owned()),
        why,
    }
}

/// The directories that hold the newest figure of an id, by full id.
fn find(directory: &Path) -> Result<(BTreeMap<String, Found>, Vec<Problem>), Error> {
    let (mut found, mut problems) = (BTreeMap::new(), Vec::new());
    let mut directories = vec![directory.to_owned()];
    while let Some(inside) = directories.pop() {
        let path = inside.join("new/benchmark.json");
        if path.is_file() {
            match file::read_json::<Benchmark>(&path) {
                Err(error) => problems.push(Problem {
                    file: relative(&error.path, directory),
                    id: None,
                    why: error.why,
                }),
                Ok(benchmark) => {
                    let page = directory
                        .join(&benchmark.directory_name)
                        .join("report/index.html");
                    let newest = Found {
                        directory: inside.join("new"),
                        page,
                    };
                    let id = benchmark.full_id;
                    if let Some(other) = found.insert(id.clone(), newest) {
                        let other = relative(&other.directory, directory);
                        let why = format!("the same id is in {other}, too");
                        problems.push(problem(&relative(&path, directory), &id, why));
                    }
                }
            }
        }
        let entries = fs::read_dir(&inside).map_err(Error::of(&inside))?;
        for entry in entries {
            let entry = entry.map_err(Error::of(&inside))?;
            let name = entry.file_name();
            let ours = !["new", "base", "change", "report"]
                .iter()
                .any(|other| name == *other);
            if ours
                && entry
                    .file_type()
                    .map_err(Error::of(&entry.path()))?
                    .is_dir()
            {
                directories.push(entry.path());
            }
        }
    }
    Ok((found, problems))
}

fn figure(directory: &Path, allocated: Option<Allocated>) -> Result<Figure, Error> {
    let path = directory.join(ESTIMATES);
    let Estimates { median } = file::read_json(&path)?;
    let samples: Samples = file::read_json(&directory.join("sample.json"))?;
    let interval = median.confidence_interval;
    let figure = Figure::new(
        median.point_estimate,
        (interval.lower_bound, interval.upper_bound),
        samples.iters.len(),
        allocated,
    );
    let positive = |value: f64| value.is_finite() && value > 0.0;
    if ![figure.ns, figure.low, figure.high]
        .into_iter()
        .all(positive)
    {
        return Err(Error::new(&path, "a median that is no time"));
    }
    Ok(figure)
}
