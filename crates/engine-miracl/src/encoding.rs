//! Points of the curve as bytes, with what the library does not look at: lengths, flags, and that
//! coordinates are below the modulus.

use bls_api::Error;
use miracl_core_bls12381::bls12381::{
    big::{BIG, MODBYTES},
    ecp::ECP,
    ecp2::ECP2,
    fp::FP,
    fp2::FP2,
    rom::MODULUS,
};

/// Bytes of a compressed point.
pub(crate) const G1_LENGTH: usize = MODBYTES;
pub(crate) const G2_LENGTH: usize = 2 * MODBYTES;

/// Set in the first byte of every compressed point.
const COMPRESSED: u8 = 0x80;
/// Set for the identity; the library does not know it.
const INFINITY: u8 = 0x40;
/// Set when y is the larger of the two square roots.
const LARGER: u8 = 0x20;
const FLAGS: u8 = COMPRESSED | INFINITY | LARGER;

/// A compressed point of the curve, in the subgroup or not.
pub(crate) fn decode_g1(bytes: &[u8], what: &'static str) -> Result<ECP, Error> {
    if is_identity(bytes, G1_LENGTH, what)? {
        return Ok(ECP::new());
    }
    let point = ECP::frombytes(bytes);
    if point.is_infinity() {
        return Err(Error::malformed(what, "not on the curve"));
    }
    Ok(point)
}

/// A compressed point of the curve, in the subgroup or not.
pub(crate) fn decode_g2(bytes: &[u8], what: &'static str) -> Result<ECP2, Error> {
    if is_identity(bytes, G2_LENGTH, what)? {
        return Ok(ECP2::new());
    }
    let point = ECP2::frombytes(bytes);
    // The library's square root of a real element is often zero (4.2.2), and its test for the
    // subgroup takes such a point; this constructor gives the identity when off the curve.
    let point = ECP2::new_fp2s(&point.getpx(), &point.getpy());
    if !point.is_infinity() {
        return Ok(point);
    }
    decode_g2_over_real_square(bytes).ok_or_else(|| Error::malformed(what, "not on the curve"))
}

/// The point, when the square of its y is real, by the library's roots in Fp.
fn decode_g2_over_real_square(bytes: &[u8]) -> Option<ECP2> {
    let mut x = bytes.to_vec();
    x[0] &= !FLAGS;
    let x = FP2::frombytes(&x);
    let mut square = ECP2::rhs(&x);
    if !square.getB().iszilch() {
        return None;
    }
    let mut square = square.getA();
    let zero = FP::new();
    let y = if square.qr(None) == 1 {
        FP2::new_fps(&square.sqrt(None), &zero)
    } else {
        square.neg();
        square.norm();
        FP2::new_fps(&zero, &square.sqrt(None))
    };
    let mut point = ECP2::new_fp2s(&x, &y);
    if (y.islarger() == 1) != (bytes[0] & LARGER != 0) {
        point.neg();
    }
    Some(point)
}

pub(crate) fn encode_g1(point: &ECP) -> Vec<u8> {
    let mut bytes = identity(G1_LENGTH);
    if !point.is_infinity() {
        point.tobytes(&mut bytes, true);
    }
    bytes
}

pub(crate) fn encode_g2(point: &ECP2) -> Vec<u8> {
    let mut bytes = identity(G2_LENGTH);
    if !point.is_infinity() {
        point.tobytes(&mut bytes, true);
    }
    bytes
}

/// True when `bytes` encode the identity, false when they may go to the library.
fn is_identity(bytes: &[u8], length: usize, what: &'static str) -> Result<bool, Error> {
    if bytes.len() != length {
        return Err(Error::malformed(what, "wrong length"));
    }
    let mut coordinates = bytes.to_vec();
    coordinates[0] &= !FLAGS;
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

/// The identity, uncompressed.
pub(crate) fn write_identity(bytes: &mut [u8]) {
    bytes.fill(0);
    bytes[0] = INFINITY;
}

/// The compressed identity.
fn identity(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    bytes[0] = COMPRESSED | INFINITY;
    bytes
}

#[cfg(test)]
mod tests {
    use miracl_core_bls12381::bls12381::pair;

    use super::*;

    /// The encoding of an x for which x³ + 4(1 + i) is 3: there are two points, neither in the
    /// subgroup, and the library finds a third one that is not on the curve.
    const REAL_RIGHT_HAND_SIDE: &str = "\
        9439bc8a2911c45dd26437acdeff9c324e2ec7c705733a9a410db4d642e3fa43\
        220199efebfcda366231d318e666a984005d9abcc721f687b09c69a65c7c5766\
        dfd6e122248d7db87d83d43ecc512c57847a0dd627cccea00cf6b1fc4e4b2017";

    #[test]
    fn a_point_over_a_real_square_is_on_the_curve_and_not_in_the_subgroup() {
        let bytes = hex::decode(REAL_RIGHT_HAND_SIDE).unwrap();
        let point = decode_g2(&bytes, "point").unwrap();
        assert!(!pair::g2member(&point));
        assert_eq!(encode_g2(&point), bytes);
        // When this fails, the library was mended, and decoding need not look any more.
        assert!(pair::g2member(&ECP2::frombytes(&bytes)));
    }
}
