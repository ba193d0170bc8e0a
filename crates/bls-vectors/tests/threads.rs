//! An operation uses one thread unless its name ends in `_mt`: the CPU time of the process is the
//! CPU time of the calling thread. One test, so that nothing else runs in this process.

use std::{
    fs,
    io::{self, Write},
    thread::available_parallelism,
    time::{Duration, Instant},
};

use bls_api::{Group, Threads};
use bls_engines::{engines, session};
use bls_runner::Session;
use bls_vectors::{CheckedJob, Refusal, verify};
use cpu_time::{ProcessTime, ThreadTime};

#[test]
fn one_thread_unless_mt() {
    let cores = available_parallelism().map_or(1, usize::from);
    if cores == 1 {
        // Not `println!`, which the test harness captures.
        let why = "skipped: whether _mt operations use all cores: this machine has one";
        writeln!(io::stderr(), "{why}").unwrap();
    }
    for &engine in engines() {
        for &group in Group::ALL {
            if engine.absent(group).is_some() {
                continue;
            }
            let verified = verify(engine, group).unwrap();
            for operation in group.operations() {
                let Some(param) = operation.params.last() else {
                    continue;
                };
                // The largest: libraries start threads when lists are long.
                let mut job = match verified.prepare(operation, param.value) {
                    Err(Refusal::Absent(_)) => continue,
                    job => job.unwrap(),
                };
                let id = format!("{group}/{}/{}", operation.name, engine.id);
                let elsewhere = match session(engine) {
                    None => elsewhere(&mut job),
                    Some(session) => elsewhere_in_runner(&mut job, session),
                };
                match operation.threads() {
                    Threads::One => assert!(elsewhere < 0.05, "{id}: {elsewhere} elsewhere"),
                    Threads::All if cores > 1 => {
                        assert!(elsewhere > 0.2, "{id}: {elsewhere} elsewhere");
                    }
                    Threads::All => {}
                }
            }
        }
    }
}

/// The share of CPU time that was not the calling thread's.
fn elsewhere(job: &mut CheckedJob) -> f64 {
    let iterations = iterations(Duration::from_millis(20), job.time(1).unwrap());
    let process = ProcessTime::now();
    let thread = ThreadTime::now();
    job.time(iterations).unwrap();
    let (process, thread) = (process.elapsed(), thread.elapsed());
    process.saturating_sub(thread).as_secs_f64() / process.as_secs_f64()
}

/// The share of a runner's CPU time that one thread could not have spent, in the time that passed;
/// on Linux, whose clock of processes has a grain of 10 ms.
fn elsewhere_in_runner(job: &mut CheckedJob, session: &Session) -> f64 {
    let iterations = iterations(Duration::from_millis(500), job.time(1).unwrap());
    let stat = format!("/proc/{}/stat", session.process_id().unwrap());
    let ticks = || -> u64 {
        let stat = fs::read_to_string(&stat).unwrap();
        // After the name, which may have spaces, the 12th and 13th fields are times.
        let fields = stat.rsplit_once(") ").unwrap().1;
        let times = fields.split(' ').skip(11).take(2);
        times.map(|time| time.parse::<u64>().unwrap()).sum()
    };
    let (before, start) = (ticks(), Instant::now());
    job.time(iterations).unwrap();
    let spent = Duration::from_millis(10 * (ticks() - before)).as_secs_f64();
    (spent - start.elapsed().as_secs_f64()).max(0.0) / spent
}

/// As many as take about so long, so that the clocks' grain does not matter.
fn iterations(length: Duration, once: Duration) -> u64 {
    u64::try_from(length.as_nanos() / once.as_nanos().max(1))
        .unwrap_or(1)
        .max(1)
}
