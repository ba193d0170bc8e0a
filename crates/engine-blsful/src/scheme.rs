//! The signature suites of blsful.

use std::{iter, marker::PhantomData, slice};

use bls_api::{Aggregate, Error, KEYGEN_SALT, SignatureScheme, check_lengths, share_per_task};
use blsful::{
    AggregateSignature, Bls12381G1Impl, Bls12381G2Impl, BlsError, BlsSignatureImpl, MultiPublicKey,
    MultiSignature, Pairing, PublicKey, SecretKey, Signature,
    inner_types::{
        G1Affine, G1Projective, G2Prepared, G2Projective, MillerLoopResult, multi_miller_loop,
    },
};
use group::{Curve, CurveAffine, Group, GroupEncoding};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

/// blsful's proof-of-possession scheme over its suite `C`.
pub(crate) struct Blsful<C>(PhantomData<C>);

/// A suite of the library, and which of its groups is which.
pub(crate) trait Suite:
    BlsSignatureImpl + Pairing<PublicKey: Curve, Signature: Curve> + 'static
{
    /// A key and a hash or signature, as the Miller loop takes them.
    fn prepare(key: &Self::PublicKey, point: &Self::Signature) -> (G1Affine, G2Prepared);
}

impl Suite for Bls12381G2Impl {
    fn prepare(key: &G1Projective, point: &G2Projective) -> (G1Affine, G2Prepared) {
        (key.to_affine(), point.to_affine().into())
    }
}

impl Suite for Bls12381G1Impl {
    fn prepare(key: &G2Projective, point: &G1Projective) -> (G1Affine, G2Prepared) {
        (point.to_affine(), key.to_affine().into())
    }
}

impl<C: Suite> SignatureScheme for Blsful<C> {
    type SecretKey = SecretKey<C>;
    type PublicKey = PublicKey<C>;
    type Signature = Signature<C>;

    fn key_gen(ikm: &[u8]) -> Result<(SecretKey<C>, PublicKey<C>), Error> {
        if ikm.len() < 32 {
            return Err(Error::malformed("key material", "shorter than 32 bytes"));
        }
        // `SecretKey::from_hash` is of a draft that did not hash the salt; this is what it calls.
        let secret = SecretKey(C::hash_to_scalar(ikm, Sha256::digest(KEYGEN_SALT)));
        let public = PublicKey(affine(secret.public_key().0));
        Ok((secret, public))
    }

    fn decode_secret_key(bytes: &[u8]) -> Result<SecretKey<C>, Error> {
        let key = SecretKey::try_from(bytes).map_err(|error| refused("secret key", &error))?;
        // The library takes numbers above the group order, reduced.
        if key.to_be_bytes() == bytes {
            Ok(key)
        } else {
            Err(Error::malformed("secret key", "not below the group order"))
        }
    }

    fn encode_secret_key(key: &SecretKey<C>) -> Vec<u8> {
        key.to_be_bytes().to_vec()
    }

    fn decode_public_key(bytes: &[u8]) -> Result<PublicKey<C>, Error> {
        PublicKey::try_from(bytes).map_err(|error| refused("public key", &error))
    }

    fn encode_public_key(key: &PublicKey<C>) -> Vec<u8> {
        key.into()
    }

    fn decode_signature(bytes: &[u8]) -> Result<Signature<C>, Error> {
        // Not by the library's own encoding, which has the scheme in front of the point.
        let mut encoding = <C::Signature as GroupEncoding>::Repr::default();
        if bytes.len() != encoding.as_ref().len() {
            return Err(Error::malformed("signature", "wrong length"));
        }
        encoding.as_mut().copy_from_slice(bytes);
        Option::from(C::Signature::from_bytes(&encoding))
            .map(Signature::ProofOfPossession)
            .ok_or_else(|| Error::malformed("signature", "not a point of the subgroup"))
    }

    fn encode_signature(signature: &Signature<C>) -> Vec<u8> {
        signature.as_raw_value().to_bytes().as_ref().to_vec()
    }

    fn hash_to_curve(message: &[u8], dst: &[u8]) -> Result<Signature<C>, Error> {
        let point = C::hash_to_point(message, dst);
        Ok(Signature::ProofOfPossession(affine(point)))
    }

    fn sign(key: &SecretKey<C>, message: &[u8]) -> Result<Signature<C>, Error> {
        let signature = key
            .sign_pop(message)
            .map_err(|error| refused("secret key", &error))?;
        Ok(Signature::ProofOfPossession(affine(
            *signature.as_raw_value(),
        )))
    }

    fn verify(key: &PublicKey<C>, message: &[u8], signature: &Signature<C>) -> Result<bool, Error> {
        Ok(signature.verify(key, message).is_ok())
    }
}

