//! The groups `dusk` and `dusk_v2`.

use std::process::ExitCode;

use bls_api::Group;

fn main() -> ExitCode {
    benches::main(&[Group::Dusk, Group::DuskV2])
}
