//! `fidelity`: whether a figure of the Go runner is what `go test -bench` says.

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, ExitCode},
    time::Duration,
};

use anyhow::{Context as _, bail};
use bls_api::Id;
use bls_engines::go_module;
use bls_results::{ensure_not_emulated, median, time};
use bls_vectors::{CheckedJob, verify};

use crate::{engine, isolated::isolated, table};

/// Compares figures of the Go runner with `go test -bench` of the same calls without it.
///
/// The two alternate; a row is compared by the median of the rounds' ratios. Exits with 1 when a
/// ratio is outside of 1.00 ± 0.02 after 63 rounds, and three quarters of these say so.
#[derive(clap::Args)]
pub(crate) struct Fidelity {}

/// What is compared: an id, and the benchmark of `ffi/go/fidelity` that makes the same call.
const PAIRS: &[(&str, &str)] = &[
    ("min_pk/sign/blst_go", "BenchmarkBlst/sign"),
    ("min_pk/verify/blst_go", "BenchmarkBlst/verify"),
    (
        "min_pk/aggregate_verify/blst_go/100",
        "BenchmarkBlst/aggregate_verify_100",
    ),
    ("min_pk/sign/herumi_go", "BenchmarkHerumi/sign"),
    ("min_pk/verify/herumi_go", "BenchmarkHerumi/verify"),
    (
        "min_pk/aggregate_verify/herumi_go/100",
        "BenchmarkHerumi/aggregate_verify_100",
    ),
    ("min_pk/sign/gnark", "BenchmarkGnark/sign"),
    ("min_pk/verify/gnark", "BenchmarkGnark/verify"),
    (
        "min_pk/aggregate_verify/gnark/100",
        "BenchmarkGnark/aggregate_verify_100",
    ),
];

const ROUNDS: u32 = 21;
/// For a row that is not within the tolerance by then: on a busy machine one that was right had three quarters
/// of its first 21 rounds outside.
const MOST_ROUNDS: u32 = 63;
/// Of each side in a round.
const SLICE: Duration = Duration::from_millis(250);
const TOLERANCE: f64 = 0.02;

impl Fidelity {
    #[allow(
        clippy::unused_self,
        reason = "the same shape as the other subcommands"
    )]
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        ensure_not_emulated()?;
        let reference = Reference::build()?;
        let mut table = table(&[
            "id",
            "ours",
            "go test",
            "ratio",
            "quartiles",
            "rounds",
            "verdict",
        ]);
        let mut outside = 0;
        for &(id, benchmark) in PAIRS {
            eprintln!("{id} against {benchmark}");
            let mut rounds = Rounds::default();
            let mut job = prepare(id)?;
            let once = job.time(1)?;
            let iterations = SLICE.as_nanos() / once.as_nanos().max(1);
            let iterations = u32::try_from(iterations)?.max(1);
            for round in 0..MOST_ROUNDS {
                if round >= ROUNDS && rounds.verdict() == Verdict::Within {
                    break;
                }
                let ours = |job: &mut CheckedJob| -> anyhow::Result<f64> {
                    let elapsed = job.time(iterations.into())? / iterations;
                    Ok(elapsed.as_secs_f64() * 1e9)
                };
                // The order changes, so that neither side is always the first.
                if round.is_multiple_of(2) {
                    rounds.ours.push(ours(&mut job)?);
                    rounds.theirs.push(reference.time(benchmark, iterations)?);
                } else {
                    rounds.theirs.push(reference.time(benchmark, iterations)?);
                    rounds.ours.push(ours(&mut job)?);
                }
            }
            let [low, ratio, high] = rounds.ratios();
            let verdict = match rounds.verdict() {
                Verdict::Within => "ok",
                Verdict::Outside => "OUTSIDE",
                Verdict::Unclear => "unclear, the rounds disagree",
            };
            outside += usize::from(rounds.verdict() == Verdict::Outside);
            let count = rounds.ours.len();
            table.add_row([
                id.to_owned(),
                time(median(rounds.ours)),
                time(median(rounds.theirs)),
                format!("{ratio:.3}"),
                format!("{low:.3} to {high:.3}"),
                count.to_string(),
                verdict.to_owned(),
            ]);
        }
        writeln!(out, "{table}")?;
        Ok(ExitCode::from(u8::from(outside > 0)))
    }
}

