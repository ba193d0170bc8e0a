//! What handles stand for, and its encodings.

use std::borrow::Cow;

use bls_schemes::{AggregateKey, Error, PublicKey, Scheme, SecretKey, Signature};

use crate::status::Failure;

pub(crate) trait Object: Sized + Send + Sync + 'static {
    /// In messages.
    const NAME: &'static str;

    /// Of the encoding, in bytes.
    fn length(scheme: Scheme) -> usize;

    /// Reads bytes of that length.
    fn from_bytes(scheme: Scheme, bytes: &[u8]) -> Result<Self, Error>;

    /// The encoding; borrowed where a copy would be a secret that nobody clears.
    fn to_bytes(&self) -> Cow<'_, [u8]>;

    /// Reads bytes of any length.
    fn decode(scheme: Scheme, bytes: &[u8]) -> Result<Self, Failure> {
        let expected = Self::length(scheme);
        if bytes.len() != expected {
            return Err(Failure::Length {
                name: Self::NAME,
                found: bytes.len(),
                expected,
            });
        }
        Ok(Self::from_bytes(scheme, bytes)?)
    }

    /// Reads encodings without anything between them.
    fn decode_list(scheme: Scheme, bytes: &[u8]) -> Result<Vec<Self>, Failure> {
        bytes
            .chunks(Self::length(scheme))
            .map(|one| Self::decode(scheme, one))
            .collect()
    }
}

impl Object for SecretKey {
    const NAME: &'static str = "secret key";

    fn length(_: Scheme) -> usize {
        Scheme::SECRET_KEY_LENGTH
    }

    fn from_bytes(scheme: Scheme, bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(scheme, bytes)
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        self.as_bytes().into()
    }
}

impl Object for PublicKey {
    const NAME: &'static str = "public key";

    fn length(scheme: Scheme) -> usize {
        scheme.public_key_length()
    }

    fn from_bytes(scheme: Scheme, bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(scheme, bytes)
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        self.to_bytes().into()
    }
}

impl Object for AggregateKey {
    const NAME: &'static str = "aggregate key";

    fn length(scheme: Scheme) -> usize {
        scheme.public_key_length()
    }

    fn from_bytes(scheme: Scheme, bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(scheme, bytes)
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        self.to_bytes().into()
    }
}

impl Object for Signature {
    const NAME: &'static str = "signature";

    fn length(scheme: Scheme) -> usize {
        scheme.signature_length()
    }

    fn from_bytes(scheme: Scheme, bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(scheme, bytes)
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        self.to_bytes().into()
    }
}
