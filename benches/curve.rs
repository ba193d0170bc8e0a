//! The groups `curve` and `eip2537`.

use std::process::ExitCode;

use bls_api::Group;

fn main() -> ExitCode {
    benches::main(&[Group::Curve, Group::Eip2537])
}
