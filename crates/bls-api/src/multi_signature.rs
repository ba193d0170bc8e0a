//! The multi-signature scheme of the dusk libraries, with a factor per public key against rogue
//! keys (Boneh, Drijvers, Neven: "BLS Multi-Signatures With Public-Key Aggregation", 2018).

use std::marker::PhantomData;

use crate::{DuskOp, DuskWorkload, Error, Job, job, suite::verdict};

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
    /// The compressed point.
    fn encode_aggregate_key(key: &Self::AggregateKey) -> Vec<u8>;
    /// Adds signatures to a signature.
    fn add_signatures(signature: &Self::Signature, others: &[Self::Signature]) -> Self::Signature;
}

/// [`MultiSignature`] with the types erased; encodings as there.
pub trait MultiSuite: Sync {
    /// The same key, encoded again.
    fn decode_public_key(&self, bytes: &[u8]) -> Result<Vec<u8>, Error>;
    /// A key in the library's raw form that nobody has checked, encoded.
    fn decode_public_key_unchecked(&self, bytes: &[u8]) -> Result<Vec<u8>, Error>;
    /// The same signature, encoded again.
    fn decode_signature(&self, bytes: &[u8]) -> Result<Vec<u8>, Error>;
    /// A signature with the factor for the public key.
    fn sign_multisig(&self, secret_key: &[u8], message: &[u8]) -> Result<Vec<u8>, Error>;
    /// A signature without it.
    fn sign_single(&self, secret_key: &[u8], message: &[u8]) -> Result<Vec<u8>, Error>;
    /// Decodes and verifies.
    fn verify(&self, key: &[u8], message: &[u8], signature: &[u8]) -> Result<bool, Error>;
    /// The aggregate of at least one key.
    fn aggregate_public_keys(&self, keys: &[&[u8]]) -> Result<Vec<u8>, Error>;
    /// The sum of at least one signature.
    fn aggregate_signatures(&self, signatures: &[&[u8]]) -> Result<Vec<u8>, Error>;
    /// Prepares an operation over `count` keys, or with `count` keys or signatures added to the
    /// first.
    fn job(
        &self,
        operation: DuskOp,
        count: usize,
        workload: &'static DuskWorkload,
    ) -> Result<Box<dyn Job>, Error>;
}

/// The [`MultiSuite`] of a typed scheme.
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

impl<S: MultiSignature> MultiSuite for ErasedMulti<S> {
    fn decode_public_key(&self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        Ok(S::encode_public_key(&S::decode_public_key(bytes)?))
    }

    fn decode_public_key_unchecked(&self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        Ok(S::encode_public_key(&S::decode_public_key_unchecked(
            bytes,
        )?))
    }

    fn decode_signature(&self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        Ok(S::encode_signature(&S::decode_signature(bytes)?))
    }

    fn sign_multisig(&self, secret_key: &[u8], message: &[u8]) -> Result<Vec<u8>, Error> {
        let key = S::decode_secret_key(secret_key)?;
        let signature = S::sign_multisig(&key, &S::public_key(&key), message);
        Ok(S::encode_signature(&signature))
    }

    fn sign_single(&self, secret_key: &[u8], message: &[u8]) -> Result<Vec<u8>, Error> {
        let key = S::decode_secret_key(secret_key)?;
        Ok(S::encode_single_signature(&S::sign_single(&key, message)))
    }

    fn verify(&self, key: &[u8], message: &[u8], signature: &[u8]) -> Result<bool, Error> {
        Ok(S::verify(
            &S::decode_public_key(key)?,
            message,
            &S::decode_single_signature(signature)?,
        ))
    }

    fn aggregate_public_keys(&self, keys: &[&[u8]]) -> Result<Vec<u8>, Error> {
        let keys = decode_all(keys, S::decode_public_key)?;
        Ok(S::encode_aggregate_key(&S::aggregate_public_keys(&keys)?))
    }

