//! Which code runs.

use bls_api::Error;

/// The library chooses when it is built, and leaves nothing in the program that tells: its assembly
/// is inlined. The build script knows.
#[allow(clippy::unnecessary_wraps, reason = "the contract's function may fail")]
pub(crate) fn code_path() -> Result<String, Error> {
    let assembly = match env!("LIBRARY_ASSEMBLY") {
        "true" => "assembly for scalars",
        _ => "no assembly (not turned on by the crate's build)",
    };
    Ok(format!("C, 64-bit limbs (5 of 52 bits), {assembly}"))
}
