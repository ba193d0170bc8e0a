//! What the library does not look at when it decodes a point: lengths, flags, and that coordinates
//! are below the modulus.

use bls_api::Error;
use miracl_core_bls12381::bls12381::{
    big::{BIG, MODBYTES},
    rom::MODULUS,
};

/// Set in the first byte of every compressed point.
const COMPRESSED: u8 = 0x80;
/// Set for the identity; the library does not know it.
const INFINITY: u8 = 0x40;
/// Set when y is the larger of the two square roots.
const LARGER: u8 = 0x20;

/// True when `bytes` encode the identity, false when they may go to the library.
pub(crate) fn is_identity(bytes: &[u8], length: usize, what: &'static str) -> Result<bool, Error> {
    if bytes.len() != length {
        return Err(Error::malformed(what, "wrong length"));
    }
    let mut coordinates = bytes.to_vec();
    coordinates[0] &= !(COMPRESSED | INFINITY | LARGER);
    let flags = bytes[0] - coordinates[0];
    if flags & COMPRESSED == 0 {
        return Err(Error::malformed(what, "not compressed"));
    }
    if flags & INFINITY != 0 {
        if flags & LARGER != 0 || coordinates.iter().any(|&byte| byte != 0) {
            return Err(Error::malformed(what, "the identity has another encoding"));
        }
        return Ok(true);
    }
    let modulus = BIG::new_ints(&MODULUS);
    let below = |coordinate| BIG::comp(&BIG::frombytes(coordinate), &modulus) < 0;
    if !coordinates.chunks_exact(MODBYTES).all(below) {
        return Err(Error::malformed(
            what,
            "a coordinate is not below the modulus",
        ));
    }
    Ok(false)
}

/// The compressed identity.
pub(crate) fn identity(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    bytes[0] = COMPRESSED | INFINITY;
    bytes
}
