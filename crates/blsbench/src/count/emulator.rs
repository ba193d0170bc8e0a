//! qemu, and our plugin for it that counts instructions.

use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail, ensure};
use bls_api::RUST_BUILD;
use bls_engines::Platform;
use bls_runner::Launch;

/// The source of the plugin.
const SOURCE: &str = include_str!("../../plugin/icount.c");

/// The functions around a job's loop, in Rust and in Go; and where Go's monitor sleeps, a thread that by the
/// clock interrupts goroutines and hands on processors: ten times slower, an operation would have ten times as
/// many of that.
const MARKERS: &str = "begin=blsbench_count_begin,end=blsbench_count_end,\
    begin=blsbench/runner/protocol.countBegin,end=blsbench/runner/protocol.countEnd,\
    monitor=runtime.sysmon,sleep=runtime.usleep";

/// An emulator that counts.
pub(super) struct Emulator {
    /// The target, with this emulator for its programs.
    pub(super) platform: Platform,
    /// The emulator with its version.
    pub(super) tool: String,
    /// The processor that it is.
    pub(super) cpu: String,
    plugin: PathBuf,
}

impl Emulator {
    /// For programs of a target; what is missing is an error.
    pub(super) fn of(target: &str) -> anyhow::Result<Self> {
        let mut platform = Platform::of(target).map_err(anyhow::Error::msg)?;
        if platform.emulator.is_empty() {
            platform.emulator = own(target)?;
        }
        let program = platform.emulator[0].clone();
        let name = Path::new(&program).file_name().unwrap_or(&program);
        let name = name.to_string_lossy();
        let version = said(&program, "--version")?;
        let mut version = version
            .split_whitespace()
            .skip_while(|word| *word != "version");
        let version = version
            .nth(1)
            .with_context(|| format!("{name} does not say its version"))?;
        ensure!(
            said(&program, "-h")?.contains("-plugin"),
            "{name} {version} takes no plugins: it was built without them, or is linked statically"
        );
        let cpu = platform
            .emulator
            .iter()
            .skip_while(|word| *word != "-cpu")
            .nth(1)
            .map_or_else(|| "default".into(), |cpu| cpu.to_string_lossy());
        Ok(Self {
            tool: format!("{name} {version}"),
            cpu: format!("{cpu}, as emulated by {name}"),
            plugin: build()?,
            platform,
        })
    }

    /// The same program without this one's variables, with its intervals appended to the file `out`.
    pub(super) fn counting(&self, mut launch: Launch, out: &Path) -> Launch {
        let mut plugin = self.plugin.clone().into_os_string();
        plugin.push(format!(",{MARKERS},out="));
        plugin.push(out);
        // They lie on the stack, and move what is below: how glibc copies a block depends on its address.
        let unset: Vec<OsString> = env::vars_os()
            .map(|(name, _)| name)
            .filter(|name| name != "MCL_ADX")
            .filter(|name| launch.environment.iter().all(|(own, _)| own != name))
            .collect();
        let unset = unset.join(OsStr::new(","));
        let options = ["-plugin".into(), plugin, "-U".into(), unset];
        launch.arguments.splice(0..0, options);
        launch
    }
}

/// For this machine's own programs: with all that the emulator knows, as libraries choose their code by
/// the processor.
fn own(target: &str) -> anyhow::Result<Vec<OsString>> {
    let command: &[&str] = match target.split_once('-') {
        Some(("x86_64", system)) if system.contains("linux") => &["qemu-x86_64", "-cpu", "max"],
        // Not `max`: emulated pointer authentication is many times slower.
        Some(("aarch64", system)) if system.contains("linux") => {
            &["qemu-aarch64", "-cpu", "neoverse-n1"]
        }
        _ => {
            bail!("instructions of {target} cannot be counted: qemu runs programs for Linux alone")
        }
    };
    Ok(command.iter().map(OsString::from).collect())
}

fn said(program: &OsStr, argument: &str) -> anyhow::Result<String> {
    let output = Command::new(program).arg(argument).output();
    let output = output.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!(
            "{} is not installed; on Debian and Ubuntu it is in the package qemu-user",
            program.display()
        ),
        _ => anyhow::Error::new(error).context(program.display().to_string()),
    })?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The plugin is for the emulator, which is a program of this machine.
fn build() -> anyhow::Result<PathBuf> {
    let directory = bls_engines::target_directory().join("blsbench");
    fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let plugin = directory.join(format!("icount-{}.so", RUST_BUILD.target));
    // Another process may have the old one loaded, or build it at the same time.
    let new = directory.join(format!(
        "icount-{}.so.{}",
        RUST_BUILD.target,
        std::process::id()
    ));
    let compile = || -> anyhow::Result<()> {
        let mut command = Command::new(&compiler);
        command.args(["-O2", "-shared", "-fPIC", "-x", "c", "-", "-o"]);
        command
            .arg(&new)
            .stdin(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().context("the plugin is built with it")?;
        if let Some(mut stdin) = child.stdin.take() {
            // A compiler that does not read says why below.
            let _ = stdin.write_all(SOURCE.as_bytes());
        }
        let output = child.wait_with_output()?;
        ensure!(
            output.status.success(),
            "it could not build the plugin: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
        fs::rename(&new, &plugin).with_context(|| plugin.display().to_string())
    };
    compile().with_context(|| format!("the C compiler {}", compiler.display()))?;
    Ok(plugin)
}

/// The file to which the plugin appends.
pub(super) struct Intervals {
    path: PathBuf,
    read: usize,
}

impl Intervals {
    /// Of a file that is not there yet.
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, read: 0 }
    }

    /// The intervals since the last call.
    pub(super) fn next(&mut self) -> anyhow::Result<Vec<u64>> {
        let name = || self.path.display().to_string();
        let text = fs::read_to_string(&self.path).with_context(name)?;
        let new = text.get(self.read..).unwrap_or_default();
        let intervals = new.lines().map(str::parse);
        let intervals = intervals.collect::<Result<_, _>>().with_context(name)?;
        self.read = text.len();
        Ok(intervals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_that_cannot_be_emulated_are_refused() {
        assert_eq!(own("x86_64-unknown-linux-gnu").unwrap()[0], "qemu-x86_64");
        assert_eq!(own("aarch64-unknown-linux-gnu").unwrap()[0], "qemu-aarch64");
        for target in ["aarch64-apple-darwin", "riscv64gc-unknown-linux-gnu"] {
            let error = own(target).unwrap_err().to_string();
            assert!(error.contains(target), "{error}");
        }
    }

    #[test]
    fn an_emulator_that_is_not_there_is_named() {
        let error = said(OsStr::new("qemu-pdp11"), "--version").unwrap_err();
        assert!(error.to_string().starts_with("qemu-pdp11 is not installed"));
    }

    #[test]
    fn intervals_are_read_once() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("intervals");
        let mut intervals = Intervals::new(path.clone());
        assert!(intervals.next().is_err());
        fs::write(&path, "7\n8\n").unwrap();
        assert_eq!(intervals.next().unwrap(), [7, 8]);
        assert!(intervals.next().unwrap().is_empty());
        fs::write(&path, "7\n8\n9\n").unwrap();
        assert_eq!(intervals.next().unwrap(), [9]);
        fs::write(&path, "7\n8\n9\nx\n").unwrap();
        assert!(intervals.next().is_err());
    }
}
