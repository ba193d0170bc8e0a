//! Public keys from signatures.

use bls_api::EcRecover;
use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};

pub(crate) struct K256;

impl EcRecover for K256 {
    fn recover(hash: &[u8; 32], odd: bool, r_s: &[u8; 64]) -> Option<[u8; 64]> {
        let signature = Signature::from_slice(r_s).ok()?;
        let id = RecoveryId::new(odd, false);
        // Unlike verification it takes a high s.
        let key = VerifyingKey::recover_from_prehash(hash, &signature, id).ok()?;
        key.to_sec1_point(false).as_bytes()[1..].try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use k256::{NonZeroScalar, ecdsa::SigningKey};

    use super::*;

    #[test]
    fn the_signer_of_a_low_and_of_a_high_s() {
        for byte in 1..=20 {
            let key = SigningKey::from_slice(&[byte; 32]).unwrap();
            let public = key.verifying_key().to_sec1_point(false);
            let hash = [!byte; 32];
            let (signature, id) = key.sign_prehash_recoverable(&hash);
            let (r, s) = signature.split_scalars();
            let high: NonZeroScalar = -s;
            for (s, odd) in [(s, id.is_y_odd()), (high, !id.is_y_odd())] {
                let r_s = Signature::from_scalars(r, s).unwrap().to_bytes().into();
                assert_eq!(
                    K256::recover(&hash, odd, &r_s).unwrap(),
                    public.as_bytes()[1..]
                );
            }
        }
    }
}
