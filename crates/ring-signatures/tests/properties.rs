//! What holds for every ring, signer and message, and what is refused.

mod common;

use common::{Message, Stuck, decode, keys, ring, rng, vectors};
use proptest::{
    prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_assume},
    sample::Index,
    test_runner::{Config, TestCaseResult, TestRunner},
};
use ring_signatures::{
    Curve, Ed25519, Error, K256, Libsecp256k1, Part, Ring, SecretKey, Signature, Variant, sign,
};

const VARIANTS: [Variant; 2] = [Variant::Bound, Variant::RingGo];

fn check<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value) -> TestCaseResult) {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new(config)
        .run(&strategy, test)
        .unwrap_or_else(|error| panic!("{error}"));
}

/// A ring by its keys, the signer's place, a message, and a variant.
fn cases<C: Curve>() -> impl Strategy<Value = (Vec<SecretKey<C>>, Index, Message, Index)> {
    let keys = (2_usize..8).prop_map(keys);
    (keys, any::<Index>(), any::<Message>(), any::<Index>())
}

fn holds<C: Curve>() {
    check(24, cases::<C>(), |(keys, signer, message, variant)| {
        let variant = *variant.get(&VARIANTS);
        let other = VARIANTS[usize::from(variant == VARIANTS[0])];
        let ring = ring(&keys);
        let prepared = ring.clone().prepare();
        let (signer, stranger) = (signer.get(&keys), signer.index(keys.len() - 1));
        let signature = sign(variant, &ring, signer, &message, &mut rng()).expect("a member");
        let bytes = signature.to_bytes();
        prop_assert_eq!(
            bytes.len(),
            4 + 32 + (C::POINT_LENGTH) * (1 + keys.len()) + 32 * keys.len()
        );
        let read = Signature::from_bytes(variant, &bytes);
        prop_assert_eq!(read.as_ref(), Ok(&signature));
        prop_assert!(signature.verify(&message));
        prop_assert_eq!(prepared.verify(&message, &signature), Ok(true));

        let mut wrong = message;
        wrong[0] ^= 1;
        prop_assert!(!signature.verify(&wrong));
        let crossed = Signature::<C>::from_bytes(other, &bytes).expect("the same encoding");
        prop_assert!(!crossed.verify(&message));

        let second = prepared
            .sign(other, signer, &wrong, &mut rng())
            .expect("a member");
        prop_assert!(second.verify(&wrong) && second.linked(&signature));
        let not_signer = keys
            .iter()
            .filter(|key| key.public_key() != signer.public_key());
        let not_signer = not_signer.collect::<Vec<_>>()[stranger];
        let third = sign(variant, &ring, not_signer, &message, &mut rng()).expect("a member");
        prop_assert!(third.verify(&message) && !third.linked(&signature));
        Ok(())
    });
}

#[test]
fn signatures_verify_and_link() {
    holds::<K256>();
    holds::<Libsecp256k1>();
    holds::<Ed25519>();
}

/// In either variant, and whatever the byte is part of.
fn every_byte_counts<C: Curve>() {
    let keys = keys::<C>(3);
    for variant in VARIANTS {
        let message = [7; 32];
        let signature =
            sign(variant, &ring(&keys), &keys[1], &message, &mut rng()).expect("a member");
        let bytes = signature.to_bytes();
        for place in 0..bytes.len() {
            for bit in [0x01, 0x80] {
                let mut changed = bytes.clone();
                changed[place] ^= bit;
                let accepted = Signature::<C>::from_bytes(variant, &changed)
                    .is_ok_and(|signature| signature.verify(&message));
                assert!(!accepted, "{variant:?}: byte {place}, bit {bit}");
            }
        }
    }
}

#[test]
fn a_changed_byte_is_refused() {
    every_byte_counts::<K256>();
    every_byte_counts::<Libsecp256k1>();
    every_byte_counts::<Ed25519>();
}

