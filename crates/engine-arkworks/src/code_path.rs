//! Which code runs.

use bls_api::Error;

/// The library chooses when it is compiled: its assembly needs instructions that the compiler may
/// assume, so a build for plain x86-64 never has it.
#[allow(clippy::unnecessary_wraps, reason = "the contract's function may fail")]
pub(crate) fn code_path() -> Result<String, Error> {
    let assembly = cfg!(all(
        target_arch = "x86_64",
        target_feature = "adx",
        target_feature = "bmi2"
    ));
    let path = if assembly {
        "Rust, 64-bit limbs, multiplication in assembly (ADX, BMI2)"
    } else if cfg!(target_arch = "x86_64") {
        "Rust, 64-bit limbs, no assembly (built for a CPU without ADX and BMI2)"
    } else {
        "Rust, 64-bit limbs, no assembly"
    };
    Ok(path.to_owned())
}
