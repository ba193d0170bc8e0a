//! Groups of operations, and profiles.

use std::{env, fmt, str::FromStr};

use crate::operation::{
    CLASSIC_OPERATIONS, CURVE_OPERATIONS, DUSK_OPERATIONS, DUSK_V2_OPERATIONS, Kind, Operation,
    PRECOMPILES, RING_OPERATIONS, SIGNATURE_OPERATIONS, TRANSPORT_OPERATIONS,
};

/// A suite or family of operations that may stand in one chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// BLS signatures, public keys in G1 (48 bytes), signatures in G2 (96 bytes).
    MinPk,
    /// BLS signatures, public keys in G2 (96 bytes), signatures in G1 (48 bytes).
    MinSig,
    /// The multi-signature scheme of dusk-bls12_381-sign 0.6.
    Dusk,
    /// The multi-signature scheme of bls12_381-bls 0.6, its successor.
    DuskV2,
    /// The curve without a scheme: points, multiples, pairings.
    Curve,
    /// The precompiles of EIP-2537: bytes in, bytes out.
    Eip2537,
    /// Calls of a signature scheme over a border: C, cgo, gRPC.
    Transport,
    /// Ed25519, ECDSA and BIP-340: what stands next to BLS.
    Classic,
    /// Linkable ring signatures over secp256k1.
    RingSecp256k1,
    /// Linkable ring signatures over ed25519.
    RingEd25519,
    /// Linkable ring signatures over ristretto255.
    RingRistretto255,
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

/// The environment variable that names the profile.
pub const PROFILE_VARIABLE: &str = "BLSBENCH_PROFILE";

/// The environment variable that is `built` where the runners have just been built: asking Cargo
/// and Go again takes seconds, which a command that starts a process for every measurement does not
/// have.
pub const RUNNERS_VARIABLE: &str = "BLSBENCH_RUNNERS";

/// The environment variable that names what starts programs of this target, with its options, where
/// the machine is another. Cargo sets it from `target-configs`.
pub const EMULATOR_VARIABLE: &str = "BLSBENCH_EMULATOR";

/// A name that is not in the table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} `{name}`, expected one of: {expected}")]
pub struct UnknownName {
    what: &'static str,
    name: String,
    expected: String,
}

impl Group {
    /// Every group, in the order of reports.
    pub const ALL: &'static [Self] = &[
        Self::MinPk,
        Self::MinSig,
        Self::Dusk,
        Self::DuskV2,
        Self::Curve,
        Self::Eip2537,
        Self::Transport,
        Self::Classic,
        Self::RingSecp256k1,
        Self::RingEd25519,
        Self::RingRistretto255,
    ];

    /// The first segment of an id.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MinPk => "min_pk",
            Self::MinSig => "min_sig",
            Self::Dusk => "dusk",
            Self::DuskV2 => "dusk_v2",
            Self::Curve => "curve",
            Self::Eip2537 => "eip2537",
            Self::Transport => "transport",
            Self::Classic => "classic",
            Self::RingSecp256k1 => "ring_secp256k1",
            Self::RingEd25519 => "ring_ed25519",
            Self::RingRistretto255 => "ring_ristretto255",
        }
    }

    /// The scheme or family in one line, with what a reader of its figures must know.
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
            Self::DuskV2 => {
                "bls12_381-bls 0.6: keys in G2, messages hashed to G1 (RFC 9380, a DST of its own); \
                 in multi-signatures each key's factor hashes that key alone, where the scheme's \
                 paper hashes the list of keys too, so the paper's proof does not cover rogue keys"
            }
            Self::Curve => {
                "BLS12-381: native points, decoded before; scalars are public, so variable time is \
                 right"
            }
            Self::Eip2537 => {
                "EIP-2537 (final): bytes in, bytes out, with every check that the text asks for; \
                 g1mul and g2mul are the draft's"
            }
            Self::Transport => {
                "calls over borders: an engine is a route, and an operation's name begins with its \
                 scheme, so that a chart compares routes and not schemes (dusk is INSECURE, see there)"
            }
            Self::Classic => {
                "schemes without pairings, at the security of 128 bits; an operation's name begins with its \
                 scheme, so that a chart compares libraries and not schemes"
            }
            Self::RingSecp256k1 => {
                "bLSAG over secp256k1 as ring-go 0.2 has it, byte for byte (its default build); `bound` \
                 rows are the variant whose challenges bind the ring and the key image, which is safer"
            }
            Self::RingEd25519 => {
                "bLSAG over ed25519 as ring-go 0.2 has it, byte for byte; `bound` rows are the variant \
                 whose challenges bind the ring and the key image, which is safer"
            }
            Self::RingRistretto255 => {
                "bLSAG over ristretto255 as nazgul has it, another hash to the group and another encoding"
            }
        }
    }

    /// The rows of the table for this group.
    #[must_use]
    pub const fn operations(self) -> &'static [Operation] {
        match self {
            Self::MinPk | Self::MinSig => SIGNATURE_OPERATIONS,
            Self::Dusk => DUSK_OPERATIONS,
            Self::DuskV2 => DUSK_V2_OPERATIONS,
            Self::Curve => CURVE_OPERATIONS,
            Self::Eip2537 => PRECOMPILES,
            Self::Transport => TRANSPORT_OPERATIONS,
            Self::Classic => CLASSIC_OPERATIONS,
            Self::RingSecp256k1 | Self::RingEd25519 | Self::RingRistretto255 => RING_OPERATIONS,
        }
    }

    /// The row of an operation, if the group has it.
    #[must_use]
    pub fn row(self, kind: Kind) -> Option<&'static Operation> {
        self.operations().iter().find(|row| row.kind == kind)
    }

    /// The row called `name`.
    pub fn operation(self, name: &str) -> Result<&'static Operation, UnknownName> {
        let rows = self.operations();
        rows.iter()
            .find(|row| row.name == name)
            .ok_or_else(|| unknown("operation", name, rows.iter().map(|row| row.name)))
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

    /// The profile that [`PROFILE_VARIABLE`] asks for.
    pub fn from_environment() -> Result<Self, UnknownName> {
        env::var_os(PROFILE_VARIABLE)
            .map_or(Ok(Self::Standard), |name| name.to_string_lossy().parse())
    }

    /// As many steps later as `by` is from the first.
    #[must_use]
    pub fn put_off(self, by: Self) -> Self {
        let step = (self as usize + by as usize).min(Self::ALL.len() - 1);
        Self::ALL[step]
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
    use super::*;

    #[test]
    fn unknown_names_say_what_is_known() {
        let error = "min-pk".parse::<Group>().unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown group `min-pk`, expected one of: min_pk, min_sig, dusk, dusk_v2, curve, eip2537, \
             transport, classic, ring_secp256k1, ring_ed25519, ring_ristretto255"
        );
        assert!(Group::Dusk.operation("keygen").is_err());
    }
}
