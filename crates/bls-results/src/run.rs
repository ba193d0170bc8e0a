//! What `blsbench run` leaves behind: a directory with `run.json` and `measurements.jsonl`.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
};

use bls_api::{Allocated, Id};
use serde::{Deserialize, Serialize};

use crate::{
    Error, Figure, Outcome, Problem, Record, Results, Source, file, median, range,
    results::Collector, write_whole,
};

const RECORD: &str = "run.json";
const MEASUREMENTS: &str = "measurements.jsonl";

/// One id in one repetition, a line of `measurements.jsonl`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Measurement {
    /// The id.
    pub id: String,
    /// From 0.
    pub repetition: u32,
    /// What came of it.
    #[serde(flatten)]
    pub result: Measured,
}

/// What came of one id in one repetition.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Measured {
    /// Figures.
    Samples {
        /// Nanoseconds per iteration, one value for each sample.
        samples_ns: Vec<f64>,
        /// Iterations of each sample.
        iterations: u64,
        /// What an iteration takes from the heap, counted after the samples.
        #[serde(skip_serializing_if = "Option::is_none")]
        allocated: Option<Allocated>,
    },
    /// It went wrong.
    Error {
        /// How.
        error: String,
    },
    /// The engine has no such operation.
    Absent {
        /// Why not.
        absent: String,
    },
}

/// Appends the measurements of a run as they come.
#[derive(Debug)]
pub struct Recorder {
    directory: PathBuf,
    record: Record,
    lines: File,
}

impl Recorder {
    /// Makes the directory of a run; one that exists is an error.
    pub fn create(directory: &Path, record: Record) -> Result<Self, Error> {
        if let Some(parent) = directory.parent() {
            fs::create_dir_all(parent).map_err(Error::of(parent))?;
        }
        fs::create_dir(directory).map_err(Error::of(directory))?;
        let path = directory.join(MEASUREMENTS);
        let recorder = Self {
            directory: directory.to_owned(),
            record,
            lines: File::create_new(&path).map_err(Error::of(&path))?,
        };
        recorder.write_record()?;
        Ok(recorder)
    }

    /// A line in one write: whoever ends this program leaves whole lines.
    pub fn append(&mut self, measurement: &Measurement) -> Result<(), Error> {
        let path = self.directory.join(MEASUREMENTS);
        let mut line = serde_json::to_vec(measurement).map_err(Error::of(&path))?;
        line.push(b'\n');
        self.lines.write_all(&line).map_err(Error::of(&path))
    }

    /// Says when the run has come to its end.
    pub fn finish(mut self) -> Result<(), Error> {
        self.record.measured();
        self.write_record()
    }

    fn write_record(&self) -> Result<(), Error> {
        let path = self.directory.join(RECORD);
        let text = serde_json::to_vec_pretty(&self.record).map_err(Error::of(&path))?;
        write_whole(&path, &text)
    }
}

/// The measurements of a run, as far as it got, and the lines that are none.
fn read_measurements(directory: &Path) -> Result<(Vec<Measurement>, Vec<Problem>), Error> {
    let text = file::read(&directory.join(MEASUREMENTS))?;
    let (mut measurements, mut problems) = (Vec::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        match serde_json::from_str(line) {
            Ok(measurement) => measurements.push(measurement),
            Err(why) => problems.push(Problem {
                file: format!("{MEASUREMENTS}:{}", number + 1),
                id: None,
                why: why.to_string(),
            }),
        }
    }
    Ok((measurements, problems))
}

/// The results of runs, as far as they got: of an id that several have measured, those of the newest.
/// `machine` names the folder, the processor does otherwise.
pub fn collect(directories: &[PathBuf], machine: Option<&str>) -> Result<Results, Error> {
    let mut records = BTreeMap::new();
    let mut found = BTreeMap::new();
    for directory in directories {
        let record: Record = file::read_json(&directory.join(RECORD))?;
        let key = record.run.started.clone();
        found.insert(key.clone(), read_measurements(directory)?);
        records.insert(key, record);
    }
    let mut collector =
        Collector::new(Source::Run, RECORD, &records).map_err(Error::of(Path::new(RECORD)))?;
    let mut rows: BTreeMap<&String, (Id, &String, Outcome)> = BTreeMap::new();
    for (key, record) in &records {
        let Some((measurements, problems)) = found.get(key) else {
            continue;
        };
        collector.problems.extend(problems.clone());
        if !collector.has(key) {
            continue;
        }
        let mut of_id: BTreeMap<&str, Vec<&Measured>> = BTreeMap::new();
        for measurement in measurements {
            let of_id = of_id.entry(&measurement.id).or_default();
            of_id.push(&measurement.result);
        }
        for text in &record.ids {
            let outcome = outcome(&of_id.remove(text.as_str()).unwrap_or_default());
            match text.parse::<Id>() {
                // An earlier run may have what this one did not come to.
                Ok(_) if outcome == Outcome::Missing && rows.contains_key(text) => {}
                Ok(id) => {
                    rows.insert(text, (id, key, outcome));
                }
                Err(why) => collector.problem(RECORD, text, why.to_string()),
            }
        }
        for id in of_id.into_keys() {
            let why = "the run did not expect it".to_owned();
            collector.problem(MEASUREMENTS, id, why);
        }
    }
    for (id, key, outcome) in rows.into_values() {
        collector.add(id, key, outcome);
    }
    Ok(collector.finish(machine))
}

/// An id that went wrong in one repetition has no figure.
fn outcome(repetitions: &[&Measured]) -> Outcome {
    let (mut medians, mut allocations, mut count) = (Vec::new(), Vec::new(), 0);
    for measured in repetitions {
        match measured {
            Measured::Error { error } => return Outcome::Error { why: error.clone() },
            Measured::Absent { absent } => {
                return Outcome::Absent {
                    why: absent.clone(),
                };
            }
            Measured::Samples { samples_ns, .. } if samples_ns.is_empty() => {
                let why = "a repetition without a sample".to_owned();
                return Outcome::Error { why };
            }
            Measured::Samples {
                samples_ns,
                allocated,
                ..
            } => {
                medians.push(median(samples_ns.clone()));
                allocations.extend(*allocated);
                count += samples_ns.len();
            }
        }
    }
    if medians.is_empty() {
        return Outcome::Missing;
    }
    allocations.sort_unstable();
    let allocated = allocations.get(allocations.len() / 2).copied();
    let range = range(&medians);
    Outcome::Measured(Figure::new(median(medians), range, count, allocated))
}
