//! `report`, `show` and `export` as a person uses them, on results that nobody measured.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use bls_api::{Group, Profile};
use bls_engines::LINKED;
use bls_results::{Ledger, Record};
use tempfile::TempDir;

const IDS: [&str; 2] = ["min_pk/sign/blst", "min_pk/sign/herumi"];

/// A target directory of Cargo with what `cargo bench` would have left there.
fn measured() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let criterion = folder.path().join("criterion");
    let ids = IDS.map(str::to_owned).to_vec();
    let mut record = Record::begin(Profile::Quick, 1, LINKED, &[Group::MinPk], ids);
    // The tests themselves may be emulated.
    record.run.emulated = None;
    let mut ledger = Ledger::begin(&criterion, record).expect("a ledger");
    for (id, ns) in [(IDS[0], 386_400.0), (IDS[1], 421_000.0)] {
        let directory = id.replacen('/', "_", 1);
        let new = criterion.join(&directory).join("new");
        fs::create_dir_all(&new).expect("a folder");
        fs::create_dir_all(criterion.join(&directory).join("report")).expect("a folder");
        for (file, contents) in [
            (
                "new/benchmark.json",
                serde_json::json!({ "full_id": id, "directory_name": directory }),
            ),
            (
                "new/estimates.json",
                serde_json::json!({ "median": {
                    "point_estimate": ns,
                    "confidence_interval": { "lower_bound": ns - 1e3, "upper_bound": ns + 1e3 },
                } }),
            ),
            ("new/sample.json", serde_json::json!({ "iters": [1.0] })),
            ("report/index.html", serde_json::json!("Criterion's page")),
        ] {
            let path = criterion.join(&directory).join(file);
            fs::write(path, contents.to_string()).expect("a file");
        }
        let id = id.parse().expect("an id");
        ledger.measured(&id, None).expect("kept");
    }
    folder
}

fn blsbench(target: &TempDir, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output: Output = Command::new(env!("CARGO_BIN_EXE_blsbench"))
        .env("CARGO_TARGET_DIR", target.path())
        .args(arguments)
        .output()
        .expect("the tool starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

fn site(target: &TempDir) -> PathBuf {
    target.path().join("site")
}

fn report(target: &TempDir) -> (Option<i32>, String, String) {
    let site = site(target);
    let arguments = [
        "report",
        "--machine",
        "test",
        "--out",
        &site.to_string_lossy(),
    ];
    blsbench(target, &arguments)
}

/// Everything of a kind under a directory.
fn files(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found
}

fn group_page(target: &TempDir) -> String {
    let pages = files(&site(target).join("pages"), "html");
    let page = pages.iter().find(|page| page.ends_with("min_pk.html"));
    fs::read_to_string(page.expect("a page of the group")).expect("text")
}

#[test]
fn pages_of_what_was_measured() {
    let target = measured();
    let (code, stdout, stderr) = report(&target);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.contains("kept in "), "{stdout}");
    let page = group_page(&target);
    for expected in [
        "386 µs",
        "421 µs",
        "1.09×",
        "criterion/min_pk_sign/blst/report/index.html",
    ] {
        assert!(page.contains(expected), "no {expected} in {page}");
    }
    let (code, stdout, _) = report(&target);
    assert_eq!(code, Some(0));
    assert!(stdout.contains("already in "), "{stdout}");
    assert_eq!(files(&site(&target).join("data"), "toml").len(), 1);
    // What others have published is there, and what nobody measured here is said.
    let seeds = fs::read_to_string(site(&target).join("seeds.html")).unwrap();
    assert!(seeds.contains("BenchmarkBlstAggregateVerify100-8"));
}

#[test]
fn broken_files_are_named_and_the_rest_is_shown() {
    let target = measured();
    let script = "min_pk/sign/<script>alert(1)</script>";
    let foreign = target.path().join("criterion/foreign/new");
    fs::create_dir_all(&foreign).unwrap();
    let benchmark = serde_json::json!({ "full_id": script, "directory_name": "foreign" });
    fs::write(foreign.join("benchmark.json"), benchmark.to_string()).unwrap();
    let half = "min_pk_sign/blst/new/estimates.json";
    fs::write(
        target.path().join("criterion").join(half),
        "{\"median\": {\"po",
    )
    .unwrap();
    let (code, stdout, stderr) = report(&target);
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    assert!(
        stderr.contains(&format!("{half}: min_pk/sign/blst: EOF")),
        "{stderr}"
    );
    assert!(stderr.contains(script), "{stderr}");
    let page = group_page(&target);
    assert!(
        page.contains("421 µs") && !page.contains("386 µs"),
        "{page}"
    );
    for page in files(&site(&target), "html") {
        let text = fs::read_to_string(&page).unwrap();
        assert!(!text.contains("<script>alert"), "{}", page.display());
    }
}

#[test]
fn without_results_there_are_the_published_ones() {
    let target = tempfile::tempdir().unwrap();
    let (code, stdout, stderr) = report(&target);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.contains("nothing new"), "{stdout}");
    assert!(site(&target).join("index.html").is_file());
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let target = measured();
    fs::write(site(&target), "a file").unwrap();
    let (code, _, stderr) = report(&target);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("site"), "{stderr}");
    assert_eq!(fs::read_to_string(site(&target)).unwrap(), "a file");
}

