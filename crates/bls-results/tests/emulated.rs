//! Runs under an emulator: their times are never results, and their pages say so.

use std::{fs, path::Path};

use bls_api::{Group, Profile};
use bls_results::{
    Emulated, Ledger, Measured, Measurement, Record, Recorder, collect_criterion, collect_run,
    keep, mark_emulated, read,
};

const ID: &str = "min_pk/sign/blst";

fn record(started: &str, emulator: Option<&str>) -> Record {
    let mut record = Record::begin(Profile::Quick, 1, &[], &[Group::MinPk], vec![ID.to_owned()]);
    started.clone_into(&mut record.run.started);
    record.run.emulated = emulator.map(str::to_owned);
    record
}

fn ledger(directory: &Path, record: Record) -> Ledger {
    let mut ledger = Ledger::begin(directory, record).expect("a ledger");
    ledger
        .error(&ID.parse().expect("an id"), "a crash".into())
        .expect("kept");
    ledger
}

#[test]
fn an_emulated_bench_has_no_results() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path();
    ledger(directory, record("2026-01-02T00:00:00Z", Some("qemu -x")));
    let error = collect_criterion(directory, None).unwrap_err().to_string();
    for expected in ["blsbench.json", "emulated by `qemu -x`", "blsbench count"] {
        assert!(error.contains(expected), "{error}");
    }
    // Beside one that was not: that one alone, also where it is the older.
    let other = "min_pk/verify/blst";
    let mut native = record("2026-01-01T00:00:00Z", None);
    native.ids.push(other.to_owned());
    let mut native = Ledger::begin(directory, native).unwrap();
    native
        .error(&other.parse().unwrap(), "a crash".into())
        .unwrap();
    let results = collect_criterion(directory, None).unwrap();
    let ids: Vec<_> = results.rows.iter().map(|row| row.id.to_string()).collect();
    assert_eq!(ids, [other]);
    let [problem] = &results.problems[..] else {
        panic!("{results:?}")
    };
    assert!(
        problem.why.contains("2026-01-02") && problem.why.contains("emulated"),
        "{problem}"
    );
}

#[test]
fn an_emulated_run_has_no_results() {
    let folder = tempfile::tempdir().unwrap();
    let [native, emulated] = ["native", "emulated"].map(|name| folder.path().join(name));
    for (directory, emulator) in [(&native, None), (&emulated, Some("qemu"))] {
        let record = record("2026-01-02T00:00:00Z", emulator);
        let mut recorder = Recorder::create(directory, record).unwrap();
        let measurement = Measurement {
            id: ID.to_owned(),
            repetition: 0,
            result: Measured::Samples {
                samples_ns: vec![1.0],
                iterations: 1,
                allocated: None,
            },
        };
        recorder.append(&measurement).unwrap();
        recorder.finish().unwrap();
    }
    let error = collect_run(&[emulated], None).unwrap_err().to_string();
    assert!(
        error.contains("run.json") && error.contains("emulated"),
        "{error}"
    );
    // Nor is a folder of results that has such a run, wherever it is from.
    let mut results = collect_run(&[native], None).unwrap();
    let data = folder.path().join("data");
    keep(&mut results, &data).unwrap();
    let kept = data.join(&results.name);
    assert_eq!(read(&kept).unwrap(), results);
    let environment = kept.join("environment.toml");
    let text = fs::read_to_string(&environment).unwrap();
    let text = text.replace("[[runs]]", "[[runs]]\nemulated = \"qemu\"");
    fs::write(&environment, text).unwrap();
    let error = read(&kept).unwrap_err().to_string();
    assert!(
        error.contains("environment.toml") && error.contains("emulated"),
        "{error}"
    );
}

#[test]
fn criterions_pages_get_a_banner_once() {
    let target = tempfile::tempdir().unwrap();
    let of_target = |name: &str| target.path().join(name).join("criterion");
    // What was measured is nobody's business here, and neither is a directory of Cargo's.
    ledger(
        &target.path().join("criterion"),
        record("2026-01-02T00:00:00Z", None),
    );
    ledger(&of_target("native"), record("2026-01-02T00:00:00Z", None));
    fs::create_dir(target.path().join("release")).unwrap();
    let directory = of_target("aarch64");
    let emulator = "qemu <-x> & more";
    let mut emulated = record("2026-01-02T00:00:00Z", Some(emulator));
    emulated.rust.target = "aarch64".to_owned();
    ledger(&directory, emulated);
    fs::create_dir_all(of_target("broken")).unwrap();
    fs::write(of_target("broken").join("blsbench.json"), "{").unwrap();

    let (all, errors) = Emulated::all(target.path());
    let expected = Emulated {
        target: "aarch64".to_owned(),
        emulator: emulator.to_owned(),
        directory: directory.clone(),
    };
    assert_eq!(all, [expected]);
    let [error] = &errors[..] else {
        panic!("{errors:?}")
    };
    assert!(error.to_string().contains("broken/criterion/blsbench.json"));

    let pages = [
        ("report/index.html", "<html><body>\n<p>1 ms</p>"),
        ("min_pk_sign/blst/report/index.html", "no body"),
    ];
    for (page, text) in pages {
        let path = directory.join(page);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let read = |page: &str| fs::read_to_string(directory.join(page)).unwrap();
    mark_emulated(&directory, emulator).unwrap();
    let once = pages.map(|(page, _)| read(page));
    assert!(
        once[0].starts_with("<html><body><!-- blsbench: emulated --><p role"),
        "{}",
        once[0]
    );
    for (marked, (_, text)) in once.iter().zip(pages) {
        assert!(
            marked.ends_with(&text.replace("<html><body>", "")),
            "{marked}"
        );
        assert!(marked.contains("`qemu &lt;-x> &amp; more`"), "{marked}");
    }
    mark_emulated(&directory, emulator).unwrap();
    assert_eq!(pages.map(|(page, _)| read(page)), once);
    assert!(mark_emulated(&of_target("none"), emulator).is_err());
    let (all, errors) = Emulated::all(&of_target("none"));
    assert!(all.is_empty() && errors.is_empty(), "{errors:?}");
}
