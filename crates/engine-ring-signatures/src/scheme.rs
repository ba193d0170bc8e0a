//! The scheme, over any of its curves.

use std::marker::PhantomData;

use bls_api::{Error, RingScheme};
use getrandom::{SysRng, rand_core::UnwrapErr};
use ring_signatures::{Curve, PreparedRing, Ring, SecretKey, Signature, Variant};

/// `ring-signatures` over a curve. What it signs it has checked, with one step for the signer.
pub(crate) struct Ours<C>(PhantomData<C>);

impl<C: Curve> RingScheme for Ours<C> {
    type SecretKey = SecretKey<C>;
    type Ring = Ring<C>;
    type PreparedRing = PreparedRing<C>;
    type Signature = Signature<C>;

    const UNPREPARED: Option<&'static str> = None;

    fn has(_bound: bool) -> bool {
        true
    }

    fn decode_secret_key(bytes: &[u8]) -> Result<SecretKey<C>, Error> {
        let bytes = bytes.try_into();
        let bytes = bytes.map_err(|_| Error::malformed("secret key", "not 32 bytes"))?;
        SecretKey::from_bytes(bytes).map_err(|error| refused("secret key", &error))
    }

    fn key_image(key: &SecretKey<C>) -> Vec<u8> {
        [key.public_key().as_ref(), key.key_image().as_ref()].concat()
    }

    fn decode_ring(members: &[Vec<u8>]) -> Result<Ring<C>, Error> {
        Ring::new(members).map_err(|error| refused("ring", &error))
    }

    fn decode_signature(bound: bool, bytes: &[u8]) -> Result<Signature<C>, Error> {
        let signature = Signature::from_bytes(variant(bound), bytes);
        signature.map_err(|error| refused("signature", &error))
    }

    fn encode_signature(signature: &Signature<C>) -> Vec<u8> {
        signature.to_bytes()
    }

    fn sign(
        bound: bool,
        ring: &Ring<C>,
        key: &SecretKey<C>,
        message: &[u8; 32],
    ) -> Result<Signature<C>, Error> {
        let random = &mut UnwrapErr(SysRng);
        let signature = ring_signatures::sign(variant(bound), ring, key, message, random);
        signature.map_err(|error| refused("secret key", &error))
    }

    fn verify(signature: &Signature<C>, message: &[u8; 32]) -> Result<bool, Error> {
        Ok(signature.verify(message))
    }

    fn prepare(signature: &Signature<C>) -> Result<PreparedRing<C>, Error> {
        Ok(signature.ring().clone().prepare())
    }

    fn verify_prepared(
        ring: &PreparedRing<C>,
        signature: &Signature<C>,
        message: &[u8; 32],
    ) -> Result<bool, Error> {
        let verdict = ring.verify(message, signature);
        verdict.map_err(|error| refused("signature", &error))
    }

    fn verify_many(
        ring: Option<&PreparedRing<C>>,
        signatures: &[([u8; 32], Signature<C>)],
    ) -> Result<bool, Error> {
        let ring = ring.ok_or(Error::Input("no prepared ring"))?;
        let verdicts = ring.verify_many(signatures);
        let verdicts = verdicts.map_err(|error| refused("signature", &error))?;
        Ok(verdicts.into_iter().all(|valid| valid))
    }

    fn linked(a: &Signature<C>, b: &Signature<C>) -> Result<bool, Error> {
        Ok(a.linked(b))
    }
}

fn variant(bound: bool) -> Variant {
    if bound {
        Variant::Bound
    } else {
        Variant::RingGo
    }
}

fn refused(what: &'static str, error: &ring_signatures::Error) -> Error {
    Error::malformed(what, error.to_string())
}
