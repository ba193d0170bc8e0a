//! A signature suite with its types erased: bytes for the gate, jobs for the harness.

use std::marker::PhantomData;

use crate::{Aggregate, BlsWorkload, Error, Job, SignatureOp, Signer, Sums, job};

/// What the gate and the harness see of a BLS signature suite. All points are compressed, secret
/// keys are 32 big-endian bytes.
///
/// Undecodable input is an `Err`, a check that fails is `Ok(false)`.
pub trait Suite: Sync {
    /// The secret and the public key of some key material.
    fn key_gen(&self, ikm: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Error>;
    /// The same key, encoded again.
    fn decode_public_key(&self, bytes: &[u8]) -> Result<Vec<u8>, Error>;
    /// The same signature, encoded again.
    fn decode_signature(&self, bytes: &[u8]) -> Result<Vec<u8>, Error>;
    /// A message hashed into the group of signatures under a tag of 1 to 255 bytes.
    fn hash_to_curve(&self, message: &[u8], dst: &[u8]) -> Result<Vec<u8>, Error>;
    /// A signature.
    fn sign(&self, secret_key: &[u8], message: &[u8]) -> Result<Vec<u8>, Error>;
    /// Decodes and verifies.
    fn verify(&self, key: &[u8], message: &[u8], signature: &[u8]) -> Result<bool, Error>;
    /// The sum of some signatures.
    fn aggregate_signatures(&self, signatures: &[&[u8]]) -> Result<Vec<u8>, Error>;
    /// The sum of some keys.
    fn aggregate_public_keys(&self, keys: &[&[u8]]) -> Result<Vec<u8>, Error>;
    /// Decodes and verifies `messages[i]` by `keys[i]`.
    fn aggregate_verify(
        &self,
        keys: &[&[u8]],
        messages: &[&[u8]],
        signature: &[u8],
    ) -> Result<bool, Error>;
    /// Decodes and verifies one message by all keys.
    fn fast_aggregate_verify(
        &self,
        keys: &[&[u8]],
        message: &[u8],
        signature: &[u8],
    ) -> Result<bool, Error>;
    /// Decodes and verifies every signature, with fixed coefficients.
    fn batch_verify(
        &self,
        keys: &[&[u8]],
        messages: &[&[u8]],
        signatures: &[&[u8]],
    ) -> Result<bool, Error>;
    /// Prepares an operation for the first `signers` signers of a workload.
    fn job(
        &self,
        operation: SignatureOp,
        signers: usize,
        workload: &'static BlsWorkload,
    ) -> Result<Box<dyn Job>, Error>;
}

/// The [`Suite`] of a typed scheme.
pub struct Erased<S>(PhantomData<fn() -> S>);

impl<S> Erased<S> {
    /// For the `static` value of an engine.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S> Default for Erased<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Aggregate> Suite for Erased<S> {
    fn key_gen(&self, ikm: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Error> {
        let (secret, public) = S::key_gen(ikm)?;
        Ok((S::encode_secret_key(&secret), S::encode_public_key(&public)))
    }

    fn decode_public_key(&self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        Ok(S::encode_public_key(&S::decode_public_key(bytes)?))
    }

    fn decode_signature(&self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        Ok(S::encode_signature(&S::decode_signature(bytes)?))
    }

    fn hash_to_curve(&self, message: &[u8], dst: &[u8]) -> Result<Vec<u8>, Error> {
        if !(1..=255).contains(&dst.len()) {
            return Err(Error::malformed("tag", "not 1 to 255 bytes"));
        }
        Ok(S::encode_signature(&S::hash_to_curve(message, dst)?))
    }

    fn sign(&self, secret_key: &[u8], message: &[u8]) -> Result<Vec<u8>, Error> {
        let key = S::decode_secret_key(secret_key)?;
        Ok(S::encode_signature(&S::sign(&key, message)?))
    }

    fn verify(&self, key: &[u8], message: &[u8], signature: &[u8]) -> Result<bool, Error> {
        S::verify(
            &S::decode_public_key(key)?,
            message,
            &S::decode_signature(signature)?,
        )
    }

    fn aggregate_signatures(&self, signatures: &[&[u8]]) -> Result<Vec<u8>, Error> {
        let sum = S::aggregate_signatures(&decode_all(signatures, S::decode_signature)?)?;
        Ok(S::encode_signature(&sum))
    }

    fn aggregate_public_keys(&self, keys: &[&[u8]]) -> Result<Vec<u8>, Error> {
        let sum = S::aggregate_public_keys(&decode_all(keys, S::decode_public_key)?)?;
        Ok(S::encode_public_key(&sum))
    }

    fn aggregate_verify(
        &self,
        keys: &[&[u8]],
        messages: &[&[u8]],
        signature: &[u8],
    ) -> Result<bool, Error> {
        S::aggregate_verify(
            &decode_all(keys, S::decode_public_key)?,
            messages,
            &S::decode_signature(signature)?,
        )
    }

    fn fast_aggregate_verify(
        &self,
        keys: &[&[u8]],
        message: &[u8],
        signature: &[u8],
    ) -> Result<bool, Error> {
        S::fast_aggregate_verify(
            &decode_all(keys, S::decode_public_key)?,
            message,
            &S::decode_signature(signature)?,
        )
    }

    fn batch_verify(
        &self,
        keys: &[&[u8]],
        messages: &[&[u8]],
        signatures: &[&[u8]],
    ) -> Result<bool, Error> {
        // What a library lacks it lacks for all input, also for what cannot be decoded.
        if let Err(error @ Error::Unsupported(_)) = S::batch_verify(&[], &[], &[], &[]) {
            return Err(error);
        }
        // Odd multiples of a large odd constant: none is zero and no two are equal.
        let coefficients: Vec<u64> = (0..signatures.len() as u64)
            .map(|index| 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(2 * index + 1))
            .collect();
        S::batch_verify(
            &decode_all(keys, S::decode_public_key)?,
            messages,
            &decode_all(signatures, S::decode_signature)?,
            &coefficients,
        )
    }

    fn job(
        &self,
        operation: SignatureOp,
        signers: usize,
        workload: &'static BlsWorkload,
    ) -> Result<Box<dyn Job>, Error> {
        let Some(rows @ [first, ..]) = workload.signers.get(..signers) else {
            return Err(Error::Workload("not that many signers"));
        };
        let common = workload.common_message.as_slice();
        match operation {
            SignatureOp::KeyGen => Ok(job(
                first.ikm.as_slice(),
                |ikm| S::key_gen(ikm),
                |(secret, public)| {
                    [S::encode_secret_key(&secret), S::encode_public_key(&public)].concat()
                },
            )),
            SignatureOp::Sign => Ok(job(
                (
                    S::decode_secret_key(&first.secret_key)?,
                    first.message.as_slice(),
                ),
                |(key, message)| S::sign(key, message),
                |signature| S::encode_signature(&signature),
            )),
            SignatureOp::Verify => verify_job::<S>(S::verify, first),
            SignatureOp::VerifyMt => verify_job::<S>(S::verify_mt, first),
            SignatureOp::VerifyBytes => Ok(job(
                first,
                |signer| {
                    let key = S::decode_public_key(&signer.public_key)?;
                    let signature = S::decode_signature(&signer.signature)?;
                    S::verify(&key, &signer.message, &signature)
                },
                verdict,
            )),
            SignatureOp::DecodePublicKey => Ok(job(
                first.public_key.as_slice(),
                |bytes| S::decode_public_key(bytes),
                |key| S::encode_public_key(&key),
            )),
            SignatureOp::DecodeSignature => Ok(job(
                first.signature.as_slice(),
                |bytes| S::decode_signature(bytes),
                |signature| S::encode_signature(&signature),
            )),
            SignatureOp::AggregateSignatures => Ok(job(
                signatures::<S>(rows)?,
                |signatures| S::aggregate_signatures(signatures),
                |signature| S::encode_signature(&signature),
            )),
            SignatureOp::AggregatePublicKeys => Ok(job(
                keys::<S>(rows)?,
                |keys| S::aggregate_public_keys(keys),
                |key| S::encode_public_key(&key),
            )),
            SignatureOp::AggregateVerify => {
                aggregate_job::<S>(S::aggregate_verify, rows, workload.sums(signers)?)
            }
            SignatureOp::AggregateVerifyMt => {
                aggregate_job::<S>(S::aggregate_verify_mt, rows, workload.sums(signers)?)
            }
            SignatureOp::FastAggregateVerify => Ok(job(
                (
                    keys::<S>(rows)?,
                    common,
                    S::decode_signature(&workload.sums(signers)?.common_signature)?,
                ),
                |(keys, message, signature)| S::fast_aggregate_verify(keys, message, signature),
                verdict,
            )),
            SignatureOp::VerifyAggregatedKey => Ok(job(
                (
                    S::decode_public_key(&workload.sums(signers)?.public_key)?,
                    common,
                    S::decode_signature(&workload.sums(signers)?.common_signature)?,
                ),
                |(key, message, signature)| S::verify(key, message, signature),
                verdict,
            )),
            SignatureOp::BatchVerify => batch_job::<S>(S::batch_verify, rows),
            SignatureOp::BatchVerifyMt => batch_job::<S>(S::batch_verify_mt, rows),
        }
    }
}

fn verify_job<S: Aggregate>(
    verify: impl Fn(&S::PublicKey, &[u8], &S::Signature) -> Result<bool, Error> + 'static,
    signer: &'static Signer,
) -> Result<Box<dyn Job>, Error> {
    Ok(job(
        (
            S::decode_public_key(&signer.public_key)?,
            signer.message.as_slice(),
            S::decode_signature(&signer.signature)?,
        ),
        move |(key, message, signature)| verify(key, message, signature),
        verdict,
    ))
}

fn aggregate_job<S: Aggregate>(
    verify: impl Fn(&[S::PublicKey], &[&[u8]], &S::Signature) -> Result<bool, Error> + 'static,
    rows: &'static [Signer],
    sums: &Sums,
) -> Result<Box<dyn Job>, Error> {
    Ok(job(
        (
            keys::<S>(rows)?,
            messages(rows),
            S::decode_signature(&sums.signature)?,
        ),
        move |(keys, messages, signature)| verify(keys, messages, signature),
        verdict,
    ))
}

fn batch_job<S: Aggregate>(
    verify: impl Fn(&[S::PublicKey], &[&[u8]], &[S::Signature], &[u64]) -> Result<bool, Error> + 'static,
    rows: &'static [Signer],
) -> Result<Box<dyn Job>, Error> {
    let coefficients: Vec<u64> = rows.iter().map(Signer::coefficient).collect();
    Ok(job(
        (
            keys::<S>(rows)?,
            messages(rows),
            signatures::<S>(rows)?,
            coefficients,
        ),
        move |(keys, messages, signatures, coefficients)| {
            verify(keys, messages, signatures, coefficients)
        },
        verdict,
    ))
}

fn keys<S: Aggregate>(rows: &[Signer]) -> Result<Vec<S::PublicKey>, Error> {
    rows.iter()
        .map(|signer| S::decode_public_key(&signer.public_key))
        .collect()
}

fn signatures<S: Aggregate>(rows: &[Signer]) -> Result<Vec<S::Signature>, Error> {
    rows.iter()
        .map(|signer| S::decode_signature(&signer.signature))
        .collect()
}

fn messages(rows: &'static [Signer]) -> Vec<&'static [u8]> {
    rows.iter()
        .map(|signer| signer.message.as_slice())
        .collect()
}

fn decode_all<T>(
    items: &[&[u8]],
    decode: impl Fn(&[u8]) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    items.iter().map(|bytes| decode(bytes)).collect()
}

/// A verdict as the output of a job.
pub(crate) fn verdict(accepted: bool) -> Vec<u8> {
    vec![u8::from(accepted)]
}
