//! The three schemes through the one set of types. That the libraries compute what they should is
//! the gate's to say (`bls-vectors`).

use bls_schemes::{AggregateKey, Error, PublicKey, Scheme, SecretKey, Signature};

const MESSAGE: &[u8] = b"message";

struct Signer {
    secret: SecretKey,
    public: PublicKey,
    signature: Signature,
}

fn signer(scheme: Scheme) -> Signer {
    let secret = SecretKey::generate(scheme).expect("a key");
    let public = secret.public_key().expect("a public key");
    let signature = secret.sign(&public, MESSAGE).expect("a signature");
    Signer {
        secret,
        public,
        signature,
    }
}

#[test]
fn one_signer() {
    for &scheme in Scheme::ALL {
        let one = signer(scheme);
        let key = AggregateKey::new(&[&one.public]).unwrap();
        assert_eq!(key.verify(MESSAGE, &one.signature), Ok(true), "{scheme}");
        assert_eq!(key.verify(b"other", &one.signature), Ok(false), "{scheme}");
        let other = signer(scheme);
        let wrong = AggregateKey::new(&[&other.public]).unwrap();
        assert_eq!(wrong.verify(MESSAGE, &one.signature), Ok(false), "{scheme}");
    }
}

#[test]
fn many_signers() {
    for &scheme in Scheme::ALL {
        let signers: Vec<Signer> = (0..5).map(|_| signer(scheme)).collect();
        let keys: Vec<&PublicKey> = signers.iter().map(|signer| &signer.public).collect();
        let others: Vec<&Signature> = signers[1..].iter().map(|other| &other.signature).collect();
        let signature = signers[0].signature.aggregate(&others).unwrap();
        let key = AggregateKey::new(&keys).unwrap();
        assert_eq!(key.verify(MESSAGE, &signature), Ok(true), "{scheme}");
        let fewer = AggregateKey::new(&keys[1..]).unwrap();
        assert_eq!(fewer.verify(MESSAGE, &signature), Ok(false), "{scheme}");

        let grown = AggregateKey::new(&keys[..2]).unwrap().add(&keys[2..]);
        if scheme == Scheme::DuskV2 {
            assert!(matches!(grown, Err(Error::Refused(_))));
        } else {
            assert_eq!(grown.unwrap().to_bytes(), key.to_bytes(), "{scheme}");
        }
    }
}

#[test]
fn encodings_come_back() {
    for &scheme in Scheme::ALL {
        let one = signer(scheme);
        let key = AggregateKey::new(&[&one.public]).unwrap();
        let secret = SecretKey::from_bytes(scheme, one.secret.as_bytes()).unwrap();
        let public = PublicKey::from_bytes(scheme, &one.public.to_bytes()).unwrap();
        assert_eq!(public.to_bytes().len(), scheme.public_key_length());
        let again = secret.sign(&public, MESSAGE).unwrap();
        assert_eq!(again.to_bytes(), one.signature.to_bytes(), "{scheme}");
        assert_eq!(again.to_bytes().len(), scheme.signature_length());
        let again = Signature::from_bytes(scheme, &again.to_bytes()).unwrap();
        let key = AggregateKey::from_bytes(scheme, &key.to_bytes()).unwrap();
        assert_eq!(key.verify(MESSAGE, &again), Ok(true), "{scheme}");
        assert_eq!(scheme.name().parse(), Ok(scheme));
    }
}

#[test]
fn signatures_without_the_factor_are_dusk_s() {
    let one = signer(Scheme::Dusk);
    let signature = one.secret.sign_vulnerable(MESSAGE).unwrap();
    let key = AggregateKey::from_bytes(Scheme::Dusk, &one.public.to_bytes()).unwrap();
    assert_eq!(key.verify(MESSAGE, &signature), Ok(true));
    for scheme in [Scheme::DuskV2, Scheme::MinPk] {
        let error = signer(scheme).secret.sign_vulnerable(MESSAGE).err();
        assert!(matches!(error, Some(Error::Refused(_))), "{scheme}");
    }
}

#[test]
fn what_is_not_a_key_is_refused() {
    for &scheme in Scheme::ALL {
        for bad in [&[0; 32][..], &[0xff; 32], &[1; 31], &[1; 33], &[]] {
            assert!(
                SecretKey::from_bytes(scheme, bad).is_err(),
                "{scheme} {bad:?}"
            );
        }
        for length in [0, 1, 47, 48, 49, 96] {
            let bad = vec![0xff; length];
            assert!(PublicKey::from_bytes(scheme, &bad).is_err(), "{scheme}");
            assert!(AggregateKey::from_bytes(scheme, &bad).is_err(), "{scheme}");
            assert!(Signature::from_bytes(scheme, &bad).is_err(), "{scheme}");
        }
        assert!(AggregateKey::new(&[] as &[PublicKey]).is_err());
    }
}

#[test]
fn the_identity_is_no_key() {
    for &scheme in Scheme::ALL {
        let mut identity = vec![0; scheme.public_key_length()];
        identity[0] = 0xc0;
        assert!(
            PublicKey::from_bytes(scheme, &identity).is_err(),
            "{scheme}"
        );
        assert!(
            AggregateKey::from_bytes(scheme, &identity).is_err(),
            "{scheme}"
        );
    }
    let one = SecretKey::from_bytes(Scheme::MinPk, &[&[0; 31][..], &[1]].concat()).unwrap();
    let mut minus_one = one.public_key().unwrap().to_bytes();
    minus_one[0] ^= 0x20;
    let minus_one = PublicKey::from_bytes(Scheme::MinPk, &minus_one).unwrap();
    let key = AggregateKey::new(&[one.public_key().unwrap(), minus_one]).unwrap();
    assert_eq!(key.to_bytes()[0], 0xc0, "the keys cancel");
    let mut identity = vec![0; Scheme::MinPk.signature_length()];
    identity[0] = 0xc0;
    let signature = Signature::from_bytes(Scheme::MinPk, &identity).unwrap();
    assert_eq!(key.verify(MESSAGE, &signature), Ok(false));
}

#[test]
fn schemes_do_not_mix() {
    for &scheme in Scheme::ALL {
        let one = signer(scheme);
        let key = AggregateKey::new(&[&one.public]).unwrap();
        for &other in Scheme::ALL.iter().filter(|&&other| other != scheme) {
            let other = signer(other);
            let mixed = |error: Option<Error>| matches!(error, Some(Error::Mixed { .. }));
            assert!(mixed(one.secret.sign(&other.public, MESSAGE).err()));
            assert!(mixed(key.verify(MESSAGE, &other.signature).err()));
            assert!(mixed(key.add(&[&other.public]).err()));
            assert!(mixed(
                AggregateKey::new(&[&one.public, &other.public]).err()
            ));
            assert!(mixed(one.signature.aggregate(&[&other.signature]).err()));
        }
    }
}

#[test]
fn secrets_are_not_printed() {
    let secret = SecretKey::generate(Scheme::MinPk).unwrap();
    assert_eq!(format!("{secret:?}"), "SecretKey(min_pk, not shown)");
}