#[test]
fn tables_and_formats() {
    let target = measured();
    let (code, stdout, _) = blsbench(&target, &["show", "min_pk"]);
    assert_eq!(code, Some(0), "{stdout}");
    assert!(
        stdout.contains("421 µs") && !stdout.contains('\x1b'),
        "{stdout}"
    );
    for (format, expected) in [
        (
            "csv",
            "min_pk/sign/blst,min_pk,sign,blst,,one,measured,386400.0",
        ),
        ("json", "\"id\": \"min_pk/sign/blst\""),
        ("go", "ns/op"),
        ("bmf", "\"value\": 386400.0"),
        ("gha", "\"unit\": \"ns\""),
    ] {
        let (code, stdout, stderr) = blsbench(&target, &["export", "--format", format]);
        assert_eq!(code, Some(0), "{stderr}");
        assert!(stdout.contains(expected), "{format}: {stdout}");
    }
    let (code, _, stderr) = blsbench(&target, &["show", "min_pk", "--data", "/nonexistent"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("/nonexistent/environment.toml"), "{stderr}");
}

/// Counts of one id on a target.
fn counts(target: &str) -> String {
    serde_json::json!({
        "version": 1, "tool": "a counter", "target": target,
        "counts": { "min_pk/sign/blst": { "instructions": 4e6 } },
    })
    .to_string()
}

#[test]
fn files_of_counts_have_pages() {
    let target = measured();
    let directory = site(&target).join("counts");
    fs::create_dir_all(&directory).unwrap();
    let [here, there] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];
    fs::write(directory.join(format!("{here}.json")), counts(here)).unwrap();
    let (code, stdout, stderr) = report(&target);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let page = |target_name: &str| site(&target).join(format!("pages/counts/{target_name}.html"));
    let text = fs::read_to_string(page(here)).unwrap();
    assert!(text.contains("4.000 M"), "{text}");

    // One that breaks off costs no other.
    let half = counts(there);
    fs::write(
        directory.join(format!("{there}.json")),
        &half[..half.len() / 2],
    )
    .unwrap();
    let (code, _, stderr) = report(&target);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(
        stderr.contains(&format!("counts/{there}.json: EOF")),
        "{stderr}"
    );
    assert!(page(here).exists() && !page(there).exists());
}

#[test]
fn what_was_emulated_is_shown_and_not_kept() {
    let native = measured();
    let target = tempfile::tempdir().unwrap();
    let criterion = target.path().join("aarch64-unknown-linux-gnu/criterion");
    fs::create_dir_all(criterion.parent().unwrap()).unwrap();
    fs::rename(native.path().join("criterion"), &criterion).unwrap();
    let ledger = criterion.join("blsbench.json");
    let text = fs::read_to_string(&ledger).unwrap();
    let text = text.replace("\"repetitions\"", "\"emulated\":\"qemu\",\"repetitions\"");
    fs::write(&ledger, text).unwrap();
    let (code, stdout, stderr) = report(&target);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    for expected in ["nothing new", "not kept: ", "emulated by `qemu`"] {
        assert!(stdout.contains(expected), "{stdout}");
    }
    assert!(!site(&target).join("data").exists());
    let page = criterion.join("min_pk_sign/blst/report/index.html");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("This run was emulated by `qemu`"), "{page}");

    // Where it should not be, it is refused.
    fs::rename(&criterion, target.path().join("criterion")).unwrap();
    for arguments in [&["show", "min_pk"][..], &["export", "--format", "csv"]] {
        let (code, stdout, stderr) = blsbench(&target, arguments);
        assert_eq!(code, Some(2), "{stdout}");
        assert!(stderr.contains("emulated by `qemu`"), "{stderr}");
    }
    let (code, _, stderr) = report(&target);
    assert_eq!(code, Some(2), "{stderr}");
}
