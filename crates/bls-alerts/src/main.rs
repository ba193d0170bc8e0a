//! The commands by themselves, for projects that have Criterion benches of their own.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use bls_alerts::{commands::Command, count::Count};
use clap::Parser as _;

/// Whether something got slower, for any Criterion benches.
#[derive(clap::Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Own,
}

#[derive(clap::Subcommand)]
enum Own {
    Count(Count),
    #[command(flatten)]
    Shared(Command),
}

fn main() -> ExitCode {
    let mut out = io::stdout();
    let result = match Cli::parse().command {
        Own::Count(count) => count.run(&mut out),
        Own::Shared(command) => command.run(&mut out),
    };
    let result = result.and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}
