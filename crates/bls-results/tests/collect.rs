//! From what programs that measure leave behind to a folder, and what is wrong with files on the way.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

use bls_api::{Allocated, Group, Id, Profile};
use bls_results::{
    EngineRecord, Figure, Ledger, Measured, Measurement, Outcome, Problem, Record, Recorder,
    Results, collect_criterion, collect_run, folders, keep, pages, read,
};

const IDS: [&str; 4] = [
    "min_pk/sign/blst",
    "min_pk/verify/blst",
    "min_pk/aggregate_verify/blst/10",
    "min_pk/aggregate_verify/blst/100",
];

fn id(text: &str) -> Id {
    text.parse().expect("an id")
}

fn record(ids: &[&str]) -> Record {
    let ids = ids.iter().map(ToString::to_string).collect();
    let mut record = Record::begin(Profile::Quick, 1, &[], &[Group::MinPk], ids);
    // The tests themselves may be emulated.
    record.run.emulated = None;
    record
}

const ALLOCATED: Option<Allocated> = Some(Allocated {
    bytes: 96,
    allocations: 2,
});

/// What Criterion writes of one id.
fn criterion(directory: &Path, folder: &str, id: &str, median: &str) -> PathBuf {
    let path = directory.join(folder).join("new");
    fs::create_dir_all(&path).expect("a folder");
    let benchmark = serde_json::json!({ "full_id": id, "directory_name": folder });
    fs::write(path.join("benchmark.json"), benchmark.to_string()).expect("a file");
    let estimates = format!(
        r#"{{"median": {{"point_estimate": {median},
            "confidence_interval": {{"lower_bound": 90.5, "upper_bound": 110.5}}}}}}"#
    );
    fs::write(path.join("estimates.json"), estimates).expect("a file");
    fs::write(path.join("sample.json"), r#"{"iters": [1.0, 1.0, 1.0]}"#).expect("a file");
    path
}

/// A ledger of the first id measured, the second gone wrong, the third absent; the fourth did not
/// have its turn.
fn measured(directory: &Path) -> Results {
    let mut ledger = Ledger::begin(directory, record(&IDS)).expect("a ledger");
    ledger.measured(&id(IDS[0]), ALLOCATED).expect("kept");
    ledger.error(&id(IDS[1]), "a crash".into()).expect("kept");
    ledger
        .absent(&id(IDS[2]), "no such function".into())
        .expect("kept");
    // Of an earlier run, which went well.
    criterion(directory, "min_pk_verify/blst", IDS[1], "100.0");
    criterion(directory, "min_pk_sign/blst", IDS[0], "100.1234567");
    collect_criterion(directory, Some("A (good) machine")).expect("results")
}

fn outcomes(results: &Results) -> Vec<(String, &Outcome)> {
    let rows = results.rows.iter();
    rows.map(|row| (row.id.to_string(), &row.outcome)).collect()
}

#[test]
fn criterion_expected_against_found() {
    let folder = tempfile::tempdir().unwrap();
    let results = measured(folder.path());
    let figure = Figure {
        ns: 100.123,
        low: 90.5,
        high: 110.5,
        samples: 3,
        allocated: ALLOCATED,
    };
    let expected = [
        Outcome::Measured(figure),
        Outcome::Error {
            why: "a crash".into(),
        },
        Outcome::Absent {
            why: "no such function".into(),
        },
        Outcome::Missing,
    ];
    let expected: Vec<_> = IDS.map(str::to_owned).into_iter().zip(&expected).collect();
    assert_eq!(outcomes(&results), expected);
    assert_eq!(results.problems, []);
    assert!(
        results.name.contains("-a-good-machine-"),
        "{}",
        results.name
    );
    assert!((figure.spread() - 0.0998).abs() < 1e-3);
}

#[test]
fn what_is_wrong_is_named_and_the_rest_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path();
    measured(directory);
    for (file, text, of_id) in [
        ("min_pk_sign/blst/new/estimates.json", "", Some(IDS[0])),
        (
            "min_pk_sign/blst/new/estimates.json",
            r#"{"median": {"point"#,
            Some(IDS[0]),
        ),
        ("min_pk_sign/blst/new/sample.json", "[]", Some(IDS[0])),
        ("min_pk_sign/blst/new/benchmark.json", "{", None),
    ] {
        criterion(directory, "min_pk_sign/blst", IDS[0], "100.0");
        fs::write(directory.join(file), text).unwrap();
        let results = collect_criterion(directory, None).unwrap();
        let problem = results.problems.first().unwrap();
        assert_eq!(
            (problem.file.as_str(), problem.id.as_deref()),
            (file, of_id)
        );
        assert_eq!(results.rows.len(), IDS.len(), "{file}");
        let outcome = &results.row(IDS[0]).unwrap().outcome;
        assert!(
            matches!(outcome, Outcome::Error { .. }),
            "{file}: {outcome:?}"
        );
    }
    criterion(directory, "min_pk_sign/blst", IDS[0], "-1.0");
    let results = collect_criterion(directory, None).unwrap();
    assert!(results.problems[0].why.contains("no time"), "{results:?}");

    fs::write(directory.join("blsbench.json"), "{").unwrap();
    let error = collect_criterion(directory, None).unwrap_err().to_string();
    assert!(error.contains("blsbench.json: EOF"), "{error}");
}

