//! Public keys of one signer, and of many.

use std::borrow::Borrow;

use bls_api::{Aggregate as _, MinPk, MultiSignature, SignatureScheme};
use engine_blst::Blst;
use engine_dusk::Dusk;
use engine_dusk_v2::DuskV2;

use crate::{
    Error, Scheme, Signature,
    signature::{SignaturePoint, collect},
};

type MinPkKey = <Blst<MinPk> as SignatureScheme>::PublicKey;

/// A decoded public key of one signer.
#[derive(Clone)]
pub struct PublicKey(pub(crate) PublicPoint);

#[derive(Clone)]
pub(crate) enum PublicPoint {
    Dusk(<Dusk as MultiSignature>::PublicKey),
    DuskV2(<DuskV2 as MultiSignature>::PublicKey),
    MinPk(MinPkKey),
}

/// A decoded key that verifies: the aggregate of one public key or of many.
#[derive(Clone)]
pub struct AggregateKey(AggregatePoint);

#[derive(Clone)]
enum AggregatePoint {
    Dusk(<Dusk as MultiSignature>::AggregateKey),
    DuskV2(<DuskV2 as MultiSignature>::AggregateKey),
    MinPk(MinPkKey),
}

impl PublicKey {
    /// Reads a compressed point, with curve and subgroup checks; the identity is no key.
    pub fn from_bytes(scheme: Scheme, bytes: &[u8]) -> Result<Self, Error> {
        scheme.usable()?;
        refuse_identity(bytes)?;
        Ok(Self(match scheme {
            Scheme::Dusk => PublicPoint::Dusk(Dusk::decode_public_key(bytes)?),
            Scheme::DuskV2 => PublicPoint::DuskV2(DuskV2::decode_public_key(bytes)?),
            Scheme::MinPk => PublicPoint::MinPk(Blst::<MinPk>::decode_public_key(bytes)?),
        }))
    }

    /// The compressed point.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.0 {
            PublicPoint::Dusk(key) => Dusk::encode_public_key(key),
            PublicPoint::DuskV2(key) => DuskV2::encode_public_key(key),
            PublicPoint::MinPk(key) => Blst::<MinPk>::encode_public_key(key),
        }
    }

    /// Of which scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        match self.0 {
            PublicPoint::Dusk(_) => Scheme::Dusk,
            PublicPoint::DuskV2(_) => Scheme::DuskV2,
            PublicPoint::MinPk(_) => Scheme::MinPk,
        }
    }

    fn dusk(&self) -> Result<<Dusk as MultiSignature>::PublicKey, Error> {
        match self.0 {
            PublicPoint::Dusk(point) => Ok(point),
            _ => Err(Scheme::Dusk.mixed_with(self.scheme())),
        }
    }

    fn dusk_v2(&self) -> Result<<DuskV2 as MultiSignature>::PublicKey, Error> {
        match self.0 {
            PublicPoint::DuskV2(point) => Ok(point),
            _ => Err(Scheme::DuskV2.mixed_with(self.scheme())),
        }
    }

    fn min_pk(&self) -> Result<MinPkKey, Error> {
        match self.0 {
            PublicPoint::MinPk(point) => Ok(point),
            _ => Err(Scheme::MinPk.mixed_with(self.scheme())),
        }
    }
}

impl AggregateKey {
    /// The aggregate of at least one key, all of one scheme, each with its factor where the scheme
    /// has one.
    pub fn new(keys: &[impl Borrow<PublicKey>]) -> Result<Self, Error> {
        let first = keys.first().ok_or(bls_api::Error::Empty)?;
        Ok(Self(match first.borrow().scheme() {
            Scheme::Dusk => AggregatePoint::Dusk(Dusk::aggregate_public_keys(&collect(
                keys,
                PublicKey::dusk,
            )?)?),
            Scheme::DuskV2 => AggregatePoint::DuskV2(DuskV2::aggregate_public_keys(&collect(
                keys,
                PublicKey::dusk_v2,
            )?)?),
            Scheme::MinPk => AggregatePoint::MinPk(Blst::<MinPk>::aggregate_public_keys(
                &collect(keys, PublicKey::min_pk)?,
            )?),
        }))
    }

    /// Adds keys of its scheme, where the library can: `dusk_v2` aggregates whole lists alone.
    pub fn add(&self, keys: &[impl Borrow<PublicKey>]) -> Result<Self, Error> {
        Ok(Self(match &self.0 {
            AggregatePoint::Dusk(aggregate) => AggregatePoint::Dusk(Dusk::add_public_keys(
                aggregate,
                &collect(keys, PublicKey::dusk)?,
            )?),
            AggregatePoint::DuskV2(aggregate) => AggregatePoint::DuskV2(DuskV2::add_public_keys(
                aggregate,
                &collect(keys, PublicKey::dusk_v2)?,
            )?),
            AggregatePoint::MinPk(aggregate) => {
                let mut all = vec![*aggregate];
                all.extend(collect(keys, PublicKey::min_pk)?);
                AggregatePoint::MinPk(Blst::<MinPk>::aggregate_public_keys(&all)?)
            }
        }))
    }

    /// Reads a compressed point, with curve and subgroup checks; the identity is no key.
    pub fn from_bytes(scheme: Scheme, bytes: &[u8]) -> Result<Self, Error> {
        scheme.usable()?;
        refuse_identity(bytes)?;
        Ok(Self(match scheme {
            Scheme::Dusk => AggregatePoint::Dusk(Dusk::decode_aggregate_key(bytes)?),
            Scheme::DuskV2 => AggregatePoint::DuskV2(DuskV2::decode_aggregate_key(bytes)?),
            Scheme::MinPk => AggregatePoint::MinPk(Blst::<MinPk>::decode_public_key(bytes)?),
        }))
    }

    /// The compressed point.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.0 {
            AggregatePoint::Dusk(key) => Dusk::encode_aggregate_key(key),
            AggregatePoint::DuskV2(key) => DuskV2::encode_aggregate_key(key),
            AggregatePoint::MinPk(key) => Blst::<MinPk>::encode_public_key(key),
        }
    }

    /// Of which scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        match self.0 {
            AggregatePoint::Dusk(_) => Scheme::Dusk,
            AggregatePoint::DuskV2(_) => Scheme::DuskV2,
            AggregatePoint::MinPk(_) => Scheme::MinPk,
        }
    }

    /// True when the owners of all keys have signed the message.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<bool, Error> {
        match (&self.0, &signature.0) {
            (AggregatePoint::Dusk(key), SignaturePoint::Dusk(signature)) => {
                // Keys may cancel; the library leaves that to its callers.
                let identity = is_identity(&Dusk::encode_aggregate_key(key));
                Ok(!identity && Dusk::verify_aggregate(key, message, signature))
            }
            (AggregatePoint::DuskV2(key), SignaturePoint::DuskV2(signature)) => {
                Ok(DuskV2::verify_aggregate(key, message, signature))
            }
            (AggregatePoint::MinPk(key), SignaturePoint::MinPk(signature)) => {
                Ok(Blst::<MinPk>::verify(key, message, signature)?)
            }
            _ => Err(self.scheme().mixed_with(signature.scheme())),
        }
    }
}

/// By the flags of a compressed point.
fn is_identity(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(|first| first & 0xc0 == 0xc0)
}

/// dusk's library would take it, and verify anything by it.
fn refuse_identity(bytes: &[u8]) -> Result<(), Error> {
    if is_identity(bytes) {
        return Err(bls_api::Error::malformed("public key", "the identity").into());
    }
    Ok(())
}