/// The job of an id, in its runner, once its engine has passed the gate.
fn prepare(id: &str) -> anyhow::Result<CheckedJob> {
    let id: Id = id.parse()?;
    let engine = engine(&id.engine)?;
    if let Some(reason) = engine.absent(id.group) {
        bail!("{} is absent: {reason}", id.engine);
    }
    let verified = verify(isolated(engine)?.engine, id.group);
    Ok(verified?.prepare(id.operation, id.param)?)
}

/// Nanoseconds per iteration of each round.
#[derive(Default)]
struct Rounds {
    ours: Vec<f64>,
    theirs: Vec<f64>,
}

#[derive(PartialEq)]
enum Verdict {
    /// The median is within the tolerance.
    Within,
    /// Three quarters of the rounds are outside of it, on one side.
    Outside,
    Unclear,
}

impl Rounds {
    fn verdict(&self) -> Verdict {
        let [low, ratio, high] = self.ratios();
        if (ratio - 1.0).abs() <= TOLERANCE {
            Verdict::Within
        } else if low > 1.0 + TOLERANCE || high < 1.0 - TOLERANCE {
            Verdict::Outside
        } else {
            Verdict::Unclear
        }
    }

    /// The first quartile, median and third quartile of the rounds' ratios.
    fn ratios(&self) -> [f64; 3] {
        let pairs = self.ours.iter().zip(&self.theirs);
        let mut ratios: Vec<f64> = pairs.map(|(ours, theirs)| ours / theirs).collect();
        ratios.sort_by(f64::total_cmp);
        [1, 2, 3].map(|quarter| ratios[(ratios.len() - 1) * quarter / 4])
    }
}

/// The benchmarks of `ffi/go/fidelity`, as `go test` builds them.
struct Reference {
    program: PathBuf,
    directory: PathBuf,
}

impl Reference {
    fn build() -> anyhow::Result<Self> {
        let program = bls_engines::target_directory().join("blsbench/fidelity.test");
        let status = Command::new("go")
            .args(["test", "-mod=readonly", "-c", "-o"])
            .arg(&program)
            .arg("./fidelity")
            .current_dir(go_module())
            .status()
            .context("go, which this comparison needs")?;
        if !status.success() {
            bail!("go could not build ./fidelity");
        }
        Ok(Self {
            program: program.canonicalize()?,
            directory: go_module().join("fidelity"),
        })
    }

    /// Nanoseconds per iteration, as Go's testing package measures them.
    fn time(&self, benchmark: &str, iterations: u32) -> anyhow::Result<f64> {
        let exactly: Vec<_> = benchmark
            .split('/')
            .map(|part| format!("^{part}$"))
            .collect();
        let output = Command::new(&self.program)
            .args(["-test.run", "^$", "-test.bench", &exactly.join("/")])
            .arg(format!("-test.benchtime={iterations}x"))
            .args(["-test.cpu", "1"])
            .current_dir(&self.directory)
            .output()
            .with_context(|| self.program.display().to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        per_iteration(&text).with_context(|| {
            let errors = String::from_utf8_lossy(&output.stderr);
            format!("{benchmark} gave no figure:\n{text}{errors}")
        })
    }
}

/// The figure before `ns/op`.
fn per_iteration(output: &str) -> Option<f64> {
    let line = output.lines().find(|line| line.contains(" ns/op"))?;
    let fields: Vec<&str> = line.split_whitespace().collect();
    let unit = fields.iter().position(|field| *field == "ns/op")?;
    fields.get(unit.checked_sub(1)?)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_go_test_are_read() {
        let output =
            "goos: linux\nBenchmarkBlst/sign-1 \t 500\t    386123.5 ns/op\t  48 B/op\nPASS\n";
        assert_eq!(per_iteration(output), Some(386_123.5));
        assert_eq!(per_iteration("PASS\n"), None);
    }

    #[test]
    fn quartiles_of_rounds() {
        let rounds = Rounds {
            ours: vec![1.0, 2.0, 3.0, 4.0, 5.0],
            theirs: vec![1.0; 5],
        };
        let quartiles = rounds.ratios().map(|ratio| format!("{ratio}"));
        assert_eq!(quartiles, ["2", "3", "4"]);
    }
}
