//! Instructions per iteration of unmodified Criterion benches, counted by valgrind.
//!
//! Criterion's `--quick` calls a bench with 1, 2, 4, … iterations, whatever its clock says.
//! Callgrind collects inside of `Bencher::iter` and its like alone and writes a file for each call:
//! what a call costs by itself drops out of the difference of two calls, and so does what only the
//! first iteration does.
//!
//! What it does not see: work in other threads and processes ([`blind`]), and the code that a
//! library would choose by processor features that valgrind hides (ADX and AVX-512). What it sees
//! beside the time: the set-up and the drops of `iter_batched`.

use std::{
    fs, io, iter,
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{Command, Stdio},
    thread,
};

use anyhow::{Context as _, anyhow, bail, ensure};
use bls_results::Count;
use object::{Object as _, ObjectSymbol as _};

use crate::ab::burst::{self, Bench};

/// A call with fewer instructions is not looked at where there is a longer one: what a count has
/// from chance (of branches, of the allocator) is small beside it, and which call it is does not
/// depend on the clock.
const ENOUGH: f64 = 1e6;
/// Relative difference of iterations from which on an id is marked.
const UNEVEN: f64 = 0.001;
/// Relative difference of two counts of the same executable up to which they are one count.
const REPEATABLE: f64 = 0.0002;
/// Below this number of instructions per nanosecond the work is done elsewhere.
const BLIND: f64 = 0.1;

/// Instructions per iteration of `id`.
///
/// An error, among others, where two processes do not count the same.
pub fn count(bench: &Bench, id: &str) -> anyhow::Result<f64> {
    let counts = together(bench, &[id.to_owned()])?;
    Ok(repeatable(counts[0])?.instructions)
}

/// Counts `ids`, which are in the order in which the bench lists them: together, and by itself each
/// that cannot be counted so. One may take the others with it, and those that allocate find the
/// heap as the others left it.
pub fn count_all(bench: &Bench, ids: &[String]) -> Vec<anyhow::Result<Count>> {
    let together = together(bench, ids);
    if let [_] = ids {
        return vec![together.and_then(|counts| repeatable(counts[0]))];
    }
    let counted = together.unwrap_or_default();
    let counted = counted.into_iter().map(Some).chain(iter::repeat(None));
    let ids = ids.chunks(1).zip(counted);
    ids.flat_map(|(id, count)| match count.map(repeatable) {
        Some(Ok(count)) => vec![Ok(count)],
        _ => count_all(bench, id),
    })
    .collect()
}

/// By one process, so that what ids share is prepared once, and by a second one at the same time. As
/// many counts as ids.
fn together(bench: &Bench, ids: &[String]) -> anyhow::Result<Vec<Count>> {
    let loops = loops(&bench.executable)?;
    let run = || run(bench, &loops, ids);
    let (first, second) = thread::scope(|scope| {
        let second = scope.spawn(run);
        (run(), second.join())
    });
    let second = second.map_err(|_| anyhow!("the second count panicked"))??;
    let both = first?.into_iter().zip(second);
    let counts = both.map(|(first, second)| Count {
        spread: (second.instructions / first.instructions - 1.0).abs(),
        ..first
    });
    Ok(counts.collect())
}

fn repeatable(count: Count) -> anyhow::Result<Count> {
    let percent = count.spread * 100.0;
    ensure!(
        count.spread <= REPEATABLE,
        "it is not repeatable: two counts of the same differ by {percent:.3} %"
    );
    Ok(count)
}

/// Why the count of an id cannot stand for its time of `ns` nanoseconds, if it cannot.
#[must_use]
pub fn blind(instructions: f64, ns: f64) -> Option<&'static str> {
    (instructions < BLIND * ns).then_some(
        "the count sees too little of it: most of the work is done by other threads or processes, \
         or it waits",
    )
}

/// As it is written into files of counts.
pub fn version() -> anyhow::Result<String> {
    let output = Command::new("valgrind").arg("--version").output();
    let output = output.map_err(not_started)?;
    let version = String::from_utf8_lossy(&output.stdout);
    Ok(format!(
        "callgrind, {}",
        version.trim().replacen('-', " ", 1)
    ))
}

fn not_started(error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow!("valgrind is not installed"),
        _ => anyhow::Error::new(error).context("cannot start valgrind"),
    }
}

