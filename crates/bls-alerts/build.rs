//! Builds the clock that measured processes are given: a shared library, which the program carries.

use std::{env, fs, path::Path};

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=clock/clock.c");
    let out = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let library = Path::new(&out).join("clock.so");
    let variable = |name| env::var(name).unwrap_or_default();
    if variable("CARGO_CFG_TARGET_OS") != "linux" || variable("CARGO_CFG_TARGET_ENV") != "gnu" {
        // Nothing to preload: times are those of the wall.
        return fs::write(&library, []).map_err(|error| error.to_string());
    }
    let compiler = cc::Build::new().opt_level(2).try_get_compiler();
    let mut command = compiler.map_err(|error| error.to_string())?.to_command();
    command.args(["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]);
    command.args(["clock/clock.c", "-ldl", "-o"]).arg(&library);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}
