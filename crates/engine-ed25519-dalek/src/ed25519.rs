//! Ed25519.

use bls_api::{Classic, ClassicScheme, Error, array};
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey, verify_batch};

pub(crate) struct Ed25519;

impl Classic for Ed25519 {
    const SCHEME: ClassicScheme = ClassicScheme::Ed25519;

    type SecretKey = SigningKey;
    type PublicKey = VerifyingKey;
    type Signature = Signature;

    fn decode_secret_key(bytes: &[u8]) -> Result<SigningKey, Error> {
        Ok(SigningKey::from_bytes(&array("secret key", bytes)?))
    }

    fn public_key(secret: &SigningKey) -> VerifyingKey {
        secret.verifying_key()
    }

    fn decode_public_key(bytes: &[u8]) -> Result<VerifyingKey, Error> {
        VerifyingKey::from_bytes(&array("public key", bytes)?)
            .map_err(|error| Error::malformed("public key", error.to_string()))
    }

    fn encode_public_key(key: &VerifyingKey) -> Vec<u8> {
        key.to_bytes().to_vec()
    }

    /// The two halves, of which verification decodes s and compares R as it is.
    fn decode_signature(bytes: &[u8]) -> Result<Signature, Error> {
        Ok(Signature::from_bytes(&array("signature", bytes)?))
    }

    fn encode_signature(signature: &Signature) -> Vec<u8> {
        signature.to_vec()
    }

    fn sign(key: &SigningKey, message: &[u8], _: &[u8]) -> Result<Signature, Error> {
        Ok(key.sign(message))
    }

    /// Not `verify_strict`, which also refuses keys of small order: the other libraries do not.
    fn verify(key: &VerifyingKey, message: &[u8], signature: &Signature) -> Result<bool, Error> {
        Ok(key.verify(message, signature).is_ok())
    }

    /// The library's coefficients are a hash of all its inputs, so it needs no random numbers.
    fn batch_verify(
        keys: &[VerifyingKey],
        messages: &[Vec<u8>],
        signatures: &[Signature],
    ) -> Result<bool, Error> {
        let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        Ok(verify_batch(&messages, signatures, keys).is_ok())
    }
}
