//! Agreement with ring-go, both ways.

mod common;

use std::{fs, path::Path};

use common::{Case, Link, Stuck, Vectors, decode, keys, ring, ring_go, rng, vectors};
use ring_signatures::{
    Curve, Ed25519, Error, K256, Libsecp256k1, SecretKey, Signature, Variant, sign,
};

fn of(curve: &str) -> Vectors {
    let mut vectors = vectors();
    vectors.signatures.retain(|case| case.curve == curve);
    vectors.links.retain(|link| link.curve == curve);
    vectors
}

/// The verdicts of ring-go, and its bytes again.
fn agrees<C: Curve>(curve: &str) {
    let vectors = of(curve);
    assert!(vectors.signatures.len() > 30 && vectors.links.len() >= 4);
    for Case {
        kind,
        size,
        index,
        secret_key,
        message,
        signature: bytes,
        valid,
        ..
    } in &vectors.signatures
    {
        let what = format!("{curve} {kind} {size}");
        let signature = decode::<C>(bytes).expect(&what);
        assert_eq!(signature.verify(message), *valid, "{what}");
        assert_eq!(signature.ring().len(), *size, "{what}");
        assert_eq!(signature.to_bytes(), *bytes, "{what}");

        let prepared = signature.ring().clone().prepare();
        let again = prepared.signature_from_bytes(Variant::RingGo, bytes);
        assert_eq!(again.as_ref(), Ok(&signature), "{what}");
        assert_eq!(prepared.verify(message, &signature), Ok(*valid), "{what}");
        let both = [
            (*message, signature.clone()),
            (*message, again.expect(&what)),
        ];
        assert_eq!(prepared.verify_many(&both), Ok(vec![*valid; 2]), "{what}");

        let Some(secret) = secret_key else { continue };
        let secret = SecretKey::<C>::from_bytes(secret).expect(&what);
        assert_eq!(
            signature.ring().members().nth(*index),
            Some(secret.public_key()),
            "{what}"
        );
        let ours = prepared
            .sign(Variant::RingGo, &secret, message, &mut rng())
            .expect(&what);
        assert!(ours.linked(&signature), "{what}");
        assert!(ours.verify(message), "{what}");
    }
    for Link {
        kind, a, b, linked, ..
    } in &vectors.links
    {
        let [a, b] = [a, b].map(|bytes| decode::<C>(bytes).expect(kind));
        assert_eq!(a.linked(&b), *linked, "{curve} {kind}");
    }
}

#[test]
fn k256_agrees_with_ring_go() {
    agrees::<K256>("secp256k1");
}

#[test]
fn libsecp256k1_agrees_with_ring_go() {
    agrees::<Libsecp256k1>("secp256k1");
}

#[test]
fn ed25519_agrees_with_ring_go() {
    agrees::<Ed25519>("ed25519");
}

/// Both named vectors are there, and the bytes of the first challenge show what is odd about it: the
/// leading zero is at the end.
#[test]
fn a_leading_zero_byte_is_among_them() {
    let vectors = of("secp256k1");
    let find = |name: &str| vectors.signatures.iter().find(|case| case.kind == name);
    let first = find("leading_zero_in_challenge_0").expect("a vector");
    assert_eq!(first.signature[35], 0);
    assert!(first.valid && find("leading_zero_in_challenge_1").expect("a vector").valid);
}

#[test]
fn the_vectors_are_those_of_the_generator() {
    let Some(mut generator) = ring_go(&["make"]) else {
        return;
    };
    let made = generator.output().unwrap();
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    assert!(
        made.stdout == include_bytes!("../vectors/ring-go.json"),
        "they differ"
    );
}

/// Signatures of ours by `C`, and a changed one for each.
fn ours<C: Curve>(curve: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for size in [2, 3, 5, 16, 33] {
        let keys = keys::<C>(size);
        for index in [0, size / 2, size - 1] {
            let message = [u8::try_from(size + index).expect("small rings"); 32];
            let signature = sign(
                Variant::RingGo,
                &ring(&keys),
                &keys[index],
                &message,
                &mut rng(),
            );
            let mut signature = signature.expect("a member").to_bytes();
            for valid in [true, false] {
                cases.push(Case {
                    curve: curve.to_owned(),
                    kind: "ours".to_owned(),
                    size,
                    index,
                    secret_key: None,
                    message,
                    signature: signature.clone(),
                    valid,
                });
                // Of the first challenge.
                signature[20] ^= 1;
            }
        }
    }
    cases
}

