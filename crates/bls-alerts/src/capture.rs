//! What Cargo would start, told instead of started.

use std::{
    env,
    ffi::OsString,
    io::Write,
    path::{self, PathBuf},
    process::ExitCode,
};

use crate::ab::burst::Bench;

/// Prints how Cargo started it as a line of JSON, and starts nothing itself.
///
/// Named to Cargo as the runner of executables: nothing else knows for certain where the benches
/// are, in which directory they run and what is in their environment.
#[derive(Debug, clap::Args)]
pub struct Capture {
    executable: PathBuf,
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl Capture {
    /// Prints a [`Bench`] with the whole environment.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let text = |(name, value): (OsString, OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        let bench = Bench {
            executable: path::absolute(&self.executable)?,
            directory: env::current_dir()?,
            environment: env::vars_os().filter_map(text).collect(),
        };
        serde_json::to_writer(&mut *out, &bench)?;
        writeln!(out)?;
        Ok(ExitCode::SUCCESS)
    }
}
