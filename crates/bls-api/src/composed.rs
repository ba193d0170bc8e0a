//! The signature scheme of draft-irtf-cfrg-bls-signature-05 over a bare curve.

use std::{marker::PhantomData, slice};

use rayon::prelude::*;

use crate::{
    Aggregate, Curve, Error, MinPk, MinSig, Point, SignatureScheme, job::share_per_task,
    keygen::key_material, signature::check_lengths,
};

/// The scheme `V` ([`MinPk`] or [`MinSig`]) over the curve `C`.
pub struct Composed<C, V>(PhantomData<(C, V)>);

/// Which group carries keys and which signatures.
pub trait Variant<C: Curve>: 'static {
    /// The group of public keys.
    type Key: Point<C::Scalar>;
    /// The group of signatures and of hashed messages.
    type Signature: Point<C::Scalar>;
    /// The suite's domain separation tag.
    const DST: &'static [u8];

    /// The product of the pairings of `keys[i]` with `hashes[i]`, before the final
    /// exponentiation.
    fn pair(keys: &[Self::Key], hashes: &[Self::Signature]) -> C::MillerLoop;

    /// [`Self::pair`] times the pairing of the negated generator with `signature`: one after the
    /// final exponentiation when the signature is right.
    fn pair_with_signature(
        keys: &[Self::Key],
        hashes: &[Self::Signature],
        signature: &Self::Signature,
    ) -> C::MillerLoop;

    /// Applies the coefficient of each pair to its point in G1, where multiplying costs least.
    fn scale(
        keys: &[Self::Key],
        hashes: Vec<Self::Signature>,
        coefficients: &[u64],
    ) -> (Vec<Self::Key>, Vec<Self::Signature>);
}

impl<C: Curve> Variant<C> for MinPk {
    type Key = C::G1;
    type Signature = C::G2;
    const DST: &'static [u8] = Self::DST;

    fn pair(keys: &[C::G1], hashes: &[C::G2]) -> C::MillerLoop {
        C::miller_loop(keys, hashes)
    }

    fn pair_with_signature(keys: &[C::G1], hashes: &[C::G2], signature: &C::G2) -> C::MillerLoop {
        let p = [keys, &[C::G1::negated_generator()]].concat();
        let q = [hashes, slice::from_ref(signature)].concat();
        C::miller_loop(&p, &q)
    }

    fn scale(keys: &[C::G1], hashes: Vec<C::G2>, coefficients: &[u64]) -> (Vec<C::G1>, Vec<C::G2>) {
        (C::scale_each(keys, coefficients), hashes)
    }
}

impl<C: Curve> Variant<C> for MinSig {
    type Key = C::G2;
    type Signature = C::G1;
    const DST: &'static [u8] = Self::DST;

    fn pair(keys: &[C::G2], hashes: &[C::G1]) -> C::MillerLoop {
        C::miller_loop(hashes, keys)
    }

    fn pair_with_signature(keys: &[C::G2], hashes: &[C::G1], signature: &C::G1) -> C::MillerLoop {
        C::miller_loop_with_generator(hashes, keys, signature)
    }

    fn scale(keys: &[C::G2], hashes: Vec<C::G1>, coefficients: &[u64]) -> (Vec<C::G2>, Vec<C::G1>) {
        (keys.to_vec(), C::scale_each(&hashes, coefficients))
    }
}

impl<C: Curve, V: Variant<C>> SignatureScheme for Composed<C, V> {
    type SecretKey = C::Scalar;
    type PublicKey = V::Key;
    type Signature = V::Signature;

    fn key_gen(ikm: &[u8]) -> Result<(C::Scalar, V::Key), Error> {
        let secret = key_material(ikm, C::reduce_scalar)?;
        let public = V::Key::generator().mul_secret(&secret);
        Ok((secret, public))
    }

    fn decode_secret_key(bytes: &[u8]) -> Result<C::Scalar, Error> {
        let bytes = bytes
            .try_into()
            .map_err(|_| Error::malformed("secret key", "not 32 bytes"))?;
        C::decode_scalar(bytes)
    }

    fn encode_secret_key(key: &C::Scalar) -> Vec<u8> {
        C::encode_scalar(key).to_vec()
    }

    fn decode_public_key(bytes: &[u8]) -> Result<V::Key, Error> {
        V::Key::decode(bytes, "public key")
    }

    fn encode_public_key(key: &V::Key) -> Vec<u8> {
        key.encode()
    }

    fn decode_signature(bytes: &[u8]) -> Result<V::Signature, Error> {
        V::Signature::decode(bytes, "signature")
    }

    fn encode_signature(signature: &V::Signature) -> Vec<u8> {
        signature.encode()
    }

    fn hash_to_curve(message: &[u8], dst: &[u8]) -> Result<V::Signature, Error> {
        Ok(V::Signature::hash_to_curve(message, dst))
    }

    fn sign(key: &C::Scalar, message: &[u8]) -> Result<V::Signature, Error> {
        Ok(V::Signature::hash_and_multiply(message, V::DST, key))
    }

