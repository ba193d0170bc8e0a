//! `serve`: an engine of this program as a runner.

use std::{io, process::ExitCode};

use anyhow::Context as _;
use bls_engines::LINKED;

/// Serves one engine over standard input and output (docs/RUNNER.md); `run` starts this for each
/// engine that is linked into the tool.
#[derive(clap::Args)]
pub(crate) struct Serve {
    /// An engine that is linked into this program.
    engine: String,
}

impl Serve {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let engine = LINKED.iter().find(|engine| engine.id == self.engine);
        let engine = engine.with_context(|| format!("no engine `{}` is linked", self.engine))?;
        bls_runner::serve(&[engine], io::stdin().lock(), io::stdout().lock())?;
        Ok(ExitCode::SUCCESS)
    }
}
