//! What a precompile costs over its parts.

use std::process::ExitCode;

fn main() -> ExitCode {
    benches::overhead_main(benches::precompiles::rows())
}
