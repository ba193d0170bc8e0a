//! `show`: the tables of a group in the terminal.

use std::{
    io::{IsTerminal as _, Write, stdout},
    process::ExitCode,
};

use bls_api::Group;
use bls_report::terminal::{Sort, show};

use crate::from::From;

/// Prints what was measured of a group, a table for each operation.
///
/// Takes the results of `cargo bench` or, where there are none, the newest in `reports/data`.
#[derive(clap::Args)]
pub(crate) struct Show {
    group: Group,
    /// The order of the rows.
    #[arg(long, value_enum, default_value_t = Sort::Time)]
    sort: Sort,
    #[command(flatten)]
    from: From,
}

impl Show {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let results = self.from.results()?;
        let coloured = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let text = show(&results, self.group, self.sort, coloured);
        writeln!(out, "{}\n{text}", results.name)?;
        Ok(ExitCode::SUCCESS)
    }
}
