//! The operation table: the one place where operations have names.

use std::{fmt, str::FromStr};

/// A suite or family of operations that may stand in one chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// BLS signatures, public keys in G1 (48 bytes), signatures in G2 (96 bytes).
    MinPk,
    /// BLS signatures, public keys in G2 (96 bytes), signatures in G1 (48 bytes).
    MinSig,
    /// The multi-signature scheme of dusk-bls12_381-sign 0.6.
    Dusk,
}

/// How much of the table a run measures; each profile contains the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Profile {
    /// A representative subset.
    Quick,
    /// The default.
    Standard,
    /// Every id.
    Full,
}

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
    /// An operation of the dusk multi-signature scheme.
    Dusk(DuskOp),
}

/// The operations of the groups `min_pk` and `min_sig`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table below says what each one is")]
pub enum SignatureOp {
    KeyGen,
    Sign,
    Verify,
    VerifyBytes,
    VerifyMt,
    DecodePublicKey,
    DecodeSignature,
    AggregateSignatures,
    AggregatePublicKeys,
    AggregateVerify,
    AggregateVerifyMt,
    FastAggregateVerify,
    VerifyAggregatedKey,
    BatchVerify,
    BatchVerifyMt,
}

/// The operations of the group `dusk`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table below says what each one is")]
pub enum DuskOp {
    Sign,
    SignVulnerable,
    Verify,
    AggregatePublicKeys,
    AggregateSignatures,
    DecodePublicKey,
    DecodePublicKeyUnchecked,
}

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// What to match on.
    pub kind: Kind,
    /// The second segment of an id.
    pub name: &'static str,
    /// The values of the parameter, in order.
    pub params: &'static [Param],
    /// What one iteration makes.
    pub unit: &'static str,
    /// Exactly what is inside the timer.
    pub timed: &'static str,
}

/// A name that is not in the table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} `{name}`, expected one of: {expected}")]
pub struct UnknownName {
    what: &'static str,
    name: String,
    expected: String,
}

const fn n(value: u32, profile: Profile) -> Param {
    Param {
        value: Some(value),
        profile,
    }
}

const QUICK: &[Param] = &[Param {
    value: None,
    profile: Profile::Quick,
}];
const STANDARD: &[Param] = &[Param {
    value: None,
    profile: Profile::Standard,
}];
/// Numbers of signers for operations whose cost is that of N pairings.
const SIGNERS_PAIRED: &[Param] = &[
    n(1, Profile::Full),
    n(2, Profile::Full),
    n(4, Profile::Full),
    n(10, Profile::Quick),
    n(21, Profile::Full),
    n(46, Profile::Full),
    n(100, Profile::Standard),
    n(1000, Profile::Full),
];
/// Numbers of signers for operations whose cost is that of N additions.
const SIGNERS_ADDED: &[Param] = &[
    n(1, Profile::Full),
    n(2, Profile::Full),
    n(4, Profile::Full),
    n(10, Profile::Full),
    n(21, Profile::Full),
    n(46, Profile::Full),
    n(100, Profile::Standard),
    n(1000, Profile::Standard),
];
/// Numbers of signers for N additions and one verification.
const SIGNERS_ADDED_AND_PAIRED: &[Param] = &[
    n(1, Profile::Full),
    n(2, Profile::Full),
    n(4, Profile::Full),
    n(10, Profile::Standard),
    n(21, Profile::Full),
    n(46, Profile::Full),
    n(100, Profile::Quick),
    n(1000, Profile::Standard),
];
/// The same numbers where one of them says most of it.
const SIGNERS_SPARSE: &[Param] = &[
    n(1, Profile::Full),
    n(2, Profile::Full),
    n(4, Profile::Full),
    n(10, Profile::Full),
    n(21, Profile::Full),
    n(46, Profile::Full),
    n(100, Profile::Standard),
    n(1000, Profile::Full),
];

const fn signature(
    op: SignatureOp,
    name: &'static str,
    params: &'static [Param],
    unit: &'static str,
    timed: &'static str,
) -> Operation {
    Operation {
        kind: Kind::Signature(op),
        name,
        params,
        unit,
        timed,
    }
}

const fn dusk(
    op: DuskOp,
    name: &'static str,
    params: &'static [Param],
    unit: &'static str,
    timed: &'static str,
) -> Operation {
    Operation {
        kind: Kind::Dusk(op),
        name,
        params,
        unit,
        timed,
    }
}

