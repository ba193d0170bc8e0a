//! A suite with its types erased: bytes in, a job out.

use std::marker::PhantomData;

use crate::{Aggregate, Error, Inputs, Job, Kind, Operation, PrecompileOp, SignatureOp, job};

/// What the gate and the harness see of a suite: for each operation, a job.
pub trait Suite: Sync {
    /// Prepares an operation: decodes the inputs and computes what lies outside the timer.
    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error>;

    /// Prepares an operation and runs it once.
    fn output(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Vec<u8>, Error> {
        Ok(self.job(operation, inputs)?.run(1)?.output)
    }

    /// False for an operation of the group that is not the engine's business, so that there is no id
    /// for it: no library of BLS12-381 has `ecrecover`, and none of ring signatures but ours has
    /// challenges that bind the ring. What a library merely lacks is [`Error::Unsupported`], and an id.
    fn measures(&self, operation: &Operation) -> bool {
        match operation.kind {
            Kind::Precompile(op) => op != PrecompileOp::EcRecover,
            Kind::Ring(op) => !op.bound(),
            _ => true,
        }
    }
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
    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
        let Kind::Signature(kind) = operation.kind else {
            return Err(Error::Input("an operation of another suite"));
        };
        match kind {
            SignatureOp::KeyGen => Ok(job(
                inputs.ikm.clone(),
                |ikm| S::key_gen(ikm),
                |(secret, public)| {
                    [S::encode_secret_key(&secret), S::encode_public_key(&public)].concat()
                },
            )),
            SignatureOp::HashToCurve => {
                if !(1..=255).contains(&inputs.dst.len()) {
                    return Err(Error::malformed("tag", "not 1 to 255 bytes"));
                }
                Ok(job(
                    (inputs.message()?.to_vec(), inputs.dst.clone()),
                    |(message, dst)| S::hash_to_curve(message, dst),
                    |point| S::encode_signature(&point),
                ))
            }
            SignatureOp::Sign => Ok(job(
                (
                    S::decode_secret_key(inputs.secret_key()?)?,
                    inputs.message()?.to_vec(),
                ),
                |(key, message)| S::sign(key, message),
                |signature| S::encode_signature(&signature),
            )),
            SignatureOp::Verify | SignatureOp::VerifyAggregatedKey => {
                verify_job::<S>(S::verify, inputs)
            }
            SignatureOp::VerifyMt => verify_job::<S>(S::verify_mt, inputs),
            SignatureOp::VerifyBytes => Ok(job(
                (
                    inputs.public_key()?.to_vec(),
                    inputs.message()?.to_vec(),
                    inputs.signature()?.to_vec(),
                ),
                |(key, message, signature)| {
                    let key = S::decode_public_key(key)?;
                    let signature = S::decode_signature(signature)?;
                    S::verify(&key, message, &signature)
                },
                verdict,
            )),
            SignatureOp::DecodePublicKey => Ok(job(
                inputs.public_key()?.to_vec(),
                |bytes| S::decode_public_key(bytes),
                |key| S::encode_public_key(&key),
            )),
            SignatureOp::DecodeSignature => Ok(job(
                inputs.signature()?.to_vec(),
                |bytes| S::decode_signature(bytes),
                |signature| S::encode_signature(&signature),
            )),
            SignatureOp::AggregateSignatures => Ok(job(
                decode_all(&inputs.signatures, S::decode_signature)?,
                |signatures| S::aggregate_signatures(signatures),
                |signature| S::encode_signature(&signature),
            )),
            SignatureOp::AggregatePublicKeys => Ok(job(
                decode_all(&inputs.public_keys, S::decode_public_key)?,
                |keys| S::aggregate_public_keys(keys),
                |key| S::encode_public_key(&key),
            )),
            SignatureOp::AggregateVerify => aggregate_job::<S>(S::aggregate_verify, inputs),
            SignatureOp::AggregateVerifyMt => aggregate_job::<S>(S::aggregate_verify_mt, inputs),
            SignatureOp::FastAggregateVerify => Ok(job(
                (
                    decode_all(&inputs.public_keys, S::decode_public_key)?,
                    inputs.message()?.to_vec(),
                    S::decode_signature(inputs.signature()?)?,
                ),
                |(keys, message, signature)| S::fast_aggregate_verify(keys, message, signature),
                verdict,
            )),
            SignatureOp::BatchVerify => batch_job::<S>(S::batch_verify, inputs),
            SignatureOp::BatchVerifyMt => batch_job::<S>(S::batch_verify_mt, inputs),
        }
    }
}

fn verify_job<S: Aggregate>(
    verify: impl Fn(&S::PublicKey, &[u8], &S::Signature) -> Result<bool, Error> + 'static,
    inputs: &Inputs,
) -> Result<Box<dyn Job>, Error> {
    Ok(job(
        (
            S::decode_public_key(inputs.public_key()?)?,
            inputs.message()?.to_vec(),
            S::decode_signature(inputs.signature()?)?,
        ),
        move |(key, message, signature)| verify(key, message, signature),
        verdict,
    ))
}

fn aggregate_job<S: Aggregate>(
    verify: impl Fn(&[S::PublicKey], &[Vec<u8>], &S::Signature) -> Result<bool, Error> + 'static,
    inputs: &Inputs,
) -> Result<Box<dyn Job>, Error> {
    Ok(job(
        (
            decode_all(&inputs.public_keys, S::decode_public_key)?,
            inputs.messages.clone(),
            S::decode_signature(inputs.signature()?)?,
        ),
        move |(keys, messages, signature)| verify(keys, messages, signature),
        verdict,
    ))
}

fn batch_job<S: Aggregate>(
    verify: impl Fn(&[S::PublicKey], &[Vec<u8>], &[S::Signature], &[u64]) -> Result<bool, Error>
    + 'static,
    inputs: &Inputs,
) -> Result<Box<dyn Job>, Error> {
    // What a library lacks it lacks for all inputs, also for what cannot be decoded.
    if let Err(error @ Error::Unsupported(_)) = verify(&[], &[], &[], &[]) {
        return Err(error);
    }
    Ok(job(
        (
            decode_all(&inputs.public_keys, S::decode_public_key)?,
            inputs.messages.clone(),
            decode_all(&inputs.signatures, S::decode_signature)?,
            inputs.coefficients.clone(),
        ),
        move |(keys, messages, signatures, coefficients)| {
            verify(keys, messages, signatures, coefficients)
        },
        verdict,
    ))
}

/// All of a list, decoded.
pub(crate) fn decode_all<T>(
    items: &[Vec<u8>],
    decode: impl Fn(&[u8]) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    items.iter().map(|bytes| decode(bytes)).collect()
}

/// A verdict as the output of a job.
pub(crate) fn verdict(accepted: bool) -> Vec<u8> {
    vec![u8::from(accepted)]
}
