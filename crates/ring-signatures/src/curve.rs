//! What the scheme needs of a curve.

mod edwards;
#[cfg(feature = "libsecp256k1")]
mod libsecp;
mod weierstrass;

use std::{fmt::Debug, hash::Hash};

use zeroize::Zeroize;

pub use edwards::Ed25519;
#[cfg(feature = "libsecp256k1")]
pub use libsecp::Libsecp256k1;
pub use weierstrass::K256;

/// A curve in one implementation. Sealed: the scheme is only as sound as these.
pub trait Curve: sealed::Arithmetic {}

impl<C: sealed::Arithmetic> Curve for C {}

/// Which code computes with public values on this machine, asked for at run time.
#[must_use]
pub fn code_path<C: Curve>() -> &'static str {
    C::code_path()
}

/// Why bytes are no point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointFault {
    /// Of the wrong length, off the curve, or not canonical.
    Malformed,
    /// The identity, or in the small subgroup.
    SmallOrder,
}

pub(crate) mod sealed {
    use super::{Debug, Hash, PointFault, Zeroize};

    /// The operations, in constant time or not as each says.
    pub trait Arithmetic: Debug + Clone + Copy + PartialEq + Eq + 'static {
        /// Of the curve, and so the same for every implementation of it.
        const NAME: &str;
        /// Length of an encoded point.
        const POINT_LENGTH: usize;

        /// An encoded point.
        type Encoded: Debug
            + Copy
            + Eq
            + Hash
            + Send
            + Sync
            + AsRef<[u8]>
            + for<'a> TryFrom<&'a [u8]>;
        /// A decoded point: not the identity, nor of small order.
        type Point: Debug + Clone + Send + Sync;
        /// An integer below the order of the group.
        type Scalar: Debug + Copy + Eq + Send + Sync + Zeroize;
        /// A member's key and what it hashes to, with what makes their multiples quick.
        type Member: Send + Sync;
        /// The same of a key image.
        type Image;

        /// On this machine.
        fn code_path() -> &'static str;

        /// Variable time.
        fn decode(bytes: &[u8]) -> Result<Self::Point, PointFault>;
        /// Variable time.
        fn encode(point: &Self::Point) -> Self::Encoded;
        /// ring-go's hash of an encoded key to a point. Variable time.
        fn hash_to_point(key: &Self::Encoded) -> Self::Point;
        /// The same for two points when their owner is the same.
        fn link_tag(image: &Self::Point) -> Self::Encoded;

        /// Constant time. `None` when not below the order.
        fn decode_scalar(bytes: &[u8; 32]) -> Option<Self::Scalar>;
        /// Constant time.
        fn encode_scalar(scalar: &Self::Scalar) -> [u8; 32];
        /// The scalar that 64 uniform bytes are. Constant time.
        fn reduce(hash: &[u8; 64]) -> Self::Scalar;
        /// What ring-go's default build makes of a challenge. Variable time.
        fn ring_go(challenge: Self::Scalar) -> Self::Scalar {
            challenge
        }

        /// `scalar · G`. Constant time; the scalar is not zero.
        fn multiply_base(scalar: &Self::Scalar) -> Self::Encoded;
        /// `scalar · point`. Constant time; the scalar is not zero.
        fn multiply(scalar: &Self::Scalar, point: &Self::Point) -> Self::Encoded;
        /// `nonce - challenge · secret`. Constant time.
        fn respond(
            nonce: &Self::Scalar,
            challenge: &Self::Scalar,
            secret: &Self::Scalar,
        ) -> Self::Scalar;

        /// In the order of the keys; prepared, they take more time and memory and make each of many
        /// signatures quicker. Variable time.
        fn members(keys: &[(Self::Encoded, Self::Point)], prepared: bool) -> Vec<Self::Member>;
        /// For members that are prepared, or are not. Variable time.
        fn image(image: &Self::Point, prepared: bool) -> Self::Image;
        /// `[s · G + c · key, s · hash + c · image]`. Variable time.
        fn commit(
            image: &Self::Image,
            member: &Self::Member,
            s: &Self::Scalar,
            c: &Self::Scalar,
        ) -> [Self::Encoded; 2];
    }
}
