//! For the build scripts of engines: records which version and features of a library are built,
//! and by which compiler, so that nobody types them by hand.
//!
//! An engine reads the values with `env!("LIBRARY_VERSION")`, `env!("LIBRARY_FEATURES")` and
//! `env!("LIBRARY_COMPILER")`.

use std::{env, path::PathBuf, process::Command};

use cargo_metadata::{MetadataCommand, Package, Resolve};

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
/// Panics, and so fails the build, when Cargo does not know `package`.
pub fn record(package: &str, language: Language) {
    let (package, features) = resolve(package);
    println!("cargo::rustc-env=LIBRARY_VERSION={}", package.version);
    println!("cargo::rustc-env=LIBRARY_FEATURES={}", features.join(","));
    let compiler = match language {
        Language::Rust => first_line(Command::new(
            env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()),
        )),
        Language::C => cc::Build::new().try_get_compiler().map_or_else(
            |error| format!("unknown ({error})"),
            |tool| first_line(tool.to_command()),
        ),
    };
    println!("cargo::rustc-env=LIBRARY_COMPILER={compiler}");
    println!("cargo::rerun-if-changed=build.rs");
    for file in ["Cargo.lock", "Cargo.toml"] {
        let path = workspace_root().join(file);
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

fn workspace_root() -> PathBuf {
    let mut folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    while !folder.join("Cargo.lock").exists() && folder.pop() {}
    folder
}

/// The package and its features, as Cargo resolved them for this workspace and target.
fn resolve(name: &str) -> (Package, Vec<String>) {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let target = env::var("TARGET").unwrap_or_default();
    let metadata = MetadataCommand::new()
        .current_dir(manifest)
        .other_options(["--offline", "--filter-platform", &target].map(str::to_owned))
        .exec()
        .unwrap_or_else(|error| panic!("cargo metadata, asked about {name}: {error}"));
    let nodes = metadata
        .resolve
        .map(|Resolve { nodes, .. }| nodes)
        .unwrap_or_default();
    let found = metadata
        .packages
        .into_iter()
        .find(|package| *package.name == *name);
    let package = found.unwrap_or_else(|| panic!("{name} is not a dependency of this workspace"));
    let features = nodes
        .into_iter()
        .find(|node| node.id == package.id)
        .map(|node| node.features.iter().map(ToString::to_string).collect())
        .unwrap_or_default();
    (package, features)
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
