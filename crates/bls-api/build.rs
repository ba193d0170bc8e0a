//! Records how the Rust code is built.

use std::{env, process::Command};

fn main() {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().map_or_else(
        |error| format!("unknown ({error})"),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    );
    let var = |name| env::var(name).unwrap_or_default();
    println!("cargo::rustc-env=BLSBENCH_RUSTC={version}");
    println!("cargo::rustc-env=BLSBENCH_TARGET={}", var("TARGET"));
    println!("cargo::rustc-env=BLSBENCH_OPT_LEVEL={}", var("OPT_LEVEL"));
    println!(
        "cargo::rustc-env=BLSBENCH_TARGET_FEATURES={}",
        var("CARGO_CFG_TARGET_FEATURE")
    );
    println!("cargo::rerun-if-changed=build.rs");
}
