//! `selftest`: how often alerts are false, and how often a slowdown is found, on this machine.

use std::{
    collections::BTreeMap,
    env,
    io::Write,
    path::PathBuf,
    process::{Command, ExitCode},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use bls_results::ensure_not_emulated;
use regex::Regex;

use crate::{
    ab::{
        burst::{Bench, Conditions, last_core, pair},
        clock::Clock,
        rounds::{Arm, Found, Subject, Until, alternate},
    },
    callgrind::count,
    comparison::Verdict,
    settings::Thresholds,
    statistics::float,
};

/// Measures how far the verdicts of `ab` can be believed here: how often it calls a program worse
/// or better than itself, and how often it finds a slowdown of known size.
///
/// To be run in this repository: it builds an example of the crate `bls-alerts`, whose ids take
/// from a microsecond to 50 ms.
#[derive(clap::Args)]
pub struct Selftest {
    /// How often all ids are compared with themselves.
    #[arg(long, default_value_t = 10)]
    tries: u32,
    /// A slowdown in per cent that is looked for; may be given several times.
    #[arg(long, value_name = "PERCENT")]
    slowdown: Vec<f64>,
    /// How often all ids are compared with themselves made slower, for each slowdown.
    #[arg(long, default_value_t = 5)]
    slow_tries: u32,
    /// Keeps all cores busy meanwhile.
    #[arg(long)]
    load: bool,
    /// Compares all ids with themselves by Criterion's own verdict, too, with its default settings:
    /// this often.
    #[arg(long, default_value_t = 0)]
    criterion: u32,
    /// Compares the instruction counts of all ids with those of themselves slower by a thousandth.
    #[arg(long)]
    counts: bool,
    /// The ids that this regular expression matches.
    #[arg(long, value_name = "REGEX")]
    filter: Option<Regex>,
}

/// Read by the example, in millionths.
const SLOWDOWN: &str = "BLSBENCH_SELFTEST_SLOWDOWN";
/// What the command may take for all ids, as `ab` by default.
const BUDGET: Duration = Duration::from_mins(10);

impl Selftest {
    /// Measures and prints a table.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        ensure_not_emulated()?;
        let bench = build()?;
        let mut ids = bench.list()?;
        ids.retain(|id| {
            self.filter
                .as_ref()
                .is_none_or(|filter| filter.is_match(id))
        });
        ensure!(!ids.is_empty(), "no id is left");
        let _load = self.load.then(Load::start);
        let conditions = Conditions {
            clock: Clock::new()?,
            core: last_core(),
        };
        writeln!(
            out,
            "{} ids, {}, {}",
            ids.len(),
            if self.load {
                "with load on all cores"
            } else {
                "without other load of ours"
            },
            conditions.clock.describe()
        )?;
        let mut totals = Vec::new();
        let slowdowns = self
            .slowdown
            .iter()
            .map(|percent| (*percent, self.slow_tries));
        for (percent, tries) in [(0.0, self.tries)].into_iter().chain(slowdowns) {
            let mut total = Total::default();
            for _ in 0..tries {
                let started = Instant::now();
                let found = compare(&bench, &ids, percent, &conditions);
                total.add(&found, started.elapsed());
                total.print(percent, out)?;
            }
            totals.push((percent, total));
        }
        if self.counts {
            let (mut found, mut equal) = (0, 0);
            for id in &ids {
                let [same, slower] = sides(&bench, 0.1);
                let (base, new) = (count(&same, id)?, count(&slower, id)?);
                let threshold = 1.0 + Thresholds::default().count;
                found += usize::from(new / base > threshold);
                let again = count(&same, id)?;
                equal += usize::from((again / base).max(base / again) < threshold);
                writeln!(out, "    {id}: {:+.3} %", 100.0 * (new / base - 1.0))?;
            }
            writeln!(
                out,
                "counts: slower by 0.1 %: {found} of {} found; unchanged: {equal} the same",
                ids.len()
            )?;
        }
        if self.criterion > 0 {
            let flagged = criterion(&bench, &ids, self.criterion)?;
            let compared = ids.len() * self.criterion as usize;
            writeln!(
                out,
                "Criterion's own verdict: {flagged} of {compared} flagged without a change"
            )?;
        }
        let alarms = totals.first().map_or(0, |(_, total)| total.alarms());
        Ok(ExitCode::from(u8::from(alarms > 0)))
    }
}

/// The example as it is, and slower by so many per cent.
fn sides(bench: &Bench, percent: f64) -> [Bench; 2] {
    let millionths = (percent * 1e4).round().to_string();
    // As long as the other: the size of the environment moves the stack.
    [&"0".repeat(millionths.len()), &millionths].map(|value| {
        let mut side = bench.clone();
        side.environment.insert(SLOWDOWN.to_owned(), value.clone());
        side
    })
}

