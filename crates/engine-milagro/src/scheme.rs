//! The signature suite of snowbridge-milagro-bls.

use std::slice;

use bls_api::{Aggregate, Error, MinPk, SignatureScheme, check_lengths, share_per_task};
use rand_core::RngCore;
use rayon::prelude::*;
use snowbridge_milagro_bls::{
    AggregatePublicKey, AggregateSignature, AmclError,
    BLSCurve::{
        big::Big,
        bls381::utils::{hash_to_curve_g2, subgroup_check_g2},
        ecp::ECP,
        ecp2::ECP2,
        fp12::FP12,
        pair,
    },
    PublicKey, SecretKey, Signature,
};

/// The suite.
pub(crate) struct Milagro;

impl SignatureScheme for Milagro {
    type SecretKey = SecretKey;
    type PublicKey = PublicKey;
    type Signature = Signature;

    fn key_gen(ikm: &[u8]) -> Result<(SecretKey, PublicKey), Error> {
        let secret =
            SecretKey::key_generate(ikm, &[]).map_err(|error| refused("key material", error))?;
        let public = PublicKey::from_secret_key(&secret);
        Ok((secret, public))
    }

    fn decode_secret_key(bytes: &[u8]) -> Result<SecretKey, Error> {
        SecretKey::from_bytes(bytes).map_err(|error| refused("secret key", error))
    }

    fn encode_secret_key(key: &SecretKey) -> Vec<u8> {
        key.as_bytes().to_vec()
    }

    fn decode_public_key(bytes: &[u8]) -> Result<PublicKey, Error> {
        let key =
            PublicKey::from_bytes_unchecked(bytes).map_err(|error| refused("public key", error))?;
        // The identity is a point; `verify` refuses it.
        if key.point.is_infinity() || key.key_validate() {
            Ok(key)
        } else {
            Err(Error::malformed("public key", "not in the subgroup"))
        }
    }

    fn encode_public_key(key: &PublicKey) -> Vec<u8> {
        key.as_bytes().to_vec()
    }

    fn decode_signature(bytes: &[u8]) -> Result<Signature, Error> {
        let signature =
            Signature::from_bytes(bytes).map_err(|error| refused("signature", error))?;
        // The library leaves this to verifying, which is not all that can be done with a signature.
        if subgroup_check_g2(&signature.point) {
            Ok(signature)
        } else {
            Err(Error::malformed("signature", "not in the subgroup"))
        }
    }

    fn encode_signature(signature: &Signature) -> Vec<u8> {
        signature.as_bytes().to_vec()
    }

    fn hash_to_curve(message: &[u8], dst: &[u8]) -> Result<Signature, Error> {
        let mut point = hash_to_curve_g2(message, dst);
        point.affine();
        Ok(Signature { point })
    }

    fn sign(key: &SecretKey, message: &[u8]) -> Result<Signature, Error> {
        Ok(Signature::new(message, key))
    }

    fn verify(key: &PublicKey, message: &[u8], signature: &Signature) -> Result<bool, Error> {
        // The library refuses the identity where it decodes keys, and not here.
        Ok(!key.point.is_infinity() && signature.verify(message, key))
    }
}

impl Aggregate for Milagro {
    fn aggregate_signatures(signatures: &[Signature]) -> Result<Signature, Error> {
        if signatures.is_empty() {
            return Err(Error::Empty);
        }
        let signatures: Vec<_> = signatures.iter().collect();
        let mut point = AggregateSignature::aggregate(&signatures).point;
        point.affine();
        Ok(Signature { point })
    }

    fn aggregate_public_keys(keys: &[PublicKey]) -> Result<PublicKey, Error> {
        if !acceptable(keys, &[])? {
            return Err(Error::malformed("public key", "the identity"));
        }
        let mut point = AggregatePublicKey::into_aggregate(keys)
            .map_err(|error| refused("public key", error))?
            .point;
        point.affine();
        Ok(PublicKey { point })
    }

    fn aggregate_verify(
        keys: &[PublicKey],
        messages: &[impl AsRef<[u8]> + Sync],
        signature: &Signature,
    ) -> Result<bool, Error> {
        if !acceptable(keys, &[messages.len()])? {
            return Ok(false);
        }
        let keys: Vec<_> = keys.iter().collect();
        let messages: Vec<_> = messages.iter().map(AsRef::as_ref).collect();
        let signature = AggregateSignature::from_signature(signature);
        Ok(signature.aggregate_verify(&messages, &keys))
    }

    fn fast_aggregate_verify(
        keys: &[PublicKey],
        message: &[u8],
        signature: &Signature,
    ) -> Result<bool, Error> {
        if !acceptable(keys, &[])? {
            return Ok(false);
        }
        let keys: Vec<_> = keys.iter().collect();
        let signature = AggregateSignature::from_signature(signature);
        Ok(signature.fast_aggregate_verify(message, &keys))
    }

