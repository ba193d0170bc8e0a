//! `cargo blsbench`: what can be measured here, and whether it is right.

mod check;
mod count;
mod export;
mod fidelity;
mod from;
mod gas;
mod import;
mod isolated;
mod list;
mod report;
mod run;
mod sampling;
mod serve;
mod show;
mod sizes;

use std::{io, process::ExitCode};

use blsbench_heap as _;
use clap::{Parser, Subcommand};

/// Compares BLS12-381 libraries; `cargo bench` measures, this says what and whether it is right.
#[derive(Parser)]
#[command(name = "blsbench", bin_name = "cargo blsbench", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::List),
    Check(check::Check),
    Run(run::Run),
    Gas(gas::Gas),
    Count(count::Count),
    Fidelity(fidelity::Fidelity),
    Report(report::Report),
    Show(show::Show),
    Export(export::Export),
    Import(import::Import),
    Sizes(sizes::Sizes),
    Serve(serve::Serve),
    #[command(flatten)]
    Alerts(bls_alerts::commands::Command),
}

fn main() -> ExitCode {
    bls_api::processor::require();
    let mut out = io::stdout();
    let result = match Cli::parse().command {
        Command::List(list) => list.run(&mut out),
        Command::Check(check) => check.run(&mut out),
        Command::Run(run) => run.run(&mut out),
        Command::Gas(gas) => gas.run(&mut out),
        Command::Count(count) => count.run(&mut out),
        Command::Fidelity(fidelity) => fidelity.run(&mut out),
        Command::Report(report) => report.run(&mut out),
        Command::Show(show) => show.run(&mut out),
        Command::Export(export) => export.run(&mut out),
        Command::Import(import) => import.run(&mut out),
        Command::Sizes(sizes) => sizes.run(&mut out),
        Command::Serve(serve) => serve.run(),
        Command::Alerts(alerts) => alerts.run(&mut out),
    };
    result.unwrap_or_else(|error| {
        let closed = error
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        if closed {
            // The reader, `head` perhaps, has seen enough.
            return ExitCode::SUCCESS;
        }
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

/// The engine called `id`.
fn engine(id: &str) -> anyhow::Result<&'static bls_api::Engine> {
    let found = bls_engines::engines().iter().find(|engine| engine.id == id);
    found.copied().ok_or_else(|| {
        let known: Vec<_> = bls_engines::engines()
            .iter()
            .map(|engine| engine.id)
            .collect();
        anyhow::anyhow!("no engine `{id}`, there are: {}", known.join(", "))
    })
}

/// A table as all subcommands print it.
fn table(header: &[&str]) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table
        .load_style(comfy_table::presets::NOTHING)
        .set_header(header);
    table
}
