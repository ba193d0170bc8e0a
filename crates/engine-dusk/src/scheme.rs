//! The multi-signature scheme of dusk-bls12_381-sign.

use bls_api::{Error, MultiSignature};
use dusk_bls12_381_sign::{APK, PublicKey, SecretKey, Signature};
use dusk_bytes::Serializable;

/// The scheme.
pub struct Dusk;

/// Length of [`PublicKey::to_raw_bytes`].
const RAW_LENGTH: usize = 193;

impl MultiSignature for Dusk {
    type SecretKey = SecretKey;
    type PublicKey = PublicKey;
    type AggregateKey = APK;
    // The library has one type for both kinds.
    type SingleSignature = Signature;
    type Signature = Signature;

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
        Self::decode_signature(bytes)
    }

    fn encode_single_signature(signature: &Signature) -> Vec<u8> {
        Self::encode_signature(signature)
    }

    fn decode_signature(bytes: &[u8]) -> Result<Signature, Error> {
        decode("signature", bytes, Signature::from_bytes)
    }

    fn encode_signature(signature: &Signature) -> Vec<u8> {
        signature.to_bytes().to_vec()
    }

    fn public_key(key: &SecretKey) -> PublicKey {
        PublicKey::from(key)
    }

    fn sign_multisig(key: &SecretKey, public: &PublicKey, message: &[u8]) -> Signature {
        key.sign(public, message)
    }

    fn sign_single(key: &SecretKey, message: &[u8]) -> Signature {
        key.sign_vulnerable(message)
    }

    fn verify(key: &PublicKey, message: &[u8], signature: &Signature) -> bool {
        key.verify(signature, message).is_ok()
    }

    fn aggregate_public_keys(keys: &[PublicKey]) -> Result<APK, Error> {
        let (first, others) = keys.split_first().ok_or(Error::Empty)?;
        Self::add_public_keys(&APK::from(first), others)
    }

    fn add_public_keys(aggregate: &APK, keys: &[PublicKey]) -> Result<APK, Error> {
        let mut sum = *aggregate;
        sum.aggregate(keys);
        Ok(sum)
    }

    fn decode_aggregate_key(bytes: &[u8]) -> Result<APK, Error> {
        decode("aggregate key", bytes, APK::from_bytes)
    }

    fn encode_aggregate_key(key: &APK) -> Vec<u8> {
        key.to_bytes().to_vec()
    }

    fn verify_aggregate(key: &APK, message: &[u8], signature: &Signature) -> bool {
        key.verify(signature, message).is_ok()
    }

    fn add_signatures(signature: &Signature, others: &[Signature]) -> Signature {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_keys_of_any_bytes_are_refused_or_read() {
        for length in [0, RAW_LENGTH - 1, RAW_LENGTH + 1] {
            assert!(Dusk::decode_public_key_unchecked(&vec![0; length]).is_err());
        }
        for flag in 0..=255 {
            let mut bytes = [0xff; RAW_LENGTH];
            bytes[RAW_LENGTH - 1] = flag;
            let key = Dusk::decode_public_key_unchecked(&bytes);
            assert_eq!(key.is_ok(), flag <= 1);
            let _ = key.map(|key| Dusk::encode_public_key(&key));
        }
    }
}
