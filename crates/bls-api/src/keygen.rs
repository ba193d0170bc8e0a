//! HKDF of KeyGen, for libraries that are a curve without a signature scheme.

use hkdf::Hkdf;
use sha2::{Digest, Sha256};

use crate::Error;

/// The salt of KeyGen in draft-irtf-cfrg-bls-signature-05 section 2.3, before it is hashed.
pub const KEYGEN_SALT: &[u8] = b"BLS-SIG-KEYGEN-SALT-";

/// Length of the key material that KeyGen reduces: `ceil(1.5 * ceil(log2(r)) / 8)` bytes.
const LENGTH: usize = 48;

/// KeyGen of draft-irtf-cfrg-bls-signature-05 section 2.3, with an empty `key_info`.
///
/// `reduce` reads 48 bytes as a big-endian integer modulo the group order and answers `None` for
/// zero; then the salt is hashed once more, as the draft says.
pub fn key_material<S>(
    ikm: &[u8],
    reduce: impl Fn(&[u8; LENGTH]) -> Option<S>,
) -> Result<S, Error> {
    if ikm.len() < 32 {
        return Err(Error::malformed("key material", "shorter than 32 bytes"));
    }
    let mut salt = Sha256::digest(KEYGEN_SALT);
    loop {
        let mut padded = ikm.to_vec();
        padded.push(0);
        let mut okm = [0; LENGTH];
        Hkdf::<Sha256>::new(Some(&salt), &padded)
            .expand(&[0, 48], &mut okm)
            .map_err(|error| Error::malformed("key material", error.to_string()))?;
        if let Some(scalar) = reduce(&okm) {
            return Ok(scalar);
        }
        salt = Sha256::digest(salt);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn short_key_material_is_refused() {
        assert!(key_material(&[7; 31], |okm| Some(*okm)).is_err());
        assert!(key_material(&[7; 32], |okm| Some(*okm)).is_ok());
    }

    #[test]
    fn a_zero_scalar_hashes_the_salt_again() {
        let rounds = Cell::new(0);
        let second = key_material(&[7; 32], |okm| {
            rounds.set(rounds.get() + 1);
            (rounds.get() == 2).then_some(*okm)
        });
        let first = key_material(&[7; 32], |okm| Some(*okm));
        assert_ne!(first, second);
        assert_eq!(rounds.get(), 2);
    }
}