const SIGNATURE_OPERATIONS: &[Operation] = &[
    signature(
        SignatureOp::KeyGen,
        "keygen",
        STANDARD,
        "key pair",
        "KeyGen of draft-irtf-cfrg-bls-signature-05 from 32 bytes of key material (HKDF, reduction) \
         and one multiplication of the generator; the public key is an affine point, not encoded.",
    ),
    signature(
        SignatureOp::Sign,
        "sign",
        QUICK,
        "signature",
        "Hashing a 32-byte message to the curve and multiplying by a prepared secret key; the \
         signature is an affine point, not encoded.",
    ),
    signature(
        SignatureOp::Verify,
        "verify",
        QUICK,
        "verification",
        "Hashing a 32-byte message, two Miller loops and one final exponentiation, for a key and a \
         signature that were decoded and group-checked before.",
    ),
    signature(
        SignatureOp::VerifyBytes,
        "verify_bytes",
        STANDARD,
        "verification",
        "Decoding a compressed key and signature with curve and subgroup checks, then everything \
         that `verify` times.",
    ),
    signature(
        SignatureOp::VerifyMt,
        "verify_mt",
        STANDARD,
        "verification",
        "The same work as `verify`, with all cores.",
    ),
    signature(
        SignatureOp::DecodePublicKey,
        "decode_public_key",
        STANDARD,
        "public key",
        "Decoding one compressed public key, with curve and subgroup checks.",
    ),
    signature(
        SignatureOp::DecodeSignature,
        "decode_signature",
        STANDARD,
        "signature",
        "Decoding one compressed signature, with curve and subgroup checks.",
    ),
    signature(
        SignatureOp::AggregateSignatures,
        "aggregate_signatures",
        SIGNERS_ADDED,
        "aggregate of N signatures",
        "Adding N decoded signatures; the sum is an affine point, not encoded.",
    ),
    signature(
        SignatureOp::AggregatePublicKeys,
        "aggregate_public_keys",
        SIGNERS_ADDED,
        "aggregate of N public keys",
        "Adding N decoded public keys, none of which may be the identity; the sum is an affine \
         point, not encoded.",
    ),
    signature(
        SignatureOp::AggregateVerify,
        "aggregate_verify",
        SIGNERS_PAIRED,
        "verification of N messages",
        "Verifying one aggregate signature of N distinct 32-byte messages by N keys: N hashes to \
         the curve, N+1 Miller loops, one final exponentiation; points decoded before.",
    ),
    signature(
        SignatureOp::AggregateVerifyMt,
        "aggregate_verify_mt",
        SIGNERS_SPARSE,
        "verification of N messages",
        "The same work as `aggregate_verify`, with all cores.",
    ),
    signature(
        SignatureOp::FastAggregateVerify,
        "fast_aggregate_verify",
        SIGNERS_ADDED_AND_PAIRED,
        "verification of N signers",
        "Adding N decoded public keys, then verifying one aggregate signature of one 32-byte \
         message by their sum.",
    ),
    signature(
        SignatureOp::VerifyAggregatedKey,
        "verify_aggregated_key",
        SIGNERS_SPARSE,
        "verification of N signers",
        "Verifying one aggregate signature of one 32-byte message by an aggregate public key that \
         was computed before: no work grows with N.",
    ),
    signature(
        SignatureOp::BatchVerify,
        "batch_verify",
        SIGNERS_PAIRED,
        "verification of N signatures",
        "Verifying N signatures of N messages by N keys at once: N hashes, N+1 Miller loops, 2N \
         multiplications by 64-bit coefficients that were drawn before, one final exponentiation; \
         points decoded and group-checked before.",
    ),
    signature(
        SignatureOp::BatchVerifyMt,
        "batch_verify_mt",
        SIGNERS_SPARSE,
        "verification of N signatures",
        "The same work as `batch_verify`, with all cores.",
    ),
];

