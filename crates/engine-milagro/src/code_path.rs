//! Which code runs.

use bls_api::Error;
use snowbridge_milagro_bls::BLSCurve::rom::BASEBITS;

/// The library has one path for each width of pointers: no assembly, no choice at run time.
#[allow(clippy::unnecessary_wraps, reason = "the contract's function may fail")]
pub(crate) fn code_path() -> Result<String, Error> {
    Ok(format!("Rust, {BASEBITS}-bit limbs, no assembly"))
}
