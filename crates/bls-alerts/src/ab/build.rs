//! The benches of a workspace, built, and how Cargo would start them.

use std::{
    env,
    io::{self, BufRead as _, BufReader, Read},
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::Duration,
};

use anyhow::{Context as _, anyhow, bail};
use bls_api::PROFILE_VARIABLE;
use rustix::process::{Pid, Signal, kill_process_group};

use super::burst::Bench;

/// What is built.
#[derive(Clone, Copy)]
pub struct Build<'a> {
    /// The root of the workspace.
    pub workspace: &'a Path,
    /// Instead of the target directory that the workspace has.
    pub target: Option<&'a Path>,
    /// What benches find in `BLSBENCH_PROFILE`.
    pub profile: Option<&'a str>,
    /// Of `cargo bench`.
    pub arguments: &'a [String],
    /// Whether the build is to be given up.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

impl Build<'_> {
    /// Builds as `cargo bench` does. What the compiler says reaches the screen; where it fails, its
    /// last errors are in the error.
    pub fn run(&self) -> anyhow::Result<Vec<Bench>> {
        let mut command = self.command()?;
        let mut child = command.spawn().context("cannot start cargo")?;
        let (told, said) = (child.stdout.take(), child.stderr.take());
        let (told, said, status) = thread::scope(|scope| {
            let told = scope.spawn(|| told.map_or(Ok(String::new()), io::read_to_string));
            let said = scope.spawn(|| said.map_or(Vec::new(), echo));
            let status = self.wait(&mut child);
            (told.join(), said.join(), status)
        });
        if !status?.success() {
            let said = said.unwrap_or_default();
            bail!("it does not build:\n{}", last_errors(&said));
        }
        let told = told.map_err(|_| anyhow!("the reader of cargo's output panicked"))??;
        let benches = told.lines().filter(|line| line.starts_with('{'));
        let benches = benches.map(|line| {
            let mut bench: Bench = serde_json::from_str(line)?;
            // A process inherits the rest, which is nobody's business.
            bench
                .environment
                .retain(|name, value| env::var(name).as_ref() != Ok(value));
            Ok(bench)
        });
        benches.collect()
    }

    fn command(&self) -> anyhow::Result<Command> {
        let own = env::current_exe()?;
        let own = own
            .to_str()
            .with_context(|| format!("{}: not UTF-8", own.display()))?;
        let runner = toml::Value::from(vec![own, "capture"]);
        let mut command = cargo(self.workspace);
        let host = compiler(self.workspace)?.host;
        command.args([
            "bench",
            "--config",
            &format!("target.\"{host}\".runner={runner}"),
        ]);
        command.args(self.arguments);
        if let Some(target) = self.target {
            command.env("CARGO_TARGET_DIR", target);
        }
        if let Some(profile) = self.profile {
            command.env(PROFILE_VARIABLE, profile);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // So that all of its compilers can be ended with it.
        command.process_group(0);
        Ok(command)
    }

    fn wait(&self, child: &mut Child) -> io::Result<ExitStatus> {
        let mut told = false;
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status);
            }
            if (self.stopped)() && !told {
                kill_process_group(Pid::from_child(child), Signal::INT)?;
                told = true;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Cargo, as a shell in `directory` would start it. Where Cargo started this program, it left
/// variables that are about another package and force another toolchain.
pub(crate) fn cargo(directory: &Path) -> Command {
    started_anew("cargo", directory)
}

fn started_anew(program: &str, directory: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(directory).stdin(Stdio::null());
    if env::var_os("CARGO").is_some() {
        for (name, _) in env::vars_os() {
            let text = name.to_string_lossy();
            let exact = ["CARGO", "OUT_DIR", "RUSTUP_TOOLCHAIN"].contains(&&*text);
            if exact || text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
                command.env_remove(&name);
            }
        }
    }
    command
}

/// A compiler.
pub struct Compiler {
    /// What it is, in one line.
    pub release: String,
    /// Its host triple.
    pub host: String,
}

/// The one that Cargo takes in `directory`.
pub fn compiler(directory: &Path) -> anyhow::Result<Compiler> {
    let output = started_anew("rustc", directory).arg("-vV").output();
    let output = output.context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    let (release, host) = text.lines().next().zip(host).with_context(|| {
        format!(
            "rustc does not say what it is: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        )
    })?;
    Ok(Compiler {
        release: release.to_owned(),
        host: host.to_owned(),
    })
}

/// Passes lines on to the screen, and keeps them.
fn echo(from: impl Read) -> Vec<String> {
    let lines = BufReader::new(from).split(b'\n').map_while(Result::ok);
    let lines = lines.map(|line| String::from_utf8_lossy(&line).into_owned());
    lines.inspect(|line| eprintln!("{line}")).collect()
}

/// The last errors and the places in which they are.
fn last_errors(lines: &[String]) -> String {
    let error = |line: &&String| line.starts_with("error");
    let place = |line: &&String| line.trim_start().starts_with("-->");
    let mut last: Vec<&str> = lines
        .iter()
        .rev()
        .filter(|line| error(line) || place(line))
        .take(6)
        .map(String::as_str)
        .collect();
    if last.is_empty() {
        last = lines.iter().rev().take(3).map(String::as_str).collect();
    }
    last.reverse();
    last.join("\n")
}
