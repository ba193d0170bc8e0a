//! One id measured on both sides at once, each by a process of its own: unmodified Criterion
//! executables.
//!
//! Both processes share a core, and the scheduler alternates them every few milliseconds. A clock
//! that stands still while the other has the core ([`Clock`]) tells each its own time. They start
//! together and get equal shares, so the samples of the same number are taken at almost the same
//! time: whatever the frequency of the core does, it does to both. Ratios of such samples scatter
//! several times less than those of processes that are measured one after the other.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, anyhow, bail, ensure};
use bls_results::median;
use serde::{Deserialize, Serialize};

use crate::{ab::clock::Clock, settings, statistics::lower_quartile};

/// A Criterion executable, as `cargo bench` would start it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Bench {
    /// The file.
    pub executable: PathBuf,
    /// Its working directory.
    pub directory: PathBuf,
    /// What Cargo sets, the `[env]` of its configuration among it.
    pub environment: BTreeMap<String, String>,
}

const WARM_UP: Duration = Duration::from_millis(15);
const MEASUREMENT: Duration = Duration::from_millis(45);
/// Criterion's least.
const LEAST_SAMPLES: u32 = 10;
const MOST_SAMPLES: u32 = 45;

/// How bursts are run.
#[derive(Debug)]
pub struct Conditions {
    /// What the processes read their times from.
    pub clock: Clock,
    /// The core that both processes share.
    pub core: Option<usize>,
}

impl Bench {
    /// A process with these arguments, not yet started.
    #[must_use]
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.executable);
        command
            .args(arguments)
            .current_dir(&self.directory)
            .envs(&self.environment)
            .stdin(Stdio::null());
        command
    }

    /// The ids of its benchmarks.
    pub fn list(&self) -> anyhow::Result<Vec<String>> {
        let mut command = self.command(&["--bench", "--list"]);
        let text = output(&mut command)?;
        let ids = text
            .lines()
            .filter_map(|line| line.strip_suffix(": benchmark"));
        Ok(ids.map(str::to_owned).collect())
    }

    /// The process that measures `id` once, and leaves the samples in `home`.
    fn burst(&self, id: &str, expected: Option<f64>, home: &Path) -> anyhow::Result<Command> {
        let mut command = self.command(&["--bench", "--noplot", "--save-baseline", "burst"]);
        // Criterion warns below; its own statistics are not used.
        command.args(["--nresamples", "1001"]);
        command.args(["--sample-size", &samples(expected).to_string()]);
        command.args(["--warm-up-time", &WARM_UP.as_secs_f64().to_string()]);
        command.args(["--measurement-time", &MEASUREMENT.as_secs_f64().to_string()]);
        command.arg(format!("^{}$", regex::escape(id)));
        command.env("CRITERION_HOME", home);
        let log = File::create(home.join(LOG))?;
        command.stdout(log.try_clone()?).stderr(log);
        Ok(command)
    }
}

/// What a process writes, in its Criterion directory.
const LOG: &str = "log";
/// The file that our clock makes when it is asked for the time.
const SIGNATURE: &str = "clock";

/// Two measurements of an id that belong together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// Nanoseconds per iteration, of the process that was started first and of the other.
    pub ns: [f64; 2],
    /// Second over first.
    pub ratio: f64,
}

/// One of the two processes cannot measure the id.
#[derive(Debug)]
pub struct Failure {
    /// Which: 0 or 1.
    pub which: usize,
    /// Why.
    pub error: anyhow::Error,
}

/// Measures `id` in two processes: at once on one core, or one after the other where its work is
/// spread over `threads` or where there is no clock for that. `expected` is the time of an
/// iteration, as far as it is known.
pub fn pair(
    benches: [&Bench; 2],
    id: &str,
    expected: Option<f64>,
    threads: bool,
    conditions: &Conditions,
) -> Result<Pair, Failure> {
    let clock = conditions.clock.path().filter(|_| !threads);
    let _pinned = conditions.core.filter(|_| !threads).map(Pinned::to);
    let of = |which| move |error| Failure { which, error };
    let mut started = Vec::new();
    for (which, bench) in benches.into_iter().enumerate() {
        let start = || {
            let home = tempfile::tempdir()?;
            let mut command = bench.burst(id, expected, home.path())?;
            if let Some(library) = clock {
                command.env("LD_PRELOAD", library);
                command.env("BLSBENCH_CLOCK", home.path().join(SIGNATURE));
            }
            let child = command.spawn();
            let mut child = child.with_context(|| bench.executable.display().to_string())?;
            if clock.is_none() {
                child.wait()?;
            }
            anyhow::Ok((home, Running(child)))
        };
        started.push(start().map_err(of(which))?);
    }
    let mut sides = Vec::new();
    for (which, (home, mut running)) in started.into_iter().enumerate() {
        let samples = running.samples(home.path(), id).map_err(of(which))?;
        if clock.is_some() && !home.path().join(SIGNATURE).exists() {
            let error = anyhow!(
                "it has a clock of its own (is it linked statically?): set `threads = true` for it in {}",
                settings::FILE
            );
            return Err(Failure { which, error });
        }
        sides.push(samples);
    }
    Ok(Pair::of(&sides[0], &sides[1], clock.is_some()))
}

