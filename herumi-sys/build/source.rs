//! Finds mcl's source: `MCL_DIR` if set, else the crate `mcl_rust` that Cargo.toml pins.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{cargo_env, manifest_dir};

/// The crate whose package carries mcl's source in its folder `mcl`.
const CARRIER: &str = "mcl_rust";

/// Present in every mcl tree this build can use, absent from a folder chosen by mistake.
const LANDMARKS: [&str; 2] = ["include/mcl/bn.h", "src/fp.cpp"];

/// mcl's source tree, and what to call it in a report.
pub(crate) struct Mcl {
    root: PathBuf,
    /// `crate mcl_rust 1.2.0` or `MCL_DIR`.
    pub(crate) origin: String,
}

impl Mcl {
    pub(crate) fn include(&self) -> PathBuf {
        self.root.join("include")
    }

    pub(crate) fn src(&self) -> PathBuf {
        self.root.join("src")
    }
}

pub(crate) fn locate() -> Result<Mcl, String> {
    println!("cargo::rerun-if-env-changed=MCL_DIR");
    match env::var_os("MCL_DIR") {
        Some(dir) if !dir.is_empty() => from_env(PathBuf::from(dir)),
        _ => from_cargo(),
    }
}

fn from_env(root: PathBuf) -> Result<Mcl, String> {
    if let Some(missing) = missing_landmark(&root) {
        return Err(format!(
            "MCL_DIR is {}, which has no {missing}: set MCL_DIR to the absolute path of a checkout \
             of mcl (the folder that contains include/ and src/), or unset it to use the crate \
             {CARRIER}",
            root.display()
        ));
    }
    // A checkout can be edited or moved to another commit; a registry package cannot.
    for dir in ["include", "src"] {
        println!("cargo::rerun-if-changed={}", root.join(dir).display());
    }
    Ok(Mcl {
        root,
        origin: "MCL_DIR".to_owned(),
    })
}

fn from_cargo() -> Result<Mcl, String> {
    let metadata = metadata()?;
    // The carrier is never compiled, so a new version of it changes nothing that Cargo would rebuild.
    if let Some(workspace) = metadata["workspace_root"].as_str() {
        println!(
            "cargo::rerun-if-changed={}",
            Path::new(workspace).join("Cargo.lock").display()
        );
    }
    let packages = metadata["packages"].as_array();
    let carrier = packages
        .into_iter()
        .flatten()
        .find(|package| package["name"] == CARRIER)
        .ok_or_else(|| {
            format!(
                "cargo metadata lists no crate {CARRIER}, which carries mcl's source: restore it \
                 under [target.'cfg(any())'.dependencies], or set MCL_DIR to a checkout of mcl"
            )
        })?;
    let version = carrier["version"].as_str().unwrap_or("of unknown version");
    let root = carrier["manifest_path"]
        .as_str()
        .and_then(|manifest| Path::new(manifest).parent())
        .map(|package| package.join("mcl"))
        .unwrap_or_default();
    if let Some(missing) = missing_landmark(&root) {
        return Err(format!(
            "the crate {CARRIER} {version} has no {missing} in {}: pin a version of it that \
             carries mcl's source, or set MCL_DIR to a checkout of mcl",
            root.display()
        ));
    }
    Ok(Mcl {
        root,
        origin: format!("crate {CARRIER} {version}"),
    })
}

fn missing_landmark(root: &Path) -> Option<&'static str> {
    LANDMARKS
        .into_iter()
        .find(|landmark| !root.join(landmark).is_file())
}

/// What Cargo resolved for this workspace.
fn metadata() -> Result<Value, String> {
    // Offline first, so that a build without network works once everything has been downloaded.
    let json = run_metadata(&["--offline"]).or_else(|offline| {
        run_metadata(&[]).map_err(|online| {
            format!(
                "cargo metadata failed, so mcl's source (the crate {CARRIER}) cannot be found: run \
                 `cargo fetch --locked` once with network access, or set MCL_DIR to a checkout of \
                 mcl\noffline: {offline}\nonline: {online}"
            )
        })
    })?;
    serde_json::from_slice(&json).map_err(|error| {
        format!(
            "cargo metadata did not print JSON ({error}): set MCL_DIR to a checkout of mcl instead"
        )
    })
}

fn run_metadata(extra: &[&str]) -> Result<Vec<u8>, String> {
    // No --filter-platform: it would drop the carrier, which no platform selects.
    let output = Command::new(cargo_env("CARGO")?)
        .args(["metadata", "--format-version=1", "--locked"])
        .args(extra)
        .current_dir(manifest_dir()?)
        .output()
        .map_err(|error| format!("cargo did not start: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    // Download progress and one warning per retry come first.
    let stderr = String::from_utf8_lossy(&output.stderr);
    let error = stderr.find("error:").map_or(&*stderr, |at| &stderr[at..]);
    Err(error.split_whitespace().collect::<Vec<_>>().join(" "))
}
