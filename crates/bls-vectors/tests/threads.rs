//! An operation uses one thread unless its name ends in `_mt`: the CPU time of the process is the
//! CPU time of the calling thread. One test, so that nothing else runs in this process.

use std::{
    io::{self, Write},
    thread::available_parallelism,
    time::Duration,
};

use bls_api::{Group, Threads};
use bls_engines::ENGINES;
use bls_vectors::{Refusal, verify};
use cpu_time::{ProcessTime, ThreadTime};

#[test]
fn one_thread_unless_mt() {
    let cores = available_parallelism().map_or(1, usize::from);
    if cores == 1 {
        // Not `println!`, which the test harness captures.
        let why = "skipped: whether _mt operations use all cores: this machine has one";
        writeln!(io::stderr(), "{why}").unwrap();
    }
    for &engine in ENGINES {
        for &group in Group::ALL {
            if engine.absent(group).is_some() {
                continue;
            }
            let verified = verify(engine, group).unwrap();
            for operation in group.operations() {
                // The largest: libraries start threads when lists are long.
                let param = operation.params.last().and_then(|param| param.value);
                let mut job = match verified.prepare(operation, param) {
                    Err(Refusal::Absent(_)) => continue,
                    job => job.unwrap(),
                };
                let iterations = iterations(job.time(1).unwrap());
                let process = ProcessTime::now();
                let thread = ThreadTime::now();
                job.time(iterations).unwrap();
                let (process, thread) = (process.elapsed(), thread.elapsed());
                let elsewhere =
                    process.saturating_sub(thread).as_secs_f64() / process.as_secs_f64();
                let id = format!("{group}/{}/{}", operation.name, engine.id);
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

/// As many as take about 20 ms, so that the clocks' grain does not matter.
fn iterations(once: Duration) -> u64 {
    u64::try_from(20_000_000 / once.as_nanos().max(1))
        .unwrap_or(1)
        .max(1)
}