    fn aggregate_signatures(&self, signatures: &[&[u8]]) -> Result<Vec<u8>, Error> {
        let signatures = decode_all(signatures, S::decode_signature)?;
        let (first, others) = signatures.split_first().ok_or(Error::Empty)?;
        Ok(S::encode_signature(&S::add_signatures(first, others)))
    }

    fn job(
        &self,
        operation: DuskOp,
        count: usize,
        workload: &'static DuskWorkload,
    ) -> Result<Box<dyn Job>, Error> {
        let DuskWorkload {
            message,
            secret_keys,
            public_keys,
            signatures,
            single_signatures,
        } = workload;
        let message = message.as_slice();
        let secret = |index: usize| {
            secret_keys
                .get(index)
                .ok_or(Error::Workload("no such signer"))
                .and_then(|bytes| S::decode_secret_key(bytes))
        };
        match operation {
            DuskOp::SignMultisig => {
                let secret = secret(0)?;
                Ok(job(
                    (S::public_key(&secret), secret, message),
                    |(public, secret, message)| Ok(S::sign_multisig(secret, public, message)),
                    |signature| S::encode_signature(&signature),
                ))
            }
            DuskOp::SignSingle => Ok(job(
                (secret(0)?, message),
                |(secret, message)| Ok(S::sign_single(secret, message)),
                |signature| S::encode_single_signature(&signature),
            )),
            DuskOp::Verify => Ok(job(
                (
                    decode_at(public_keys, 0, S::decode_public_key)?,
                    message,
                    decode_at(single_signatures, 0, S::decode_single_signature)?,
                ),
                |(key, message, signature)| Ok(S::verify(key, message, signature)),
                verdict,
            )),
            DuskOp::AggregatePublicKeys => Ok(job(
                (0..count)
                    .map(|index| decode_at(public_keys, index, S::decode_public_key))
                    .collect::<Result<Vec<_>, _>>()?,
                |keys| S::aggregate_public_keys(keys),
                |aggregate| S::encode_aggregate_key(&aggregate),
            )),
            DuskOp::AddPublicKeys => {
                let first = decode_at(public_keys, 0, S::decode_public_key)?;
                let others = (1..=count)
                    .map(|index| decode_at(public_keys, index, S::decode_public_key))
                    .collect::<Result<Vec<_>, _>>()?;
                Ok(job(
                    (S::aggregate_public_keys(&[first])?, others),
                    |(aggregate, others)| S::add_public_keys(aggregate, others),
                    |aggregate| S::encode_aggregate_key(&aggregate),
                ))
            }
            DuskOp::AddSignatures => {
                let first = decode_at(signatures, 0, S::decode_signature)?;
                let others = (1..=count)
                    .map(|index| decode_at(signatures, index, S::decode_signature))
                    .collect::<Result<Vec<_>, _>>()?;
                Ok(job(
                    (first, others),
                    |(first, others)| Ok(S::add_signatures(first, others)),
                    |signature| S::encode_signature(&signature),
                ))
            }
            DuskOp::DecodePublicKey => Ok(job(
                public_keys.first().ok_or(Error::Workload("no key"))?,
                |bytes| S::decode_public_key(bytes),
                |key| S::encode_public_key(&key),
            )),
            DuskOp::DecodePublicKeyUnchecked => {
                let key = decode_at(public_keys, 0, S::decode_public_key)?;
                Ok(job(
                    S::encode_public_key_raw(&key),
                    |bytes| S::decode_public_key_unchecked(bytes),
                    |key| S::encode_public_key(&key),
                ))
            }
        }
    }
}

fn decode_at<T>(
    list: &[Vec<u8>],
    index: usize,
    decode: impl Fn(&[u8]) -> Result<T, Error>,
) -> Result<T, Error> {
    decode(list.get(index).ok_or(Error::Workload("no such signer"))?)
}

fn decode_all<T>(
    items: &[&[u8]],
    decode: impl Fn(&[u8]) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    items.iter().map(|bytes| decode(bytes)).collect()
}
