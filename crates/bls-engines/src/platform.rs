//! Where engines run: this machine, or a target that an emulator runs here.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use bls_api::{EMULATOR_VARIABLE, RUST_BUILD};
use bls_runner::Launch;
use serde::Deserialize;

use crate::runners::workspace_directory;

/// The file that Cargo was given, which a Cargo below it must be given, too.
const CONFIG_VARIABLE: &str = "BLSBENCH_CONFIG";

/// Where engines run: a target, and what starts its programs where the machine cannot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Platform {
    /// The target, as rustc names it.
    pub triple: String,
    /// Empty where programs are started as they are.
    pub emulator: Vec<OsString>,
    /// What its programs start their own with.
    children: String,
    /// It is not the machine's own: tools build for another than by themselves.
    cross: bool,
    /// What Cargo builds with, beside the workspace's own configuration.
    config: Option<PathBuf>,
}

/// What is read of a file in `target-configs`.
#[derive(Deserialize)]
struct Config {
    #[serde(default)]
    env: toml::Table,
}

impl Platform {
    /// That of this program: its own target, with the emulator that `target-configs/<triple>.toml` names
    /// in `[env]` as `BLSBENCH_EMULATOR`, if Cargo set it.
    #[must_use]
    pub fn this() -> Self {
        let children = env::var(EMULATOR_VARIABLE).unwrap_or_default();
        // Nothing else is started by an emulator.
        let cross = !children.is_empty();
        let named = || env::var_os(CONFIG_VARIABLE).map(PathBuf::from);
        Self {
            triple: RUST_BUILD.target.to_owned(),
            emulator: words(&children),
            children,
            cross,
            config: if cross {
                Some(config_path(RUST_BUILD.target))
            } else {
                named()
            },
        }
    }

    /// Another target, with the emulator that its file in `target-configs` names; an error says which
    /// file lacks what.
    pub fn of(triple: &str) -> Result<Self, String> {
        if triple == RUST_BUILD.target {
            return Ok(Self::this());
        }
        let path = config_path(triple);
        let children = variable(&path, EMULATOR_VARIABLE)?.ok_or_else(|| {
            format!(
                "{}: no {EMULATOR_VARIABLE} in [env]: programs for {triple} do not run on {}",
                path.display(),
                RUST_BUILD.target
            )
        })?;
        Ok(Self {
            triple: triple.to_owned(),
            emulator: words(&children),
            children,
            cross: true,
            config: Some(path),
        })
    }

    /// `program arguments…` on this platform.
    #[must_use]
    pub fn launch(&self, program: PathBuf, arguments: Vec<OsString>) -> Launch {
        let mut launch = match self.emulator.split_first() {
            None => Launch::new(program, arguments),
            Some((emulator, options)) => {
                let own = [program.into_os_string()].into_iter().chain(arguments);
                Launch::new(
                    emulator.into(),
                    options.iter().cloned().chain(own).collect(),
                )
            }
        };
        let children = (EMULATOR_VARIABLE.into(), self.children.clone().into());
        launch.environment.push(children);
        launch
    }

    /// Where Cargo puts programs of its release profile.
    pub(crate) fn release(&self, directory: &Path) -> PathBuf {
        self.own(directory).join("release")
    }

    /// Where programs go that others than Cargo build.
    pub(crate) fn built(&self, directory: &Path) -> PathBuf {
        self.own(directory).join("blsbench")
    }

    fn own(&self, directory: &Path) -> PathBuf {
        if self.cross {
            directory.join(&self.triple)
        } else {
            directory.to_owned()
        }
    }

    /// Has Cargo build for it.
    pub(crate) fn cargo(&self, cargo: &mut Command) {
        if let Some(config) = &self.config {
            cargo.arg("--config").arg(config);
        }
        if self.cross {
            cargo.args(["--target", &self.triple]);
        }
    }

    /// Has Go build for it.
    pub(crate) fn go(&self, go: &mut Command) -> Result<(), String> {
        if !self.cross {
            return Ok(());
        }
        let arch = match self.triple.split('-').next() {
            Some("aarch64") => "arm64",
            Some("x86_64") => "amd64",
            _ => return Err(format!("Go's name of {} is not known here", self.triple)),
        };
        // Without a word Go would leave out whatever is written in C.
        go.envs([("GOOS", "linux"), ("GOARCH", arch), ("CGO_ENABLED", "1")]);
        let path = config_path(&self.triple);
        for name in ["CC", "CXX"] {
            // As the crate cc has it.
            let own = format!("{name}_{}", self.triple.replace('-', "_"));
            let compiler = variable(&path, &own)?
                .ok_or_else(|| format!("{}: no {own} in [env]", path.display()))?;
            go.env(name, compiler);
        }
        Ok(())
    }
}

fn words(command: &str) -> Vec<OsString> {
    command.split_whitespace().map(OsString::from).collect()
}

fn config_path(triple: &str) -> PathBuf {
    workspace_directory()
        .join("target-configs")
        .join(format!("{triple}.toml"))
}

/// A variable that a configuration of Cargo sets; nothing where it is empty.
fn variable(path: &Path, name: &str) -> Result<Option<String>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
    let config: Config = toml::from_str(&text).map_err(|error| wrong(&error))?;
    let value = config.env.get(name).and_then(toml::Value::as_str);
    Ok(value.filter(|value| !value.is_empty()).map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AARCH64: &str = "aarch64-unknown-linux-gnu";

    #[test]
    fn programs_are_started_by_the_emulator() {
        let mut platform = Platform::this();
        platform.emulator = words("qemu-x86_64  -cpu max");
        let launch = platform.launch("program".into(), vec!["serve".into()]);
        assert_eq!(launch.program, Path::new("qemu-x86_64"));
        assert_eq!(launch.arguments, ["-cpu", "max", "program", "serve"]);
        platform.emulator.clear();
        let launch = platform.launch("program".into(), vec!["serve".into()]);
        assert_eq!(launch.program, Path::new("program"));
        assert_eq!(launch.arguments, ["serve"]);
    }

    #[test]
    fn cargo_and_this_program_start_the_same_emulator() {
        let path = config_path(AARCH64);
        let text = fs::read_to_string(&path).unwrap();
        let config: toml::Table = toml::from_str(&text).unwrap();
        let runner = config["target"][AARCH64]["runner"].as_str();
        assert_eq!(
            variable(&path, EMULATOR_VARIABLE).unwrap().as_deref(),
            runner
        );
    }

    #[test]
    fn what_is_not_configured_is_said() {
        let unknown = Platform::of("pdp11-unknown-none").unwrap_err();
        assert!(
            unknown.contains("target-configs/pdp11-unknown-none.toml"),
            "{unknown}"
        );
        let apple = Platform::of("aarch64-apple-darwin");
        if RUST_BUILD.target != "aarch64-apple-darwin" {
            let apple = apple.unwrap_err();
            assert!(apple.contains("no BLSBENCH_EMULATOR in [env]"), "{apple}");
        }
    }
}
