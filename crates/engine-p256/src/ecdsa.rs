//! ECDSA.

use bls_api::{Classic, ClassicScheme, Error, array};
use p256::ecdsa::{
    Signature, SigningKey, VerifyingKey,
    signature::{Signer, Verifier},
};

pub(crate) struct EcdsaP256;

impl Classic for EcdsaP256 {
    const SCHEME: ClassicScheme = ClassicScheme::EcdsaP256;

    type SecretKey = SigningKey;
    type PublicKey = VerifyingKey;
    type Signature = Signature;

    fn decode_secret_key(bytes: &[u8]) -> Result<SigningKey, Error> {
        // Not `from_slice`, which would take a shorter one, too.
        let bytes: [u8; 32] = array("secret key", bytes)?;
        SigningKey::from_bytes(&bytes.into())
            .map_err(|error| Error::malformed("secret key", error.to_string()))
    }

    fn public_key(secret: &SigningKey) -> VerifyingKey {
        *secret.verifying_key()
    }

    fn decode_public_key(bytes: &[u8]) -> Result<VerifyingKey, Error> {
        // The library would take an uncompressed point, too.
        let bytes: [u8; 33] = array("public key", bytes)?;
        VerifyingKey::from_sec1_bytes(&bytes)
            .map_err(|error| Error::malformed("public key", error.to_string()))
    }

    fn encode_public_key(key: &VerifyingKey) -> Vec<u8> {
        key.to_sec1_point(true).as_bytes().to_vec()
    }

    fn decode_signature(bytes: &[u8]) -> Result<Signature, Error> {
        Signature::from_slice(bytes)
            .map_err(|error| Error::malformed("signature", error.to_string()))
    }

    fn encode_signature(signature: &Signature) -> Vec<u8> {
        signature.to_bytes().to_vec()
    }

    fn sign(key: &SigningKey, message: &[u8], _: &[u8]) -> Result<Signature, Error> {
        key.try_sign(message)
            .map_err(|error| Error::malformed("message", error.to_string()))
    }

    fn verify(key: &VerifyingKey, message: &[u8], signature: &Signature) -> Result<bool, Error> {
        Ok(key.verify(message, signature).is_ok())
    }
}
