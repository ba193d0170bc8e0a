//! Secret keys.

use std::fmt;

use bls_api::{MinPk, MultiSignature as _, SignatureScheme as _};
use engine_blst::Blst;
use engine_dusk::Dusk;
use engine_dusk_v2::DuskV2;
use zeroize::Zeroizing;

use crate::{Error, PublicKey, Scheme, Signature, keys::PublicPoint, signature::SignaturePoint};

/// A secret key, at rest in its encoding alone and zeroised when it is dropped.
///
/// The scalars of dusk's libraries are plain values that nobody clears. So there is none but on the
/// stack of a call that needs it; decoding costs less than a ten-thousandth of a signature.
pub struct SecretKey {
    scheme: Scheme,
    bytes: Zeroizing<[u8; Scheme::SECRET_KEY_LENGTH]>,
}

impl SecretKey {
    /// A new one, uniform in `1..r`, from the operating system's random numbers.
    pub fn generate(scheme: Scheme) -> Result<Self, Error> {
        scheme.usable()?;
        let mut bytes = Zeroizing::new([0; Scheme::SECRET_KEY_LENGTH]);
        loop {
            getrandom::fill(bytes.as_mut_slice())
                .map_err(|error| Error::Entropy(error.to_string()))?;
            // r has 255 bits; which byte is the highest is the scheme's.
            match scheme {
                Scheme::Dusk | Scheme::DuskV2 => bytes[31] &= 0x7f,
                Scheme::MinPk => bytes[0] &= 0x7f,
            }
            // Nine of ten are below r.
            if let Ok(key) = Self::from_bytes(scheme, bytes.as_slice()) {
                return Ok(key);
            }
        }
    }

    /// Reads [`Scheme::SECRET_KEY_LENGTH`] bytes, a number in `1..r`.
    pub fn from_bytes(scheme: Scheme, bytes: &[u8]) -> Result<Self, Error> {
        scheme.usable()?;
        let refused = |why: &str| Error::Refused(bls_api::Error::malformed("secret key", why));
        let bytes = bytes.try_into().map_err(|_| refused("not 32 bytes"))?;
        let key = Self {
            scheme,
            bytes: Zeroizing::new(bytes),
        };
        if key.bytes.iter().all(|&byte| byte == 0) {
            return Err(refused("zero"));
        }
        match scheme {
            Scheme::Dusk => Dusk::decode_secret_key(key.as_bytes()).map(|_| ())?,
            Scheme::DuskV2 => DuskV2::decode_secret_key(key.as_bytes()).map(|_| ())?,
            Scheme::MinPk => Blst::<MinPk>::decode_secret_key(key.as_bytes()).map(|_| ())?,
        }
        Ok(key)
    }

    /// The encoding.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// Of which scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The public key.
    pub fn public_key(&self) -> Result<PublicKey, Error> {
        let bytes = self.as_bytes();
        Ok(PublicKey(match self.scheme {
            Scheme::Dusk => PublicPoint::Dusk(Dusk::public_key(&Dusk::decode_secret_key(bytes)?)),
            Scheme::DuskV2 => {
                PublicPoint::DuskV2(DuskV2::public_key(&DuskV2::decode_secret_key(bytes)?))
            }
            Scheme::MinPk => {
                PublicPoint::MinPk(Blst::<MinPk>::decode_secret_key(bytes)?.sk_to_pk())
            }
        }))
    }

    /// Signs, with the factor for the public key where the scheme has one; `public` must be this
    /// key's.
    pub fn sign(&self, public: &PublicKey, message: &[u8]) -> Result<Signature, Error> {
        let bytes = self.as_bytes();
        Ok(Signature(match (self.scheme, &public.0) {
            (Scheme::Dusk, PublicPoint::Dusk(public)) => {
                let secret = Dusk::decode_secret_key(bytes)?;
                SignaturePoint::Dusk(Dusk::sign_multisig(&secret, public, message))
            }
            (Scheme::DuskV2, PublicPoint::DuskV2(public)) => {
                let secret = DuskV2::decode_secret_key(bytes)?;
                SignaturePoint::DuskV2(DuskV2::sign_multisig(&secret, public, message))
            }
            (Scheme::MinPk, PublicPoint::MinPk(_)) => {
                let secret = Blst::<MinPk>::decode_secret_key(bytes)?;
                SignaturePoint::MinPk(Blst::<MinPk>::sign(&secret, message)?)
            }
            _ => return Err(self.scheme.mixed_with(public.scheme())),
        }))
    }

    /// Signs without the factor, open to rogue keys: the scheme `dusk` alone has it. The signature
    /// verifies by the public key's own encoding, read as an aggregate key.
    pub fn sign_vulnerable(&self, message: &[u8]) -> Result<Signature, Error> {
        if self.scheme != Scheme::Dusk {
            let reason = "only the scheme dusk has signatures without a factor for the key";
            return Err(bls_api::Error::Unsupported(reason.into()).into());
        }
        let secret = Dusk::decode_secret_key(self.as_bytes())?;
        let signature = Dusk::sign_single(&secret, message);
        Ok(Signature(SignaturePoint::Dusk(signature)))
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey({}, not shown)", self.scheme)
    }
}
