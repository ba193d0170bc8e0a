//! `export`: results in the formats of other programs.

use std::{io::Write, process::ExitCode};

use bls_report::{
    export::{Format, export},
    reference::Reference,
};

use crate::from::{From, reports_directory};

/// Prints what was measured in the format of another program.
///
/// Takes the results of `cargo bench` or, where there are none, the newest in `reports/data`.
#[derive(clap::Args)]
pub(crate) struct Export {
    #[arg(long, value_enum)]
    format: Format,
    /// In Go benchmark text, the names under which others have published the same operation.
    #[arg(long)]
    published_names: bool,
    #[command(flatten)]
    from: From,
}

impl Export {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let reference = reports_directory().join("reference");
        let reference = self.published_names.then(|| Reference::read(&reference));
        let reference = reference.transpose()?;
        let text = export(&self.from.results()?, self.format, reference.as_ref())?;
        write!(out, "{text}")?;
        Ok(ExitCode::SUCCESS)
    }
}
