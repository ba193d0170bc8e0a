//! Which code runs.

use bls_api::Error;
use miracl_core_bls12381::{arch::CHUNK, bls12381::big::BASEBITS};

/// The library has one path: no assembly, no choice at build or run time.
#[allow(clippy::unnecessary_wraps, reason = "the contract's function may fail")]
pub(crate) fn code_path() -> Result<String, Error> {
    Ok(format!(
        "Rust, limbs of {BASEBITS} bits in {CHUNK}-bit words, no assembly"
    ))
}
