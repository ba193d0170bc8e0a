//! What a curve library must offer for the signature scheme to be composed on it.

use crate::Error;

/// BLS12-381 in the native types of one library.
pub trait Curve: 'static {
    /// An integer modulo the group order r.
    type Scalar: Send + Sync + 'static;
    /// A point of G1, affine.
    type G1: Point<Self::Scalar>;
    /// A point of G2, affine.
    type G2: Point<Self::Scalar>;
    /// A product of Miller loops, before the final exponentiation.
    type MillerLoop: Send;

    /// 48 big-endian bytes modulo r; `None` for zero.
    fn reduce_scalar(bytes: &[u8; 48]) -> Option<Self::Scalar>;

    /// 32 big-endian bytes in the range `1..r`.
    fn decode_scalar(bytes: &[u8; 32]) -> Result<Self::Scalar, Error>;

    /// 32 big-endian bytes.
    fn encode_scalar(scalar: &Self::Scalar) -> [u8; 32];

    /// The product of the Miller loops of `(p[i], q[i])`, sharing their squarings; the lists are
    /// of one length. The identity contributes 1.
    fn miller_loop(p: &[Self::G1], q: &[Self::G2]) -> Self::MillerLoop;

    /// [`Self::miller_loop`] times the one of `s` with the negated generator of G2, for which a
    /// library may have lines prepared.
    fn miller_loop_with_generator(p: &[Self::G1], q: &[Self::G2], s: &Self::G1)
    -> Self::MillerLoop;

    /// `points[i] * coefficients[i]`; the lists are of one length. For G1 alone: multiplying there
    /// costs less than in G2, and a pairing does not mind which of its points is multiplied.
    fn scale_each(points: &[Self::G1], coefficients: &[u64]) -> Vec<Self::G1>;

    /// The product of two.
    fn multiply(a: Self::MillerLoop, b: Self::MillerLoop) -> Self::MillerLoop;

    /// True when the final exponentiation gives 1.
    fn is_one(product: &Self::MillerLoop) -> bool;
}

/// An affine point of G1 or G2.
pub trait Point<S>: Clone + Send + Sync + 'static {
    /// The generator of the group.
    fn generator() -> Self;

    /// The inverse of the generator.
    fn negated_generator() -> Self;

    /// True for the point at infinity.
    fn is_identity(&self) -> bool;

    /// The sum; the identity for an empty list.
    fn sum(points: &[Self]) -> Self;

    /// The multiple by a secret scalar, by the method that the library means for secrets.
    #[must_use]
    fn mul_secret(&self, scalar: &S) -> Self;

    /// The sum of `points[i] * coefficients[i]`; the lists are of one length.
    fn weighted_sum(points: &[Self], coefficients: &[u64]) -> Self;

    /// `hash_to_curve` of RFC 9380 with SHA-256, for a tag of 1 to 255 bytes. It goes into
    /// pairings, multiplications and encodings alone, so it need not be affine where the library
    /// takes other points for these.
    fn hash_to_curve(message: &[u8], dst: &[u8]) -> Self;

    /// The hash times a secret scalar: a signature. For libraries in which the hash would be made
    /// affine for nothing.
    #[must_use]
    fn hash_and_multiply(message: &[u8], dst: &[u8], scalar: &S) -> Self {
        Self::hash_to_curve(message, dst).mul_secret(scalar)
    }

    /// A compressed point, on the curve and in the subgroup; `what` names it in the error.
    fn decode(bytes: &[u8], what: &'static str) -> Result<Self, Error>;

    /// The compressed point.
    fn encode(&self) -> Vec<u8>;
}
