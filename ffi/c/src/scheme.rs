//! The schemes by number, their lengths, and the call that does nothing.

use bls_schemes::Scheme;

use crate::{
    memory::{Out, input},
    status::{Failure, Status, guard},
};

/// dusk-bls12_381-sign 0.6. INSECURE by construction: one signature forges any other. It is here to
/// reproduce published figures.
pub const BLSBENCH_SCHEME_DUSK: u32 = 1;
/// The multi-signatures of bls12_381-bls 0.6, its successor.
pub const BLSBENCH_SCHEME_DUSK_V2: u32 = 2;
/// blst, keys in G1: `BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_`.
pub const BLSBENCH_SCHEME_MIN_PK: u32 = 3;

/// Length of an encoded secret key of any scheme: little-endian for dusk's, big-endian for blst.
pub const BLSBENCH_SECRET_KEY_LENGTH: usize = 32;
const _: () = assert!(BLSBENCH_SECRET_KEY_LENGTH == Scheme::SECRET_KEY_LENGTH);

pub(crate) fn scheme(number: u32) -> Result<Scheme, Failure> {
    match number {
        BLSBENCH_SCHEME_DUSK => Ok(Scheme::Dusk),
        BLSBENCH_SCHEME_DUSK_V2 => Ok(Scheme::DuskV2),
        BLSBENCH_SCHEME_MIN_PK => Ok(Scheme::MinPk),
        _ => Err(Failure::Scheme(number)),
    }
}

/// Length of an encoded public key or aggregate key, a compressed point; 0 for an unknown scheme.
#[unsafe(no_mangle)]
pub extern "C" fn blsbench_public_key_length(scheme: u32) -> usize {
    self::scheme(scheme).map_or(0, Scheme::public_key_length)
}

/// Length of an encoded signature, a compressed point; 0 for an unknown scheme.
#[unsafe(no_mangle)]
pub extern "C" fn blsbench_signature_length(scheme: u32) -> usize {
    self::scheme(scheme).map_or(0, Scheme::signature_length)
}

/// Does nothing but answer the length: what a call costs.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_null_call(
    payload: *const u8,
    length: usize,
    out_length: *mut u64,
) -> Status {
    guard(|| {
        // SAFETY: the caller keeps the rules.
        let (payload, out) = unsafe {
            (
                input("payload", payload, length)?,
                Out::one("out_length", out_length)?,
            )
        };
        out.write(&[payload.len() as u64]);
        Ok(())
    })
}
