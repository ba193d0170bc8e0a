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
    let iterations = iterations(Duration::from_millis(20), once(job));
    let process = ProcessTime::now();
    let thread = ThreadTime::now();
    job.time(iterations).expect("a sample");
    let (process, thread) = (process.elapsed(), thread.elapsed());
    process.saturating_sub(thread).as_secs_f64() / process.as_secs_f64()
}

/// The share of a runner's CPU time that was not one thread's, on Linux, whose clock of threads has
/// a grain of 10 ms.
///
/// A runtime may move its work from thread to thread, so the time that passed is what one thread
/// could have spent; where all cores are asked for, which other programs use too, it is what the
/// busiest thread did spend.
fn elsewhere_in_runner(job: &mut CheckedJob, session: &Session, threads: Threads) -> f64 {
    let iterations = iterations(Duration::from_millis(200), once(job));
    let process = session.process_id().expect("it runs");
    let (before, start) = (ticks(process), Instant::now());
    job.time(iterations).expect("a sample");
    let passed = start.elapsed().as_secs_f64();
    let spent: Vec<f64> = ticks(process)
        .into_iter()
        .map(|(thread, ticks)| ticks - before.get(&thread).copied().unwrap_or_default())
        .map(|ticks| f64::from(ticks) / 100.0)
        .collect();
    let all: f64 = spent.iter().sum();
    let one = match threads {
        Threads::One => passed,
        Threads::All => spent.into_iter().fold(0.0, f64::max),
    };
    (all - one).max(0.0) / all
}

/// User and system time of each thread of a process.
fn ticks(process: u32) -> HashMap<OsString, u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).expect("Linux");
    threads
        .flatten()
        .map(|thread| {
            let text = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            // After the name, which may have spaces, the 12th and 13th fields are times.
            let (_, fields) = text.rsplit_once(") ").unwrap_or_default();
            let times = fields.split(' ').skip(11).take(2);
            let ticks = times.map(|time| time.parse::<u32>().expect("ticks")).sum();
            (thread.file_name(), ticks)
        })
        .collect()
}

fn once(job: &mut CheckedJob) -> Duration {
    job.time(1).expect("a sample")
}

/// As many as take about so long, so that the clocks' grain does not matter.
fn iterations(length: Duration, once: Duration) -> u64 {
    u64::try_from(length.as_nanos() / once.as_nanos().max(1))
        .unwrap_or(1)
        .max(1)
}
