//! secp256k1 in Rust: k256 where secrets are touched, our own sums of multiples over its field where
//! not.

mod multiply;
mod point;

use k256::{
    AffinePoint, ProjectivePoint, Scalar, WideBytes,
    elliptic_curve::{ff::PrimeField, ops::Reduce, point::AffineCoordinates, sec1::FromSec1Point},
};
use sha3::{Digest, Sha3_256};

use super::{PointFault, sealed::Arithmetic};
use multiply::{Halves, Table};
use point::{Affine, Jacobian};

pub(super) use point::Encoded;
#[cfg(feature = "libsecp256k1")]
pub(super) use point::IDENTITY;

/// secp256k1 by the crate k256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct K256;

impl Arithmetic for K256 {
    const NAME: &str = "secp256k1";
    const POINT_LENGTH: usize = 33;

    type Encoded = Encoded;
    type Point = Affine;
    type Scalar = Scalar;
    type Member = Member;
    type Image = Table;

    fn code_path() -> &'static str {
        "own sums over k256's field, Rust, no assembly"
    }

    fn decode(bytes: &[u8]) -> Result<Affine, PointFault> {
        Affine::decode(bytes)
    }

    fn encode(point: &Affine) -> Encoded {
        point.encode()
    }

    fn hash_to_point(key: &Encoded) -> Affine {
        hash_to_x(key, Affine::with_x)
    }

    fn link_tag(image: &Affine) -> Encoded {
        image.encode()
    }

    fn decode_scalar(bytes: &[u8; 32]) -> Option<Scalar> {
        Scalar::from_repr((*bytes).into()).into_option()
    }

    fn encode_scalar(scalar: &Scalar) -> [u8; 32] {
        scalar.to_bytes().into()
    }

    fn reduce(hash: &[u8; 64]) -> Scalar {
        Scalar::reduce(&WideBytes::from(*hash))
    }

    fn ring_go(challenge: Scalar) -> Scalar {
        left_aligned(challenge)
    }

    fn multiply_base(scalar: &Scalar) -> Encoded {
        compress(&ProjectivePoint::mul_by_generator(scalar))
    }

    fn multiply(scalar: &Scalar, point: &Affine) -> Encoded {
        let point = AffinePoint::from_sec1_point(
            &k256::Sec1Point::from_bytes(point.encode()).expect("ours"),
        );
        compress(&(ProjectivePoint::from(point.expect("on the curve")) * scalar))
    }

    fn respond(nonce: &Scalar, challenge: &Scalar, secret: &Scalar) -> Scalar {
        nonce - &(challenge * secret)
    }

    fn members(keys: &[(Encoded, Affine)], prepared: bool) -> Vec<Member> {
        let hashes = keys.iter().map(|(key, _)| Self::hash_to_point(key));
        let points = keys.iter().map(|&(_, point)| point).chain(hashes);
        // Together, for the inversions that they share. The widths are measured, in docs/RING.md.
        let (width, parts) = if prepared { (6, 2) } else { (5, 1) };
        let mut keys_then_hashes = multiply::tables(&points.collect::<Vec<_>>(), width, parts);
        let hashes = keys_then_hashes.split_off(keys.len());
        let both = keys_then_hashes.into_iter().zip(hashes);
        both.map(|(key, hash)| Member { key, hash }).collect()
    }

    fn image(image: &Affine, prepared: bool) -> Table {
        let (width, parts) = if prepared { (6, 2) } else { (7, 1) };
        multiply::tables(&[*image], width, parts).remove(0)
    }

    fn commit(image: &Table, member: &Member, s: &Scalar, c: &Scalar) -> [Encoded; 2] {
        let (s, c) = (Halves::from(s), Halves::from(c));
        let sums = [
            multiply::sum([(multiply::generator(), &s), (&member.key, &c)]),
            multiply::sum([(&member.hash, &s), (image, &c)]),
        ];
        let affine = Jacobian::to_affine(&sums);
        [point::encode(affine[0]), point::encode(affine[1])]
    }
}

/// Tables of a member's key and of what it hashes to.
pub struct Member {
    key: Table,
    hash: Table,
}

fn compress(point: &ProjectivePoint) -> Encoded {
    let point = point.to_affine();
    let mut bytes = [2; 33];
    bytes[0] |= point.y_is_odd().unwrap_u8();
    bytes[1..].copy_from_slice(&point.x());
    bytes
}