const DUSK_OPERATIONS: &[Operation] = &[
    dusk(
        DuskOp::Sign,
        "sign",
        QUICK,
        "signature",
        "Blake2b of a 100-byte message to a scalar, that scalar times the G1 generator, times the \
         secret key, times the hash of the (prepared) public key.",
    ),
    dusk(
        DuskOp::SignVulnerable,
        "sign_vulnerable",
        STANDARD,
        "signature",
        "As `sign` without the factor for the public key (open to rogue keys).",
    ),
    dusk(
        DuskOp::Verify,
        "verify",
        QUICK,
        "verification",
        "Hashing a 100-byte message as in `sign` and two full pairings, for a decoded key and \
         signature.",
    ),
    dusk(
        DuskOp::AggregatePublicKeys,
        "aggregate_public_keys",
        &[n(1, Profile::Standard), n(64, Profile::Standard)],
        "N keys added to an aggregate",
        "Adding N decoded public keys to an aggregate key, each multiplied by the hash of its \
         encoding.",
    ),
    dusk(
        DuskOp::AggregateSignatures,
        "aggregate_signatures",
        &[n(1, Profile::Standard)],
        "N signatures added to an aggregate",
        "Adding N decoded signatures to a signature.",
    ),
    dusk(
        DuskOp::DecodePublicKey,
        "decode_public_key",
        STANDARD,
        "public key",
        "Decoding one compressed public key, with curve and subgroup checks.",
    ),
    dusk(
        DuskOp::DecodePublicKeyUnchecked,
        "decode_public_key_unchecked",
        STANDARD,
        "public key",
        "Reading one public key from the library's raw form (193 bytes of limbs), no check at all.",
    ),
];

impl Group {
    /// Every group, in the order of reports.
    pub const ALL: &'static [Self] = &[Self::MinPk, Self::MinSig, Self::Dusk];

    /// The first segment of an id.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MinPk => "min_pk",
            Self::MinSig => "min_sig",
            Self::Dusk => "dusk",
        }
    }

    /// The scheme in one line, with what a reader of its figures must know.
    #[must_use]
    pub const fn suite(self) -> &'static str {
        match self {
            Self::MinPk => "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_",
            Self::MinSig => "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_",
            Self::Dusk => {
                "dusk-bls12_381-sign 0.6: INSECURE by construction (a message is hashed to a known \
                 multiple of the generator, so one signature forges any other); kept to reproduce \
                 published figures, never ranked beside the other suites"
            }
        }
    }

    /// The rows of the table for this group.
    #[must_use]
    pub const fn operations(self) -> &'static [Operation] {
        match self {
            Self::MinPk | Self::MinSig => SIGNATURE_OPERATIONS,
            Self::Dusk => DUSK_OPERATIONS,
        }
    }

    /// The row called `name`.
    pub fn operation(self, name: &str) -> Result<&'static Operation, UnknownName> {
        let rows = self.operations();
        rows.iter()
            .find(|row| row.name == name)
            .ok_or_else(|| unknown("operation", name, rows.iter().map(|row| row.name)))
    }
}

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

impl Profile {
    /// Every profile, smallest first.
    pub const ALL: &'static [Self] = &[Self::Quick, Self::Standard, Self::Full];

    /// As it is written in `BLSBENCH_PROFILE`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Standard => "standard",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Group {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().find(|group| group.name() == name);
        found
            .copied()
            .ok_or_else(|| unknown("group", name, Self::ALL.iter().map(|group| group.name())))
    }
}

impl FromStr for Profile {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().find(|profile| profile.name() == name);
        found.copied().ok_or_else(|| {
            unknown(
                "profile",
                name,
                Self::ALL.iter().map(|profile| profile.name()),
            )
        })
    }
}

fn unknown<'a>(
    what: &'static str,
    name: &str,
    expected: impl Iterator<Item = &'a str>,
) -> UnknownName {
    UnknownName {
        what,
        name: name.to_owned(),
        expected: expected.collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_unique_and_fit_an_id() {
        for group in Group::ALL {
            let mut seen = HashSet::new();
            for row in group.operations() {
                assert!(seen.insert(row.name), "{group}/{} twice", row.name);
                assert!(crate::id::is_segment(row.name), "{}", row.name);
                assert!(row.timed.ends_with('.'), "{}: a sentence", row.name);
                let values: Vec<_> = row.params.iter().map(|param| param.value).collect();
                assert!(values.is_sorted() && !values.is_empty(), "{}", row.name);
            }
        }
    }

    #[test]
    fn unknown_names_say_what_is_known() {
        let error = "min-pk".parse::<Group>().unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown group `min-pk`, expected one of: min_pk, min_sig, dusk"
        );
        assert!(Group::Dusk.operation("keygen").is_err());
    }
}
