//! An operation uses one thread unless its name ends in `_mt`: the CPU time of the process is the
//! CPU time of the calling thread. One test, so that nothing else runs in this process.

use std::{
    collections::HashMap,
    ffi::OsString,
    fs,
    io::{self, Write},
    thread::available_parallelism,
    time::{Duration, Instant},
};

use bls_api::{Group, Threads};
use bls_engines::{engines, session};
use bls_runner::Session;
use bls_vectors::{CheckedJob, Refusal, on_all_cores, verify};
use cpu_time::{ProcessTime, ThreadTime};

#[test]
fn one_thread_unless_mt() {
    let cores = available_parallelism().map_or(1, usize::from);
    if cores == 1 {
        // Not `println!`, which the test harness captures.
        let why = "skipped: whether _mt operations use all cores: this machine has one";
        writeln!(io::stderr(), "{why}").unwrap();
    }
    // Neighbours are of two engines: two groups of one would wait for its runner.
    let pairs = Group::ALL
        .iter()
        .flat_map(|&group| engines().iter().map(move |&engine| (engine, group)));
    let present: Vec<_> = pairs
        .filter(|(engine, group)| engine.absent(*group).is_none())
        .collect();
    for verified in on_all_cores(&present, |&(engine, group)| verify(engine, group)) {
        let verified = verified.unwrap();
        let (engine, group) = (verified.engine(), verified.group());
        let measured = group.operations().iter();
        for operation in measured.filter(|operation| engine.measures(group, operation)) {
            let params = operation.params.iter();
            let mut long = params.filter(|param| param.value.is_none_or(|value| value <= 100));
            let Some(param) = long.next_back() else {
                continue;
            };
            // A long list, for then libraries start threads.
            let mut job = match verified.prepare(operation, param.value) {
                Err(Refusal::Absent(_)) => continue,
                job => job.unwrap(),
            };
            let id = format!("{group}/{}/{}", operation.name, engine.id);
            let threads = operation.threads();
            if group == Group::Transport && engine.id.contains("grpc") {
                // The work is done by the service, which is another process.
                continue;
            }
            let mut spent = || match session(engine) {
                None => (elsewhere(&mut job), 0.05),
                // Go's runtime watches calls of C from a thread of its own.
                Some(session) => (elsewhere_in_runner(&mut job, session, threads), 0.2),
            };
            let as_it_should = |(elsewhere, limit): (f64, f64)| match threads {
                Threads::One => elsewhere < limit,
                Threads::All => cores == 1 || elsewhere > 0.2,
            };
            // On a busy machine one try may say anything; threads would be there in all.
            let mut tries = Vec::new();
            while tries.len() < 3 && !tries.last().is_some_and(|&last| as_it_should(last)) {
                tries.push(spent());
            }
            let right = tries.last().is_some_and(|&last| as_it_should(last));
            assert!(right, "{id}: shares elsewhere, with limits: {tries:?}");
        }
    }
}

/// The share of CPU time that was not the calling thread's.
fn elsewhere(job: &mut CheckedJob) -> f64 {
    of_as_many_as_take(Duration::from_millis(20), |iterations| {
        let process = ProcessTime::now();
        let thread = ThreadTime::now();
        job.time(iterations).expect("a sample");
        let (process, thread) = (process.elapsed(), thread.elapsed());
        process.saturating_sub(thread).as_secs_f64() / process.as_secs_f64()
    })
}

/// The share of a runner's CPU time that was not one thread's, on Linux.
///
/// A runtime may move its work from thread to thread, so the time that passed is what one thread
/// could have spent; where all cores are asked for, which other programs use too, it is what the
/// busiest thread did spend.
fn elsewhere_in_runner(job: &mut CheckedJob, session: &Session, threads: Threads) -> f64 {
    let process = session.process_id().expect("it runs");
    of_as_many_as_take(Duration::from_millis(50), |iterations| {
        let (before, start) = (run_times(process), Instant::now());
        job.time(iterations).expect("a sample");
        let passed = start.elapsed();
        let spent: Vec<Duration> = run_times(process)
            .into_iter()
            .map(|(thread, time)| {
                let before = before.get(&thread).copied();
                time.saturating_sub(before.unwrap_or_default())
            })
            .collect();
        let all: Duration = spent.iter().sum();
        let one = match threads {
            Threads::One => passed,
            Threads::All => spent.into_iter().max().unwrap_or_default(),
        };
        all.saturating_sub(one).as_secs_f64() / all.as_secs_f64()
    })
}

/// How long each thread of a process has run.
fn run_times(process: u32) -> HashMap<OsString, Duration> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).expect("Linux");
    threads
        .flatten()
        .map(|thread| {
            // Empty for one that has just ended.
            let text = fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
            let nanoseconds = text.split(' ').next().and_then(|time| time.parse().ok());
            let time = Duration::from_nanos(nanoseconds.unwrap_or_default());
            (thread.file_name(), time)
        })
        .collect()
}

/// What `share` says of so many iterations that they take at least so long: in less, what comes before and
/// after them matters.
fn of_as_many_as_take(length: Duration, mut share: impl FnMut(u64) -> f64) -> f64 {
    let mut iterations: u64 = 1;
    loop {
        let start = Instant::now();
        let share = share(iterations);
        let more = length.as_nanos() / start.elapsed().as_nanos().max(1);
        if more == 0 {
            return share;
        }
        iterations *= u64::try_from(more + 1).expect("less than the length in nanoseconds");
    }
}
