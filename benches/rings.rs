//! The groups of ring signatures.

use std::process::ExitCode;

use bls_api::Group;

fn main() -> ExitCode {
    benches::main(&[
        Group::RingSecp256k1,
        Group::RingEd25519,
        Group::RingRistretto255,
    ])
}
