//! The ways in which keys, rings and signatures are refused.

use std::fmt;

/// Why there is no ring, key or signature. A signature that decodes and does not hold is not an
/// error: `verify` answers `false`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A ring of fewer than two members hides nobody.
    #[error("a ring has at least 2 members, not {0}")]
    TooFewMembers(usize),
    /// The wire format counts in 32 bits.
    #[error("a ring has at most 4,294,967,295 members, not {0}")]
    TooManyMembers(usize),
    /// Equal keys, by value.
    #[error("members {first} and {second} are the same key")]
    DuplicateMember {
        /// Their places, counted from 0.
        first: usize,
        /// The later one.
        second: usize,
    },
    /// Of the wrong length, not on the curve, or not in the one encoding that a point has.
    #[error("{0} is not a point of the curve")]
    NotAPoint(Part),
    /// The identity or, on ed25519, another point whose order divides 8.
    #[error("{0} is the identity or of small order")]
    SmallOrder(Part),
    /// Not below the order of the group.
    #[error("{0} is not below the order of the group")]
    ScalarOutOfRange(Part),
    /// Zero is nobody's key.
    #[error("the secret key is zero")]
    ZeroKey,
    /// The public key of the signer is none of the ring's.
    #[error("the signer is not a member of the ring")]
    NotAMember,
    /// Fewer bytes than the number of members asks for.
    #[error("a signature of {expected} bytes ends after {found}")]
    Truncated {
        /// What the number of members asks for.
        expected: u64,
        /// What there is.
        found: usize,
    },
    /// More bytes than the number of members asks for.
    #[error("{0} bytes after the signature")]
    TrailingBytes(usize),
    /// A signature over another ring than the prepared one.
    #[error("the signature is over another ring")]
    OtherRing,
    /// A new signature does not hold: a fault of the machine or of this crate.
    #[error("the new signature does not verify")]
    SelfCheck,
}

/// Which part of the input an error is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A member, counted from 0.
    Member(usize),
    /// The key image.
    Image,
    /// The first challenge.
    Challenge,
    /// A member's response, counted from 0.
    Response(usize),
    /// The secret key.
    SecretKey,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Member(index) => write!(f, "member {index}"),
            Self::Image => f.write_str("the key image"),
            Self::Challenge => f.write_str("the challenge"),
            Self::Response(index) => write!(f, "response {index}"),
            Self::SecretKey => f.write_str("the secret key"),
        }
    }
}
