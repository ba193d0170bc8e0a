//! Public keys from signatures.

use bls_api::EcRecover;
use secp256k1::{
    Message,
    ecdsa::{RecoverableSignature, RecoveryId},
};

pub(crate) struct Secp256k1;

impl EcRecover for Secp256k1 {
    fn recover(hash: &[u8; 32], odd: bool, r_s: &[u8; 64]) -> Option<[u8; 64]> {
        let id = if odd {
            RecoveryId::One
        } else {
            RecoveryId::Zero
        };
        let signature = RecoverableSignature::from_compact(r_s, id).ok()?;
        let key = signature.recover_ecdsa(Message::from_digest(*hash)).ok()?;
        key.serialize_uncompressed()[1..].try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use bls_api::{Engine, Group, Inputs};
    use k256::ecdsa::SigningKey;

    type Word = [u8; 32];

    const ZERO: Word = [0; 32];
    const ONE: Word = small(1);
    const ORDER: Word = [
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xfe, 0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36,
        0x41, 0x41,
    ];
    /// Of the secret key 1.
    const ADDRESS: Word = [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7e, 0x5f, 0x45, 0x52, 0x09, 0x1a, 0x69, 0x12, 0x5d,
        0x5d, 0xfc, 0xb7, 0xb8, 0xc2, 0x65, 0x90, 0x29, 0x39, 0x5b, 0xdf,
    ];

    const fn small(value: u8) -> Word {
        let mut word = ZERO;
        word[31] = value;
        word
    }

    fn output(engine: &Engine, input: Vec<u8>) -> Vec<u8> {
        let mut operations = Group::Eip2537.operations().iter();
        let ecrecover = operations.find(|row| row.name == "ecrecover").unwrap();
        let inputs = Inputs {
            input,
            ..Inputs::default()
        };
        let suite = engine.suite(Group::Eip2537).unwrap();
        suite.output(ecrecover, &inputs).unwrap()
    }

    /// What libsecp256k1 and `k256` agree on.
    fn recover(hash: Word, v: u8, r: Word, s: Word) -> Vec<u8> {
        let input = [hash, small(v), r, s].concat();
        let ours = output(&crate::ENGINE, input.clone());
        assert_eq!(
            ours,
            output(&engine_k256::ENGINE, input.clone()),
            "{input:x?}"
        );
        ours
    }

    #[test]
    fn the_signer_from_a_low_and_from_a_high_s() {
        let key = SigningKey::from_slice(&ONE).unwrap();
        for hash in [ZERO, [0x17; 32], ORDER, [0xff; 32]] {
            let (signature, id) = key.sign_prehash_recoverable(&hash);
            let (r, s) = signature.split_scalars();
            let (v, other) = if id.is_y_odd() { (28, 27) } else { (27, 28) };
            let [r, low, high] = [r, s, -s].map(|scalar| scalar.to_bytes().into());
            assert_eq!(recover(hash, v, r, low), ADDRESS);
            assert_eq!(recover(hash, other, r, high), ADDRESS);
            assert_ne!(recover(hash, other, r, low), ADDRESS);
        }
    }

    #[test]
    fn r_and_s_are_between_zero_and_the_order() {
        assert!(!recover(ONE, 27, ONE, ONE).is_empty());
        for bad in [ZERO, ORDER, [0xff; 32]] {
            for v in [27, 28] {
                assert!(recover(ONE, v, bad, ONE).is_empty(), "r = {bad:x?}");
                assert!(recover(ONE, v, ONE, bad).is_empty(), "s = {bad:x?}");
            }
        }
    }

    #[test]
    fn about_every_second_r_is_of_a_point() {
        let keys = (1..=100).filter(|&r| !recover(ONE, 28, small(r), ONE).is_empty());
        assert!((30..=70).contains(&keys.count()));
    }

    /// With the generator as the point, s times it less the hash times it.
    #[test]
    fn the_identity_is_not_a_key() {
        let key = SigningKey::from_slice(&ONE).unwrap();
        let point = key.verifying_key().to_sec1_point(false);
        let x = (*point.x().unwrap()).into();
        assert!(recover(small(9), 27, x, small(9)).is_empty());
        assert!(!recover(small(9), 28, x, small(9)).is_empty());
        assert!(!recover(small(9), 27, x, small(8)).is_empty());
    }
}
