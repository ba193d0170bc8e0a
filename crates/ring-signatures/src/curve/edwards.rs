//! ed25519 by curve25519-dalek where secrets are touched, and by eight lanes of our own where they are
//! not and the processor has the instructions.

#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(
        unused_variables,
        reason = "lanes alone ask whether a ring is prepared"
    )
)]

#[cfg(target_arch = "x86_64")]
mod field;
#[cfg(target_arch = "x86_64")]
mod lanes;

use curve25519_dalek::{
    EdwardsPoint, Scalar, edwards::CompressedEdwardsY, traits::VartimeMultiscalarMul,
};
use sha3::{Digest, Sha3_256};

use super::{PointFault, sealed::Arithmetic};

/// ed25519 by the crate curve25519-dalek.
///
/// A point may have a component of small order, as in ring-go; `linked` looks past it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ed25519;

/// A member, by the code that commits for it.
pub enum Member {
    /// Its key, and what that hashes to.
    Dalek(Box<[EdwardsPoint; 2]>),
    #[cfg(target_arch = "x86_64")]
    Lanes(lanes::Table),
}

/// The same of a key image.
pub enum Image {
    Dalek(EdwardsPoint),
    #[cfg(target_arch = "x86_64")]
    Lanes(lanes::Table),
}

impl Arithmetic for Ed25519 {
    const NAME: &str = "ed25519";
    const POINT_LENGTH: usize = 32;

    type Encoded = [u8; 32];
    type Point = EdwardsPoint;
    type Scalar = Scalar;
    type Member = Member;
    type Image = Image;

    fn code_path() -> &'static str {
        #[cfg(target_arch = "x86_64")]
        if lanes::available() {
            return "own sums in eight lanes of AVX-512 IFMA";
        }
        "curve25519-dalek's sums; no AVX-512 IFMA for our own"
    }

    fn decode(bytes: &[u8]) -> Result<EdwardsPoint, PointFault> {
        let bytes: [u8; 32] = bytes.try_into().map_err(|_| PointFault::Malformed)?;
        let point = CompressedEdwardsY(bytes).decompress();
        let point = point.ok_or(PointFault::Malformed)?;
        if point.is_small_order() {
            return Err(PointFault::SmallOrder);
        }
        // What is left has one x for each sign, so only a y that is not reduced is a second encoding.
        if !reduced(&bytes) {
            return Err(PointFault::Malformed);
        }
        Ok(point)
    }

    fn encode(point: &EdwardsPoint) -> [u8; 32] {
        point.compress().to_bytes()
    }

    fn hash_to_point(key: &[u8; 32]) -> EdwardsPoint {
        let mut hash = Sha3_256::digest(key);
        loop {
            if let Some(point) = CompressedEdwardsY(hash.into()).decompress() {
                return point.mul_by_cofactor();
            }
            hash = Sha3_256::digest(hash);
        }
    }

    fn link_tag(image: &EdwardsPoint) -> [u8; 32] {
        image.mul_by_cofactor().compress().to_bytes()
    }

    fn decode_scalar(bytes: &[u8; 32]) -> Option<Scalar> {
        Scalar::from_canonical_bytes(*bytes).into_option()
    }

    fn encode_scalar(scalar: &Scalar) -> [u8; 32] {
        scalar.to_bytes()
    }

    fn reduce(hash: &[u8; 64]) -> Scalar {
        Scalar::from_bytes_mod_order_wide(hash)
    }

    fn multiply_base(scalar: &Scalar) -> [u8; 32] {
        EdwardsPoint::mul_base(scalar).compress().to_bytes()
    }

    fn multiply(scalar: &Scalar, point: &EdwardsPoint) -> [u8; 32] {
        (scalar * point).compress().to_bytes()
    }

    fn respond(nonce: &Scalar, challenge: &Scalar, secret: &Scalar) -> Scalar {
        nonce - challenge * secret
    }

    fn members(keys: &[([u8; 32], EdwardsPoint)], prepared: bool) -> Vec<Member> {
        #[cfg(target_arch = "x86_64")]
        if lanes::available() {
            let keys: Vec<_> = keys.iter().map(|(key, _)| *key).collect();
            // SAFETY: the processor has been asked.
            let tables = unsafe { lanes::members(&keys, parts(prepared)) };
            return tables.into_iter().map(Member::Lanes).collect();
        }
        let member = |(key, point): &_| Member::Dalek(Box::new([*point, Self::hash_to_point(key)]));
        keys.iter().map(member).collect()
    }

    fn image(image: &EdwardsPoint, prepared: bool) -> Image {
        #[cfg(target_arch = "x86_64")]
        if lanes::available() {
            // SAFETY: the processor has been asked.
            return Image::Lanes(unsafe { lanes::image(&Self::encode(image), parts(prepared)) });
        }
        Image::Dalek(*image)
    }

    fn commit(image: &Image, member: &Member, s: &Scalar, c: &Scalar) -> [[u8; 32]; 2] {
        match (image, member) {
            (Image::Dalek(image), Member::Dalek(points)) => {
                let [key, hash] = &**points;
                let commitments = [
                    EdwardsPoint::vartime_double_scalar_mul_basepoint(c, key, s),
                    EdwardsPoint::vartime_multiscalar_mul([s, c], [hash, image]),
                ];
                EdwardsPoint::compress_batch(&commitments).map(|point| point.to_bytes())
            }
            #[cfg(target_arch = "x86_64")]
            (Image::Lanes(image), Member::Lanes(member)) => {
                // SAFETY: there are such tables only where the processor has been asked.
                unsafe { lanes::commit(image, member, s, c) }
            }
            #[cfg(target_arch = "x86_64")]
            _ => unreachable!("a processor does not change"),
        }
    }
}

