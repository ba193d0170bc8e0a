//! What the tests of the tool share.

use std::process::Command;

use bls_api::RUNNERS_VARIABLE;

/// The tool. Runners are built here, once, and not again by each process.
pub(crate) fn tool() -> Command {
    let _ = bls_engines::engines();
    let mut tool = Command::new(env!("CARGO_BIN_EXE_blsbench"));
    tool.env(RUNNERS_VARIABLE, "built");
    tool
}