    fn batch_verify(
        keys: &[PublicKey],
        messages: &[impl AsRef<[u8]> + Sync],
        signatures: &[Signature],
        coefficients: &[u64],
    ) -> Result<bool, Error> {
        let beside = [messages.len(), signatures.len(), coefficients.len()];
        if !acceptable(keys, &beside)? {
            return Ok(false);
        }
        let keys: Vec<_> = keys
            .iter()
            .map(AggregatePublicKey::from_public_key)
            .collect();
        let signatures: Vec<_> = signatures
            .iter()
            .map(AggregateSignature::from_signature)
            .collect();
        let sets = signatures.iter().zip(&keys).zip(messages);
        Ok(AggregateSignature::verify_multiple_aggregate_signatures(
            &mut Coefficients(coefficients.iter()),
            sets.map(|((signature, key), message)| (signature, key, message.as_ref())),
        ))
    }

    // The library has no threads. What follows are its own loops, split between cores.

    fn verify_mt(key: &PublicKey, message: &[u8], signature: &Signature) -> Result<bool, Error> {
        Self::aggregate_verify_mt(slice::from_ref(key), &[message], signature)
    }

    fn aggregate_verify_mt(
        keys: &[PublicKey],
        messages: &[impl AsRef<[u8]> + Sync],
        signature: &Signature,
    ) -> Result<bool, Error> {
        if !acceptable(keys, &[messages.len()])? {
            return Ok(false);
        }
        let share = share_per_task(keys.len());
        let pairs = || {
            keys.par_chunks(share)
                .zip(messages.par_chunks(share))
                .map(|(keys, messages)| {
                    let mut lines = pair::initmp();
                    for (key, message) in keys.iter().zip(messages) {
                        pair::another(&mut lines, &hash(message.as_ref()), &key.point);
                    }
                    pair::miller(&lines)
                })
                .reduce_with(|a, b| product(a, &b))
        };
        let signed =
            || subgroup_check_g2(&signature.point).then(|| pair_with_generator(&signature.point));
        let (pairs, signed) = rayon::join(pairs, signed);
        Ok(pairs
            .zip(signed)
            .is_some_and(|(a, b)| is_one(&product(a, &b))))
    }

    fn batch_verify_mt(
        keys: &[PublicKey],
        messages: &[impl AsRef<[u8]> + Sync],
        signatures: &[Signature],
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
                let mut lines = pair::initmp();
                let mut sum = ECP2::new();
                for index in 0..keys.len() {
                    let signature = &signatures[index].point;
                    if !subgroup_check_g2(signature) {
                        return None;
                    }
                    let coefficient = scalar(coefficients[index]);
                    let key = pair::g1mul(&keys[index].point, &coefficient);
                    pair::another(&mut lines, &hash(messages[index].as_ref()), &key);
                    sum.add(&pair::g2mul(signature, &coefficient));
                }
                Some((pair::miller(&lines), sum))
            })
            .try_reduce_with(|(pairs_a, mut sum), (pairs_b, sum_b)| {
                sum.add(&sum_b);
                Some((product(pairs_a, &pairs_b), sum))
            });
        Ok(shares
            .flatten()
            .is_some_and(|(pairs, sum)| is_one(&product(pairs, &pair_with_generator(&sum)))))
    }
}

/// The random numbers of batch verification: given ones, so that two runs do the same work.
struct Coefficients<'a>(slice::Iter<'a, u64>);

impl RngCore for Coefficients<'_> {
    fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    fn next_u64(&mut self) -> u64 {
        let coefficient = self.0.next();
        // The library asks once for each signature, and again where it was given zero.
        positive(*coefficient.expect("one for each signature, none of which is zero"))
            .unsigned_abs()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.next_u64().to_be_bytes()[..part.len()]);
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

/// The coefficient as the library has them: 63 bits, not zero. It takes the absolute value of a
/// signed number, which must not be the one without an absolute value.
fn positive(coefficient: u64) -> i64 {
    (coefficient & (u64::MAX >> 1)).cast_signed().max(1)
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "what the library does where pointers have 32 bits"
)]
fn scalar(coefficient: u64) -> Big {
    Big::new_int(positive(coefficient) as isize)
}

fn hash(message: &[u8]) -> ECP2 {
    hash_to_curve_g2(message, MinPk::DST)
}

/// The Miller loop of a signature with the negated generator.
fn pair_with_generator(signature: &ECP2) -> FP12 {
    let mut generator = ECP::generator();
    generator.neg();
    pair::ate(signature, &generator)
}

fn product(mut a: FP12, b: &FP12) -> FP12 {
    a.mul(b);
    a
}

/// True when the final exponentiation gives 1.
fn is_one(product: &FP12) -> bool {
    pair::fexp(product).is_unity()
}

/// Whether the keys can verify anything, with lists of these lengths beside them: the identity is
/// no public key.
fn acceptable(keys: &[PublicKey], beside: &[usize]) -> Result<bool, Error> {
    check_lengths(keys.len(), beside)?;
    Ok(!keys.iter().any(|key| key.point.is_infinity()))
}

fn refused(what: &'static str, error: AmclError) -> Error {
    Error::malformed(what, format!("{error:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_given_positive_coefficients_of_63_bits() {
        let given = [5, 1 << 63, u64::MAX];
        let mut random = Coefficients(given.iter());
        // As `verify_multiple_aggregate_signatures` reads them.
        let read = given.map(|_| {
            let mut bytes = [0; 8];
            random.fill_bytes(&mut bytes);
            i64::from_be_bytes(bytes)
        });
        assert_eq!(read, [5, 1, i64::MAX]);
    }
}