/// Of a table; measured, in docs/RING.md.
#[cfg(target_arch = "x86_64")]
fn parts(prepared: bool) -> usize {
    if prepared { 4 } else { 1 }
}

/// Whether y, without the sign of x, is below 2²⁵⁵ - 19.
fn reduced(bytes: &[u8; 32]) -> bool {
    let (low, rest) = (bytes[0], &bytes[1..31]);
    low < 0xed || rest.iter().any(|&byte| byte != 0xff) || bytes[31] & 0x7f != 0x7f
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use std::io::Write;

    use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION};

    use super::*;

    fn scalars() -> Vec<Scalar> {
        let some = [0_u64, 1, 15, 16, 17, 31, 32, 1 << 63].map(Scalar::from);
        let random = (0..10_u8).map(|seed| Ed25519::reduce(&[seed.wrapping_mul(89); 64]));
        let some = some.into_iter().chain(random);
        some.flat_map(|scalar| [scalar, -scalar]).collect()
    }

    /// Whether there are lanes to be tested; says so where there are none.
    fn testable() -> bool {
        if !lanes::available() {
            writeln!(
                std::io::stderr(),
                "skipped: eight lanes: no AVX-512 IFMA here"
            )
            .expect("a standard error");
        }
        lanes::available()
    }

    /// For scalars that are zero and that cancel, and for points with and without a component of small
    /// order, the generator among them.
    #[test]
    fn lanes_agree_with_dalek() {
        if !testable() {
            return;
        }
        let secret = Ed25519::reduce(&[3; 64]);
        let key = EdwardsPoint::mul_base(&secret);
        let mut points = vec![ED25519_BASEPOINT_POINT];
        points.extend(EIGHT_TORSION.map(|torsion| torsion + key));
        // More than eight, and no multiple of it.
        let keys: Vec<_> = points
            .iter()
            .map(|point| (Ed25519::encode(point), *point))
            .collect();
        for prepared in [false, true] {
            let members = Ed25519::members(&keys, prepared);
            for ((key, point), member) in keys.iter().zip(&members) {
                assert!(matches!(member, Member::Lanes(_)));
                let plain = Member::Dalek(Box::new([*point, Ed25519::hash_to_point(key)]));
                for image in [points[0], points[3]] {
                    let lanes = Ed25519::image(&image, prepared);
                    for s in scalars() {
                        for c in [s, -s, Scalar::from(3_u64), Scalar::ZERO] {
                            let ours = Ed25519::commit(&lanes, member, &s, &c);
                            let theirs = Ed25519::commit(&Image::Dalek(image), &plain, &s, &c);
                            assert_eq!(ours, theirs, "{s:?}, {c:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn hashes_agree_with_those_of_dalek() {
        if !testable() {
            return;
        }
        let keys = (1..=40_u64).map(|key| EdwardsPoint::mul_base(&Scalar::from(key)));
        let keys: Vec<_> = keys.map(|key| (Ed25519::encode(&key), key)).collect();
        let image = Ed25519::image(&ED25519_BASEPOINT_POINT, false);
        for ((key, _), member) in keys.iter().zip(Ed25519::members(&keys, false)) {
            let [left, right] = Ed25519::commit(&image, &member, &Scalar::ONE, &Scalar::ZERO);
            assert_eq!(left, Ed25519::encode(&ED25519_BASEPOINT_POINT));
            assert_eq!(right, Ed25519::encode(&Ed25519::hash_to_point(key)));
        }
    }
}
