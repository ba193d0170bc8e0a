//! The curve without a scheme: what the groups `curve` and `eip2537` measure.

use rayon::prelude::*;

use crate::{Error, job::share_per_task};

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