/// Compares every id with itself, slower by so many per cent.
fn compare(bench: &Bench, ids: &[String], percent: f64, conditions: &Conditions) -> Found {
    let [same, slower] = sides(bench, percent);
    let threshold = Thresholds::default().time;
    let subject = |id: &String| Subject {
        id: id.clone(),
        threshold,
    };
    let mut expected = BTreeMap::new();
    let measure = |id: &str, arms: [Arm; 2]| {
        let benches = arms.map(|arm| match arm {
            Arm::Base => &same,
            Arm::New => &slower,
        });
        let pair = pair(benches, id, expected.get(id).copied(), false, conditions)?;
        expected.insert(id.to_owned(), pair.ns[0]);
        Ok(pair)
    };
    let until = Until {
        budget: BUDGET,
        stopped: &|| false,
    };
    alternate(ids.iter().map(subject).collect(), &until, measure, |_| {})
}

/// The example, built as `cargo bench` would.
fn build() -> anyhow::Result<Bench> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    command.args(["build", "--release", "--locked", "--package", "bls-alerts"]);
    command.args([
        "--example",
        "selftest",
        "--message-format",
        "json-render-diagnostics",
    ]);
    let output = command.stderr(std::process::Stdio::inherit()).output()?;
    ensure!(
        output.status.success(),
        "the example `selftest` does not build here"
    );
    let text = String::from_utf8(output.stdout)?;
    let executable = text
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message["target"]["name"] == "selftest")
        .find_map(|message| message["executable"].as_str().map(PathBuf::from));
    Ok(Bench {
        executable: executable.context("Cargo did not say where the example is")?,
        directory: env::current_dir()?,
        environment: BTreeMap::new(),
    })
}

/// How many comparisons of an id with itself Criterion calls a change.
fn criterion(bench: &Bench, ids: &[String], tries: u32) -> anyhow::Result<usize> {
    let mut flagged = 0;
    for _ in 0..tries {
        let home = tempfile::tempdir()?;
        for id in ids {
            let filter = format!("^{}$", regex::escape(id));
            let arguments = ["--bench", "--noplot", &filter];
            let mut text = String::new();
            for _ in 0..2 {
                let mut command = bench.command(&arguments);
                command.env("CRITERION_HOME", home.path());
                text = String::from_utf8_lossy(&command.output()?.stdout).into_owned();
            }
            let changed = ["Performance has regressed", "Performance has improved"];
            flagged += usize::from(changed.iter().any(|words| text.contains(words)));
        }
    }
    Ok(flagged)
}

/// What became of the comparisons.
#[derive(Default)]
struct Total {
    verdicts: BTreeMap<Verdict, usize>,
    compared: usize,
    seconds: f64,
    noise: Option<(f64, f64)>,
    odd: Vec<String>,
}

impl Total {
    fn add(&mut self, found: &Found, elapsed: Duration) {
        for row in &found.rows {
            let Some(signal) = &row.time else { continue };
            *self.verdicts.entry(signal.verdict).or_default() += 1;
            self.compared += 1;
            let change = signal
                .change
                .map_or(f64::NAN, |change| (change.ratio - 1.0) * 100.0);
            let why = signal.why.as_deref().unwrap_or_default();
            let verdict = signal.verdict.name();
            self.odd
                .push(format!("{} {verdict} {change:+.2} % {why}", row.id));
        }
        self.seconds += elapsed.as_secs_f64();
        self.noise = found.noise;
    }

    /// What would have been an alarm, or praise.
    fn alarms(&self) -> usize {
        let changed = [
            Verdict::Worse,
            Verdict::Better,
            Verdict::Missing,
            Verdict::New,
        ];
        changed
            .iter()
            .filter_map(|verdict| self.verdicts.get(verdict))
            .sum()
    }

    fn print(&mut self, percent: f64, out: &mut impl Write) -> std::io::Result<()> {
        let usual = if percent > 0.0 { " worse " } else { " same " };
        for odd in self.odd.drain(..).filter(|odd| !odd.contains(usual)) {
            writeln!(out, "    {odd}")?;
        }
        let verdicts: Vec<String> = self
            .verdicts
            .iter()
            .map(|(verdict, count)| format!("{count} {}", verdict.name()))
            .collect();
        let (median, most) = self.noise.unwrap_or_default();
        writeln!(
            out,
            "slower by {percent} %: {} comparisons: {}; {:.1} s each; noise {:.2} %, {:.2} %",
            self.compared,
            verdicts.join(", "),
            self.seconds / float(self.compared.max(1)),
            median * 100.0,
            most * 100.0
        )?;
        out.flush()
    }
}

/// Keeps all cores busy while it lives.
struct Load {
    over: Arc<AtomicBool>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Load {
    fn start() -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = (0..cores).map(|_| {
            let over = Arc::clone(&over);
            thread::spawn(move || {
                let mut memory = vec![1_u64; 1 << 18];
                while !over.load(Ordering::Relaxed) {
                    for word in &mut memory {
                        *word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).rotate_left(7);
                    }
                }
            })
        });
        Self {
            threads: threads.collect(),
            over,
        }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}
