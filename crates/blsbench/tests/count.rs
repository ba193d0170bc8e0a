//! `count` as a person uses it: the plugin and the tool on real engines, beside callgrind.

use std::{
    env, fs,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

use bls_api::{Id, RUST_BUILD};
use bls_results::{Counts, Gate};
use serde_json::json;

/// Libraries in Rust that ask no processor what it has.
const IDS: [&str; 3] = [
    "min_pk/sign/zkcrypto",
    "classic/ecdsa_secp256k1_verify/k256/32",
    "classic/ecdsa_p256_sign/p256/32",
];

/// By how much callgrind may count otherwise.
const AGREE: f64 = 0.005;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_blsbench"));
    command
        .arg("count")
        .args(arguments)
        .env("BLSBENCH_PROFILE", "full")
        // These engines have no runner.
        .env("BLSBENCH_RUNNERS", "built");
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn said(output: &Output) -> String {
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

/// Whether this machine can count its own programs.
fn qemu() -> bool {
    let arch = RUST_BUILD.target.split('-').next().unwrap_or_default();
    let there = cfg!(target_os = "linux") && started(&format!("qemu-{arch}"));
    if !there {
        eprintln!("skipped: qemu-{arch} is not installed, or the system is not Linux");
    }
    there
}

fn started(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// With so many bytes more in the environment, which lies on the stack.
fn counts(file: &Path, more: usize) -> Counts {
    let filter = format!("^({})$", IDS.join("|"));
    let engines = "zkcrypto,k256,p256";
    let output = command(&["--engines", engines, "--filter", &filter, "--out"])
        .arg(file)
        .env("PADDING", "x".repeat(more))
        .output()
        .expect("the tool starts");
    assert!(output.status.success(), "{}", said(&output));
    Counts::read(file).expect("what it has kept")
}

#[test]
fn counts_repeat_exactly_and_agree_with_callgrind() {
    if !qemu() {
        return;
    }
    let directory = tempfile::tempdir().expect("a temporary directory");
    let [first, second] = [("first", 0), ("second", 48)]
        .map(|(name, more)| counts(&directory.path().join(name), more));
    assert_eq!(first.counts, second.counts);
    assert_eq!(first.target, RUST_BUILD.target);
    assert!(first.tool.starts_with("qemu-"), "{}", first.tool);
    assert!(first.problems.is_empty(), "{:?}", first.problems);
    assert_eq!(first.counts.len(), IDS.len());
    assert_eq!(first.engines.len(), 3);
    for engine in &first.engines {
        let passed = |gate: &Gate| *gate == Gate::Passed;
        assert_eq!(engine.gate.values().filter(|gate| passed(gate)).count(), 1);
        assert_eq!(engine.hidden, None, "{}", engine.engine.id);
    }
    for (id, count) in &first.counts {
        assert_eq!((count.spread, count.uneven), (0.0, None), "{id}");
    }
    if !started("valgrind") {
        eprintln!("skipped: callgrind beside it: valgrind is not installed");
        return;
    }
    for (id, count) in &first.counts {
        let callgrind = callgrind(&id.parse().expect("an id"), directory.path());
        let off = count.instructions / callgrind - 1.0;
        eprintln!(
            "{id}: {} here, {callgrind} by callgrind",
            count.instructions
        );
        assert!(off.abs() < AGREE, "{id}: {off}");
    }
}

/// Of an iteration: of two whole processes, what the second does more.
fn callgrind(id: &Id, directory: &Path) -> f64 {
    let [few, many] = [1, 9].map(|iterations| {
        let out = directory.join(format!("callgrind-{iterations}"));
        let mut valgrind = Command::new("valgrind");
        valgrind
            .args(["--quiet", "--tool=callgrind"])
            .arg(format!("--callgrind-out-file={}", out.display()))
            .arg(env!("CARGO_BIN_EXE_blsbench"))
            .args(["serve", &id.engine])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut process = valgrind.spawn().expect("valgrind starts");
        let inputs = bls_vectors::inputs(id.group, id.operation, id.param).expect("inputs");
        let requests = [
            json!({"prepare": {
                "engine": id.engine,
                "group": id.group.to_string(),
                "operation": id.operation.name,
                "inputs": inputs,
            }}),
            json!({"run": {"iterations": iterations}}),
        ];
        let mut input = process.stdin.take().expect("its input");
        for request in requests {
            writeln!(input, "{request}").expect("it reads");
        }
        drop(input);
        let output = process.wait_with_output().expect("it ends");
        assert!(text(&output.stdout).contains("sample"), "{}", said(&output));
        let profile = fs::read_to_string(out).expect("a profile");
        let total = profile
            .lines()
            .find_map(|line| line.strip_prefix("totals: "));
        let total = total.expect("a total").trim();
        total.parse::<f64>().expect("a number")
    });
    (many - few) / 8.0
}

#[test]
fn what_has_no_count_says_why() {
    if !qemu() {
        return;
    }
    let id = "min_pk/aggregate_verify_mt/zkcrypto/10";
    let filter = format!("^{id}$");
    let output = command(&["--engines", "zkcrypto", "--filter", &filter]).output();
    let output = output.expect("the tool starts");
    let stdout = text(&output.stdout);
    assert!(output.status.success(), "{}", said(&output));
    assert!(
        stdout.contains(id) && stdout.contains("it uses all cores"),
        "{stdout}"
    );
}

#[test]
fn an_emulator_that_nobody_has_named_is_noticed() {
    if !qemu() {
        return;
    }
    let arch = RUST_BUILD.target.split('-').next().unwrap_or_default();
    let qemu = format!("qemu-{arch}");
    let mut emulated = Command::new(&qemu);
    emulated
        .args([env!("CARGO_BIN_EXE_blsbench"), "run"])
        .env_remove("BLSBENCH_EMULATOR");
    refused(&mut emulated, &["nothing is timed here", &qemu]);
}

fn refused(command: &mut Command, expected: &[&str]) {
    let output = command.output().expect("the tool starts");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let stderr = text(&output.stderr);
    for expected in expected {
        assert!(stderr.contains(expected), "no `{expected}` in {stderr}");
    }
}

#[test]
fn what_is_missing_is_said() {
    refused(
        &mut command(&["--target", "pdp11-unknown-none"]),
        &["target-configs/pdp11-unknown-none.toml"],
    );
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: without qemu, and qemu without plugins: the system is not Linux");
        return;
    }
    let directory = tempfile::tempdir().expect("a temporary directory");
    let arch = RUST_BUILD.target.split('-').next().unwrap_or_default();
    let name = format!("qemu-{arch}");
    refused(
        command(&[]).env("PATH", directory.path()),
        &[&format!("{name} is not installed"), "qemu-user"],
    );
    // As one that is linked statically, which says nothing of plugins.
    let program = directory.path().join(&name);
    fs::write(&program, "#!/bin/sh\necho \"$0 version 7.2.0\"\n").expect("a file");
    let executable = Command::new("chmod").arg("+x").arg(&program).status();
    assert!(executable.expect("chmod starts").success());
    refused(
        command(&[]).env("PATH", directory.path()),
        &[&format!("{name} 7.2.0 takes no plugins")],
    );
    if qemu() {
        refused(
            command(&[]).env("CC", "/nonexistent"),
            &["the C compiler /nonexistent"],
        );
        refused(
            &mut command(&["--engines", "no_such_engine"]),
            &["no engine `no_such_engine`", "zkcrypto"],
        );
        refused(
            command(&["--engines", "gnark"]).env("BLSBENCH_PROFILE", "quick"),
            &["none of these engines has an id in the profile quick"],
        );
    }
}
