//! Schnorr signatures of BIP-340.

use bls_api::{Classic, ClassicScheme, Error, array};
use secp256k1::{
    XOnlyPublicKey,
    ffi::{self, CPtr},
    schnorr::{self, Signature},
    with_raw_global_context,
};

pub(crate) struct Bip340;

impl Classic for Bip340 {
    const SCHEME: ClassicScheme = ClassicScheme::Bip340;

    /// Not the crate's, which draws a new blind for the context whenever one is made or used, at the
    /// price of another multiplication.
    type SecretKey = ffi::Keypair;
    type PublicKey = XOnlyPublicKey;
    type Signature = Signature;

    fn decode_secret_key(bytes: &[u8]) -> Result<ffi::Keypair, Error> {
        let bytes: [u8; 32] = array("secret key", bytes)?;
        // SAFETY: the context is alive during the call, and there are 32 bytes. What was not filled
        // is not returned.
        unsafe {
            let mut pair = ffi::Keypair::new();
            let created = with_raw_global_context(
                |context| {
                    ffi::secp256k1_keypair_create(context.as_ptr(), &raw mut pair, bytes.as_c_ptr())
                },
                None,
            );
            if created == 1 {
                Ok(pair)
            } else {
                Err(Error::malformed("secret key", "out of range"))
            }
        }
    }

    fn public_key(pair: &ffi::Keypair) -> XOnlyPublicKey {
        // SAFETY: the pair is one; of the static context nothing is used.
        let public = unsafe {
            let mut public = ffi::XOnlyPublicKey::new();
            ffi::secp256k1_keypair_xonly_pub(
                ffi::secp256k1_context_static,
                &raw mut public,
                std::ptr::null_mut(),
                pair,
            );
            public
        };
        public.into()
    }

    fn decode_public_key(bytes: &[u8]) -> Result<XOnlyPublicKey, Error> {
        XOnlyPublicKey::from_byte_array(array("public key", bytes)?)
            .map_err(|error| Error::malformed("public key", error.to_string()))
    }

    fn encode_public_key(key: &XOnlyPublicKey) -> Vec<u8> {
        key.to_byte_array().to_vec()
    }

    /// Bytes, which verification decodes.
    fn decode_signature(bytes: &[u8]) -> Result<Signature, Error> {
        Ok(Signature::from_byte_array(array("signature", bytes)?))
    }

    fn encode_signature(signature: &Signature) -> Vec<u8> {
        signature.to_byte_array().to_vec()
    }

    fn sign(key: &ffi::Keypair, message: &[u8], auxiliary: &[u8]) -> Result<Signature, Error> {
        let auxiliary: [u8; 32] = array("auxiliary bytes", auxiliary)?;
        let mut signature = [0; 64];
        // SAFETY: the context is alive during the call, the pair is one, and there are as many bytes
        // as the library reads and writes.
        unsafe {
            let parameters = ffi::SchnorrSigExtraParams::new(None, auxiliary.as_c_ptr().cast());
            let signed = with_raw_global_context(
                |context| {
                    ffi::secp256k1_schnorrsig_sign_custom(
                        context.as_ptr(),
                        signature.as_mut_c_ptr(),
                        message.as_c_ptr(),
                        message.len(),
                        key,
                        &raw const parameters,
                    )
                },
                None,
            );
            assert_eq!(signed, 1, "a key pair is in range");
        }
        Ok(Signature::from_byte_array(signature))
    }

    fn verify(key: &XOnlyPublicKey, message: &[u8], signature: &Signature) -> Result<bool, Error> {
        Ok(schnorr::verify(signature, message, key).is_ok())
    }
}
