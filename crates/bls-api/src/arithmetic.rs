//! The curve without a scheme: what the groups `curve` and `eip2537` measure.

use rayon::prelude::*;

use crate::{Error, field::FIELD_BYTES, job::share_per_task};

/// BLS12-381 in the native types of one library. No function may use more than one thread, except
/// those whose name ends in `_mt`; scalars are public, so variable time is right.
pub trait Arithmetic: 'static {
    /// A multiplier of points.
    type Scalar: Send + Sync + 'static;
    /// The first source group, over Fp.
    type G1: SourceGroup<Scalar = Self::Scalar>;
    /// The second source group, over Fp2.
    type G2: SourceGroup<Scalar = Self::Scalar>;
    /// A product of Miller loops, before the final exponentiation.
    type MillerLoop: Send + 'static;
    /// An element of the target group.
    type Gt: 'static;

    /// 32 big-endian bytes of any value. Points of the subgroup are all that it multiplies, so it
    /// may be reduced modulo r, or not.
    fn decode_scalar(bytes: &[u8; 32]) -> Self::Scalar;

    /// The product of the Miller loops of `(p[i], q[i])`, sharing their squarings; the lists are
    /// of one length, at least 1, and without the identity.
    fn miller_loop(p: &[Affine<Self::G1>], q: &[Affine<Self::G2>]) -> Self::MillerLoop;

    /// The product of two.
    fn multiply(a: Self::MillerLoop, b: Self::MillerLoop) -> Self::MillerLoop;

    /// The element of the target group.
    fn final_exp(product: &Self::MillerLoop) -> Self::Gt;

    /// True when the product of the factors is one.
    fn product_is_one(factors: &[Self::Gt]) -> bool;

    /// [`Self::miller_loop`] with all cores.
    fn miller_loop_mt(p: &[Affine<Self::G1>], q: &[Affine<Self::G2>]) -> Self::MillerLoop {
        let share = share_per_task(p.len());
        p.par_chunks(share)
            .zip(q.par_chunks(share))
            .map(|(p, q)| Self::miller_loop(p, q))
            .reduce_with(Self::multiply)
            .expect("at least one pair")
    }
}

/// An affine point of a group.
pub type Affine<G> = <G as SourceGroup>::Affine;

/// G1 or G2.
///
/// Encodings are those of draft-irtf-cfrg-pairing-friendly-curves-11 appendix C: 48 bytes for each
/// element of Fp, c1 before c0.
pub trait SourceGroup: 'static {
    /// A multiplier.
    type Scalar: Send + Sync + 'static;
    /// A point that pairings and multiplications take.
    type Affine: Clone + Send + Sync + 'static;
    /// A point that additions and multiplications put out.
    type Point: Clone + Send + 'static;
    /// An element of the field of coordinates.
    type Field: 'static;

    /// The degree of the field of coordinates over Fp: 1 or 2.
    const DEGREE: usize;

    /// The point at infinity.
    fn identity() -> Self::Affine;

    /// True for the point at infinity.
    fn is_identity(point: &Self::Affine) -> bool;

    /// A compressed point, on the curve and in the subgroup.
    fn decode(bytes: &[u8]) -> Result<Self::Affine, Error>;

    /// A compressed point on the curve, in the subgroup or not; in all else as strict as
    /// [`Self::decode`].
    fn decode_unchecked(bytes: &[u8]) -> Result<Self::Affine, Error>;

    /// The compressed point.
    fn encode(point: &Self::Affine) -> Vec<u8>;

    /// Both coordinates, `96 * DEGREE` bytes that the caller has looked at: each element is below p,
    /// and they are not the identity. What is not on the curve is refused; the subgroup is not
    /// looked at.
    fn decode_uncompressed(bytes: &[u8]) -> Result<Self::Affine, Error>;

    /// Both coordinates into `96 * DEGREE` bytes; for the identity 0x40 and zeros.
    fn encode_uncompressed(point: &Self::Point, bytes: &mut [u8]);

    /// An element of the field, `48 * DEGREE` bytes that the caller has looked at: it is below p.
    /// [`Error::Unsupported`] when the library has no [`Self::map`].
    fn decode_field(bytes: &[u8]) -> Result<Self::Field, Error>;

    /// The same point.
    fn to_point(point: &Self::Affine) -> Self::Point;

    /// The same point.
    fn to_affine(point: &Self::Point) -> Self::Affine;

    /// The sum of any two points.
    fn add(a: &Self::Point, b: &Self::Point) -> Self::Point;

    /// The sum of any two points, for which libraries often need fewer steps.
    fn add_affine(a: &Self::Affine, b: &Self::Affine) -> Self::Point {
        Self::add(&Self::to_point(a), &Self::to_point(b))
    }

    /// The multiple of a point of the subgroup.
    fn mul(point: &Self::Affine, scalar: &Self::Scalar) -> Self::Point;

    /// The sum of `points[i] * scalars[i]`; the lists are of one length, at least 1, and the points
    /// of the subgroup, none of them the identity.
    fn msm(points: &[Self::Affine], scalars: &[Self::Scalar]) -> Self::Point;

    /// True when a point of the curve is in the subgroup.
    fn in_subgroup(point: &Self::Affine) -> bool;

    /// `hash_to_curve` of RFC 9380 with SHA-256, for a tag of 1 to 255 bytes.
    fn hash(message: &[u8], dst: &[u8]) -> Result<Self::Point, Error>;

    /// `map_to_curve` and `clear_cofactor` of RFC 9380 for the suites of this curve.
    fn map(element: &Self::Field) -> Self::Point;

    /// [`Self::msm`] with all cores.
    fn msm_mt(points: &[Self::Affine], scalars: &[Self::Scalar]) -> Self::Point {
        let share = share_per_task(points.len());
        points
            .par_chunks(share)
            .zip(scalars.par_chunks(share))
            .map(|(points, scalars)| Self::msm(points, scalars))
            .reduce_with(|a, b| Self::add(&a, &b))
            .unwrap_or_else(|| Self::to_point(&Self::identity()))
    }
}

