//! The groups `min_pk` and `min_sig`.

use std::process::ExitCode;

use bls_api::Group;

fn main() -> ExitCode {
    benches::main(&[Group::MinPk, Group::MinSig])
}
