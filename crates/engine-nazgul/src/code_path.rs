//! Which code runs.

use bls_api::Error;

/// Its curve, curve25519-dalek 4, asks the processor when it runs.
#[allow(clippy::unnecessary_wraps, reason = "the contract's function may fail")]
pub(crate) fn code_path() -> Result<String, Error> {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        return Ok("curve25519-dalek 4, AVX2, constant time".to_owned());
    }
    Ok("curve25519-dalek 4, serial, constant time".to_owned())
}
