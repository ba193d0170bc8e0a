//! Histories as files, and the commands that write and read them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    thread,
};

use bls_alerts::history::{self, Entry, Error, Figure, Source, append, read, thresholds};
use bls_api::{Group, Profile};
use bls_results::{Ledger, Machine};
use jiff::{SignedDuration, Timestamp};
use tempfile::TempDir;

fn directory() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

fn machine(cpu: &str) -> Machine {
    Machine {
        cpu: cpu.to_owned(),
        model: None,
        microcode: None,
        cores: 2,
        governor: None,
        turbo: None,
        os: "Linux".to_owned(),
    }
}

fn figure(ns: f64) -> Figure {
    Figure {
        ns,
        low: ns * 0.99,
        high: ns * 1.01,
    }
}

/// One run a day.
fn entry(day: i64, figures: &[(&str, f64)]) -> Entry {
    let time = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * day);
    let mut entry = Entry::new(
        time,
        format!("revision-{day}"),
        Source::Run,
        machine("A CPU"),
    );
    let figures = figures
        .iter()
        .map(|(id, ns)| ((*id).to_owned(), figure(*ns)));
    entry.figures = figures.collect();
    entry
}

fn line(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("an entry")
}

/// A history of this text.
fn file(directory: &TempDir, text: impl AsRef<[u8]>) -> PathBuf {
    let path = directory.path().join("a-cpu.jsonl");
    fs::write(&path, text).expect("a file");
    path
}

fn filled(directory: &TempDir, entries: &[Entry]) -> PathBuf {
    let path = directory.path().join("a-cpu.jsonl");
    for entry in entries {
        append(&path, entry).expect("an entry");
    }
    path
}

#[test]
fn what_is_added_is_read_in_the_order_of_time() {
    let directory = directory();
    let mut entries = [
        entry(2, &[("a", 10.0)]),
        entry(1, &[("a", 9.0), ("b/1", 1e9)]),
    ];
    entries[0].counts = [("a".to_owned(), 1234.5)].into();
    entries[0].anchor = Some("a".to_owned());
    let path = directory.path().join("deep/down/a-cpu.jsonl");
    for entry in &entries {
        assert_eq!(append(&path, entry).unwrap(), []);
    }
    let history = read(&path).unwrap();
    assert_eq!(history.name, "a-cpu");
    assert_eq!(history.problems, []);
    entries.reverse();
    assert_eq!(history.entries, entries);
}

#[test]
fn many_writers() {
    let directory = directory();
    let path = directory.path().join("a-cpu.jsonl");
    thread::scope(|scope| {
        for writer in 0..8 {
            let path = &path;
            scope.spawn(move || {
                for run in 0..20 {
                    append(path, &entry(100 * writer + run, &[("a", 10.0)])).expect("an entry");
                }
            });
        }
    });
    let history = read(&path).unwrap();
    assert_eq!((history.entries.len(), history.problems.len()), (160, 0));
}

/// Wherever a crash cuts a line, what was there before and what comes after can be read.
#[test]
fn a_torn_line_costs_that_line_alone() {
    let [first, mut torn, next] = [1, 2, 3].map(|day| entry(day, &[("a/é", 10.5), ("b", 2.0)]));
    torn.counts = [("a/é".to_owned(), 1e6)].into();
    let directory = directory();
    let whole = format!("{}\n", line(&first));
    let torn = line(&torn).into_bytes();
    for cut in 1..=torn.len() {
        let before = [whole.as_bytes(), &torn[..cut]].concat();
        let path = file(&directory, &before);
        let lost = usize::from(cut < torn.len());
        let history = read(&path).unwrap();
        assert_eq!(
            (history.entries.len(), history.problems.len()),
            (2 - lost, lost),
            "{cut}"
        );
        assert_eq!(append(&path, &next).unwrap().len(), lost);
        let after = fs::read(&path).unwrap();
        assert!(after.starts_with(&before), "{cut}");
        let history = read(&path).unwrap();
        assert_eq!(history.entries.len(), 3 - lost, "{cut}");
        assert_eq!(history.entries.last(), Some(&next));
        for problem in history.problems {
            assert!(problem.to_string().contains("a-cpu.jsonl:2"), "{problem}");
        }
    }
    // What a file system may leave that has lost power.
    let path = file(&directory, [whole.as_bytes(), &[0; 20]].concat());
    assert_eq!(read(&path).unwrap().problems.len(), 1);
}

