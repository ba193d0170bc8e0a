//! Secret keys.

use std::fmt;

use rand_core_010::CryptoRng;
use zeroize::{Zeroize, Zeroizing};

use crate::{Curve, Error, Part, signature::decode_point};

/// A secret key with its public key and its key image. Wiped when it is dropped.
pub struct SecretKey<C: Curve> {
    scalar: C::Scalar,
    public: C::Encoded,
    /// What the public key hashes to: kept, because its time tells keys apart.
    pub(crate) hash: C::Point,
    pub(crate) image: C::Point,
}

impl<C: Curve> SecretKey<C> {
    /// From 32 bytes: big-endian on secp256k1, little-endian on ed25519; not zero, and below the order
    /// of the group. Constant time but for the hash of the public key to the curve.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, Error> {
        // Zero is no secret.
        if *bytes == [0; 32] {
            return Err(Error::ZeroKey);
        }
        let scalar = C::decode_scalar(bytes).ok_or(Error::ScalarOutOfRange(Part::SecretKey))?;
        let public = C::multiply_base(&scalar);
        let hash = C::hash_to_point(&public);
        let image = C::multiply(&scalar, &hash);
        let (_, image) = decode_point::<C>(image.as_ref(), Part::Image)?;
        Ok(Self {
            scalar,
            public,
            hash,
            image,
        })
    }

    /// A new key. As [`from_bytes`](Self::from_bytes) in time.
    pub fn generate(random: &mut impl CryptoRng) -> Result<Self, Error> {
        let mut wide = Zeroizing::new([0; 64]);
        random.fill_bytes(wide.as_mut());
        Self::from_bytes(&Zeroizing::new(C::encode_scalar(&C::reduce(&wide))))
    }

    /// What [`from_bytes`](Self::from_bytes) takes. Constant time.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(C::encode_scalar(&self.scalar))
    }

    /// The encoded public key, a member for rings.
    #[must_use]
    pub fn public_key(&self) -> &C::Encoded {
        &self.public
    }

    /// The encoded key image: in every signature by this key.
    #[must_use]
    pub fn key_image(&self) -> C::Encoded {
        C::encode(&self.image)
    }

    pub(crate) fn scalar(&self) -> &C::Scalar {
        &self.scalar
    }
}

impl<C: Curve> Drop for SecretKey<C> {
    fn drop(&mut self) {
        self.scalar.zeroize();
    }
}

impl<C: Curve> fmt::Debug for SecretKey<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey")
            .field("public", &self.public)
            .finish_non_exhaustive()
    }
}
