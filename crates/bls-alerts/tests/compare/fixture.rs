//! Two sides in a temporary directory, and the program that compares them.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use bls_api::{Group, Profile};
use bls_results::{
    self as results, EngineRecord, Measurement, Record, Recorder, collect_run, keep,
};
use serde_json::{Value, json};
use tempfile::TempDir;

pub(super) const SIGN: &str = "min_pk/sign/blst";
pub(super) const VERIFY: &str = "min_pk/verify/blst";

/// What a command said and how it ended.
pub(super) struct Said {
    pub(super) code: Option<i32>,
    pub(super) out: String,
    pub(super) error: String,
}

/// Compares in a directory, nothing of which may change.
pub(super) fn run(directory: &Path, arguments: &[&str]) -> Said {
    let before = files(directory);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bls-alerts"));
    command
        .arg("compare")
        .args(arguments)
        .current_dir(directory);
    command.env_remove("CRITERION_HOME");
    let output = command.output().expect("it starts");
    assert_eq!(files(directory), before, "something was written");
    Said {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("text"),
        error: String::from_utf8(output.stderr).expect("text"),
    }
}

pub(super) fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(self::files(&path));
            files.insert(path, Vec::new());
        } else {
            let contents = fs::read(&path).expect("a file");
            files.insert(path, contents);
        }
    }
    files
}

/// The comparison as JSON, and the exit code.
pub(super) fn compared(directory: &Path, arguments: &[&str]) -> (Option<i32>, Value) {
    let said = run(directory, &[arguments, &["--format", "json"]].concat());
    let json = serde_json::from_str(&said.out);
    (
        said.code,
        json.unwrap_or_else(|_| panic!("{}{}", said.out, said.error)),
    )
}

pub(super) fn verdicts<'a>(json: &'a Value, by: &str) -> Vec<(&'a str, &'a str)> {
    let rows = json["rows"].as_array().expect("rows");
    let text = |value: &'a Value| value.as_str().expect("text");
    rows.iter()
        .map(|row| (text(&row["id"]), text(&row[by]["verdict"])))
        .collect()
}

pub(super) fn notes(json: &Value) -> String {
    json["notes"].to_string()
}

/// It cannot be compared, and says all of this.
pub(super) fn refused(directory: &Path, arguments: &[&str], words: &[&str]) {
    let said = run(directory, arguments);
    assert_eq!(
        said.code,
        Some(2),
        "{arguments:?}: {}{}",
        said.out,
        said.error
    );
    for word in words {
        assert!(
            said.error.contains(word),
            "{arguments:?}: no `{word}` in: {}",
            said.error
        );
    }
}

/// Around a middle, by as much as the share.
pub(super) fn around(middle: f64, share: f64) -> Vec<f64> {
    (0..30)
        .map(|i| middle * (1.0 + share * (f64::from(i * 7 % 11) / 5.0 - 1.0)))
        .collect()
}

pub(super) fn temporary() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

/// What Criterion writes of one id.
pub(super) fn criterion(home: &Path, baseline: &str, id: &str, times: &[f64]) -> PathBuf {
    let directory = home.join(id.replace('/', "_")).join(baseline);
    fs::create_dir_all(&directory).expect("a directory");
    let times: Vec<f64> = times.iter().map(|time| time * 10.0).collect();
    let iters = vec![10.0; times.len()];
    for (file, contents) in [
        (
            "benchmark.json",
            json!({ "full_id": id, "directory_name": id.replace('/', "_") }),
        ),
        (
            "estimates.json",
            json!({ "median": { "point_estimate": 1.0 } }),
        ),
        (
            "sample.json",
            json!({ "sampling_mode": "Flat", "iters": iters, "times": times }),
        ),
    ] {
        fs::write(directory.join(file), contents.to_string()).expect("written");
    }
    directory
}

pub(super) fn engine(version: &str, code_path: &str) -> EngineRecord {
    EngineRecord {
        id: "blst".into(),
        library: "blst".into(),
        version: version.into(),
        options: "-O2".into(),
        compiler: "cc 12".into(),
        code_path: code_path.into(),
        composed: false,
        absent: BTreeMap::new(),
    }
}

pub(super) fn record(engine: EngineRecord, ids: &[&str]) -> Record {
    let ids = ids.iter().map(ToString::to_string).collect();
    let mut record = Record::begin(Profile::Quick, 5, &[], &[Group::MinPk], ids);
    record.engines = vec![engine];
    // The tests themselves may be emulated.
    record.run.emulated = None;
    record
}

/// What `blsbench run` leaves of two ids; no middle is an error.
pub(super) fn run_of(directory: &Path, engine: EngineRecord, middles: [Option<f64>; 2]) {
    let mut recorder = Recorder::create(directory, record(engine, &[SIGN, VERIFY])).expect("made");
    for repetition in 0..5 {
        for (id, middle) in [SIGN, VERIFY].iter().zip(middles) {
            let samples = middle.map(|middle| around(middle + f64::from(repetition) / 10.0, 0.01));
            let result = match samples {
                Some(samples_ns) => results::Measured::Samples {
                    samples_ns,
                    iterations: 10,
                    allocated: None,
                },
                None => results::Measured::Error {
                    error: "a crash".into(),
                },
            };
            let measurement = Measurement {
                id: (*id).to_owned(),
                repetition,
                result,
            };
            recorder.append(&measurement).expect("kept");
        }
    }
    recorder.finish().expect("kept");
}

/// Folders of two runs.
pub(super) fn data(
    folder: &Path,
    name: &str,
    engine: EngineRecord,
    middles: [Option<f64>; 2],
) -> PathBuf {
    let run = folder.join(format!("run of {name}"));
    run_of(&run, engine, middles);
    let mut results = collect_run(&[run], Some(name)).expect("results");
    name.clone_into(&mut results.name);
    keep(&mut results, folder).expect("kept");
    folder.join(name)
}

/// A file of instruction counts.
pub(super) fn counts(path: &Path, target: &str, counts: &[(&str, f64)]) {
    let counts = counts
        .iter()
        .map(|(id, count)| (*id, json!({ "instructions": count })));
    let counts: BTreeMap<&str, Value> = counts.collect();
    let file = json!({ "version": 1, "tool": "callgrind", "target": target, "counts": counts });
    fs::write(path, file.to_string()).expect("written");
}
