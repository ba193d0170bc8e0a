//! Which code runs.

use bls_api::Error;

/// The library has one path for each width: no assembly, no choice at run time.
#[allow(clippy::unnecessary_wraps, reason = "the contract's function may fail")]
pub(crate) fn code_path() -> Result<String, Error> {
    Ok("Rust, 64-bit limbs (4 of 64 bits), no assembly".to_owned())
}
