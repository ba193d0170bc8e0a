//! What a process has used of the machine, from Linux's /proc.

use std::fs;

use anyhow::{Context as _, Result};

/// So far.
pub(crate) struct Usage {
    /// Processor time of all its threads.
    pub(crate) seconds: f64,
    /// The most memory that it ever had, in KiB.
    pub(crate) peak_memory: u64,
}

impl Usage {
    pub(crate) fn of(process: u32) -> Result<Self> {
        let read = |name| {
            let path = format!("/proc/{process}/{name}");
            fs::read_to_string(&path).context(path)
        };
        let stat = read("stat")?;
        // The name of the program, in parentheses, may have spaces in it.
        let fields = stat.rsplit(')').next().unwrap_or_default();
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let ticks = |index: usize| -> Result<f64> {
            Ok(fields.get(index).context("/proc: too short")?.parse()?)
        };
        let status = read("status")?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.split_whitespace().next());
        Ok(Self {
            // utime and stime are the 14th and 15th of proc_pid_stat(5); the name is the 2nd. A
            // tick is 10 ms on every Linux that Rust has a standard library for.
            seconds: (ticks(11)? + ticks(12)?) / 100.0,
            peak_memory: peak.context("/proc: no VmHWM")?.parse()?,
        })
    }
}
