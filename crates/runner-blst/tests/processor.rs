//! Where the processor lacks what blst was built for, the engine is refused with a word.

use std::{
    io::{self, Write as _},
    process::Command,
};

use bls_api::{Group, Profile};
use bls_runner::{Launch, discover};
use bls_vectors::verify;

/// On the screen although the test passes: the harness captures `println!`, but not this.
fn say_skipped(why: &str) {
    let line = format!("skipped: a processor without ADX: {why}\n");
    let written = io::stderr().write_all(line.as_bytes());
    written.expect("there is a screen");
}

#[test]
fn a_processor_without_adx() {
    let runner = env!("CARGO_BIN_EXE_runner-blst");
    let native = discover(&Launch::new(runner.into(), vec![]), Profile::Quick).unwrap()[0].engine;
    let path = (native.code_path)().unwrap();
    if !path.contains("chosen at build time") {
        say_skipped(&format!("blst is not built for ADX alone: {path}"));
        return;
    }
    if let Err(error) = Command::new("qemu-x86_64").arg("--version").output() {
        say_skipped(&format!("qemu-x86_64: {error}"));
        return;
    }
    let arguments = ["-cpu", "qemu64", runner].map(Into::into).to_vec();
    let launch = Launch::new("qemu-x86_64".into(), arguments);
    let engine = discover(&launch, Profile::Quick).unwrap()[0].engine;
    let refusal = verify(engine, Group::MinPk).err().expect("a refusal");
    let refusal = refusal.to_string();
    assert!(
        refusal.contains("built for processors with ADX") && refusal.contains("portable.toml"),
        "{refusal}"
    );
    assert!(verify(native, Group::MinPk).is_ok());
}