/// [`Error::Unsupported`] when the library has no map: what it lacks it lacks for all inputs, also for
/// those that are refused.
pub(crate) fn check_map<G: SourceGroup>() -> Result<(), Error> {
    match G::decode_field(&[0; 2 * FIELD_BYTES][..FIELD_BYTES * G::DEGREE]) {
        Err(error @ Error::Unsupported(_)) => Err(error),
        _ => Ok(()),
    }
}

/// The point of G1 to which the map of RFC 9380 takes zero, with the cofactor cleared. It takes the
/// two elements whose square is -1/11 to this point or its negative. There is a library that gets
/// these wrong.
pub const G1_MAP_OF_ZERO: [u8; 48] = [
    0x91, 0xa9, 0xa0, 0x37, 0x2b, 0x8f, 0x33, 0x2d, 0x5c, 0x30, 0xde, 0x9a, 0xd1, 0x4e, 0x50, 0x37,
    0x2a, 0x73, 0xfa, 0x4c, 0x45, 0xd5, 0xf2, 0xfa, 0x50, 0x97, 0xf2, 0xd6, 0xfb, 0x93, 0xbc, 0xac,
    0x59, 0x2f, 0x2e, 0x17, 0x11, 0xac, 0x43, 0xdb, 0x05, 0x19, 0x87, 0x0c, 0x7d, 0x0e, 0xa4, 0x15,
];

/// The same in G2, where zero is the only such element; more than one library gets it wrong.
pub const G2_MAP_OF_ZERO: [u8; 96] = [
    0x8a, 0x67, 0xd1, 0x21, 0x18, 0xb5, 0xa3, 0x5b, 0xb0, 0x2d, 0x2e, 0x86, 0xb3, 0xeb, 0xfa, 0x7e,
    0x23, 0x41, 0x0d, 0xb9, 0x3d, 0xe3, 0x9f, 0xb0, 0x6d, 0x70, 0x25, 0xfa, 0x95, 0xe9, 0x6f, 0xfa,
    0x42, 0x8a, 0x7a, 0x27, 0xc3, 0xae, 0x4d, 0xd4, 0xb4, 0x0b, 0xd2, 0x51, 0xac, 0x65, 0x88, 0x92,
    0x01, 0x83, 0x20, 0x89, 0x6e, 0xc9, 0xee, 0xf9, 0xd5, 0xe6, 0x19, 0x84, 0x8d, 0xc2, 0x9c, 0xe2,
    0x66, 0xf4, 0x13, 0xd0, 0x2d, 0xd3, 0x1d, 0x9b, 0x9d, 0x44, 0xec, 0x0c, 0x79, 0xcd, 0x61, 0xf1,
    0x8b, 0x07, 0x5d, 0xdb, 0xa6, 0xd7, 0xbd, 0x20, 0xb7, 0xff, 0x27, 0xa4, 0xb3, 0x24, 0xbf, 0xce,
];
