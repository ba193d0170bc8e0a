//! Schnorr signatures of BIP-340.

use bls_api::{Classic, ClassicScheme, Error, array};
use k256::schnorr::{Signature, SigningKey, VerifyingKey};

pub(crate) struct Bip340;

impl Classic for Bip340 {
    const SCHEME: ClassicScheme = ClassicScheme::Bip340;

    type SecretKey = SigningKey;
    type PublicKey = VerifyingKey;
    type Signature = Signature;

    fn decode_secret_key(bytes: &[u8]) -> Result<SigningKey, Error> {
        SigningKey::from_slice(bytes)
            .map_err(|error| Error::malformed("secret key", error.to_string()))
    }

    fn public_key(secret: &SigningKey) -> VerifyingKey {
        *secret.verifying_key()
    }

    fn decode_public_key(bytes: &[u8]) -> Result<VerifyingKey, Error> {
        VerifyingKey::from_slice(bytes)
            .map_err(|error| Error::malformed("public key", error.to_string()))
    }

    fn encode_public_key(key: &VerifyingKey) -> Vec<u8> {
        key.to_bytes().to_vec()
    }

    fn decode_signature(bytes: &[u8]) -> Result<Signature, Error> {
        Signature::try_from(bytes).map_err(|error| Error::malformed("signature", error.to_string()))
    }

    fn encode_signature(signature: &Signature) -> Vec<u8> {
        signature.to_bytes().to_vec()
    }

    /// By the functions for what is not hashed: the library's `Signer` signs a hash of the message,
    /// which is not what the text has.
    fn sign(key: &SigningKey, message: &[u8], auxiliary: &[u8]) -> Result<Signature, Error> {
        key.sign_raw(message, &array("auxiliary bytes", auxiliary)?)
            .map_err(|error| Error::malformed("message", error.to_string()))
    }

    fn verify(key: &VerifyingKey, message: &[u8], signature: &Signature) -> Result<bool, Error> {
        Ok(key.verify_raw(message, signature).is_ok())
    }
}
