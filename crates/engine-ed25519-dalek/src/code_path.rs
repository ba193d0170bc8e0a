//! Which code runs.

use bls_api::Error;

/// The library asks the processor in its first call for AVX2; AVX-512 it has where the compiler may
/// assume it.
#[allow(clippy::unnecessary_wraps, reason = "the contract's function may fail")]
pub(crate) fn code_path() -> Result<String, Error> {
    let path = if cfg!(all(
        target_feature = "avx512ifma",
        target_feature = "avx512vl"
    )) {
        "Rust, AVX-512 IFMA"
    } else if has_avx2() {
        "Rust, AVX2 (built for a CPU without AVX-512 IFMA)"
    } else {
        "Rust, 64-bit limbs (5 of 51 bits), no vectors"
    };
    Ok(path.to_owned())
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}
