//! The schemes that stand next to BLS, typed and erased.

use crate::{
    ClassicOp, ClassicScheme, Error, Inputs, Job, Kind, Operation, Suite, check_lengths, job,
    suite::{decode_all, verdict},
};

/// A scheme of the group `classic` in a library's native types. [`ClassicScheme`] has the encodings.
/// No function may use more than the calling thread.
///
/// Where a library lacks an operation, the body is `Err(Error::Unsupported("why"))`.
pub trait Classic: 'static {
    /// Which.
    const SCHEME: ClassicScheme;

    /// A key as the library prepares it for signing.
    type SecretKey: 'static;
    /// A key as the library prepares it for verifying.
    type PublicKey: 'static;
    /// A signature in the library's own form.
    type Signature: 'static;

    /// 32 bytes.
    fn decode_secret_key(bytes: &[u8]) -> Result<Self::SecretKey, Error>;

    /// The key to verify by.
    fn public_key(secret: &Self::SecretKey) -> Self::PublicKey;

    /// A point of the curve, in its one encoding.
    fn decode_public_key(bytes: &[u8]) -> Result<Self::PublicKey, Error>;

    /// What [`Self::decode_public_key`] takes.
    fn encode_public_key(key: &Self::PublicKey) -> Vec<u8>;

    /// 64 bytes.
    fn decode_signature(bytes: &[u8]) -> Result<Self::Signature, Error>;

    /// 64 bytes.
    fn encode_signature(signature: &Self::Signature) -> Vec<u8>;

    /// Signs a message of any length, with a nonce that follows from the arguments. `auxiliary` is for
    /// BIP-340, 32 bytes; the others are given none.
    fn sign(
        key: &Self::SecretKey,
        message: &[u8],
        auxiliary: &[u8],
    ) -> Result<Self::Signature, Error>;

    /// True when the signature is the key's.
    fn verify(
        key: &Self::PublicKey,
        message: &[u8],
        signature: &Self::Signature,
    ) -> Result<bool, Error>;

    /// True when `signatures[i]` of `messages[i]` verifies by `keys[i]` for every i, but for a
    /// negligible chance. Lists of one length, not empty.
    fn batch_verify(
        _keys: &[Self::PublicKey],
        _messages: &[Vec<u8>],
        _signatures: &[Self::Signature],
    ) -> Result<bool, Error> {
        Err(Error::Unsupported("no batch verification".into()))
    }
}

/// Bytes of one length, or a refusal of `what`.
pub fn array<const N: usize>(what: &'static str, bytes: &[u8]) -> Result<[u8; N], Error> {
    bytes
        .try_into()
        .map_err(|_| Error::malformed(what, format!("{} bytes, not {N}", bytes.len())))
}

/// The [`Suite`] of `classic` for a library, with each scheme that it has.
pub struct ErasedClassic(pub &'static [ErasedScheme]);

type Prepare = fn(ClassicOp, &Inputs) -> Result<Box<dyn Job>, Error>;

/// One scheme of a library, its types erased.
#[derive(Clone, Copy)]
pub struct ErasedScheme {
    scheme: ClassicScheme,
    job: Prepare,
}

impl ErasedScheme {
    /// Of a typed scheme.
    #[must_use]
    pub const fn of<T: Classic>() -> Self {
        Self {
            scheme: T::SCHEME,
            job: prepare::<T>,
        }
    }
}

impl Suite for ErasedClassic {
    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
        let Kind::Classic(op) = operation.kind else {
            return Err(Error::Input("an operation of another suite"));
        };
        let scheme = self.0.iter().find(|entry| entry.scheme == op.scheme());
        let scheme = scheme.ok_or(Error::Unsupported("another scheme".into()))?;
        (scheme.job)(op, inputs)
    }

    fn measures(&self, operation: &Operation) -> bool {
        let Kind::Classic(op) = operation.kind else {
            return false;
        };
        self.0.iter().any(|entry| entry.scheme == op.scheme())
    }
}

fn prepare<T: Classic>(op: ClassicOp, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    match op {
        ClassicOp::KeyGen(_) => Ok(job(
            inputs.secret_key()?.to_vec(),
            |bytes| {
                let secret = T::decode_secret_key(bytes)?;
                let public = T::public_key(&secret);
                Ok((secret, public))
            },
            |(_, public)| T::encode_public_key(&public),
        )),
        ClassicOp::Sign(_) => Ok(job(
            (
                T::decode_secret_key(inputs.secret_key()?)?,
                inputs.message()?.to_vec(),
                inputs.input.clone(),
            ),
            |(key, message, auxiliary)| T::sign(key, message, auxiliary),
            |signature| T::encode_signature(&signature),
        )),
        ClassicOp::Verify(_) => Ok(job(
            (
                T::decode_public_key(inputs.public_key()?)?,
                inputs.message()?.to_vec(),
                T::decode_signature(inputs.signature()?)?,
            ),
            |(key, message, signature)| T::verify(key, message, signature),
            verdict,
        )),
        ClassicOp::VerifyBytes(_) => Ok(job(
            (
                inputs.public_key()?.to_vec(),
                inputs.message()?.to_vec(),
                inputs.signature()?.to_vec(),
            ),
            |(key, message, signature)| {
                let key = T::decode_public_key(key)?;
                T::verify(&key, message, &T::decode_signature(signature)?)
            },
            verdict,
        )),
        ClassicOp::BatchVerify(_) => {
            // What a library lacks it lacks for all inputs, also for what cannot be decoded.
            if let Err(error @ Error::Unsupported(_)) = T::batch_verify(&[], &[], &[]) {
                return Err(error);
            }
            Ok(job(
                (
                    decode_all(&inputs.public_keys, T::decode_public_key)?,
                    inputs.messages.clone(),
                    decode_all(&inputs.signatures, T::decode_signature)?,
                ),
                |(keys, messages, signatures)| {
                    check_lengths(keys.len(), &[messages.len(), signatures.len()])?;
                    T::batch_verify(keys, messages, signatures)
                },
                verdict,
            ))
        }
    }
}
