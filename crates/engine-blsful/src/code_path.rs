//! Which code runs.

use bls_api::Error;

/// The curve of the feature `rust`, `bls12_381_plus`, has one path: no assembly, no choice at build
/// or run time.
#[allow(clippy::unnecessary_wraps, reason = "the contract's function may fail")]
pub(crate) fn code_path() -> Result<String, Error> {
    Ok("Rust (bls12_381_plus), 64-bit limbs, no assembly".to_owned())
}
