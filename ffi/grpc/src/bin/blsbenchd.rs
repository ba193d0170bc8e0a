//! The server: `blsbenchd --help`.

use std::{
    io::{self, Write as _},
    process, thread,
    time::Duration,
};

use anyhow::Context as _;
use blsbench_grpc::{
    prefer_throughput,
    server::{Options, Server},
};
use clap::Parser;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::{
    select,
    signal::unix::{SignalKind, signal},
};
use tokio_util::sync::CancellationToken;

/// Signs and verifies for whoever may open its socket.
///
/// The scheme dusk is INSECURE: one of its signatures forges any other.
#[derive(Parser)]
#[command(name = "blsbenchd", version)]
struct Cli {
    #[command(flatten)]
    options: Options,
    /// Stop when standard input closes: with the process that holds its other end
    #[arg(long)]
    stop_with_stdin: bool,
}

fn main() -> anyhow::Result<()> {
    bls_api::processor::require();
    let cli = Cli::parse();
    raise_file_limit();
    prefer_throughput();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // Carrying a call takes a tenth of the time of computing it, or less.
        .worker_threads(cli.options.threads().div_ceil(8))
        // They are the pool.
        .max_blocking_threads(cli.options.threads())
        // Each has a core, and a new one would have to find out which is free.
        .thread_keep_alive(Duration::MAX)
        .enable_all()
        .build()
        .context("cannot start threads")?;
    runtime.block_on(run(cli))
}

async fn run(cli: Cli) -> anyhow::Result<()> {
    let stop = CancellationToken::new();
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let server = Server::bind(cli.options)?;
    let mut out = io::stdout().lock();
    for address in server.addresses() {
        writeln!(out, "listening {address}")?;
    }
    out.flush()?;
    drop(out);
    if cli.stop_with_stdin {
        let stop = stop.clone();
        // Not on the pool, where a thread would be taken from the work.
        thread::spawn(move || {
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            stop.cancel();
        });
    }
    let signals = stop.clone();
    tokio::spawn(async move {
        let mut told = async || {
            select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        };
        told().await;
        signals.cancel();
        told().await;
        eprintln!("stopped without answering what was accepted");
        process::exit(1);
    });
    server.run(stop).await?;
    Ok(())
}

/// A connection is a file: as many as the system allows, where the usual limit is less than the
/// server's own.
fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        eprintln!("the limit of open files stays as it is: {error}");
    }
}