/// A ring is a list: in another order, and with the responses moved along, it is another ring.
fn order_counts<C: Curve>() {
    let keys = keys::<C>(4);
    let members: Vec<_> = keys.iter().map(SecretKey::public_key).collect();
    let turned: Vec<_> = members[1..].iter().chain(&members[..1]).collect();
    let (ring, turned) = (
        Ring::<C>::new(&members).expect("members"),
        Ring::<C>::new(&turned).expect("members"),
    );
    assert_ne!(ring, turned);
    for variant in VARIANTS {
        let signature = sign(variant, &ring, &keys[2], &[1; 32], &mut rng()).expect("a member");
        let prepared = turned.clone().prepare();
        assert_eq!(prepared.verify(&[1; 32], &signature), Err(Error::OtherRing));
        let again = prepared.signature_from_bytes(variant, &signature.to_bytes());
        assert_eq!(again, Err(Error::OtherRing));
        let mut bytes = signature.to_bytes();
        let entries = 4 + 32 + C::POINT_LENGTH;
        bytes[entries..].rotate_left(32 + C::POINT_LENGTH);
        let moved = Signature::<C>::from_bytes(variant, &bytes).expect("an encoding");
        assert_eq!(*moved.ring(), turned);
        assert!(!moved.verify(&[1; 32]), "{variant:?}");
    }
}

#[test]
fn the_order_of_a_ring_counts() {
    order_counts::<K256>();
    order_counts::<Libsecp256k1>();
    order_counts::<Ed25519>();
}

/// Two responses of one nonce to two challenges would give the key away; equal ones of decoys would at
/// least show who they are.
#[test]
fn a_stuck_generator_does_not_repeat_a_nonce() {
    let keys = keys::<Ed25519>(3);
    let sign = |message: u8| {
        sign(
            Variant::Bound,
            &ring(&keys),
            &keys[0],
            &[message; 32],
            &mut Stuck,
        )
        .expect("a member")
        .to_bytes()
    };
    assert_eq!(sign(1), sign(1));
    let (a, b) = (sign(1), sign(2));
    for member in 0..3 {
        let response = 68 + 64 * member..100 + 64 * member;
        assert_ne!(a[response.clone()], b[response]);
    }
    let mut random = rng();
    let again = ring_signatures::sign(
        Variant::Bound,
        &ring(&keys),
        &keys[0],
        &[1; 32],
        &mut random,
    );
    assert_ne!(again.expect("a member").to_bytes(), a);
}

/// 20,000 inputs that were signatures once, or never: nothing panics, and what is read is written again as
/// it was.
#[test]
fn mutated_bytes_are_refused_or_read_exactly() {
    let vectors = vectors().signatures;
    let originals: Vec<_> = vectors
        .into_iter()
        .map(|case| case.signature)
        .filter(|bytes| bytes.len() < 700)
        .collect();
    let edits = proptest::collection::vec((any::<Index>(), any::<u8>(), 0..4_u8), 0..6);
    check(20_000, (any::<Index>(), edits), |(original, edits)| {
        let mut bytes = original.get(&originals).clone();
        for (place, value, edit) in edits {
            let place = place.index(bytes.len() + 1);
            match edit {
                0 => bytes.truncate(place),
                1 => bytes.insert(place, value),
                2 => bytes.splice(0..0, [0, 0, 0, value]).for_each(drop),
                _ => bytes
                    .iter_mut()
                    .skip(place)
                    .take(1)
                    .for_each(|byte| *byte ^= value),
            }
        }
        prop_assert!(reads_exactly::<K256>(&bytes));
        prop_assert_eq!(
            decode::<K256>(&bytes).map(|read| read.verify(&[0; 32])),
            decode::<Libsecp256k1>(&bytes).map(|read| read.verify(&[0; 32]))
        );
        prop_assert!(reads_exactly::<Ed25519>(&bytes));
        Ok(())
    });
}

fn reads_exactly<C: Curve>(bytes: &[u8]) -> bool {
    decode::<C>(bytes).is_ok_and(|read| read.to_bytes() == bytes) || decode::<C>(bytes).is_err()
}

/// A number of members that is not theirs; no memory is taken for it.
#[test]
fn sizes_that_lie() {
    let keys = keys::<Ed25519>(3);
    let bytes = sign(Variant::Bound, &ring(&keys), &keys[0], &[0; 32], &mut rng())
        .unwrap()
        .to_bytes();
    let with = |count: u32| {
        let changed = [&count.to_be_bytes(), &bytes[4..]].concat();
        Signature::<Ed25519>::from_bytes(Variant::Bound, &changed).unwrap_err()
    };
    let truncated = |expected| Error::Truncated {
        expected,
        found: 68 + 3 * 64,
    };
    assert_eq!(with(0), Error::TrailingBytes(3 * 64));
    assert_eq!(with(2), Error::TrailingBytes(64));
    assert_eq!(with(4), truncated(68 + 4 * 64));
    assert_eq!(with(u32::MAX), truncated(68 + 64 * u64::from(u32::MAX)));
    for length in 0..bytes.len() {
        let cut = Signature::<Ed25519>::from_bytes(Variant::Bound, &bytes[..length]);
        assert!(matches!(cut, Err(Error::Truncated { found, .. }) if found == length));
    }
    let one = [&1_u32.to_be_bytes(), &bytes[4..68 + 64]].concat();
    assert_eq!(
        Signature::<Ed25519>::from_bytes(Variant::Bound, &one).unwrap_err(),
        Error::TooFewMembers(1)
    );
}

