//! The multi-signature scheme of bls12_381-bls.

use bls_api::{Error, MultiSignature};
use bls12_381_bls::{MultisigPublicKey, MultisigSignature, PublicKey, SecretKey, Signature};
use dusk_bytes::Serializable;

/// The scheme.
pub struct DuskV2;

/// Length of [`PublicKey::to_raw_bytes`].
const RAW_LENGTH: usize = 193;

impl MultiSignature for DuskV2 {
    type SecretKey = SecretKey;
    type PublicKey = PublicKey;
    type AggregateKey = MultisigPublicKey;
    type SingleSignature = Signature;
    type Signature = MultisigSignature;

    fn decode_secret_key(bytes: &[u8]) -> Result<SecretKey, Error> {
        decode("secret key", bytes, SecretKey::from_bytes)
    }

    fn decode_public_key(bytes: &[u8]) -> Result<PublicKey, Error> {
        decode("public key", bytes, PublicKey::from_bytes)
    }

    fn encode_public_key(key: &PublicKey) -> Vec<u8> {
        key.to_bytes().to_vec()
    }

    fn encode_public_key_raw(key: &PublicKey) -> Vec<u8> {
        key.to_raw_bytes().to_vec()
    }

    fn decode_public_key_unchecked(bytes: &[u8]) -> Result<PublicKey, Error> {
        // The last byte says whether it is the identity, and subtle takes 0 and 1 alone.
        if bytes.len() != RAW_LENGTH || bytes[RAW_LENGTH - 1] > 1 {
            return Err(Error::malformed(
                "raw public key",
                "not 193 bytes of a point",
            ));
        }
        // SAFETY: the function reads `RAW_LENGTH` bytes as limbs; any value of theirs is a valid
        // object, though perhaps not a point.
        Ok(unsafe { PublicKey::from_slice_unchecked(bytes) })
    }

    fn decode_single_signature(bytes: &[u8]) -> Result<Signature, Error> {
        decode("signature", bytes, Signature::from_bytes)
    }

    fn encode_single_signature(signature: &Signature) -> Vec<u8> {
        signature.to_bytes().to_vec()
    }

    fn decode_signature(bytes: &[u8]) -> Result<MultisigSignature, Error> {
        decode("multi-signature", bytes, MultisigSignature::from_bytes)
    }

    fn encode_signature(signature: &MultisigSignature) -> Vec<u8> {
        signature.to_bytes().to_vec()
    }

    fn public_key(key: &SecretKey) -> PublicKey {
        PublicKey::from(key)
    }

    fn sign_multisig(key: &SecretKey, public: &PublicKey, message: &[u8]) -> MultisigSignature {
        key.sign_multisig(public, message)
    }

    fn sign_single(key: &SecretKey, message: &[u8]) -> Signature {
        key.sign(message)
    }

    fn verify(key: &PublicKey, message: &[u8], signature: &Signature) -> bool {
        key.verify(signature, message).is_ok()
    }

    fn aggregate_public_keys(keys: &[PublicKey]) -> Result<MultisigPublicKey, Error> {
        MultisigPublicKey::aggregate(keys).map_err(|error| match error {
            bls12_381_bls::Error::NoKeysProvided => Error::Empty,
            error => Error::malformed("public key", format!("{error:?}")),
        })
    }

    fn add_public_keys(_: &MultisigPublicKey, _: &[PublicKey]) -> Result<MultisigPublicKey, Error> {
        Err(Error::Unsupported(
            "the library aggregates whole lists".into(),
        ))
    }

    fn decode_aggregate_key(bytes: &[u8]) -> Result<MultisigPublicKey, Error> {
        decode("aggregate key", bytes, MultisigPublicKey::from_bytes)
    }

    fn encode_aggregate_key(key: &MultisigPublicKey) -> Vec<u8> {
        key.to_bytes().to_vec()
    }

    fn verify_aggregate(
        key: &MultisigPublicKey,
        message: &[u8],
        signature: &MultisigSignature,
    ) -> bool {
        key.verify(signature, message).is_ok()
    }

    fn add_signatures(
        signature: &MultisigSignature,
        others: &[MultisigSignature],
    ) -> MultisigSignature {
        signature.aggregate(others)
    }
}

fn decode<T, const N: usize, E: std::fmt::Debug>(
    what: &'static str,
    bytes: &[u8],
    from_bytes: impl Fn(&[u8; N]) -> Result<T, E>,
) -> Result<T, Error> {
    let bytes = bytes
        .try_into()
        .map_err(|_| Error::malformed(what, format!("not {N} bytes")))?;
    from_bytes(bytes).map_err(|error| Error::malformed(what, format!("{error:?}")))
}
