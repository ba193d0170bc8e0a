//! Rings: the keys of which one has signed.

use std::{collections::HashMap, sync::Arc};

use rand_core_010::CryptoRng;
use rayon::prelude::*;
use subtle::{ConditionallySelectable, ConstantTimeEq};

use crate::{
    Curve, Error, Part, SecretKey, Signature, Variant,
    signature::{decode_point, sign_with},
};

/// At least two different public keys in their order, decoded. Clones share them.
#[derive(Debug, Clone)]
pub struct Ring<C: Curve>(Arc<[(C::Encoded, C::Point)]>);

impl<C: Curve> Ring<C> {
    /// From encoded public keys: 33 bytes on secp256k1, 32 on ed25519. Variable time.
    pub fn new(members: &[impl AsRef<[u8]>]) -> Result<Self, Error> {
        if members.len() < 2 {
            return Err(Error::TooFewMembers(members.len()));
        }
        if u32::try_from(members.len()).is_err() {
            return Err(Error::TooManyMembers(members.len()));
        }
        let mut places = HashMap::with_capacity(members.len());
        let decode = |(index, bytes): (usize, &[u8])| {
            let (encoded, point) = decode_point::<C>(bytes, Part::Member(index))?;
            if let Some(first) = places.insert(encoded, index) {
                let second = index;
                return Err(Error::DuplicateMember { first, second });
            }
            Ok((encoded, point))
        };
        let members = members.iter().map(AsRef::as_ref).enumerate().map(decode);
        members.collect::<Result<_, _>>().map(Self)
    }

    /// The encoded public keys.
    #[must_use]
    pub fn members(&self) -> impl ExactSizeIterator<Item = &C::Encoded> {
        self.0.iter().map(|(encoded, _)| encoded)
    }

    /// How many members there are: at least 2.
    #[expect(clippy::len_without_is_empty, reason = "it never is")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Hashes every member to the curve and makes its tables, for many signatures: docs/RING.md says
    /// when that pays. Variable time.
    #[must_use]
    pub fn prepare(self) -> PreparedRing<C> {
        PreparedRing {
            tables: Tables::new(&self, true),
            ring: self,
        }
    }

    /// The place of a public key. Constant time, but for whether there is one.
    pub(crate) fn position(&self, key: &C::Encoded) -> Option<usize> {
        let mut position = u64::MAX;
        for (index, member) in (0..).zip(self.members()) {
            let equal = member.as_ref().ct_eq(key.as_ref());
            position.conditional_assign(&index, equal);
        }
        usize::try_from(position)
            .ok()
            .filter(|_| position != u64::MAX)
    }
}

impl<C: Curve> PartialEq for Ring<C> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.members().eq(other.members())
    }
}

impl<C: Curve> Eq for Ring<C> {}

/// What commitments for a ring are made of.
pub(crate) struct Tables<C: Curve> {
    members: Vec<C::Member>,
    prepared: bool,
}

impl<C: Curve> Tables<C> {
    /// For one signature. Hashes every member to the curve.
    pub(crate) fn once(ring: &Ring<C>) -> Self {
        Self::new(ring, false)
    }

    fn new(ring: &Ring<C>, prepared: bool) -> Self {
        Self {
            members: C::members(&ring.0, prepared),
            prepared,
        }
    }

    /// For the key image of a signature over this ring.
    pub(crate) fn image(&self, image: &C::Point) -> C::Image {
        C::image(image, self.prepared)
    }

    /// Of the member at `index`.
    pub(crate) fn commit(
        &self,
        index: usize,
        image: &C::Image,
        s: &C::Scalar,
        c: &C::Scalar,
    ) -> [C::Encoded; 2] {
        C::commit(image, &self.members[index], s, c)
    }
}

/// A ring with what makes many signatures over it quick.
pub struct PreparedRing<C: Curve> {
    ring: Ring<C>,
    tables: Tables<C>,
}

impl<C: Curve> PreparedRing<C> {
    /// The ring.
    #[must_use]
    pub fn ring(&self) -> &Ring<C> {
        &self.ring
    }

    /// As [`sign`](crate::sign), with the same timing.
    pub fn sign(
        &self,
        variant: Variant,
        secret: &SecretKey<C>,
        message: &[u8; 32],
        random: &mut impl CryptoRng,
    ) -> Result<Signature<C>, Error> {
        sign_with(variant, &self.ring, &self.tables, secret, message, random)
    }

    /// As [`Signature::verify`]; a signature over another ring is an error. Variable time.
    pub fn verify(&self, message: &[u8; 32], signature: &Signature<C>) -> Result<bool, Error> {
        if *signature.ring() != self.ring {
            return Err(Error::OtherRing);
        }
        Ok(signature.verify_with(&self.tables, message))
    }

    /// [`verify`](Self::verify) for each message and signature, on all cores. Variable time.
    pub fn verify_many(&self, signatures: &[([u8; 32], Signature<C>)]) -> Result<Vec<bool>, Error> {
        let signatures = signatures.par_iter();
        let verify = |(message, signature): &([u8; 32], _)| self.verify(message, signature);
        signatures.map(verify).collect()
    }

    /// As [`Signature::from_bytes`], without decoding the members again; a signature over another ring
    /// is an error. Variable time.
    pub fn signature_from_bytes(
        &self,
        variant: Variant,
        bytes: &[u8],
    ) -> Result<Signature<C>, Error> {
        Signature::decode(variant, bytes, |members| {
            let same = self
                .ring
                .members()
                .map(AsRef::as_ref)
                .eq(members.iter().copied());
            same.then(|| self.ring.clone()).ok_or(Error::OtherRing)
        })
    }
}
