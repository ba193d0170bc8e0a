//! Calls a server from many clients at once, and checks every answer: `blsbench-load --help`.

mod case;
mod process;

use std::{
    collections::BTreeMap,
    env,
    process::ExitCode,
    rc::Rc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use bls_schemes::Scheme;
use blsbench_grpc::{Address, Client, Daemon, prefer_throughput};
use case::{Case, Operation, Outcome};
use clap::Parser;
use cpu_time::ProcessTime;
use hdrhistogram::Histogram;
use process::Usage;
use tokio::task::LocalSet;
use tonic::Code;

/// Calls a server from many clients at once, checks every answer, and says what the machine did
/// meanwhile.
///
/// Exits with 1 if an answer was wrong or lost.
#[derive(Parser)]
#[command(name = "blsbench-load", version)]
struct Cli {
    /// How long
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Calls at once
    #[arg(long, default_value_t = 64)]
    clients: usize,
    /// Over how many connections [default: one for each client]
    #[arg(long)]
    connections: Option<usize>,
    /// `dusk` (INSECURE: one signature forges any other), `dusk_v2` or `min_pk`
    #[arg(long, default_value = "min_pk")]
    scheme: Scheme,
    /// What is called
    #[arg(long, value_enum, default_value = "verify")]
    operation: Operation,
    /// A server that runs: unix:PATH or tcp:IP:PORT [default: the blsbenchd beside this program]
    #[arg(long)]
    address: Option<Address>,
}

fn main() -> Result<ExitCode> {
    let cli = Cli::parse();
    prefer_throughput();
    // One thread: what clients take is taken from the server, which is on the same machine.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(LocalSet::new().run_until(run(cli)))
}

async fn run(cli: Cli) -> Result<ExitCode> {
    let mut daemon = None;
    if cli.address.is_none() {
        let program = env::current_exe()?.with_file_name("blsbenchd");
        let started = Daemon::start(&program);
        daemon = Some(started.with_context(|| program.display().to_string())?);
    }
    let own = daemon.as_ref().map(Daemon::address);
    let address = cli.address.as_ref().or(own).context("no server")?;
    let cases = Rc::new(Case::all(cli.scheme, cli.operation)?);
    let mut connections = Vec::new();
    for _ in 0..cli.connections.unwrap_or(cli.clients).max(1) {
        let client = Client::connect(address).await;
        connections.push(client.with_context(|| address.to_string())?);
    }
    let usage = || daemon.as_ref().map(|daemon| Usage::of(daemon.process_id()));

    let before = usage().transpose()?;
    let work_before = case::work_seconds(&mut connections[0]).await?;
    let clients_start = ProcessTime::now();
    let start = Instant::now();
    let end = start + Duration::from_secs(cli.seconds);
    let clients = (0..cli.clients).map(|number| {
        let client = connections[number % connections.len()].clone();
        tokio::task::spawn_local(calls(client, Rc::clone(&cases), end))
    });
    let mut tally = Tally::new()?;
    for client in clients.collect::<Vec<_>>() {
        tally.add(&client.await??)?;
    }
    let wall = start.elapsed().as_secs_f64();
    let clients_seconds = clients_start.elapsed().as_secs_f64();
    let work = case::work_seconds(&mut connections[0]).await? - work_before;

    println!(
        "{} {:?}: {} clients, {} connections, {wall:.1} s",
        cli.scheme,
        cli.operation,
        cli.clients,
        connections.len()
    );
    tally.print(wall);
    let cores = f64::from(u32::try_from(std::thread::available_parallelism()?.get())?);
    let share = |seconds: f64| 100.0 * seconds / (wall * cores);
    println!("processors: {cores}");
    println!(
        "signatures: {work:.2} s, {:.1} % of the machine",
        share(work)
    );
    println!(
        "clients: {clients_seconds:.2} s, {:.1} %",
        share(clients_seconds)
    );
    if let (Some(before), Some(after)) = (before, usage().transpose()?) {
        let server = after.seconds - before.seconds;
        println!("server: {server:.2} s, {:.1} %", share(server));
        println!(
            "server, peak of memory: {} KiB at the begin, {} KiB at the end",
            before.peak_memory, after.peak_memory
        );
    } else {
        println!("skipped: processor time and memory of the server: not started here");
    }
    Ok(if tally.wrong == 0 && tally.lost.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// One client, one call after the other.
async fn calls(mut client: Client, cases: Rc<Vec<Case>>, end: Instant) -> Result<Tally> {
    let mut tally = Tally::new()?;
    while Instant::now() < end {
        let case = &cases[fastrand::usize(..cases.len())];
        let start = Instant::now();
        let outcome = case.run(&mut client).await;
        let latency = u64::try_from(start.elapsed().as_micros())?;
        tally.latency.record(latency)?;
        match outcome {
            Outcome::Right => {}
            Outcome::Refused => tally.refused += 1,
            Outcome::Wrong => tally.wrong += 1,
            Outcome::Lost(code) => *tally.lost.entry(code.into()).or_default() += 1,
        }
    }
    Ok(tally)
}

/// How calls went.
struct Tally {
    /// Microseconds.
    latency: Histogram<u64>,
    refused: u64,
    wrong: u64,
    /// By code.
    lost: BTreeMap<i32, u64>,
}

impl Tally {
    fn new() -> Result<Self> {
        Ok(Self {
            latency: Histogram::new(3)?,
            refused: 0,
            wrong: 0,
            lost: BTreeMap::new(),
        })
    }

    fn add(&mut self, other: &Self) -> Result<()> {
        self.latency.add(&other.latency)?;
        self.refused += other.refused;
        self.wrong += other.wrong;
        for (code, count) in &other.lost {
            *self.lost.entry(*code).or_default() += count;
        }
        Ok(())
    }

    #[expect(clippy::cast_precision_loss, reason = "counts, for people")]
    fn print(&self, wall: f64) {
        let calls = self.latency.len();
        println!("calls: {calls}, {:.0} per second", calls as f64 / wall);
        println!("refused, as they should be: {}", self.refused);
        println!("wrong: {}", self.wrong);
        println!("lost: {}", self.lost.values().sum::<u64>());
        for (code, count) in &self.lost {
            println!("  {:?}: {count}", Code::from(*code));
        }
        let latency = |quantile| self.latency.value_at_quantile(quantile) as f64 / 1000.0;
        println!(
            "latency: median {:.2} ms, 99 % {:.2} ms, longest {:.2} ms",
            latency(0.5),
            latency(0.99),
            self.latency.max() as f64 / 1000.0
        );
    }
}
