//! `run` as a person uses it, and what it keeps when something ends too early.

mod common;

use std::{
    collections::HashSet,
    fs,
    path::Path,
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};

use common::tool;
use serde_json::Value;

/// The ids of blst in one suite in the profile `quick`.
const IDS: usize = 5;

fn command(arguments: &[&str], directory: &Path) -> Command {
    let mut command = tool();
    command
        .env("BLSBENCH_PROFILE", "quick")
        .args(["run", "--out"])
        .arg(directory)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], directory: &Path) -> Output {
    let output = command(arguments, directory).output();
    output.expect("the tool starts")
}

fn start(arguments: &[&str], directory: &Path) -> Child {
    let child = command(arguments, directory).spawn();
    child.expect("the tool starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn measurements(directory: &Path) -> Vec<Value> {
    let lines = fs::read_to_string(directory.join("measurements.jsonl")).unwrap_or_default();
    let lines = lines.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a whole line"))
        .collect()
}

/// How many there are while the tool still writes; the end of one may not be there yet.
fn measured(directory: &Path) -> usize {
    let text = fs::read_to_string(directory.join("measurements.jsonl")).unwrap_or_default();
    text.matches('\n').count()
}

/// Waits until it is `done`. A tool that has ended comes no further, and is an error.
fn wait_until(tool: &mut Child, done: impl Fn() -> bool) {
    while !done() {
        let ended = tool.try_wait().expect("its state");
        assert!(ended.is_none(), "the tool has ended too early: {ended:?}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn signal(signal: &str, process: &str) -> bool {
    let status = Command::new("kill").args([signal, process]).status();
    status.expect("kill starts").success()
}

/// Kills the runner of a tool, if it has one: the tool has other children, too, which end by themselves; and
/// so may the runner.
fn kill_runner_of(tool: u32) -> bool {
    let threads = fs::read_dir(format!("/proc/{tool}/task")).expect("it is not waited for");
    threads.flatten().any(|thread| {
        let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        children.split_whitespace().any(|child| {
            let command = fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
            text(&command).contains("\0serve\0") && signal("-KILL", child)
        })
    })
}

#[test]
fn every_repetition_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("run");
    let arguments = ["--engines", "blst", "--group", "min_sig", "--repeat", "2"];
    let output = run(&arguments, &directory);
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{stdout}{stderr}");
    assert!(stdout.contains("min_sig/verify/blst"), "{stdout}");
    assert!(
        stdout.contains("5 of 5 ids measured, 0 absent, 0 errors"),
        "{stdout}"
    );

    let run: Value =
        serde_json::from_slice(&fs::read(directory.join("run.json")).unwrap()).unwrap();
    assert_eq!(run["ids"].as_array().unwrap().len(), IDS);
    assert_eq!(run["engines"][0]["id"], "blst");
    let lines = measurements(&directory);
    let seen: HashSet<_> = lines
        .iter()
        .map(|line| (line["id"].to_string(), line["repetition"].to_string()))
        .collect();
    assert_eq!((lines.len(), seen.len()), (2 * IDS, 2 * IDS));
    for line in &lines {
        let samples = line["samples_ns"].as_array().unwrap();
        assert!(samples.len() >= 5, "{line}");
        assert!(samples.iter().all(|sample| sample.as_f64().unwrap() > 0.0));
        let counted = cfg!(all(target_os = "linux", target_env = "gnu"));
        assert_eq!(line["allocated"]["bytes"].is_u64(), counted, "{line}");
        assert_eq!(stdout.contains("not counted: "), !counted, "{stdout}");
        if counted && line["id"] == "min_sig/verify/blst" {
            // Its pairing context, in two repetitions.
            let allocations = line["allocated"]["allocations"].as_u64().unwrap();
            assert!(allocations > 0, "{line}");
            let row = stdout
                .lines()
                .find(|row| row.contains("min_sig/verify/blst"));
            assert!(row.unwrap().trim_end().ends_with(&allocations.to_string()));
        }
    }

    let again = self::run(&arguments, &directory);
    assert_eq!(again.status.code(), Some(2), "a run was written over");
    assert_eq!(measurements(&directory).len(), 2 * IDS);
}

#[test]
fn a_killed_runner_costs_one_id() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("run");
    let arguments = ["--engines", "blst", "--group", "min_pk", "--repeat", "3"];
    let mut tool = start(&arguments, &directory);
    let id = tool.id();
    // Before that a runner is asked what it has, and one that dies then is not started again.
    wait_until(&mut tool, || directory.join("run.json").exists());
    // In the gate, and in the middle of a measurement.
    for count in [0, 2, 7] {
        wait_until(&mut tool, || measured(&directory) >= count);
        wait_until(&mut tool, || kill_runner_of(id));
    }
    let output = tool.wait_with_output().unwrap();
    let stdout = text(&output.stdout);
    let lines = measurements(&directory);
    let errors = lines.iter().filter(|line| line.get("error").is_some());
    let errors = errors.count();
    assert_eq!(lines.len(), 3 * IDS, "{stdout}");
    assert!((1..=3).contains(&errors), "{stdout}");
    assert_eq!(output.status.code(), Some(1), "{stdout}");
    assert!(stdout.contains("it ended without an answer"), "{stdout}");
}

#[test]
fn ctrl_c_keeps_what_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("run");
    let arguments = ["--engines", "blst", "--group", "min_pk", "--repeat", "99"];
    let mut tool = start(&arguments, &directory);
    wait_until(&mut tool, || measured(&directory) >= 3);
    assert!(signal("-INT", &tool.id().to_string()));
    let output = tool.wait_with_output().unwrap();
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{stdout}");
    assert!(
        stdout.contains("interrupted: what was measured is kept"),
        "{stdout}"
    );
    let lines = measurements(&directory);
    assert!((3..99).contains(&lines.len()));
    assert!(lines.iter().all(|line| line.get("error").is_none()));
}

#[test]
fn mistakes_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("run");
    for (arguments, expected) in [
        (&["--engines", "blstt"][..], "there are: blst, "),
        (&["--repeat", "0"], "0 is not in 1.."),
        (
            &["--engines", "dusk", "--group", "min_pk"],
            "none of these engines",
        ),
    ] {
        let output = run(arguments, &directory);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(expected), "{stderr}");
    }
    assert!(!directory.exists());
}

#[test]
fn nothing_is_timed_under_an_emulator() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("run");
    let output = command(&["--filter", "^min_pk/sign/blst$"], &directory)
        .env("BLSBENCH_EMULATOR", "qemu-aarch64")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.contains("emulated by `qemu-aarch64`") && error.contains("cargo blsbench count"),
        "{error}"
    );
    assert!(!directory.exists());
}
