//! The directory of a run by `blsbench run`.

use std::{collections::BTreeMap, path::Path};

use bls_results::{self as results, Measurement, Record, median};
use serde_json::Value;

use super::{Found, Measured, facts::facts, positive};

/// What makes a directory one of these.
pub(super) const FILES: [&str; 2] = ["run.json", "measurements.jsonl"];

/// The median of each repetition of an id, or what went wrong in one.
type Repetitions = BTreeMap<u32, Result<f64, String>>;

pub(super) fn read(directory: &Path, found: &mut Found) {
    let [record, measurements] = FILES.map(|file| directory.join(file));
    let record: Option<Record> = found.json(&record, None);
    let text = found.text(&measurements, None).unwrap_or_default();
    let mut ids: BTreeMap<String, Repetitions> = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let file = format!("{}:{}", measurements.display(), number + 1);
        let Some(Measurement {
            id,
            repetition,
            result,
        }) = parse(line, &file, found)
        else {
            continue;
        };
        let median = match result {
            results::Measured::Samples { samples_ns, .. } => Ok(median(samples_ns)),
            results::Measured::Error { error } => Err(error),
            results::Measured::Absent { absent } => Err(absent),
        };
        let of_id = ids.entry(id.clone()).or_default();
        if of_id.insert(repetition, median).is_some() {
            let why = format!("repetition {repetition} is there twice");
            found.problem(file, Some(&id), why);
        }
    }
    let Some(record) = record else {
        return;
    };
    if let Some(why) = record.run.unusable() {
        found.problem(directory.join(FILES[0]).display(), None, why);
    }
    for (id, repetitions) in ids {
        let medians: Result<Vec<f64>, String> = repetitions.into_values().collect();
        let facts = facts(&record.machine, &record.rust, &record.engines, &id);
        let measured = medians.map(|medians| Measured::of(medians.clone(), medians, facts));
        found.add(&measurements, id, measured);
    }
    for id in record.ids {
        let ended = || Err("the run ended before it".to_owned());
        found.ids.entry(id).or_insert_with(ended);
    }
}

/// A line, if its samples are times.
fn parse(line: &str, file: &str, found: &mut Found) -> Option<Measurement> {
    let parsed = serde_json::from_str::<Value>(line);
    let line = parsed.map_err(|why| found.problem(file, None, why)).ok()?;
    let id = line["id"].as_str().map(str::to_owned);
    let parsed = serde_json::from_value::<Measurement>(line).map_err(|why| why.to_string());
    let checked = parsed.and_then(|measurement| match &measurement.result {
        results::Measured::Samples { iterations: 0, .. } => {
            Err("samples of no iteration".to_owned())
        }
        results::Measured::Samples { samples_ns, .. } => positive(samples_ns).map(|()| measurement),
        _ => Ok(measurement),
    });
    checked
        .map_err(|why| found.problem(file, id.as_deref(), why))
        .ok()
}