#[test]
fn foreign_results_stand_apart() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path();
    let script = "<script>alert(1)</script>";
    criterion(directory, "foreign", script, "1.0");
    criterion(directory, "unrecorded", "min_pk/keygen/blst", "1.0");
    criterion(directory, "min_pk_sign/twin", IDS[0], "1.0");
    let results = measured(directory);
    let problem = |of_id: &str| {
        let mut problems = results.problems.iter();
        let problem = problems.find(|problem| problem.id.as_deref() == Some(of_id));
        problem.expect("a problem").why.clone()
    };
    assert!(problem(script).contains("is not group/operation/engine"));
    assert!(problem("min_pk/keygen/blst").contains("measure again"));
    assert!(problem(IDS[0]).contains("the same id"), "{results:?}");
    assert_eq!(results.problems.len(), 3);
}

#[test]
fn the_newest_measurement_counts() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path();
    measured(directory);
    let again = record(&IDS[1..]);
    let started = again.run.started.clone();
    let mut ledger = Ledger::begin(directory, again).unwrap();
    ledger.measured(&id(IDS[1]), None).unwrap();
    let results = collect_criterion(directory, None).unwrap();
    assert!(results.row(IDS[1]).unwrap().figure().is_some());
    assert_eq!(results.environment.runs.len(), 2);
    let run = results.row(IDS[1]).unwrap().run;
    assert_eq!(results.environment.runs[run].started, started);
    // What nothing is left of is forgotten.
    let mut ledger = Ledger::begin(directory, record(&IDS[..3])).unwrap();
    for text in &IDS[..3] {
        ledger.error(&id(text), "a crash".into()).unwrap();
    }
    Ledger::begin(directory, record(&[])).unwrap();
    let results = collect_criterion(directory, None).unwrap();
    assert_eq!((results.environment.runs.len(), results.rows.len()), (2, 3));
}

#[test]
fn another_machine_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path();
    let mut other = record(&IDS[..1]);
    other.machine.cpu = "another".into();
    let mut ledger = Ledger::begin(directory, other).unwrap();
    ledger.error(&id(IDS[0]), "a crash".into()).unwrap();
    Ledger::begin(directory, record(&IDS[1..])).unwrap();
    let results = collect_criterion(directory, None).unwrap();
    assert_eq!(results.rows.len(), 3);
    let [problem] = &results.problems[..] else {
        panic!("{results:?}")
    };
    assert!(problem.why.contains("another machine"), "{problem}");
}

#[test]
fn an_engine_that_was_built_otherwise_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
    let engine = |id: &str, version: &str| EngineRecord {
        id: id.into(),
        library: "library".into(),
        version: version.into(),
        options: String::new(),
        compiler: String::new(),
        code_path: String::new(),
        composed: false,
        absent: [].into(),
    };
    let run = |directory: &Path, version: &str, ids: &[&str]| {
        let mut record = record(ids);
        record.engines = vec![engine("blst", version), engine("herumi", "1")];
        let mut recorder = Recorder::create(directory, record).expect("a run");
        for id in ids {
            recorder.append(&samples(id, 0, 1.0)).expect("kept");
        }
    };
    run(&old, "1", &[IDS[0], IDS[1], "min_pk/sign/herumi"]);
    run(&new, "2", &[IDS[0]]);
    let results = collect_run(&[old, new], None).unwrap();
    let ids: Vec<_> = results.rows.iter().map(|row| row.id.to_string()).collect();
    assert_eq!(ids, [IDS[0], "min_pk/sign/herumi"]);
    assert_eq!(results.engine("blst").unwrap().version, "2");
    let [problem] = &results.problems[..] else {
        panic!("{results:?}")
    };
    assert_eq!(problem.id.as_deref(), Some(IDS[1]));
    assert!(problem.why.contains("built otherwise"), "{problem}");
}

fn samples(id: &str, repetition: u32, ns: f64) -> Measurement {
    Measurement {
        id: id.to_owned(),
        repetition,
        result: Measured::Samples {
            samples_ns: vec![ns, ns, ns * 2.0],
            iterations: 1,
            allocated: ALLOCATED,
        },
    }
}

