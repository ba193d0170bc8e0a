//! The server, and a client of it.

use std::{
    env,
    path::PathBuf,
    process::Command,
    sync::{LazyLock, Mutex, PoisonError},
};

use bls_api::{EMULATOR_VARIABLE, Error};
use blsbench_grpc::{Client, Daemon};
use tokio::runtime::{self, Runtime};
use tonic::{Code, Status};

/// The operations over one route.
pub(crate) struct Service(pub(crate) Route);

/// How the server is reached.
#[derive(Clone, Copy)]
pub(crate) enum Route {
    Unix,
    Tcp,
}

/// The client's only thread is the caller's.
pub(crate) static RUNTIME: LazyLock<Result<Runtime, String>> = LazyLock::new(|| {
    let mut builder = runtime::Builder::new_current_thread();
    builder
        .enable_all()
        .build()
        .map_err(|error| error.to_string())
});

/// The server of this process, which stops when this process ends.
static DAEMON: Mutex<Option<Daemon>> = Mutex::new(None);

pub(crate) fn runtime() -> Result<&'static Runtime, Error> {
    RUNTIME.as_ref().map_err(|why| Error::Runner(why.clone()))
}

/// A client with a connection of its own. The server is started unless it is there and answers.
pub(crate) fn connect(route: Route) -> Result<Client, Error> {
    let mut daemon = DAEMON.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(running) = &*daemon
        && let Ok(client) = client(running, route)
    {
        return Ok(client);
    }
    // The one before, which has died, is not waited for by its clients.
    *daemon = None;
    let started = start()?;
    let client = client(&started, route)?;
    *daemon = Some(started);
    Ok(client)
}

fn start() -> Result<Daemon, Error> {
    let beside = env::current_exe().map(|own| own.with_file_name("blsbenchd"));
    let started = beside.and_then(|program| {
        let command = on_this_platform(program);
        Daemon::start_with(command, &["--tcp", "127.0.0.1:0"])
    });
    started.map_err(|error| Error::Runner(format!("blsbenchd: {error}")))
}

/// Where an emulator runs this program, the kernel cannot start another of the same target.
fn on_this_platform(program: PathBuf) -> Command {
    let emulator = env::var(EMULATOR_VARIABLE).unwrap_or_default();
    let mut words = emulator.split_whitespace();
    let Some(emulator) = words.next() else {
        return Command::new(program);
    };
    let mut command = Command::new(emulator);
    command.args(words).arg(program);
    command
}

fn client(daemon: &Daemon, route: Route) -> Result<Client, Error> {
    let address = match route {
        Route::Unix => Some(daemon.address()),
        Route::Tcp => daemon.tcp(),
    };
    let address = address.ok_or_else(|| Error::Runner("no such address".to_owned()))?;
    let client = runtime()?.block_on(Client::connect(address));
    client.map_err(|error| Error::Runner(format!("{address}: {error}")))
}

/// What the server refuses is a refusal; anything else is no answer.
pub(crate) fn refused(status: &Status) -> Error {
    match status.code() {
        Code::InvalidArgument => Error::malformed("request", status.message()),
        Code::Unimplemented => Error::Unsupported(status.message().to_owned().into()),
        code => Error::Runner(format!("{code:?}: {}", status.message())),
    }
}
