//! Signatures.

use std::borrow::Borrow;

use bls_api::{Aggregate as _, MinPk, MultiSignature, SignatureScheme};
use engine_blst::Blst;
use engine_dusk::Dusk;
use engine_dusk_v2::DuskV2;

use crate::{Error, Scheme};

/// A decoded signature of one signer or many.
#[derive(Clone)]
pub struct Signature(pub(crate) SignaturePoint);

#[derive(Clone)]
pub(crate) enum SignaturePoint {
    Dusk(<Dusk as MultiSignature>::Signature),
    DuskV2(<DuskV2 as MultiSignature>::Signature),
    MinPk(<Blst<MinPk> as SignatureScheme>::Signature),
}

impl Signature {
    /// Reads a compressed point, with curve and subgroup checks.
    pub fn from_bytes(scheme: Scheme, bytes: &[u8]) -> Result<Self, Error> {
        scheme.usable()?;
        Ok(Self(match scheme {
            Scheme::Dusk => SignaturePoint::Dusk(Dusk::decode_signature(bytes)?),
            Scheme::DuskV2 => SignaturePoint::DuskV2(DuskV2::decode_signature(bytes)?),
            Scheme::MinPk => SignaturePoint::MinPk(Blst::<MinPk>::decode_signature(bytes)?),
        }))
    }

    /// The compressed point.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.0 {
            SignaturePoint::Dusk(signature) => Dusk::encode_signature(signature),
            SignaturePoint::DuskV2(signature) => DuskV2::encode_signature(signature),
            SignaturePoint::MinPk(signature) => Blst::<MinPk>::encode_signature(signature),
        }
    }

    /// Of which scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        match self.0 {
            SignaturePoint::Dusk(_) => Scheme::Dusk,
            SignaturePoint::DuskV2(_) => Scheme::DuskV2,
            SignaturePoint::MinPk(_) => Scheme::MinPk,
        }
    }

    /// The sum of this signature and others of its scheme.
    pub fn aggregate(&self, others: &[impl Borrow<Self>]) -> Result<Self, Error> {
        Ok(Self(match &self.0 {
            SignaturePoint::Dusk(first) => {
                SignaturePoint::Dusk(Dusk::add_signatures(first, &collect(others, Self::dusk)?))
            }
            SignaturePoint::DuskV2(first) => SignaturePoint::DuskV2(DuskV2::add_signatures(
                first,
                &collect(others, Self::dusk_v2)?,
            )),
            SignaturePoint::MinPk(first) => {
                let mut all = vec![*first];
                all.extend(collect(others, Self::min_pk)?);
                SignaturePoint::MinPk(Blst::<MinPk>::aggregate_signatures(&all)?)
            }
        }))
    }

    fn dusk(&self) -> Result<<Dusk as MultiSignature>::Signature, Error> {
        match self.0 {
            SignaturePoint::Dusk(point) => Ok(point),
            _ => Err(Scheme::Dusk.mixed_with(self.scheme())),
        }
    }

    fn dusk_v2(&self) -> Result<<DuskV2 as MultiSignature>::Signature, Error> {
        match self.0 {
            SignaturePoint::DuskV2(point) => Ok(point),
            _ => Err(Scheme::DuskV2.mixed_with(self.scheme())),
        }
    }

    fn min_pk(&self) -> Result<<Blst<MinPk> as SignatureScheme>::Signature, Error> {
        match self.0 {
            SignaturePoint::MinPk(point) => Ok(point),
            _ => Err(Scheme::MinPk.mixed_with(self.scheme())),
        }
    }
}

/// The points of a list that is of one scheme.
pub(crate) fn collect<T, P>(
    items: &[impl Borrow<T>],
    point: impl Fn(&T) -> Result<P, Error>,
) -> Result<Vec<P>, Error> {
    items.iter().map(|item| point(item.borrow())).collect()
}