    fn verify(key: &V::Key, message: &[u8], signature: &V::Signature) -> Result<bool, Error> {
        if key.is_identity() {
            return Ok(false);
        }
        let hash = V::Signature::hash_to_curve(message, V::DST);
        Ok(C::is_one(&V::pair_with_signature(
            slice::from_ref(key),
            &[hash],
            signature,
        )))
    }
}

impl<C: Curve, V: Variant<C>> Aggregate for Composed<C, V> {
    fn aggregate_signatures(signatures: &[V::Signature]) -> Result<V::Signature, Error> {
        if signatures.is_empty() {
            return Err(Error::Empty);
        }
        Ok(V::Signature::sum(signatures))
    }

    fn aggregate_public_keys(keys: &[V::Key]) -> Result<V::Key, Error> {
        if keys.is_empty() {
            return Err(Error::Empty);
        }
        if keys.iter().any(Point::is_identity) {
            return Err(Error::malformed("public key", "the identity"));
        }
        Ok(V::Key::sum(keys))
    }

    fn aggregate_verify(
        keys: &[V::Key],
        messages: &[impl AsRef<[u8]> + Sync],
        signature: &V::Signature,
    ) -> Result<bool, Error> {
        if !acceptable(keys, &[messages.len()])? {
            return Ok(false);
        }
        let hashes = hash_all::<C, V>(messages);
        Ok(C::is_one(&V::pair_with_signature(keys, &hashes, signature)))
    }

    fn batch_verify(
        keys: &[V::Key],
        messages: &[impl AsRef<[u8]> + Sync],
        signatures: &[V::Signature],
        coefficients: &[u64],
    ) -> Result<bool, Error> {
        let beside = [messages.len(), signatures.len(), coefficients.len()];
        if !acceptable(keys, &beside)? {
            return Ok(false);
        }
        let hashes = hash_all::<C, V>(messages);
        let (keys, hashes) = V::scale(keys, hashes, coefficients);
        let signature = V::Signature::weighted_sum(signatures, coefficients);
        Ok(C::is_one(&V::pair_with_signature(
            &keys, &hashes, &signature,
        )))
    }

    fn verify_mt(key: &V::Key, message: &[u8], signature: &V::Signature) -> Result<bool, Error> {
        Self::aggregate_verify_mt(slice::from_ref(key), &[message], signature)
    }

    fn aggregate_verify_mt(
        keys: &[V::Key],
        messages: &[impl AsRef<[u8]> + Sync],
        signature: &V::Signature,
    ) -> Result<bool, Error> {
        if !acceptable(keys, &[messages.len()])? {
            return Ok(false);
        }
        let share = share_per_task(keys.len());
        let pairs = || {
            keys.par_chunks(share)
                .zip(messages.par_chunks(share))
                .map(|(keys, messages)| V::pair(keys, &hash_all::<C, V>(messages)))
                .reduce_with(C::multiply)
        };
        let (pairs, signed) = rayon::join(pairs, || V::pair_with_signature(&[], &[], signature));
        Ok(pairs.is_some_and(|pairs| C::is_one(&C::multiply(pairs, signed))))
    }

    fn batch_verify_mt(
        keys: &[V::Key],
        messages: &[impl AsRef<[u8]> + Sync],
        signatures: &[V::Signature],
        coefficients: &[u64],
    ) -> Result<bool, Error> {
        let beside = [messages.len(), signatures.len(), coefficients.len()];
        if !acceptable(keys, &beside)? {
            return Ok(false);
        }
        let share = share_per_task(keys.len());
        let shares = keys
            .par_chunks(share)
            .zip(messages.par_chunks(share))
            .zip(signatures.par_chunks(share))
            .zip(coefficients.par_chunks(share))
            .map(|(((keys, messages), signatures), coefficients)| {
                let hashes = hash_all::<C, V>(messages);
                let (keys, hashes) = V::scale(keys, hashes, coefficients);
                let pairs = V::pair(&keys, &hashes);
                (pairs, V::Signature::weighted_sum(signatures, coefficients))
            })
            .reduce_with(|(pairs_a, sum_a), (pairs_b, sum_b)| {
                (
                    C::multiply(pairs_a, pairs_b),
                    V::Signature::sum(&[sum_a, sum_b]),
                )
            });
        Ok(shares.is_some_and(|(pairs, signature)| {
            C::is_one(&C::multiply(
                pairs,
                V::pair_with_signature(&[], &[], &signature),
            ))
        }))
    }
}

/// Whether the keys can verify anything, with lists of these lengths beside them: the identity is
/// no public key.
fn acceptable<S, K: Point<S>>(keys: &[K], beside: &[usize]) -> Result<bool, Error> {
    check_lengths(keys.len(), beside)?;
    Ok(!keys.iter().any(Point::is_identity))
}

fn hash_all<C: Curve, V: Variant<C>>(messages: &[impl AsRef<[u8]>]) -> Vec<V::Signature> {
    messages
        .iter()
        .map(|message| V::Signature::hash_to_curve(message.as_ref(), V::DST))
        .collect()
}
