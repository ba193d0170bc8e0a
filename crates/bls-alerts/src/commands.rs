//! The subcommands, for both programs that have them.

use std::{io::Write, process::ExitCode};

use crate::{
    ab::Ab, capture::Capture, compare::Compare, record::Record, selftest::Selftest, trend::Trend,
};

/// What can be done about regressions. `count` is not here: each program has its own.
#[allow(
    missing_docs,
    reason = "clap would print it instead of what each says of itself"
)]
#[derive(clap::Subcommand)]
pub enum Command {
    Ab(Ab),
    Compare(Compare),
    Record(Record),
    Trend(Trend),
    Selftest(Selftest),
    #[command(hide = true)]
    Capture(Capture),
}

impl Command {
    /// Does it; exit codes are in `docs/ALERTS.md`.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        match self {
            Self::Ab(ab) => ab.run(out),
            Self::Compare(compare) => compare.run(out),
            Self::Record(record) => record.run(out),
            Self::Trend(trend) => trend.run(out),
            Self::Selftest(selftest) => selftest.run(out),
            Self::Capture(capture) => capture.run(out),
        }
    }
}
