//! What the C ABI costs over calls from Rust.

use std::process::ExitCode;

use benches::{Overhead, overhead_main, timed_job};
use bls_api::Group;
use engine_transport::{C_ABI, NATIVE};

fn main() -> ExitCode {
    let operations = [
        "dusk_sign",
        "dusk_verify",
        "dusk_v2_sign",
        "dusk_v2_verify",
        "min_pk_sign",
        "min_pk_verify",
    ];
    let rows = operations.map(|operation| Overhead {
        id: format!("overhead/{operation}/c_abi"),
        limit: 1.01,
        prepare: Box::new(move || {
            let of = |engine| timed_job(engine, Group::Transport, operation, Some(32));
            (of(&C_ABI), of(&NATIVE))
        }),
    });
    overhead_main(rows.into())
}
