//! The operations of linkable ring signatures.

use super::{GATE, Kind, Operation, Param, params, row};

/// The operations of `ring_secp256k1`, `ring_ed25519` and `ring_ristretto255`, with what each reads of
/// [`crate::Inputs`] and puts out. Messages have 32 bytes. A signature contains its ring: the number of
/// members (4 bytes, big-endian), the first challenge, the key image, and for each member its response
/// and its public key.
///
/// `bound` is true for challenges that bind the ring and the key image, and false for those of ring-go,
/// which bind neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RingOp {
    /// `secret_keys[0]` to its public key followed by its key image.
    KeyImage,
    /// `public_keys` (the ring), `secret_keys[0]`, `messages[0]` to a signature, which is random: what
    /// comes out is verified and not compared.
    Sign {
        /// Which challenges.
        bound: bool,
    },
    /// `messages[0]`, `signatures[0]` to a verdict.
    Verify {
        /// Which challenges.
        bound: bool,
    },
    /// As [`Self::Verify`].
    VerifyPrepared {
        /// Which challenges.
        bound: bool,
    },
    /// `messages`, `signatures`, all over one ring, to a verdict: all are valid.
    VerifyMany {
        /// Which challenges.
        bound: bool,
    },
    /// `signatures[0]`, `signatures[1]` to a verdict: they are by one signer.
    Linked,
}

impl RingOp {
    /// Which challenges; false where there are none.
    #[must_use]
    pub fn bound(self) -> bool {
        match self {
            Self::Sign { bound }
            | Self::Verify { bound }
            | Self::VerifyPrepared { bound }
            | Self::VerifyMany { bound } => bound,
            Self::KeyImage | Self::Linked => false,
        }
    }
}

/// How many signatures `verify_many_mt` verifies.
pub const MANY_SIGNATURES: usize = 64;

const MEMBERS: &[Param] = &params([2, 4, 8, 16, 32, 64, 128], &[], &[32]);
/// Where nobody asks for the standard profile.
const MEMBERS_FULL: &[Param] = &params([2, 4, 8, 16, 32, 64, 128], &[], &[]);

const fn sign(bound: bool, name: &'static str, params: &'static [Param]) -> Operation {
    row(
        Kind::Ring(RingOp::Sign { bound }),
        name,
        params,
        "signature",
        "Signing 32 bytes for one of N members, by a secret key that is decoded, with a ring that is: \
         hashing each member to the curve, drawing random numbers, and the library's own check of what \
         it has made, where it has one.",
    )
}

const fn verify(bound: bool, name: &'static str, params: &'static [Param]) -> Operation {
    row(
        Kind::Ring(RingOp::Verify { bound }),
        name,
        params,
        "verification",
        "Verifying a signature by one of N members, which is decoded with its ring: hashing each member \
         to the curve is inside.",
    )
}

const fn verify_prepared(bound: bool, name: &'static str) -> Operation {
    row(
        Kind::Ring(RingOp::VerifyPrepared { bound }),
        name,
        MEMBERS_FULL,
        "verification",
        "As `verify`, with a ring whose members were hashed to the curve, and their tables made, before.",
    )
}

const fn verify_many(bound: bool, name: &'static str) -> Operation {
    row(
        Kind::Ring(RingOp::VerifyMany { bound }),
        name,
        MEMBERS_FULL,
        "64 verifications",
        "Verifying 64 decoded signatures over one ring of N members on all cores, with the ring prepared \
         before where the library can.",
    )
}

pub(crate) const RING_OPERATIONS: &[Operation] = &[
    row(
        Kind::Ring(RingOp::KeyImage),
        "key_image",
        GATE,
        "key image",
        "The public key and the key image of a secret key.",
    ),
    row(
        Kind::Ring(RingOp::Linked),
        "linked",
        GATE,
        "comparison",
        "Whether two signatures are by one signer.",
    ),
    sign(false, "sign", MEMBERS),
    verify(false, "verify", MEMBERS),
    verify_prepared(false, "verify_prepared"),
    verify_many(false, "verify_many_mt"),
    sign(true, "bound_sign", MEMBERS_FULL),
    verify(true, "bound_verify", MEMBERS_FULL),
    verify_prepared(true, "bound_verify_prepared"),
    verify_many(true, "bound_verify_many_mt"),
];
