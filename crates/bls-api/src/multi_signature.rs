//! The multi-signature scheme of the dusk libraries, with a factor per public key against rogue
//! keys (Boneh, Drijvers, Neven: "BLS Multi-Signatures With Public-Key Aggregation", 2018).

use std::marker::PhantomData;

use crate::{
    DuskOp, Error, Inputs, Job, Kind, Operation, Suite, job,
    suite::{decode_all, verdict},
};

/// The scheme in the library's native types.
pub trait MultiSignature: 'static {
    /// A scalar.
    type SecretKey: 'static;
    /// The key of one signer.
    type PublicKey: Clone + 'static;
    /// The key of many signers.
    type AggregateKey: Clone + 'static;
    /// Of one signer, without the factor for the public key.
    type SingleSignature: 'static;
    /// Of one signer or many, with the factor for each public key.
    type Signature: Clone + 'static;

    /// 32 bytes, little-endian, below r.
    fn decode_secret_key(bytes: &[u8]) -> Result<Self::SecretKey, Error>;
    /// A compressed point, on the curve and in the subgroup.
    fn decode_public_key(bytes: &[u8]) -> Result<Self::PublicKey, Error>;
    /// The compressed point.
    fn encode_public_key(key: &Self::PublicKey) -> Vec<u8>;
    /// The library's raw form, for [`Self::decode_public_key_unchecked`].
    fn encode_public_key_raw(key: &Self::PublicKey) -> Vec<u8>;
    /// The raw form of a key that is trusted: its length is checked, the point is not.
    fn decode_public_key_unchecked(bytes: &[u8]) -> Result<Self::PublicKey, Error>;
    /// A compressed point, on the curve and in the subgroup.
    fn decode_single_signature(bytes: &[u8]) -> Result<Self::SingleSignature, Error>;
    /// The compressed point.
    fn encode_single_signature(signature: &Self::SingleSignature) -> Vec<u8>;
    /// A compressed point, on the curve and in the subgroup.
    fn decode_signature(bytes: &[u8]) -> Result<Self::Signature, Error>;
    /// The compressed point.
    fn encode_signature(signature: &Self::Signature) -> Vec<u8>;
    /// The public key.
    fn public_key(key: &Self::SecretKey) -> Self::PublicKey;
    /// A signature with the factor for the public key.
    fn sign_multisig(
        key: &Self::SecretKey,
        public: &Self::PublicKey,
        message: &[u8],
    ) -> Self::Signature;
    /// A signature without it.
    fn sign_single(key: &Self::SecretKey, message: &[u8]) -> Self::SingleSignature;
    /// A single key against a signature without the factor.
    fn verify(key: &Self::PublicKey, message: &[u8], signature: &Self::SingleSignature) -> bool;
    /// The aggregate of at least one key, each with its factor.
    fn aggregate_public_keys(keys: &[Self::PublicKey]) -> Result<Self::AggregateKey, Error>;
    /// Adds keys to an aggregate, where the library can.
    fn add_public_keys(
        aggregate: &Self::AggregateKey,
        keys: &[Self::PublicKey],
    ) -> Result<Self::AggregateKey, Error>;
    /// A compressed point, on the curve and in the subgroup.
    fn decode_aggregate_key(bytes: &[u8]) -> Result<Self::AggregateKey, Error>;
    /// The compressed point.
    fn encode_aggregate_key(key: &Self::AggregateKey) -> Vec<u8>;
    /// An aggregate key against a signature with the factor for each of its public keys.
    fn verify_aggregate(
        key: &Self::AggregateKey,
        message: &[u8],
        signature: &Self::Signature,
    ) -> bool;
    /// Adds signatures to a signature.
    fn add_signatures(signature: &Self::Signature, others: &[Self::Signature]) -> Self::Signature;
}

/// The [`Suite`] of a typed multi-signature scheme.
pub struct ErasedMulti<S>(PhantomData<fn() -> S>);

impl<S> ErasedMulti<S> {
    /// For the `static` value of an engine.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S> Default for ErasedMulti<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: MultiSignature> Suite for ErasedMulti<S> {
    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
        let Kind::Dusk(kind) = operation.kind else {
            return Err(Error::Input("an operation of another suite"));
        };
        match kind {
            DuskOp::SignSingle => Ok(job(
                (
                    S::decode_secret_key(inputs.secret_key()?)?,
                    inputs.message()?.to_vec(),
                ),
                |(secret, message)| Ok(S::sign_single(secret, message)),
                |signature| S::encode_single_signature(&signature),
            )),
            DuskOp::SignMultisig => {
                let secret = S::decode_secret_key(inputs.secret_key()?)?;
                Ok(job(
                    (S::public_key(&secret), secret, inputs.message()?.to_vec()),
                    |(public, secret, message)| Ok(S::sign_multisig(secret, public, message)),
                    |signature| S::encode_signature(&signature),
                ))
            }
            DuskOp::Verify => Ok(job(
                (
                    S::decode_public_key(inputs.public_key()?)?,
                    inputs.message()?.to_vec(),
                    S::decode_single_signature(inputs.signature()?)?,
                ),
                |(key, message, signature)| Ok(S::verify(key, message, signature)),
                verdict,
            )),
            DuskOp::AggregatePublicKeys => Ok(job(
                decode_all(&inputs.public_keys, S::decode_public_key)?,
                |keys| S::aggregate_public_keys(keys),
                |aggregate| S::encode_aggregate_key(&aggregate),
            )),
            DuskOp::AddPublicKeys => {
                let keys = decode_all(&inputs.public_keys, S::decode_public_key)?;
                let (first, others) = keys.split_at_checked(1).ok_or(Error::Empty)?;
                Ok(job(
                    (S::aggregate_public_keys(first)?, others.to_vec()),
                    |(aggregate, others)| S::add_public_keys(aggregate, others),
                    |aggregate| S::encode_aggregate_key(&aggregate),
                ))
            }
            DuskOp::AddSignatures => {
                let signatures = decode_all(&inputs.signatures, S::decode_signature)?;
                let (first, others) = signatures.split_first().ok_or(Error::Empty)?;
                Ok(job(
                    (first.clone(), others.to_vec()),
                    |(first, others)| Ok(S::add_signatures(first, others)),
                    |signature| S::encode_signature(&signature),
                ))
            }
            DuskOp::DecodePublicKey => Ok(job(
                inputs.public_key()?.to_vec(),
                |bytes| S::decode_public_key(bytes),
                |key| S::encode_public_key(&key),
            )),
            DuskOp::DecodePublicKeyUnchecked => {
                let key = S::decode_public_key(inputs.public_key()?)?;
                Ok(job(
                    S::encode_public_key_raw(&key),
                    |bytes| S::decode_public_key_unchecked(bytes),
                    |key| S::encode_public_key(&key),
                ))
            }
            DuskOp::DecodeSignature => Ok(job(
                inputs.signature()?.to_vec(),
                |bytes| S::decode_signature(bytes),
                |signature| S::encode_signature(&signature),
            )),
        }
    }
}