#[test]
fn ring_go_verifies_ours() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let Some(mut verify) = ring_go(&["verify", file.path().to_str().unwrap()]) else {
        return;
    };
    let signatures = [
        ours::<K256>("secp256k1"),
        ours::<Libsecp256k1>("secp256k1"),
        ours::<Ed25519>("ed25519"),
    ];
    let vectors = Vectors {
        signatures: signatures.into_iter().flatten().collect(),
        links: Vec::new(),
    };
    fs::write(file.path(), serde_json::to_string(&vectors).unwrap()).unwrap();
    let said = verify.output().unwrap();
    assert!(
        said.status.success(),
        "{}",
        String::from_utf8_lossy(&said.stderr)
    );
    assert_eq!(
        String::from_utf8_lossy(&said.stdout),
        "90 signatures, 0 links\n"
    );
}

/// ring-go takes all of these.
#[test]
fn ours_is_strict_where_ring_go_is_not() {
    let vectors = of("secp256k1");
    let bytes = &vectors.signatures[0].signature;
    let mut trailing = bytes.clone();
    trailing.push(0);
    assert_eq!(
        decode::<K256>(&trailing).unwrap_err(),
        Error::TrailingBytes(1)
    );
    let mut large = bytes.clone();
    large[4..36].fill(0xff);
    assert!(matches!(
        decode::<K256>(&large),
        Err(Error::ScalarOutOfRange(_))
    ));
    let mut twice = bytes.clone();
    let (member, second) = (101..134, 166..199);
    twice.copy_within(member, second.start);
    assert_eq!(
        decode::<K256>(&twice).unwrap_err(),
        Error::DuplicateMember {
            first: 0,
            second: 1
        }
    );
}

/// Signatures of the bound variant by a generator that stands still: the same in every run.
fn bound<C: Curve>(curve: &str) -> Vec<Case> {
    let case = |(size, index): (u8, u8)| {
        // Big-endian or little-endian, the outer bytes of the order are larger.
        let secret = |key: u8| {
            [[0; 8], [key + 1; 8], [size; 8], [0; 8]]
                .concat()
                .try_into()
        };
        let secret = |key: u8| secret(key).expect("32 bytes");
        let keys = (0..size).map(|key| SecretKey::<C>::from_bytes(&secret(key)));
        let keys = keys.collect::<Result<Vec<_>, _>>().expect("keys");
        let (message, index) = ([index; 32], usize::from(index));
        let signature = sign(
            Variant::Bound,
            &ring(&keys),
            &keys[index],
            &message,
            &mut Stuck,
        );
        Case {
            curve: curve.to_owned(),
            kind: "bound".to_owned(),
            size: keys.len(),
            index,
            secret_key: Some(*keys[index].to_bytes()),
            message,
            signature: signature.expect("a member").to_bytes(),
            valid: true,
        }
    };
    [(2, 0), (2, 1), (3, 2), (9, 4)].map(case).into()
}

/// The bound variant stays what it is, nonces included, and both implementations of secp256k1 are the same.
#[test]
fn bound_signatures_are_those_of_the_vectors() {
    let file = include_str!("../vectors/bound.json");
    let expected = serde_json::from_str::<Vectors>(file).unwrap().signatures;
    let (secp256k1, ed25519) = expected.split_at(4);
    assert_eq!(bound::<K256>("secp256k1"), secp256k1);
    assert_eq!(bound::<Libsecp256k1>("secp256k1"), secp256k1);
    assert_eq!(bound::<Ed25519>("ed25519"), ed25519);
    for case in secp256k1 {
        let signature = Signature::<K256>::from_bytes(Variant::Bound, &case.signature).unwrap();
        assert!(signature.verify(&case.message));
    }
}

#[test]
#[ignore = "writes the file that bound_signatures_are_those_of_the_vectors reads"]
fn write_bound_vectors() {
    let vectors = Vectors {
        signatures: [bound::<K256>("secp256k1"), bound::<Ed25519>("ed25519")]
            .into_iter()
            .flatten()
            .collect(),
        links: Vec::new(),
    };
    let text = serde_json::to_string_pretty(&vectors).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/bound.json");
    fs::write(path, text + "\n").unwrap();
}
