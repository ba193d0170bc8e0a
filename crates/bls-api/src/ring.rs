//! Linkable ring signatures, typed and erased.

use std::marker::PhantomData;

use crate::{
    Error, Inputs, Job, Kind, Operation, RingOp, Suite, check_lengths, job,
    suite::{decode_all, verdict},
};

/// A message.
type Message = [u8; 32];

/// Linkable ring signatures over one group, in a library's native types. [`RingOp`] has the encodings
/// and says what `bound` is.
///
/// Where a library lacks an operation, the body is `Err(Error::Unsupported("why"))`.
pub trait RingScheme: 'static {
    /// Decoded, with what the library computes of it for signing.
    type SecretKey: 'static;
    /// At least two different members, decoded.
    type Ring: 'static;
    /// A ring with all that does not depend on a signature.
    type PreparedRing: 'static;
    /// A signature with its ring, decoded.
    type Signature: 'static;

    /// True when the library has the challenges that bind ring and key image, or those that do not;
    /// where it is false there are no ids.
    fn has(bound: bool) -> bool;

    /// 32 bytes, below the group's order and not zero.
    fn decode_secret_key(bytes: &[u8]) -> Result<Self::SecretKey, Error>;

    /// The public key followed by the key image.
    fn key_image(key: &Self::SecretKey) -> Vec<u8>;

    /// Public keys.
    fn decode_ring(members: &[Vec<u8>]) -> Result<Self::Ring, Error>;

    /// The whole signature.
    fn decode_signature(bound: bool, bytes: &[u8]) -> Result<Self::Signature, Error>;

    /// What [`Self::decode_signature`] takes.
    fn encode_signature(signature: &Self::Signature) -> Vec<u8>;

    /// Signs for the member whose key it is, on the calling thread alone.
    fn sign(
        bound: bool,
        ring: &Self::Ring,
        key: &Self::SecretKey,
        message: &Message,
    ) -> Result<Self::Signature, Error>;

    /// True when a member has signed; on the calling thread alone.
    fn verify(signature: &Self::Signature, message: &Message) -> Result<bool, Error>;

    /// Why the library cannot prepare rings, if it cannot.
    const UNPREPARED: Option<&'static str>;

    /// The ring of a signature, prepared. Not called where [`Self::UNPREPARED`] says why.
    fn prepare(signature: &Self::Signature) -> Result<Self::PreparedRing, Error>;

    /// As [`Self::verify`].
    fn verify_prepared(
        ring: &Self::PreparedRing,
        signature: &Self::Signature,
        message: &Message,
    ) -> Result<bool, Error>;

    /// True when all are valid, on all cores. `ring` is theirs, or none where
    /// [`Self::UNPREPARED`] says why.
    fn verify_many(
        ring: Option<&Self::PreparedRing>,
        signatures: &[(Message, Self::Signature)],
    ) -> Result<bool, Error>;

    /// True when both are by one signer.
    fn linked(a: &Self::Signature, b: &Self::Signature) -> Result<bool, Error>;
}

/// The [`Suite`] of a group of ring signatures.
pub struct ErasedRing<T>(PhantomData<fn() -> T>);

impl<T> ErasedRing<T> {
    /// For the `static` value of an engine.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Default for ErasedRing<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: RingScheme> Suite for ErasedRing<T> {
    fn measures(&self, operation: &Operation) -> bool {
        matches!(operation.kind, Kind::Ring(op) if T::has(op.bound()))
    }

    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
        let Kind::Ring(op) = operation.kind else {
            return Err(Error::Input("an operation of another suite"));
        };
        if !T::has(op.bound()) {
            return Err(Error::Unsupported("not with these challenges".into()));
        }
        match op {
            RingOp::KeyImage => Ok(job(
                T::decode_secret_key(inputs.secret_key()?)?,
                |key| Ok(T::key_image(key)),
                |bytes| bytes,
            )),
            RingOp::Linked => {
                let [a, b] = inputs.signatures.as_slice() else {
                    return Err(Error::Input("not two signatures"));
                };
                Ok(job(
                    (
                        T::decode_signature(false, a)?,
                        T::decode_signature(false, b)?,
                    ),
                    |(a, b)| T::linked(a, b),
                    verdict,
                ))
            }
            RingOp::Sign { bound } => Ok(job(
                (
                    T::decode_ring(&inputs.public_keys)?,
                    T::decode_secret_key(inputs.secret_key()?)?,
                    message(inputs.message()?)?,
                ),
                move |(ring, key, message)| T::sign(bound, ring, key, message),
                |signature| T::encode_signature(&signature),
            )),
            RingOp::Verify { bound } => Ok(job(
                (
                    T::decode_signature(bound, inputs.signature()?)?,
                    message(inputs.message()?)?,
                ),
                |(signature, message)| T::verify(signature, message),
                verdict,
            )),
            RingOp::VerifyPrepared { bound } => {
                if let Some(reason) = T::UNPREPARED {
                    return Err(Error::Unsupported(reason.into()));
                }
                let signature = T::decode_signature(bound, inputs.signature()?)?;
                Ok(job(
                    (
                        T::prepare(&signature)?,
                        signature,
                        message(inputs.message()?)?,
                    ),
                    |(ring, signature, message)| T::verify_prepared(ring, signature, message),
                    verdict,
                ))
            }
            RingOp::VerifyMany { bound } => {
                check_lengths(inputs.signatures.len(), &[inputs.messages.len()])?;
                let decode = |bytes: &[u8]| T::decode_signature(bound, bytes);
                let signatures = decode_all(&inputs.signatures, decode)?;
                let messages = inputs.messages.iter().map(|bytes| message(bytes));
                let signed = messages.collect::<Result<Vec<_>, _>>()?;
                let signed: Vec<_> = signed.into_iter().zip(signatures).collect();
                let (_, first) = signed.first().ok_or(Error::Empty)?;
                let ring = match T::UNPREPARED {
                    None => Some(T::prepare(first)?),
                    Some(_) => None,
                };
                Ok(job(
                    (ring, signed),
                    |(ring, signed)| T::verify_many(ring.as_ref(), signed),
                    verdict,
                ))
            }
        }
    }
}

fn message(bytes: &[u8]) -> Result<Message, Error> {
    let message = bytes.try_into();
    message.map_err(|_| Error::malformed("message", "not 32 bytes"))
}
