//! The group `classic`.

use std::process::ExitCode;

use bls_api::Group;

fn main() -> ExitCode {
    benches::main(&[Group::Classic])
}