impl<C: Suite> Aggregate for Blsful<C> {
    fn aggregate_signatures(signatures: &[Signature<C>]) -> Result<Signature<C>, Error> {
        let sum = MultiSignature::from_signatures(signatures).map_err(|_| Error::Empty)?;
        Ok(Signature::ProofOfPossession(affine(*sum.as_raw_value())))
    }

    fn aggregate_public_keys(keys: &[PublicKey<C>]) -> Result<PublicKey<C>, Error> {
        let sum = add(keys)?;
        Ok(PublicKey(affine(sum.0)))
    }

    fn aggregate_verify(
        keys: &[PublicKey<C>],
        messages: &[impl AsRef<[u8]> + Sync],
        signature: &Signature<C>,
    ) -> Result<bool, Error> {
        check_lengths(keys.len(), &[messages.len()])?;
        let pairs: Vec<_> = keys.iter().copied().zip(messages).collect();
        let signature = AggregateSignature::ProofOfPossession(*signature.as_raw_value());
        Ok(signature.verify(&pairs).is_ok())
    }

    fn fast_aggregate_verify(
        keys: &[PublicKey<C>],
        message: &[u8],
        signature: &Signature<C>,
    ) -> Result<bool, Error> {
        let signature = MultiSignature::ProofOfPossession(*signature.as_raw_value());
        Ok(signature.verify(&add(keys)?, message).is_ok())
    }

    fn batch_verify(
        _: &[PublicKey<C>],
        _: &[impl AsRef<[u8]> + Sync],
        _: &[Signature<C>],
        _: &[u64],
    ) -> Result<bool, Error> {
        Err(no_batches())
    }

    // The library has no threads. What follows is its product of pairings, split between cores.

    fn verify_mt(
        key: &PublicKey<C>,
        message: &[u8],
        signature: &Signature<C>,
    ) -> Result<bool, Error> {
        Self::aggregate_verify_mt(slice::from_ref(key), &[message], signature)
    }

    fn aggregate_verify_mt(
        keys: &[PublicKey<C>],
        messages: &[impl AsRef<[u8]> + Sync],
        signature: &Signature<C>,
    ) -> Result<bool, Error> {
        check_lengths(keys.len(), &[messages.len()])?;
        let signature = signature.as_raw_value();
        // As the library's own functions do.
        if signature.is_identity().into() || keys.iter().any(is_identity) {
            return Ok(false);
        }
        let share = share_per_task(keys.len());
        let pairs = || {
            keys.par_chunks(share)
                .zip(messages.par_chunks(share))
                .map(|(keys, messages)| {
                    miller_loop(keys.iter().zip(messages).map(|(key, message)| {
                        C::prepare(&key.0, &C::hash_to_point(message.as_ref(), C::SIG_DST))
                    }))
                })
                .reduce_with(|a, b| a + b)
        };
        let generator = -C::PublicKey::generator();
        let signed = || miller_loop(iter::once(C::prepare(&generator, signature)));
        let (pairs, signed) = rayon::join(pairs, signed);
        Ok(pairs.is_some_and(|pairs| (pairs + signed).final_exponentiation().is_identity().into()))
    }

    fn batch_verify_mt(
        _: &[PublicKey<C>],
        _: &[impl AsRef<[u8]> + Sync],
        _: &[Signature<C>],
        _: &[u64],
    ) -> Result<bool, Error> {
        Err(no_batches())
    }
}

fn no_batches() -> Error {
    Error::Unsupported("the library has no batch verification".into())
}

/// The sum of keys, none of which is the identity.
fn add<C: Suite>(keys: &[PublicKey<C>]) -> Result<MultiPublicKey<C>, Error> {
    if keys.iter().any(is_identity) {
        return Err(Error::malformed("public key", "the identity"));
    }
    MultiPublicKey::from_public_keys(keys).map_err(|_| Error::Empty)
}

fn is_identity<C: Suite>(key: &PublicKey<C>) -> bool {
    key.0.is_identity().into()
}

/// The library's points are projective: this makes the third coordinate 1.
fn affine<P: Curve>(point: P) -> P {
    point.to_affine().to_curve()
}

fn miller_loop(pairs: impl Iterator<Item = (G1Affine, G2Prepared)>) -> MillerLoopResult {
    let pairs: Vec<_> = pairs.collect();
    let pairs: Vec<_> = pairs.iter().map(|(p, q)| (p, q)).collect();
    multi_miller_loop(&pairs)
}

fn refused(what: &'static str, error: &BlsError) -> Error {
    Error::malformed(what, error.to_string())
}
