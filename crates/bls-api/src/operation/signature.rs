//! The operations of the groups `min_pk` and `min_sig`.

use super::{GATE, Kind, Operation, Param, QUICK, STANDARD, params, row};

/// The operations of the groups `min_pk` and `min_sig`, with what each reads of
/// [`crate::Inputs`] and puts out: points compressed, a verdict as one byte, 1 or 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SignatureOp {
    /// `ikm` to the secret key (32 bytes, big-endian) followed by the public key.
    KeyGen,
    /// `messages[0]` under `dst` to a point of the group of signatures.
    HashToCurve,
    /// `secret_keys[0]`, `messages[0]` to a signature.
    Sign,
    /// `public_keys[0]`, `messages[0]`, `signatures[0]` to a verdict.
    Verify,
    /// As [`Self::Verify`].
    VerifyBytes,
    /// As [`Self::Verify`].
    VerifyMt,
    /// `public_keys[0]` to the same key.
    DecodePublicKey,
    /// `signatures[0]` to the same signature.
    DecodeSignature,
    /// `signatures` to their sum.
    AggregateSignatures,
    /// `public_keys` to their sum.
    AggregatePublicKeys,
    /// `public_keys`, `messages`, `signatures[0]` to a verdict.
    AggregateVerify,
    /// As [`Self::AggregateVerify`].
    AggregateVerifyMt,
    /// `public_keys`, `messages[0]`, `signatures[0]` to a verdict.
    FastAggregateVerify,
    /// As [`Self::Verify`], with an aggregate key.
    VerifyAggregatedKey,
    /// `public_keys`, `messages`, `signatures`, `coefficients` to a verdict.
    BatchVerify,
    /// As [`Self::BatchVerify`].
    BatchVerifyMt,
}

const fn signers(quick: &[u32], standard: &[u32]) -> [Param; 8] {
    params([1, 2, 4, 10, 21, 46, 100, 1000], quick, standard)
}

/// For operations whose cost is that of N pairings.
const SIGNERS_PAIRED: &[Param] = &signers(&[10], &[100]);
/// For operations whose cost is that of N additions.
const SIGNERS_ADDED: &[Param] = &signers(&[], &[100, 1000]);
/// For N additions and one verification.
const SIGNERS_ADDED_AND_PAIRED: &[Param] = &signers(&[100], &[10, 1000]);
/// Where one number says most of it.
const SIGNERS_SPARSE: &[Param] = &signers(&[], &[100]);

pub(crate) const SIGNATURE_OPERATIONS: &[Operation] = &[
    row(
        Kind::Signature(SignatureOp::KeyGen),
        "keygen",
        STANDARD,
        "key pair",
        "KeyGen of draft-irtf-cfrg-bls-signature-05 from 32 bytes of key material (HKDF, reduction) \
         and one multiplication of the generator; the public key is an affine point, not encoded.",
    ),
    row(
        Kind::Signature(SignatureOp::HashToCurve),
        "hash_to_curve",
        GATE,
        "point",
        "Hashing a message into the group of signatures by RFC 9380, under any tag.",
    ),
    row(
        Kind::Signature(SignatureOp::Sign),
        "sign",
        QUICK,
        "signature",
        "Hashing a 32-byte message to the curve and multiplying by a prepared secret key; the \
         signature is an affine point, not encoded.",
    ),
    row(
        Kind::Signature(SignatureOp::Verify),
        "verify",
        QUICK,
        "verification",
        "Hashing a 32-byte message, two Miller loops and one final exponentiation, for a key and a \
         signature that were decoded and group-checked before.",
    ),
    row(
        Kind::Signature(SignatureOp::VerifyBytes),
        "verify_bytes",
        STANDARD,
        "verification",
        "Decoding a compressed key and signature with curve and subgroup checks, then everything \
         that `verify` times.",
    ),
    row(
        Kind::Signature(SignatureOp::VerifyMt),
        "verify_mt",
        STANDARD,
        "verification",
        "The same work as `verify`, with all cores.",
    ),
    row(
        Kind::Signature(SignatureOp::DecodePublicKey),
        "decode_public_key",
        STANDARD,
        "public key",
        "Decoding one compressed public key, with curve and subgroup checks.",
    ),
    row(
        Kind::Signature(SignatureOp::DecodeSignature),
        "decode_signature",
        STANDARD,
        "signature",
        "Decoding one compressed signature, with curve and subgroup checks.",
    ),
    row(
        Kind::Signature(SignatureOp::AggregateSignatures),
        "aggregate_signatures",
        SIGNERS_ADDED,
        "aggregate of N signatures",
        "Adding N decoded signatures; the sum is an affine point, not encoded.",
    ),
    row(
        Kind::Signature(SignatureOp::AggregatePublicKeys),
        "aggregate_public_keys",
        SIGNERS_ADDED,
        "aggregate of N public keys",
        "Adding N decoded public keys, none of which may be the identity; the sum is an affine \
         point, not encoded.",
    ),
    row(
        Kind::Signature(SignatureOp::AggregateVerify),
        "aggregate_verify",
        SIGNERS_PAIRED,
        "verification of N messages",
        "Verifying one aggregate signature of N distinct 32-byte messages by N keys: N hashes to \
         the curve, N+1 Miller loops, one final exponentiation; points decoded before.",
    ),
    row(
        Kind::Signature(SignatureOp::AggregateVerifyMt),
        "aggregate_verify_mt",
        SIGNERS_SPARSE,
        "verification of N messages",
        "The same work as `aggregate_verify`, with all cores.",
    ),
    row(
        Kind::Signature(SignatureOp::FastAggregateVerify),
        "fast_aggregate_verify",
        SIGNERS_ADDED_AND_PAIRED,
        "verification of N signers",
        "Adding N decoded public keys, then verifying one aggregate signature of one 32-byte \
         message by their sum.",
    ),
    row(
        Kind::Signature(SignatureOp::VerifyAggregatedKey),
        "verify_aggregated_key",
        SIGNERS_SPARSE,
        "verification of N signers",
        "Verifying one aggregate signature of one 32-byte message by an aggregate public key that \
         was computed before: no work grows with N.",
    ),
    row(
        Kind::Signature(SignatureOp::BatchVerify),
        "batch_verify",
        SIGNERS_PAIRED,
        "verification of N signatures",
        "Verifying N signatures of N messages by N keys at once: N hashes, N multiplications in G1 \
         and a weighted sum of the signatures by 64-bit coefficients that were drawn before, N+1 \
         Miller loops, one final exponentiation; points decoded and group-checked before.",
    ),
    row(
        Kind::Signature(SignatureOp::BatchVerifyMt),
        "batch_verify_mt",
        SIGNERS_SPARSE,
        "verification of N signatures",
        "The same work as `batch_verify`, with all cores.",
    ),
];