/// The symbols of Criterion's loops, which it forbids to be inlined.
fn loops(executable: &Path) -> anyhow::Result<Vec<String>> {
    let find = || {
        let bytes = fs::read(executable)?;
        let file = object::File::parse(&*bytes)?;
        let names = file.symbols().filter_map(|symbol| symbol.name().ok());
        let mut loops: Vec<String> = names
            .filter(|name| is_loop(name))
            .map(str::to_owned)
            .collect();
        loops.sort();
        loops.dedup();
        ensure!(
            !loops.is_empty(),
            "it has no symbols of Criterion's loops: it is stripped, or no Criterion bench"
        );
        Ok(loops)
    };
    find().with_context(|| executable.display().to_string())
}

/// Whether a symbol, in either mangling of Rust, is a method of Criterion's that runs a loop.
fn is_loop(symbol: &str) -> bool {
    let name = format!("{:#}", rustc_demangle::demangle(symbol));
    let name = name.replace("->", "");
    if !name
        .trim_start_matches('<')
        .starts_with("criterion::bencher::")
    {
        return false;
    }
    // `criterion::bencher::Bencher<M>::iter`, `<criterion::bencher::Bencher<…>>::iter::<…>`
    let mut depth = 0_u32;
    let path: String = name
        .chars()
        .filter(|letter| {
            match letter {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
        .collect();
    let method = path.trim_end_matches(':').rsplit("::").next();
    ["iter", "iter_custom", "iter_batched", "iter_batched_ref"]
        .iter()
        .any(|known| method == Some(known))
}

/// One process.
fn run(bench: &Bench, loops: &[String], ids: &[String]) -> anyhow::Result<Vec<Count>> {
    let directory = tempfile::tempdir()?;
    let home = directory.path().join("criterion");
    fs::create_dir(&home)?;
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--tool=callgrind", "--demangle=no"]);
    command.arg(format!(
        "--callgrind-out-file={}/%p",
        directory.path().display()
    ));
    for name in loops {
        command.arg(format!("--toggle-collect={name}"));
        // Of two options for the same name callgrind forgets one, unless one has a wildcard.
        command.arg(format!("--dump-before=?{}", &name[1..]));
    }
    command.arg(&bench.executable);
    command.args(["--bench", "--quick", "--noplot", "--save-baseline", "count"]);
    // In seconds under valgrind, and on a busy machine: enough for ENOUGH. It would end sooner where
    // its times agree, which depends on the clock.
    command.args(["--measurement-time", "1", "--significance-level", "1e-9"]);
    command.args(["--nresamples", "1001"]);
    let patterns: Vec<String> = ids.iter().map(|id| regex::escape(id)).collect();
    command.arg(format!("^(?:{})$", patterns.join("|")));
    command
        .current_dir(&bench.directory)
        .envs(&bench.environment);
    command.env("CRITERION_HOME", &home);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let child = command.spawn().map_err(not_started)?;
    let process = child.id();
    let output = child.wait_with_output()?;
    if output.status.signal() == Some(rustix::process::Signal::ILL.as_raw()) {
        bail!("valgrind does not know an instruction of it: it is built for a newer processor");
    }
    if !output.status.success() {
        let log = String::from_utf8_lossy(&output.stderr);
        bail!(
            "it ended with {}: {}",
            output.status,
            burst::last_lines(&log)
        );
    }

    let calls = calls(directory.path(), process)?;
    let mut rest = calls.as_slice();
    let mut counts = Vec::with_capacity(ids.len());
    for id in ids {
        let samples = burst::find(&home, id)?;
        let samples = samples.with_context(|| format!("it did not run {id}"))?;
        let last = samples.iters.last().copied().unwrap_or_default();
        let number = doubled()
            .take_while(|iterations| *iterations <= last)
            .count();
        let split = rest.split_at_checked(number);
        let (own, others) = split.with_context(|| format!("{id}: a call was not counted"))?;
        let count = per_iteration(own);
        ensure!(count.instructions > 0.0, "{id}: nothing was counted");
        counts.push(count);
        rest = others;
    }
    ensure!(
        rest.is_empty(),
        "a bench calls `iter` more than once: its counts cannot be told apart"
    );
    Ok(counts)
}

/// Iterations of the calls of `--quick`.
fn doubled() -> impl Iterator<Item = f64> {
    iter::successors(Some(1.0), |iterations| Some(iterations * 2.0))
}

/// The instructions of each call of a loop.
fn calls(directory: &Path, process: u32) -> anyhow::Result<Vec<f64>> {
    let parts = (1..).map(|part| directory.join(format!("{process}.{part}")));
    // Each was written before a call, the first one before there was anything to count.
    let parts = parts.take_while(|path| path.exists()).skip(1);
    let last = directory.join(process.to_string());
    parts.chain([last]).map(|path| total(&path)).collect()
}

/// The number of instructions that a file of callgrind's is about.
fn total(path: &Path) -> anyhow::Result<f64> {
    let text = fs::read_to_string(path).context("callgrind wrote no result")?;
    let total = text
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("totals: "));
    Ok(total.context("callgrind's result has no total")?.parse()?)
}

/// From the instructions of calls with 1, 2, 4, … iterations.
fn per_iteration(calls: &[f64]) -> Count {
    let calls: Vec<(f64, f64)> = doubled().zip(calls.iter().copied()).collect();
    // The first call is left out where it can be: it is alone in preparing what is prepared once.
    let warm = if calls.len() > 1 {
        &calls[1..]
    } else {
        &calls[..]
    };
    let slopes: Vec<f64> = warm
        .windows(2)
        .map(|pair| (pair[1].1 - pair[0].1) / pair[0].0)
        .collect();
    let enough = warm.iter().position(|call| call.1 >= ENOUGH);
    let used = enough.unwrap_or(slopes.len());
    let instructions = match used.checked_sub(1) {
        Some(slope) => slopes[slope],
        // So long that what a call costs by itself is nothing.
        None => warm
            .first()
            .map_or(0.0, |(iterations, count)| count / iterations),
    };
    let off = slopes
        .iter()
        .skip(used.saturating_sub(1))
        .map(|slope| (slope / instructions - 1.0).abs());
    Count {
        instructions,
        spread: 0.0,
        uneven: off.reduce(f64::max).filter(|off| *off > UNEVEN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_are_known_in_both_manglings() {
        let legacy = "_ZN9criterion7bencher16Bencher$LT$M$GT$4iter17h067095563de6bafcE";
        assert!(is_loop(legacy));
        assert!(is_loop(&legacy.replace("4iter", "16iter_batched_ref")));
        assert!(!is_loop(&legacy.replace("4iter", "15iter_with_setup")));
        assert!(!is_loop(
            &legacy.replace("4iter17", "4iter28_$u7b$$u7b$closure$u7d$$u7d$17")
        ));
        let start =
            "NvMNtCs5Zz7cFFLYH6_9criterion7bencherINtB3_7BencherNtNtB5_11measurement8WallTimeE";
        let setup = "15iter_with_setuplNCNvCs32gj3y4fnmh_4main4mains_0EB1F_";
        let batched = "12iter_batchedmmNCNvCs32gj3y4fnmh_4main4mains0_0NCB1B_s1_0E";
        assert!(is_loop(&format!("_RI{start}4iteryFEyECs32gj3y4fnmh_4main")));
        assert!(is_loop(&format!("_RI{start}{batched}B1D_")));
        assert!(!is_loop(&format!("_RI{start}{setup}")));
        // Places in a name count from its start.
        let start = start.replace("B5_", "B7_").replace("B3_", "B5_");
        let batched = batched.replace("B1B_", "B1D_");
        assert!(!is_loop(&format!("_RNCI{start}{batched}0B1F_")));
        assert!(!is_loop("main"));
    }

    #[test]
    fn what_a_call_and_the_first_iteration_cost_drops_out() {
        let calls = |first: f64, call: f64, each: f64, number: usize| -> Vec<f64> {
            let mut calls: Vec<f64> = doubled()
                .map(|n| each.mul_add(n, call))
                .take(number)
                .collect();
            calls[0] += first;
            calls
        };
        for (calls, expected) in [
            (calls(5e4, 278.0, 7011.0, 12), 7011.0),
            (calls(5e4, 278.0, 7011.0, 4), 7011.0),
            (calls(0.0, 0.0, 3e6, 1), 3e6),
            (calls(1e3, 0.0, 3e6, 2), 3e6),
            (calls(1e3, 0.0, 3e6, 4), 3e6),
        ] {
            let count = per_iteration(&calls);
            assert!(
                (count.instructions / expected - 1.0).abs() < 1e-9,
                "{calls:?}: {count:?}"
            );
            assert_eq!(count.uneven, None);
        }
    }

    #[test]
    fn iterations_that_differ_are_marked() {
        let calls: Vec<f64> = doubled().map(|n| 1000.0 * n * n.sqrt()).take(12).collect();
        assert!(per_iteration(&calls).uneven.is_some_and(|off| off > 0.1));
    }

    #[test]
    fn work_elsewhere_is_seen_by_its_time() {
        assert_eq!(blind(7011.0, 1000.0), None);
        assert!(blind(7011.0, 1e6).is_some());
    }
}
