//! The operation table: the one place where operations have names.

use crate::Profile;

/// How many threads an operation may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threads {
    /// The calling thread alone.
    One,
    /// All cores of the machine.
    All,
}

/// One value of an operation's parameter, and the smallest profile that measures it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Param {
    /// The number of signers; none where the operation has no parameter.
    pub value: Option<u32>,
    /// The smallest profile that measures it.
    pub profile: Profile,
}

/// What an operation does, for code that must match on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An operation of a BLS signature suite.
    Signature(SignatureOp),
    /// An operation of a dusk multi-signature scheme.
    Dusk(DuskOp),
}

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

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// What to match on.
    pub kind: Kind,
    /// The second segment of an id.
    pub name: &'static str,
    /// The values of the parameter, in order; none for an operation that only the gate runs.
    pub params: &'static [Param],
    /// What one iteration makes.
    pub unit: &'static str,
    /// Exactly what is inside the timer.
    pub timed: &'static str,
}

const fn n(value: u32, profile: Profile) -> Param {
    Param {
        value: Some(value),
        profile,
    }
}

/// The numbers of signers, with the profiles that the named ones are measured from; the others
/// are left to `full`.
const fn signers(quick: &[u32], standard: &[u32]) -> [Param; 8] {
    let values = [1, 2, 4, 10, 21, 46, 100, 1000];
    let mut params = [n(0, Profile::Full); 8];
    // Loops by hand: this is evaluated by the compiler, where iterators are not to be had.
    let mut index = 0;
    while index < values.len() {
        let profile = if contains(quick, values[index]) {
            Profile::Quick
        } else if contains(standard, values[index]) {
            Profile::Standard
        } else {
            Profile::Full
        };
        params[index] = n(values[index], profile);
        index += 1;
    }
    params
}

const fn contains(values: &[u32], wanted: u32) -> bool {
    let mut index = 0;
    while index < values.len() {
        if values[index] == wanted {
            return true;
        }
        index += 1;
    }
    false
}

const QUICK: &[Param] = &[Param {
    value: None,
    profile: Profile::Quick,
}];
/// For operations that only the gate runs: they have no ids.
const GATE: &[Param] = &[];
const STANDARD: &[Param] = &[Param {
    value: None,
    profile: Profile::Standard,
}];
/// For operations whose cost is that of N pairings.
const SIGNERS_PAIRED: &[Param] = &signers(&[10], &[100]);
/// For operations whose cost is that of N additions.
const SIGNERS_ADDED: &[Param] = &signers(&[], &[100, 1000]);
/// For N additions and one verification.
const SIGNERS_ADDED_AND_PAIRED: &[Param] = &signers(&[100], &[10, 1000]);
/// Where one number says most of it.
const SIGNERS_SPARSE: &[Param] = &signers(&[], &[100]);

const fn row(
    kind: Kind,
    name: &'static str,
    params: &'static [Param],
    unit: &'static str,
    timed: &'static str,
) -> Operation {
    Operation {
        kind,
        name,
        params,
        unit,
        timed,
    }
}

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

impl Operation {
    /// How many threads it may use.
    #[must_use]
    pub fn threads(&self) -> Threads {
        if self.name.ends_with("_mt") {
            Threads::All
        } else {
            Threads::One
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::Group;

    #[test]
    fn names_are_unique_and_fit_an_id() {
        for group in Group::ALL {
            let mut seen = HashSet::new();
            for row in group.operations() {
                assert!(seen.insert(row.name), "{group}/{} twice", row.name);
                assert!(crate::id::is_segment(row.name), "{}", row.name);
                assert!(row.timed.ends_with('.'), "{}: a sentence", row.name);
                let values: Vec<_> = row.params.iter().map(|param| param.value).collect();
                assert!(values.is_sorted(), "{}", row.name);
            }
        }
    }
}