#[test]
fn repetitions_of_runs() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    let mut recorder = Recorder::create(&first, record(&IDS)).unwrap();
    for (repetition, ns) in [(0, 100.0), (1, 120.0), (2, 110.0)] {
        recorder.append(&samples(IDS[0], repetition, ns)).unwrap();
        recorder.append(&samples(IDS[1], repetition, ns)).unwrap();
    }
    let error = Measurement {
        id: IDS[1].to_owned(),
        repetition: 3,
        result: Measured::Error {
            error: "a crash".into(),
        },
    };
    recorder.append(&error).unwrap();
    recorder.finish().unwrap();
    let runs = [first.clone(), second.clone()];
    let results = collect_run(&runs[..1], None).unwrap();
    let figure = *results.row(IDS[0]).unwrap().figure().unwrap();
    let expected = Figure {
        ns: 110.0,
        low: 100.0,
        high: 120.0,
        samples: 9,
        allocated: ALLOCATED,
    };
    assert_eq!(figure, expected);
    let crash = Outcome::Error {
        why: "a crash".into(),
    };
    assert_eq!(results.row(IDS[1]).unwrap().outcome, crash);
    assert_eq!(results.row(IDS[2]).unwrap().outcome, Outcome::Missing);

    // A later run of some of them, killed in the middle of a line.
    let mut recorder = Recorder::create(&second, record(&IDS[1..])).unwrap();
    recorder.append(&samples(IDS[1], 0, 7.0)).unwrap();
    let lines = second.join("measurements.jsonl");
    let mut text = fs::read_to_string(&lines).unwrap();
    text.push_str(r#"{"id": "min_pk/verify"#);
    fs::write(&lines, text).unwrap();
    let results = collect_run(&runs, None).unwrap();
    assert_eq!(results.row(IDS[0]).unwrap().figure(), Some(&figure));
    let again = results.row(IDS[1]).unwrap().figure().unwrap();
    assert!((again.ns - 7.0).abs() < 1e-9, "{again:?}");
    assert_eq!(results.problems[0].file, "measurements.jsonl:2");
    assert!(collect_run(&[], None).is_err());
    assert!(
        Recorder::create(&first, record(&[])).is_err(),
        "written over"
    );
}

#[test]
fn folders_never_change() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("reports/data");
    let mut results = measured(&folder.path().join("criterion"));
    results.problems.push(Problem {
        file: "benchmark.json".into(),
        id: Some("<script>".into()),
        why: "no id".into(),
    });
    assert!(keep(&mut results, &data).unwrap());
    let first = data.join(&results.name);
    let before = fs::read(first.join("results.json")).unwrap();
    assert_eq!(read(&first).unwrap(), results);
    assert!(!keep(&mut results, &data).unwrap());

    results.rows.pop();
    assert!(keep(&mut results, &data).unwrap());
    assert!(results.name.ends_with("-2"), "{}", results.name);
    assert_eq!(fs::read(first.join("results.json")).unwrap(), before);
    assert_eq!(folders(&data).unwrap().len(), 2);
    let csv = fs::read_to_string(first.join("results.csv")).unwrap();
    let line = csv.lines().nth(1).unwrap();
    assert_eq!(
        line,
        "min_pk/sign/blst,min_pk,sign,blst,,one,measured,100.123,90.5,110.5,3,96,2,"
    );
    // An id that the table has no more is a problem, and the rest is there.
    let renamed = String::from_utf8(before)
        .unwrap()
        .replace("/sign/", "/signe/");
    fs::write(first.join("results.json"), renamed).unwrap();
    let results = read(&first).unwrap();
    assert_eq!(results.rows.len(), IDS.len() - 1);
    assert!(
        results
            .problems
            .iter()
            .any(|problem| problem.why.contains("signe"))
    );
}

#[test]
fn two_at_once_keep_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let results = measured(&folder.path().join("criterion"));
    let kept = thread::scope(|scope| {
        let threads = [(); 4].map(|()| scope.spawn(|| keep(&mut results.clone(), &data).unwrap()));
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(kept.iter().filter(|new| **new).count(), 1);
    assert_eq!(folders(&data).unwrap().len(), 1);
    assert_eq!(
        fs::read_dir(&data).unwrap().count(),
        1,
        "something was left"
    );
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut results = measured(&folder.path().join("criterion"));
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = keep(&mut results, &file.join("data")).unwrap_err();
    assert!(error.to_string().contains("file/data"), "{error}");
    assert!(folders(&folder.path().join("none")).unwrap().is_empty());
    assert!(pages(&folder.path().join("none")).is_err());
}
