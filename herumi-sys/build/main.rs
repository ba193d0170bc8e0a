//! Compiles mcl for BLS12-381 with `cc` and, with the feature `bindgen`, regenerates the bindings.
//!
//! Every failure is one sentence that says what is missing and what to do about it.

mod architecture;
mod compile;
#[cfg(feature = "bindgen")]
mod generate;
mod source;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Cargo reads one directive per line, and shows only what follows `error=`.
            for line in message.lines().filter(|line| !line.trim().is_empty()) {
                println!("cargo::error={line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    // Once a script prints any `rerun-if` line, Cargo no longer watches the package's files itself.
    for path in ["src/shim.cpp", "src/shim.h"] {
        println!("cargo::rerun-if-changed={path}");
    }
    check_system()?;
    let mcl = source::locate()?;
    let built = compile::build(&mcl)?;
    #[cfg(feature = "bindgen")]
    generate::bindings(&mcl, &built.c_include)?;

    println!("cargo::metadata=compiler={}", built.compiler);
    println!("cargo::metadata=source={}", mcl.origin);
    println!("cargo::metadata=include={}", mcl.include().display());
    println!("cargo::rustc-env=HERUMI_SYS_COMPILER={}", built.compiler);
    println!("cargo::rustc-env=HERUMI_SYS_SOURCE={}", mcl.origin);
    println!("cargo::rustc-env=HERUMI_SYS_FLAGS={}", built.flags);
    Ok(())
}

/// Refuses a system whose calling convention is another.
fn check_system() -> Result<(), String> {
    if env::var_os("CARGO_CFG_UNIX").is_none() {
        return Err(format!(
            "herumi-sys builds for Unix-like systems only, not for {}: the assembly it links uses \
             the System V calling convention",
            cargo_env("CARGO_CFG_TARGET_OS")?
        ));
    }
    Ok(())
}

/// A variable that Cargo sets for every build script.
fn cargo_env(name: &str) -> Result<String, String> {
    env::var(name)
        .map_err(|_| format!("{name} is not set: run this build script through cargo, not by hand"))
}

fn manifest_dir() -> Result<PathBuf, String> {
    cargo_env("CARGO_MANIFEST_DIR").map(PathBuf::from)
}
