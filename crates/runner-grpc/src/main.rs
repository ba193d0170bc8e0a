//! Serves the gRPC routes over standard input and output: it starts `blsbenchd`, which is beside this
//! program, and calls it over a Unix socket and over TCP.

mod calls;
mod jobs;
mod service;

use std::io;

use bls_api::{Capability, Engine, Group, Library, Profile};
use blsbench_heap as _;

use crate::service::{Route, Service};

static UNIX: Service = Service(Route::Unix);
static TCP: Service = Service(Route::Tcp);

static GRPC_UDS: Engine = engine("grpc_uds", &|group| capability(group, &UNIX));
static GRPC_TCP: Engine = engine("grpc_tcp", &|group| capability(group, &TCP));

fn main() -> io::Result<()> {
    bls_runner::serve(
        &[&GRPC_UDS, &GRPC_TCP],
        io::stdin().lock(),
        io::stdout().lock(),
    )
}

const fn engine(id: &'static str, suites: &'static (dyn Fn(Group) -> Capability + Sync)) -> Engine {
    Engine {
        id,
        library: Library {
            name: "tonic",
            version: env!("LIBRARY_VERSION"),
            options: env!("LIBRARY_FEATURES"),
            compiler: env!("LIBRARY_COMPILER"),
        },
        composed: false,
        profile: Profile::Quick,
        code_path: &bls_schemes::code_path,
        suites,
    }
}

fn capability(group: Group, service: &'static Service) -> Capability {
    match group {
        Group::Transport => Capability::Yes(service),
        _ => Capability::No("a route, and no library: see the group transport"),
    }
}
