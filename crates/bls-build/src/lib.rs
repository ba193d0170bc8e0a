//! For the build scripts of engines: records which version and features of a library are built,
//! and by which compiler, so that nobody types them by hand.
//!
//! An engine reads the values with `env!("LIBRARY_VERSION")`, `env!("LIBRARY_FEATURES")` and
//! `env!("LIBRARY_COMPILER")`.

use std::{env, process::Command};

use cargo_metadata::{Metadata, MetadataCommand};

/// What compiles the code that an engine measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// rustc.
    Rust,
    /// The C compiler that the `cc` crate finds.
    C,
}

/// Records the library `package`, a direct dependency of the crate whose build script calls this.
///
/// # Panics
///
/// Panics, and so fails the build, when Cargo cannot say what it built.
pub fn record(package: &str, language: Language) {
    record_as("LIBRARY", package, language);
}

/// As [`record`], under another name than `LIBRARY`: for a crate with engines of several libraries.
///
/// # Panics
///
/// As [`record`].
pub fn record_as(name: &str, package: &str, language: Language) {
    let metadata = metadata();
    let (version, features) = resolve(&metadata, package);
    println!("cargo::rustc-env={name}_VERSION={version}");
    println!("cargo::rustc-env={name}_FEATURES={}", features.join(","));
    let compiler = match language {
        Language::Rust => first_line(Command::new(
            env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()),
        )),
        Language::C => cc::Build::new().try_get_compiler().map_or_else(
            |error| format!("unknown ({error})"),
            |tool| first_line(tool.to_command()),
        ),
    };
    println!("cargo::rustc-env={name}_COMPILER={compiler}");
    println!("cargo::rerun-if-changed=build.rs");
    for file in ["Cargo.lock", "Cargo.toml"] {
        println!(
            "cargo::rerun-if-changed={}",
            metadata.workspace_root.join(file)
        );
    }
}

/// What Cargo resolved for this workspace and target: offline if what it asks for has been
/// downloaded, which the dependencies of other crates' tests may not have been.
fn metadata() -> Metadata {
    let target = env::var("TARGET").unwrap_or_default();
    let features = env::var("CARGO_CFG_FEATURE").unwrap_or_default();
    let ask = |network: &[&str]| {
        let own = ["--filter-platform", &target, "--features", &features];
        let options = [&["--locked"][..], &own, network].concat();
        MetadataCommand::new()
            .other_options(options.into_iter().map(str::to_owned).collect::<Vec<_>>())
            .exec()
    };
    ask(&["--offline"]).unwrap_or_else(|offline| {
        ask(&[]).unwrap_or_else(|online| {
            panic!(
                "cargo metadata failed; run `cargo fetch --locked` once with network access\n\
                 offline: {offline}\nonline: {online}"
            )
        })
    })
}

/// Version and features of the dependency `name` of the package that is being built.
fn resolve(metadata: &Metadata, name: &str) -> (String, Vec<String>) {
    let user = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let dependencies = nodes
        .clone()
        .find(|node| *metadata[&node.id].name == *user)
        .map(|node| node.dependencies.as_slice())
        .unwrap_or_default();
    let id = dependencies
        .iter()
        .find(|id| *metadata[*id].name == *name)
        .unwrap_or_else(|| panic!("{name} is not a dependency of {user}"));
    let features = nodes
        .filter(|node| node.id == *id)
        .flat_map(|node| node.features.iter().map(ToString::to_string))
        .collect();
    (metadata[id].version.to_string(), features)
}

fn first_line(mut compiler: Command) -> String {
    compiler.arg("--version").output().map_or_else(
        |error| format!("unknown ({error})"),
        |output| {
            let text = String::from_utf8_lossy(&output.stdout);
            text.lines().next().unwrap_or("unknown").to_owned()
        },
    )
}
