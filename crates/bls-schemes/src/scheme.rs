//! The schemes by name, and the ways in which they refuse.

use std::{fmt, str::FromStr};

use bls_api::Group;

/// A signature scheme of one library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// dusk-bls12_381-sign 0.6. INSECURE: one signature forges any other.
    Dusk,
    /// The multi-signatures of bls12_381-bls 0.6, its successor.
    DuskV2,
    /// blst, keys in G1: `BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_`.
    MinPk,
}

/// Why there is no answer. A check that ran and failed is not an error: it is `Ok(false)`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Refused by the library.
    #[error(transparent)]
    Refused(#[from] bls_api::Error),
    /// Keys or signatures of two schemes in one call.
    #[error("a key or signature of {found} where {expected} is meant")]
    Mixed {
        /// The scheme of the first.
        expected: Scheme,
        /// The one that differs.
        found: Scheme,
    },
    /// The operating system gave no random bytes.
    #[error("no random bytes: {0}")]
    Entropy(String),
}

impl Scheme {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Dusk, Self::DuskV2, Self::MinPk];

    /// Length of an encoded secret key: little-endian for dusk's, big-endian for blst.
    pub const SECRET_KEY_LENGTH: usize = 32;

    /// As in the names of operations.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dusk => "dusk",
            Self::DuskV2 => "dusk_v2",
            Self::MinPk => "min_pk",
        }
    }

    /// Length of an encoded public key or aggregate key: a compressed point.
    #[must_use]
    pub const fn public_key_length(self) -> usize {
        match self {
            Self::Dusk | Self::DuskV2 => 96,
            Self::MinPk => 48,
        }
    }

    /// Length of an encoded signature: a compressed point.
    #[must_use]
    pub const fn signature_length(self) -> usize {
        match self {
            Self::Dusk | Self::DuskV2 => 48,
            Self::MinPk => 96,
        }
    }

    /// An error where its library cannot run on this processor. Whatever makes a key or signature asks.
    pub(crate) fn usable(self) -> Result<(), Error> {
        match self {
            Self::Dusk | Self::DuskV2 => Ok(()),
            Self::MinPk => Ok(engine_blst::usable()?),
        }
    }

    /// The error of one of `found` where this scheme is meant.
    pub(crate) fn mixed_with(self, found: Self) -> Error {
        Error::Mixed {
            expected: self,
            found,
        }
    }
}

/// Which code runs: of blst what it chose on this machine, for dusk's libraries have one path.
pub fn code_path() -> Result<String, bls_api::Error> {
    let blst = (engine_blst::ENGINE.code_path)()?;
    Ok(format!(
        "blst {}: {blst}",
        engine_blst::ENGINE.library.version
    ))
}

impl TryFrom<Group> for Scheme {
    type Error = bls_api::Error;

    /// The scheme of a group of operations.
    fn try_from(group: Group) -> Result<Self, bls_api::Error> {
        match group {
            Group::Dusk => Ok(Self::Dusk),
            Group::DuskV2 => Ok(Self::DuskV2),
            Group::MinPk => Ok(Self::MinPk),
            _ => Err(bls_api::Error::Input("no scheme that goes over borders")),
        }
    }
}

impl From<Error> for bls_api::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(error) => error,
            Error::Mixed { .. } => Self::malformed("key or signature", error.to_string()),
            Error::Entropy(_) => Self::Start(error.to_string()),
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Scheme {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|scheme| scheme.name() == name);
        found
            .copied()
            .ok_or_else(|| format!("unknown scheme `{name}`, expected dusk, dusk_v2 or min_pk"))
    }
}
