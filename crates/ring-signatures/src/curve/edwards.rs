//! ed25519 by curve25519-dalek, which takes the vector instructions that it finds.

mod split;

use curve25519_dalek::{
    EdwardsPoint, Scalar, edwards::CompressedEdwardsY, traits::VartimeMultiscalarMul,
};
use sha3::{Digest, Sha3_256};

use super::{PointFault, Use, sealed::Arithmetic};

/// ed25519 by the crate curve25519-dalek.
///
/// A point may have a component of small order, as in ring-go; `linked` looks past it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ed25519;

/// A point, or its multiples where it is prepared.
pub enum Table {
    Point(EdwardsPoint),
    Prepared(split::Table),
}

impl Arithmetic for Ed25519 {
    const NAME: &str = "ed25519";
    const POINT_LENGTH: usize = 32;

    type Encoded = [u8; 32];
    type Point = EdwardsPoint;
    type Scalar = Scalar;
    type Table = Table;

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

    fn tables(points: &[EdwardsPoint], usage: Use) -> Vec<Table> {
        let table = |point: &EdwardsPoint| match usage {
            Use::Member | Use::Image => Table::Point(*point),
            Use::PreparedMember | Use::PreparedImage => {
                Table::Prepared(split::Table::new(point, split::WIDTH))
            }
        };
        points.iter().map(table).collect()
    }

    fn commit(image: &Table, key: &Table, hash: &Table, s: &Scalar, c: &Scalar) -> [[u8; 32]; 2] {
        let commitments = match (image, key, hash) {
            (Table::Point(image), Table::Point(key), Table::Point(hash)) => [
                EdwardsPoint::vartime_double_scalar_mul_basepoint(c, key, s),
                EdwardsPoint::vartime_multiscalar_mul([s, c], [hash, image]),
            ],
            (Table::Prepared(image), Table::Prepared(key), Table::Prepared(hash)) => [
                split::sum([(split::generator(), s), (key, c)]),
                split::sum([(hash, s), (image, c)]),
            ],
            _ => unreachable!("a ring is prepared as a whole, and its images with it"),
        };
        EdwardsPoint::compress_batch(&commitments).map(|point| point.to_bytes())
    }
}

/// Whether y, without the sign of x, is below 2²⁵⁵ - 19.
fn reduced(bytes: &[u8; 32]) -> bool {
    let (low, rest) = (bytes[0], &bytes[1..31]);
    low < 0xed || rest.iter().any(|&byte| byte != 0xff) || bytes[31] & 0x7f != 0x7f
}
