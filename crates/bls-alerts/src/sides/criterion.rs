//! What Criterion keeps: a directory for each id, with one inside for each baseline.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

use bls_results::{LEDGER, Record, median};
use serde::Deserialize;

use super::{Fact, Found, Measured, facts::facts, positive};
use crate::ab::burst::Samples;

/// The baseline of the newest figures.
pub(super) const NEWEST: &str = "new";

const BENCHMARK: &str = "benchmark.json";
const SAMPLES: &str = "sample.json";
/// What is judged by the agreement of its parts.
const PARTS: usize = 3;

#[derive(Deserialize)]
struct Benchmark {
    full_id: String,
}

/// What the harness of this project keeps beside the newest figures ([`bls_results::Ledger`]).
#[derive(Default, Deserialize)]
struct Ledger {
    runs: BTreeMap<String, Record>,
    ids: BTreeMap<String, Entry>,
}

#[derive(Deserialize)]
struct Entry {
    run: String,
    error: Option<Why>,
    absent: Option<Why>,
}

#[derive(Deserialize)]
struct Why {
    why: String,
}

impl Ledger {
    fn facts(&self, id: &str) -> Vec<Fact> {
        let record = self.ids.get(id).and_then(|entry| self.runs.get(&entry.run));
        record.map_or_else(Vec::new, |record| {
            facts(&record.machine, &record.rust, &record.engines, id)
        })
    }
}

/// The figures of one baseline. Of others than the newest no ledger speaks.
pub(super) fn read(directory: &Path, baseline: &str, found: &mut Found) {
    let path = directory.join(LEDGER);
    let ledger = path.exists().then(|| found.json::<Ledger>(&path, None));
    let mut ledger = ledger.flatten().unwrap_or_default();
    let runs = ledger.runs.values();
    // Which of the baselines are of such a run, nothing says.
    if let Some(why) = runs.rev().find_map(|record| record.run.unusable()) {
        found.problem(path.display(), None, why);
    }
    if baseline != NEWEST {
        ledger = Ledger::default();
    }
    let mut others = BTreeSet::new();
    let mut sets = Vec::new();
    if let Err(why) = find(directory, &mut sets) {
        found.problem(directory.display(), None, why);
    }
    // Of the same id twice, it is always the same one that is the second.
    sets.sort();
    for set in sets {
        let name = set.file_name().unwrap_or_default().to_string_lossy();
        if name == baseline {
            add(&set, &ledger, found);
        } else {
            others.insert(name.into_owned());
        }
    }
    for (id, entry) in ledger.ids {
        if let Some(Why { why }) = entry.error.or(entry.absent) {
            // The files are of an earlier run.
            found.ids.insert(id, Err(why));
        } else {
            let gone = || Err("Criterion's files are not there".to_owned());
            found.ids.entry(id).or_insert_with(gone);
        }
    }
    if found.ids.is_empty() && found.problems.is_empty() {
        let others: Vec<String> = others.into_iter().collect();
        let why = match others.join(", ") {
            none if none.is_empty() => {
                "it holds no results of Criterion, of `blsbench run` or of a report".to_owned()
            }
            others => format!("no id has a baseline `{baseline}`; there are: {others}"),
        };
        found.problem(directory.display(), None, why);
    }
}

/// The directories that hold figures.
fn find(directory: &Path, sets: &mut Vec<PathBuf>) -> io::Result<()> {
    if [BENCHMARK, SAMPLES]
        .iter()
        .any(|file| directory.join(file).exists())
    {
        sets.push(directory.to_owned());
    }
    // An id may be called as a baseline is: there may be more inside.
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            find(&entry.path(), sets)?;
        }
    }
    Ok(())
}

fn add(set: &Path, ledger: &Ledger, found: &mut Found) {
    let Some(Benchmark { full_id: id }) = found.json(&set.join(BENCHMARK), None) else {
        return;
    };
    let path = set.join(SAMPLES);
    let Some(samples) = found.json::<Samples>(&path, Some(&id)) else {
        return;
    };
    match times(&samples) {
        Err(why) => found.problem(path.display(), Some(&id), why),
        Ok(times) => {
            let parts = times.chunks(times.len().div_ceil(PARTS));
            let parts = parts.map(|part| median(part.to_vec())).collect();
            let measured = Measured::of(times, parts, ledger.facts(&id));
            found.add(&path, id, Ok(measured));
        }
    }
}

/// Nanoseconds per iteration.
fn times(samples: &Samples) -> Result<Vec<f64>, String> {
    if samples.iters.len() != samples.times.len() {
        let (iters, times) = (samples.iters.len(), samples.times.len());
        return Err(format!("{iters} numbers of iterations, and {times} times"));
    }
    positive(&samples.iters).map_err(|why| format!("iters: {why}"))?;
    positive(&samples.times).map_err(|why| format!("times: {why}"))?;
    let times: Vec<f64> = samples.per_iteration().collect();
    positive(&times).map(|()| times)
}