#[test]
fn what_is_no_entry_is_an_error_that_says_where() {
    let directory = directory();
    let good = line(&entry(1, &[("some/id", 10.0)]));
    let with = |from: &str, to: &str| {
        let bad = good.replace(from, to);
        assert_ne!(bad, good, "{from}");
        bad
    };
    let ns = "\"ns\":10.0";
    let cases = [
        (with(ns, "\"ns\":0.0"), "some/id: 0 is no time"),
        (with(ns, "\"ns\":-3.0"), "some/id: -3 is no time"),
        (with(ns, "\"ns\":null"), "some/id.ns"),
        (with(ns, "\"ns\":NaN"), "some/id.ns"),
        (with(ns, "\"ns\":1e999"), "some/id.ns"),
        (with("\"version\":1", "\"version\":2"), "version 2"),
        (with("A CPU", "Another"), "it is of Another"),
        (with("1970-01-02T00:00:00Z", "yesterday"), "time"),
        (with("\"figures\"", "\"figure\""), "figures"),
        (with("}}}", "}}}}"), "trailing"),
        ("what is this".to_owned(), "expected value"),
    ];
    for (bad, expected) in cases {
        let text = format!("{good}\n{bad}\n{good}\n");
        let path = file(&directory, &text);
        for error in [
            read(&path).err(),
            append(&path, &entry(5, &[("a", 1.0)])).err(),
        ] {
            let error = error.expect(expected).to_string();
            assert!(
                error.contains("a-cpu.jsonl:2: ") && error.contains(expected),
                "{error}"
            );
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let missing = directory.path().join("none.jsonl");
    assert!(
        read(&missing)
            .unwrap_err()
            .to_string()
            .contains("none.jsonl")
    );
}

#[test]
fn what_must_not_be_added() {
    let directory = directory();
    let path = filled(&directory, &[entry(1, &[("a", 1.0)])]);
    let before = fs::read(&path).unwrap();
    let mut elsewhere = entry(2, &[("a", 1.0)]);
    elsewhere.machine = machine("Another CPU");
    let mut no_count = entry(2, &[]);
    no_count.counts = [("a".to_owned(), f64::NAN)].into();
    for (entry, expected) in [
        (elsewhere, "Another CPU"),
        (entry(1, &[("a", 2.0)]), "already"),
        (
            entry(2, &[("some/id", f64::INFINITY)]),
            "some/id: inf is no time",
        ),
        (no_count, "a: NaN is no count"),
    ] {
        let error = append(&path, &entry).unwrap_err();
        assert!(matches!(error, Error::Refused { .. }));
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[test]
fn thresholds_from_ten_runs_on() {
    // Changes of 1 % to 9 %: quartiles of 3 % and 7 %.
    let mut ns = 100.0;
    let mut entries = vec![entry(0, &[("a", ns)])];
    for percent in [5, 1, 9, 3, 7, 2, 8, 4, 6] {
        ns *= 1.0 + f64::from(percent) / 100.0;
        entries.push(entry(i64::from(percent), &[("a", ns), ("b", 1.0)]));
    }
    let found = thresholds(&entries, 0.01);
    assert_eq!(found.keys().collect::<Vec<_>>(), ["a"]);
    assert!((found["a"] - 0.19).abs() < 1e-9, "{found:?}");
    assert!((thresholds(&entries, 0.5)["a"] - 0.5).abs() < 1e-9);
    assert!(thresholds(&entries[1..], 0.01).is_empty());
}

/// The program, in a directory without a workspace.
fn program(directory: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_bls-alerts"))
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

/// As Criterion leaves it.
fn measured(directory: &Path, id: &str, ns: f64) {
    let inside = directory
        .join("criterion")
        .join(id.replace('/', "_"))
        .join("new");
    fs::create_dir_all(&inside).expect("a directory");
    let write = |name: &str, value: serde_json::Value| {
        fs::write(inside.join(name), value.to_string()).expect("a file");
    };
    let interval = serde_json::json!({ "lower_bound": ns * 0.99, "upper_bound": ns * 1.01 });
    let median = serde_json::json!({ "point_estimate": ns, "confidence_interval": interval });
    write(
        "benchmark.json",
        serde_json::json!({ "full_id": id, "directory_name": id }),
    );
    write("estimates.json", serde_json::json!({ "median": median }));
    write(
        "sample.json",
        serde_json::json!({ "iters": [1.0, 2.0], "times": [ns, 2.0 * ns] }),
    );
}

const RECORD: [&str; 7] = [
    "record",
    "--criterion",
    "criterion",
    "--to",
    "history",
    "--machine",
    "My (R) machine",
];

#[test]
fn record_takes_any_criterion_directory_once() {
    let directory = directory();
    let here = directory.path();
    measured(here, "fast/1", 12.5);
    measured(here, "slow", 1e6);
    let (code, out, error) = program(here, &RECORD);
    assert_eq!(code, Some(0), "{error}");
    assert!(
        out.contains("history/my-machine.jsonl: added 2 times and 0 counts"),
        "{out}"
    );
    let (code, _, error) = program(here, &RECORD);
    assert_eq!(code, Some(2));
    assert!(error.contains("already"), "{error}");

    // What is not measured again is not recorded again.
    measured(here, "slow", 1.1e6);
    fs::write(here.join("blsbench.toml"), "anchor = 'slow'").unwrap();
    let counts =
        r#"{"version": 1, "tool": "t", "target": "x", "counts": {"slow": {"instructions": 7}}}"#;
    fs::write(here.join("counts.json"), counts).unwrap();
    let more = ["--revision", "1.2.3", "--counts", "counts.json"];
    let (code, out, error) = program(here, &[&RECORD[..], &more].concat());
    assert_eq!(code, Some(0), "{error}");
    assert!(out.contains("added 1 times and 1 counts of 1.2.3"), "{out}");
    let entries = read(&here.join("history/my-machine.jsonl"))
        .unwrap()
        .entries;
    assert_eq!(entries.len(), 2);
    assert!((entries[0].figures["fast/1"].ns - 12.5).abs() < 1e-9);
    assert_eq!(entries[1].figures.keys().collect::<Vec<_>>(), ["slow"]);
    assert_eq!(entries[1].anchor.as_deref(), Some("slow"));
    assert_eq!(entries[1].counter.as_deref(), Some("t; x"));
    assert_eq!(entries[1].machine, Machine::this());
}

#[test]
fn record_refuses_emulated_times() {
    let directory = directory();
    let here = directory.path();
    let id = "min_pk/sign/blst";
    measured(here, id, 12.5);
    let ids = vec![id.to_owned()];
    let mut record = bls_results::Record::begin(Profile::Quick, 1, &[], &[Group::MinPk], ids);
    record.run.emulated = Some("qemu".to_owned());
    let mut ledger = Ledger::begin(&here.join("criterion"), record).unwrap();
    ledger.measured(&id.parse().unwrap(), None).unwrap();
    let (code, _, error) = program(here, &RECORD);
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("emulated by `qemu`"), "{error}");
    assert!(!here.join("history").exists());
}

#[test]
fn record_refuses_what_cannot_be_read() {
    let directory = directory();
    let here = directory.path();
    let (code, _, error) = program(here, &RECORD);
    assert!(code == Some(2) && error.contains("criterion"), "{error}");
    measured(here, "good", 1.0);
    assert_eq!(program(here, &RECORD).0, Some(0));
    let path = here.join("history/my-machine.jsonl");
    let before = fs::read(&path).unwrap();

    let estimates = here.join("criterion/some_id/new/estimates.json");
    let samples = here.join("criterion/some_id/new/sample.json");
    for bad in ["", "{\"median\": {\"point_estim", "[]"] {
        measured(here, "some/id", 2.0);
        fs::write(&estimates, bad).unwrap();
        refused(here, "estimates.json");
    }
    measured(here, "some/id", 2.0);
    fs::copy(&samples, &estimates).unwrap();
    refused(here, "estimates.json");
    for ns in [0.0, -1.0, f64::NAN] {
        measured(here, "some/id", ns);
        refused(here, "estimates.json");
    }
    measured(here, "some/id", 2.0);
    fs::remove_file(&samples).unwrap();
    refused(here, "sample.json");
    assert_eq!(fs::read(&path).unwrap(), before);
}

fn refused(here: &Path, file: &str) {
    let (code, _, error) = program(here, &RECORD);
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("some/id") && error.contains(file), "{error}");
}

#[test]
fn record_takes_a_folder_of_results() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/data");
    let folders = bls_results::folders(&data).unwrap();
    let folder = folders.first().expect("the project's own results");
    let directory = directory();
    let arguments = [
        "record",
        "--to",
        "history",
        "--data",
        folder.to_str().unwrap(),
    ];
    let (code, out, error) = program(directory.path(), &arguments);
    assert_eq!(code, Some(0), "{error}");
    let files = history::files(&directory.path().join("history")).unwrap();
    let entry = read(&files[0]).unwrap().entries.remove(0);
    let results = bls_results::read(folder).unwrap();
    assert!(!entry.figures.is_empty(), "{out}");
    for (id, figure) in &entry.figures {
        assert_eq!(
            results
                .row(id)
                .and_then(|row| row.figure().map(Figure::from)),
            Some(*figure)
        );
    }
    assert_eq!(entry.machine, results.environment.machine);
    assert_eq!(entry.rust.as_ref(), Some(&results.environment.rust));
    let (code, ..) = program(directory.path(), &arguments);
    assert_eq!(code, Some(2));
}

/// About half a per cent of noise, the same every time.
fn noisy(level: f64, random: &mut fastrand::Rng) -> f64 {
    level * (1.0 + 0.01 * (random.f64() - 0.5))
}

#[test]
fn trend_names_what_got_worse_and_since_when() {
    let mut random = fastrand::Rng::with_seed(1);
    // `leak` loses a little with every run, `faster` gains, `counted` has more to do at equal times.
    let mut entries = Vec::new();
    for day in 0..40 {
        let step = if day >= 25 { 1.10 } else { 1.0 };
        let mut entry = entry(
            day,
            &[
                ("calm", noisy(100.0, &mut random)),
                ("slower", noisy(1e6 * step, &mut random)),
                ("faster", noisy(1e6 / step, &mut random)),
                ("counted", noisy(50.0, &mut random)),
            ],
        );
        entry.counts = [(
            "counted".to_owned(),
            if day >= 30 { 1001.0 } else { 1000.0 },
        )]
        .into();
        entries.push(entry);
    }
    let directory = directory();
    filled(&directory, &entries);
    let (code, out, error) = program(directory.path(), &["trend", "--history", "."]);
    assert_eq!(code, Some(1), "{error}");
    let row = |id: &str| {
        out.lines()
            .find(|line| line.trim().starts_with(id))
            .unwrap_or_default()
    };
    for (id, revision, verdict) in [
        ("slower", "revision-25", "worse"),
        ("faster", "revision-25", "better"),
        ("counted", "revision-30", "worse"),
    ] {
        assert!(
            row(id).contains(revision) && row(id).contains(verdict),
            "{id}: {out}"
        );
    }
    assert!(
        row("calm").is_empty() && out.contains("E-divisive"),
        "{out}"
    );

    let only = ["trend", "--history", "a-cpu.jsonl", "--id"];
    let (code, out, _) = program(directory.path(), &[&only[..], &["^faster$"]].concat());
    assert!(code == Some(0) && out.contains("better"), "{out}");
    let (code, _, error) = program(directory.path(), &[&only[..], &["nothing"]].concat());
    assert!(code == Some(2) && error.contains("nothing"), "{error}");
    let (code, out, _) = program(
        directory.path(),
        &[&only[..], &["^slower$", "--format", "json"]].concat(),
    );
    assert_eq!(code, Some(1));
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let mut changes = json[0]["changes"].as_array().into_iter().flatten();
    let worse = changes.find(|change| change["verdict"] == "worse");
    assert_eq!(worse.expect("a change")["revision"], "revision-25", "{out}");
}

/// A machine that changes its pace changes nothing that is measured by an anchor.
#[test]
fn trend_by_an_anchor() {
    let mut random = fastrand::Rng::with_seed(2);
    let entries: Vec<Entry> = (0..40)
        .map(|day| {
            let pace = if day >= 20 { 1.3 } else { 1.0 };
            let step = if day >= 30 { 1.03 } else { 1.0 };
            let ids = [("anchor", 100.0), ("calm", 50.0), ("slower", 10.0 * step)];
            let figures = ids.map(|(id, ns)| (id, noisy(pace * ns, &mut random)));
            entry(day, &figures)
        })
        .collect();
    let directory = directory();
    filled(&directory, &entries);
    let arguments = ["trend", "--history", ".", "--id", "^(calm|slower)$"];
    let (code, out, _) = program(directory.path(), &arguments);
    assert!(code == Some(1) && out.contains("calm"), "{out}");
    fs::write(directory.path().join("blsbench.toml"), "anchor = 'anchor'").unwrap();
    let (code, out, _) = program(directory.path(), &arguments);
    assert_eq!(code, Some(1), "{out}");
    assert!(
        out.contains("revision-30") && !out.contains("calm"),
        "{out}"
    );
    // The anchor itself is shown and never blamed.
    let (code, out, _) = program(
        directory.path(),
        &["trend", "--history", ".", "--id", "anchor"],
    );
    assert!(code == Some(0) && out.contains("revision-20"), "{out}");
}

#[test]
fn trend_says_how_many_runs_it_takes() {
    let directory = directory();
    let entries: Vec<Entry> = (0..6).map(|day| entry(day, &[("a", 1.0)])).collect();
    filled(&directory, &entries[..5]);
    let (code, out, _) = program(directory.path(), &["trend", "--history", "."]);
    assert_eq!(code, Some(0));
    assert!(
        out.contains("No change points can be found yet") && out.contains("takes 6"),
        "{out}"
    );
    filled(&directory, &entries[5..]);
    let (_, out, _) = program(directory.path(), &["trend", "--history", "."]);
    assert!(out.contains("0.05 / 1 series"), "{out}");
}

#[test]
fn trend_says_what_it_cannot_read() {
    let directory = directory();
    let (code, _, error) = program(directory.path(), &["trend", "--history", "."]);
    assert!(code == Some(2) && error.contains("no history"), "{error}");
    let good = line(&entry(1, &[("a", 1.0)]));
    file(&directory, format!("{good}\n{}", &good[..50]));
    let (code, _, error) = program(directory.path(), &["trend", "--history", "."]);
    assert!(
        code == Some(0) && error.contains("a-cpu.jsonl:2"),
        "{error}"
    );
    file(
        &directory,
        format!("{good}\n{}\n", good.replace("1.0", "0.0")),
    );
    let (code, _, error) = program(directory.path(), &["trend", "--history", "."]);
    assert!(
        code == Some(2) && error.contains("a-cpu.jsonl:2: a: 0 is no time"),
        "{error}"
    );
}
