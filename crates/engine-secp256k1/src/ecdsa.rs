//! ECDSA.

use bls_api::{Classic, ClassicScheme, Error, array};
use secp256k1::{
    Message, PublicKey, SecretKey,
    ecdsa::{self, Signature},
    ffi::{self, CPtr},
    with_raw_global_context,
};
use sha2::{Digest, Sha256};

pub(crate) struct EcdsaSecp256k1;

impl Classic for EcdsaSecp256k1 {
    const SCHEME: ClassicScheme = ClassicScheme::EcdsaSecp256k1;

    type SecretKey = SecretKey;
    type PublicKey = PublicKey;
    type Signature = Signature;

    fn decode_secret_key(bytes: &[u8]) -> Result<SecretKey, Error> {
        SecretKey::from_secret_bytes(array("secret key", bytes)?)
            .map_err(|error| Error::malformed("secret key", error.to_string()))
    }

    /// Not `PublicKey::from_secret_key`, which then draws a new blind for the context, at the price of
    /// another multiplication.
    fn public_key(secret: &SecretKey) -> PublicKey {
        // SAFETY: the context is alive during the call, and the key is one.
        let public = unsafe {
            let mut public = ffi::PublicKey::new();
            let created = with_raw_global_context(
                |context| {
                    ffi::secp256k1_ec_pubkey_create(
                        context.as_ptr(),
                        &raw mut public,
                        secret.as_c_ptr(),
                    )
                },
                None,
            );
            assert_eq!(created, 1, "a secret key is in range");
            public
        };
        public.into()
    }

    fn decode_public_key(bytes: &[u8]) -> Result<PublicKey, Error> {
        PublicKey::from_byte_array_compressed(array("public key", bytes)?)
            .map_err(|error| Error::malformed("public key", error.to_string()))
    }

    fn encode_public_key(key: &PublicKey) -> Vec<u8> {
        key.serialize().to_vec()
    }

    fn decode_signature(bytes: &[u8]) -> Result<Signature, Error> {
        Signature::from_compact(bytes)
            .map_err(|error| Error::malformed("signature", error.to_string()))
    }

    fn encode_signature(signature: &Signature) -> Vec<u8> {
        signature.serialize_compact().to_vec()
    }

    /// Not `ecdsa::sign`, for the same reason.
    fn sign(key: &SecretKey, message: &[u8], _: &[u8]) -> Result<Signature, Error> {
        let hash = hash(message);
        // SAFETY: the context is alive during the call, the key is one, and the hash has 32 bytes.
        let signature = unsafe {
            let mut signature = ffi::Signature::new();
            let signed = with_raw_global_context(
                |context| {
                    ffi::secp256k1_ecdsa_sign(
                        context.as_ptr(),
                        &raw mut signature,
                        hash.as_c_ptr(),
                        key.as_c_ptr(),
                        ffi::secp256k1_nonce_function_rfc6979,
                        std::ptr::null(),
                    )
                },
                None,
            );
            assert_eq!(signed, 1, "a secret key is in range");
            signature
        };
        Ok(signature.into())
    }

    fn verify(key: &PublicKey, message: &[u8], signature: &Signature) -> Result<bool, Error> {
        Ok(ecdsa::verify(signature, hash(message), key).is_ok())
    }
}

/// The library has no hash for this.
fn hash(message: &[u8]) -> Message {
    Message::from_digest(Sha256::digest(message).into())
}