impl Pair {
    fn of(first: &[f64], second: &[f64], at_once: bool) -> Self {
        let statistic = if at_once {
            median
        } else {
            |ns: Vec<f64>| lower_quartile(&ns)
        };
        let ns = [first, second].map(|ns| statistic(ns.to_vec()));
        let ratio = if at_once && first.len() == second.len() {
            median(first.iter().zip(second).map(|(a, b)| b / a).collect())
        } else {
            ns[1] / ns[0]
        };
        Self { ns, ratio }
    }
}

/// A process that does not outlive its pair.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Waits for its end, and reads nanoseconds per iteration of each of its samples, in order.
    fn samples(&mut self, home: &Path, id: &str) -> anyhow::Result<Vec<f64>> {
        let status = self.0.wait()?;
        if !status.success() {
            let log = fs::read_to_string(home.join(LOG)).unwrap_or_default();
            bail!("it ended with {status}: {}", last_lines(&log));
        }
        let found = find(home, id)?;
        let samples = found.with_context(|| format!("it did not measure {id}"))?;
        let ns: Vec<f64> = samples.per_iteration().collect();
        ensure!(
            !ns.is_empty() && ns.iter().all(|ns| ns.is_finite() && *ns > 0.0),
            "{id}: a sample that is no time"
        );
        Ok(ns)
    }
}

/// Samples of about a millisecond, so that most are not disturbed.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped before"
)]
fn samples(expected: Option<f64>) -> u32 {
    let measurement = MEASUREMENT.as_secs_f64() * 1e9;
    let fitting = expected.map_or(0.0, |ns| measurement / ns);
    fitting.clamp(f64::from(LEAST_SAMPLES), f64::from(MOST_SAMPLES)) as u32
}

/// What Criterion keeps of its samples, in `sample.json`.
#[derive(Debug, Deserialize)]
pub struct Samples {
    /// Iterations of each.
    pub iters: Vec<f64>,
    /// Nanoseconds of each.
    pub times: Vec<f64>,
}

impl Samples {
    /// Nanoseconds per iteration of each.
    pub fn per_iteration(&self) -> impl Iterator<Item = f64> {
        self.iters.iter().zip(&self.times).map(|(n, time)| time / n)
    }
}

#[derive(Deserialize)]
struct Benchmark {
    full_id: String,
}

/// The samples of `id` in a Criterion directory that holds little else.
pub(crate) fn find(directory: &Path, id: &str) -> anyhow::Result<Option<Samples>> {
    let path = directory.join("benchmark.json");
    if path.is_file() {
        let benchmark: Benchmark = serde_json::from_slice(&fs::read(path)?)?;
        let samples = fs::read(directory.join("sample.json"));
        return match samples {
            Ok(samples) if benchmark.full_id == id => Ok(Some(serde_json::from_slice(&samples)?)),
            _ => Ok(None),
        };
    }
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_type()?.is_dir()
            && let Some(samples) = find(&entry.path(), id)?
        {
            return Ok(Some(samples));
        }
    }
    Ok(None)
}

/// Runs a process to its end; the last that it wrote is in the error if it failed.
fn output(command: &mut Command) -> anyhow::Result<String> {
    let program = command.get_program().to_owned();
    let output = command.output();
    let output = output.with_context(|| format!("cannot start {}", program.display()))?;
    if !output.status.success() {
        let log = String::from_utf8_lossy(&output.stderr);
        bail!("it ended with {}: {}", output.status, last_lines(&log));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

pub(crate) fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(3)..].join(" | ")
}

/// While it lives, this thread and the processes that it starts run on one core.
struct Pinned(Option<rustix::thread::CpuSet>);

impl Pinned {
    /// Where that is not allowed, nothing changes.
    fn to(core: usize) -> Self {
        let before = rustix::thread::sched_getaffinity(None).ok();
        let mut one = rustix::thread::CpuSet::new();
        one.set(core);
        let allowed = rustix::thread::sched_setaffinity(None, &one).is_ok();
        Self(before.filter(|_| allowed))
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        if let Some(before) = &self.0 {
            let _ = rustix::thread::sched_setaffinity(None, before);
        }
    }
}

/// The last of the cores on which this process may run: the first has the interrupts of most
/// machines.
#[must_use]
pub fn last_core() -> Option<usize> {
    let allowed = rustix::thread::sched_getaffinity(None).ok()?;
    (0..rustix::thread::CpuSet::MAX_CPU)
        .rev()
        .find(|core| allowed.is_set(*core))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_the_same_number_are_compared() {
        // The frequency fell by a tenth in the middle, for both.
        let first = [10.0, 10.0, 10.0, 11.0, 11.0];
        let second = [10.2, 10.2, 10.2, 11.22, 11.22];
        let pair = Pair::of(&first, &second, true);
        assert!((pair.ratio - 1.02).abs() < 1e-9, "{pair:?}");
        let pair = Pair::of(&first, &second[..3], true);
        assert!((pair.ratio - 1.02).abs() < 1e-9, "{pair:?}");
        let pair = Pair::of(&[1.0, 9.0, 9.0, 9.0], &[2.0, 9.0, 9.0, 9.0], false);
        assert!((pair.ratio - 7.25 / 7.0).abs() < 1e-9, "{pair:?}");
    }

    #[test]
    fn fewer_samples_of_what_takes_long() {
        assert_eq!(samples(None), LEAST_SAMPLES);
        assert_eq!(samples(Some(1e3)), MOST_SAMPLES);
        assert_eq!(samples(Some(3e6)), 15);
        assert_eq!(samples(Some(5e7)), LEAST_SAMPLES);
    }
}