/// Hashes the key, and the hash again, until it is the x of a point.
pub(super) fn hash_to_x<P>(key: &Encoded, with_x: impl Fn(&[u8; 32]) -> Option<P>) -> P {
    let mut hash = Sha3_256::digest(key);
    loop {
        if let Some(point) = with_x(&hash.into()) {
            return point;
        }
        hash = Sha3_256::digest(hash);
    }
}

/// ring-go's default build writes the bytes of a challenge without its leading zeros, to the front of
/// 32: with z of them the scalar is 256^z times the challenge.
pub(super) fn left_aligned(challenge: Scalar) -> Scalar {
    let bytes = challenge.to_bytes();
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    if zeros == 0 {
        return challenge;
    }
    let mut shifted = [0; 64];
    shifted[32..64 - zeros].copy_from_slice(&bytes[zeros..]);
    K256::reduce(&shifted)
}

#[cfg(test)]
mod tests {
    use k256::elliptic_curve::Field;

    use super::{point::IDENTITY, *};

    fn scalars() -> Vec<Scalar> {
        let pairs = [0_u64, 1, 2, 15, 16, 1 << 63].map(Scalar::from);
        let halves = [128, 127, 64].map(|bit| Scalar::from(2_u64).pow_vartime([bit]));
        let random = (0..20_u8).map(|seed| K256::reduce(&[seed.wrapping_mul(89); 64]));
        let some = pairs.into_iter().chain(halves).chain(random);
        some.flat_map(|scalar| [scalar, -scalar]).collect()
    }

    /// Affine by k256 itself; `None` is the identity.
    fn expected(sum: ProjectivePoint) -> Encoded {
        if sum == ProjectivePoint::IDENTITY {
            return IDENTITY;
        }
        compress(&sum)
    }

    /// For scalars that are zero, that cancel, and that have the longest halves; for members of which some
    /// multiples meet.
    #[test]
    fn commitments_are_those_of_k256() {
        let generator = K256::decode(&K256::multiply_base(&Scalar::ONE)).unwrap();
        let other = K256::hash_to_point(&generator.encode());
        let native = |point: &Affine| {
            let point = k256::Sec1Point::from_bytes(point.encode()).unwrap();
            ProjectivePoint::from(AffinePoint::from_sec1_point(&point).unwrap())
        };
        for key in [generator, other] {
            // The image is the generator, too: that of a key that hashes to it.
            let image = generator;
            let hash = K256::hash_to_point(&key.encode());
            for prepared in [false, true] {
                let member = K256::members(&[(key.encode(), key)], prepared).remove(0);
                let table = K256::image(&image, prepared);
                for s in scalars() {
                    for c in [s, -s, Scalar::from(3_u64), Scalar::ZERO] {
                        let [left, right] = K256::commit(&table, &member, &s, &c);
                        let sum = |a, b| expected(native(&a) * s + native(&b) * c);
                        assert_eq!(left, sum(generator, key), "{s:?}, {c:?}");
                        assert_eq!(right, sum(hash, image), "{s:?}, {c:?}");
                    }
                }
            }
        }
    }

    #[cfg(feature = "libsecp256k1")]
    #[test]
    fn commitments_are_those_of_libsecp256k1() {
        use crate::curve::Libsecp256k1 as Other;
        let keys = scalars()
            .into_iter()
            .filter(|scalar| !bool::from(scalar.is_zero()));
        for key in keys.take(8).map(|scalar| K256::multiply_base(&scalar)) {
            let (ours, theirs) = (K256::decode(&key).unwrap(), Other::decode(&key).unwrap());
            let member = &K256::members(&[(key, ours)], false)[0];
            let their_member = &Other::members(&[(key, theirs)], false)[0];
            let image = K256::image(&ours, false);
            for s in scalars() {
                for c in [s, -s, Scalar::from(3_u64), Scalar::ZERO] {
                    let ours = K256::commit(&image, member, &s, &c);
                    assert_eq!(
                        ours,
                        Other::commit(&theirs, their_member, &s, &c),
                        "{s:?}, {c:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn leading_zeros_go_to_the_end() {
        let challenge = |zeros: usize| {
            let mut bytes = [0x55; 32];
            bytes[..zeros].fill(0);
            K256::decode_scalar(&bytes).unwrap()
        };
        let shifted = |zeros: usize| {
            let mut bytes = [0x55; 32];
            bytes[32 - zeros..].fill(0);
            K256::decode_scalar(&bytes).unwrap()
        };
        for zeros in [0, 1, 2, 31, 32] {
            assert_eq!(left_aligned(challenge(zeros)), shifted(zeros), "{zeros}");
        }
    }
}
