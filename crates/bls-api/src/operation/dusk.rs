//! The operations of the groups `dusk` and `dusk_v2`.

use super::{GATE, Kind, Operation, QUICK, STANDARD, n, row};
use crate::Profile;

/// The operations of the groups `dusk` and `dusk_v2`, with what each reads of [`crate::Inputs`] and
/// puts out. Secret keys are little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DuskOp {
    /// `secret_keys[0]`, `messages[0]` to a signature.
    SignSingle,
    /// `secret_keys[0]`, `messages[0]` to a multi-signature, which has a factor for the public key.
    SignMultisig,
    /// `public_keys[0]`, `messages[0]`, `signatures[0]` (single) to a verdict.
    Verify,
    /// `public_keys` to their aggregate key.
    AggregatePublicKeys,
    /// `public_keys`, the first made an aggregate before, to the aggregate key of all.
    AddPublicKeys,
    /// `signatures` (multi-signatures) to their sum.
    AddSignatures,
    /// `public_keys[0]` to the same key.
    DecodePublicKey,
    /// `public_keys[0]`, given compressed and prepared in the library's raw form, to the same key.
    DecodePublicKeyUnchecked,
    /// `signatures[0]` to the same signature.
    DecodeSignature,
}

// Rows of both dusk groups.
const DUSK_DECODE_PUBLIC_KEY: Operation = row(
    Kind::Dusk(DuskOp::DecodePublicKey),
    "decode_public_key",
    STANDARD,
    "public key",
    "Decoding one compressed public key, with curve and subgroup checks.",
);

const DUSK_DECODE_PUBLIC_KEY_UNCHECKED: Operation = row(
    Kind::Dusk(DuskOp::DecodePublicKeyUnchecked),
    "decode_public_key_unchecked",
    STANDARD,
    "public key",
    "Reading one public key from the library's raw form (193 bytes of limbs), no check at all.",
);

const DUSK_DECODE_SIGNATURE: Operation = row(
    Kind::Dusk(DuskOp::DecodeSignature),
    "decode_signature",
    GATE,
    "signature",
    "Decoding one compressed signature, with curve and subgroup checks.",
);

pub(crate) const DUSK_OPERATIONS: &[Operation] = &[
    row(
        Kind::Dusk(DuskOp::SignMultisig),
        "sign",
        QUICK,
        "signature",
        "Blake2b of a 100-byte message to a scalar, that scalar times the G1 generator, times the \
         secret key, times the hash of the (prepared) public key.",
    ),
    row(
        Kind::Dusk(DuskOp::SignSingle),
        "sign_vulnerable",
        STANDARD,
        "signature",
        "As `sign` without the factor for the public key (open to rogue keys).",
    ),
    row(
        Kind::Dusk(DuskOp::Verify),
        "verify",
        QUICK,
        "verification",
        "Hashing a 100-byte message as in `sign` and two full pairings, for a decoded key and \
         signature.",
    ),
    row(
        Kind::Dusk(DuskOp::AddPublicKeys),
        "aggregate_public_keys",
        &[n(1, Profile::Standard), n(64, Profile::Standard)],
        "N keys added to an aggregate",
        "Adding N decoded public keys to an aggregate key, each multiplied by the hash of its \
         encoding.",
    ),
    row(
        Kind::Dusk(DuskOp::AddSignatures),
        "aggregate_signatures",
        &[n(1, Profile::Standard)],
        "N signatures added to an aggregate",
        "Adding N decoded signatures to a signature.",
    ),
    DUSK_DECODE_PUBLIC_KEY,
    DUSK_DECODE_PUBLIC_KEY_UNCHECKED,
    DUSK_DECODE_SIGNATURE,
];

pub(crate) const DUSK_V2_OPERATIONS: &[Operation] = &[
    row(
        Kind::Dusk(DuskOp::SignSingle),
        "sign",
        QUICK,
        "signature",
        "Hashing a 100-byte message to the curve (RFC 9380) and multiplying by a prepared secret \
         key; the signature is an affine point, not encoded.",
    ),
    row(
        Kind::Dusk(DuskOp::SignMultisig),
        "sign_multisig",
        STANDARD,
        "multi-signature",
        "As `sign`, times the hash of the (prepared) public key, for which the key is encoded.",
    ),
    row(
        Kind::Dusk(DuskOp::Verify),
        "verify",
        QUICK,
        "verification",
        "Curve and subgroup checks of a decoded key and signature, which the library repeats here, \
         then hashing a 100-byte message as in `sign`, two Miller loops and one final \
         exponentiation.",
    ),
    row(
        Kind::Dusk(DuskOp::AggregatePublicKeys),
        "aggregate_public_keys",
        &[n(1, Profile::Standard), n(64, Profile::Standard)],
        "aggregate of N public keys",
        "Curve and subgroup checks of N decoded public keys, which the library repeats here, and \
         the sum of the keys, each multiplied by the hash of its encoding.",
    ),
    row(
        Kind::Dusk(DuskOp::AddSignatures),
        "aggregate_signatures",
        &[n(1, Profile::Standard)],
        "N signatures added to an aggregate",
        "Adding N decoded multi-signatures to one, with an affine point after each addition.",
    ),
    DUSK_DECODE_PUBLIC_KEY,
    DUSK_DECODE_PUBLIC_KEY_UNCHECKED,
    DUSK_DECODE_SIGNATURE,
];