fn keys_and_rings<C: Curve>(order: [u8; 32], off_curve: &[u8], small: &[&[u8]]) {
    let keys = keys::<C>(3);
    let [a, b, c] = [0, 1, 2].map(|index| keys[index].public_key().as_ref());
    let refused = |members: &[&[u8]]| Ring::<C>::new(members).expect_err("refused");
    assert_eq!(refused(&[]), Error::TooFewMembers(0));
    assert_eq!(refused(&[a]), Error::TooFewMembers(1));
    assert_eq!(
        refused(&[a, b, a]),
        Error::DuplicateMember {
            first: 0,
            second: 2
        }
    );
    assert_eq!(refused(&[a, off_curve]), Error::NotAPoint(Part::Member(1)));
    assert_eq!(refused(&[a, &a[1..]]), Error::NotAPoint(Part::Member(1)));
    assert_eq!(refused(&[&[], a]), Error::NotAPoint(Part::Member(0)));
    for small in small {
        assert_eq!(
            refused(&[a, small]),
            Error::SmallOrder(Part::Member(1)),
            "{small:x?}"
        );
    }
    let without = Ring::<C>::new(&[a, b]).expect("members");
    let stranger = sign(Variant::Bound, &without, &keys[2], &[0; 32], &mut rng());
    assert_eq!(stranger, Err(Error::NotAMember));
    assert_eq!(keys[2].public_key().as_ref(), c);

    let key = |bytes: &[u8; 32]| SecretKey::<C>::from_bytes(bytes).map(|key| *key.to_bytes());
    assert_eq!(key(&[0; 32]), Err(Error::ZeroKey));
    assert_eq!(key(&order), Err(Error::ScalarOutOfRange(Part::SecretKey)));
    assert_eq!(
        key(&[0xff; 32]),
        Err(Error::ScalarOutOfRange(Part::SecretKey))
    );
    let mut below = order;
    let last = if order[0] == 0xff { 31 } else { 0 };
    below[last] -= 1;
    assert_eq!(key(&below), Ok(below));
}

#[test]
fn keys_and_rings_that_are_refused() {
    let secp = |text: &str| <[u8; 32]>::try_from(hex::decode(text).unwrap()).unwrap();
    let order = secp("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    // 5³ + 7 is no square.
    let mut off_curve = [0; 33];
    (off_curve[0], off_curve[32]) = (2, 5);
    let mut identity = [0; 33];
    identity[0] = 2;
    let identities: [&[u8]; 3] = [&[0], &[0; 33], &identity];
    keys_and_rings::<K256>(order, &off_curve, &identities);
    keys_and_rings::<Libsecp256k1>(order, &off_curve, &identities);

    let order = secp("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    let mut off_curve = [0; 32];
    off_curve[0] = 2;
    let small = curve25519_dalek::constants::EIGHT_TORSION.map(|point| point.compress().0);
    keys_and_rings::<Ed25519>(order, &off_curve, &small.each_ref().map(|bytes| &bytes[..]));
    // y = 2²⁵⁵ - 19 + 3: the second encoding of a point that is not of small order.
    let mut second = [0xff; 32];
    (second[0], second[31]) = (0xf0, 0x7f);
    let first = [&[3][..], &[0; 31]].concat();
    let refused = Ring::<Ed25519>::new(&[&second[..], &first]).unwrap_err();
    assert_eq!(refused, Error::NotAPoint(Part::Member(0)));
    Ring::<Ed25519>::new(&[&small[0][..], &first]).unwrap_err();
}

/// For any scalar that is below the order, and no other.
#[test]
fn secret_keys_are_read_as_they_are_written() {
    check(200, any::<Message>(), |bytes| {
        prop_assume!(bytes != [0; 32]);
        if let Ok(key) = SecretKey::<K256>::from_bytes(&bytes) {
            prop_assert_eq!(*key.to_bytes(), bytes);
            let other = SecretKey::<Libsecp256k1>::from_bytes(&bytes).expect("the same range");
            prop_assert_eq!(key.public_key(), other.public_key());
        }
        Ok(())
    });
}
