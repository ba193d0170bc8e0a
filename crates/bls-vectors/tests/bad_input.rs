//! Garbage on every path that decodes: an error or `false`, never a panic or an abort.

#[path = "common/cases.rs"]
mod cases;
mod common;

use bls_api::{Error, Group, Inputs};
use bls_engines::engines;
use bls_vectors::inputs;
use cases::cases;
use common::Caller;
use proptest::{collection::vec, prelude::*, sample::Index};

const GROUPS: &[Group] = &[Group::MinPk, Group::MinSig];

const WITHOUT_TYPES: &[Group] = &[
    Group::Curve,
    Group::Eip2537,
    Group::Transport,
    Group::Classic,
    Group::RingSecp256k1,
    Group::RingEd25519,
    Group::RingRistretto255,
];

/// Bytes of every length around the encodings, with every kind of flag in front.
fn garbage() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        vec(any::<u8>(), 0..=200),
        (any::<u8>(), vec(any::<u8>(), 47)).prop_map(|(first, rest)| [vec![first], rest].concat()),
        (any::<u8>(), vec(any::<u8>(), 95)).prop_map(|(first, rest)| [vec![first], rest].concat()),
        vec(any::<u8>(), 32..=33),
        vec(any::<u8>(), 64),
        vec(any::<u8>(), 193),
        vec(any::<u8>(), 250..=260),
        (0..=200_usize, any::<u8>()).prop_map(|(length, byte)| vec![byte; length]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(500), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(a in garbage(), b in garbage(), c in garbage()) {
        for engine in engines() {
            for suite in GROUPS.iter().filter_map(|&group| Caller::new(engine, group)) {
                let _ = suite.decode_public_key(&a);
                let _ = suite.decode_signature(&a);
                let _ = suite.key_gen(&a);
                let hash = suite.hash_to_curve(&a, &b);
                if !matches!(hash, Err(Error::Unsupported(_))) {
                    let tag_is_right = (1..=255).contains(&b.len());
                    prop_assert_eq!(hash.is_ok(), tag_is_right, "{}", suite.engine);
                }
                let _ = suite.sign(&a, &b);
                prop_assert_ne!(suite.verify(&a, &b, &c), Ok(true));
                let _ = suite.aggregate_signatures(&[&a, &b]);
                let _ = suite.aggregate_public_keys(&[&a, &b]);
                prop_assert_ne!(suite.aggregate_verify(&[&a, &b], &[&c, &b], &c), Ok(true));
                prop_assert_ne!(suite.fast_aggregate_verify(&[&a, &b], &c, &c), Ok(true));
                prop_assert_ne!(suite.batch_verify(&[&a], &[&b], &[&c]), Ok(true));
            }
            for group in [Group::Dusk, Group::DuskV2] {
                let Ok(suite) = engine.suite(group) else {
                    continue;
                };
                let inputs = Inputs {
                    secret_keys: vec![a.clone()],
                    public_keys: vec![a.clone(), b.clone()],
                    messages: vec![b.clone()],
                    signatures: vec![c.clone(), a.clone()],
                    ..Inputs::default()
                };
                for operation in group.operations() {
                    let _ = suite.output(operation, &inputs);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(50), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics_without_types(a in garbage(), b in garbage(), c in garbage()) {
        let inputs = Inputs {
            secret_keys: vec![a.clone()],
            public_keys: vec![a.clone(), b.clone()],
            messages: vec![b.clone()],
            signatures: vec![c.clone(), a.clone()],
            coefficients: vec![1],
            dst: c.clone(),
            g1: vec![a.clone(), b.clone()],
            g2: vec![b, c.clone()],
            scalars: vec![a, c.clone()],
            input: c,
            ..Inputs::default()
        };
        for engine in engines() {
            for group in WITHOUT_TYPES {
                let Ok(suite) = engine.suite(*group) else {
                    continue;
                };
                for operation in group.operations() {
                    let _ = suite.output(operation, &inputs);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(100), failure_persistence: None, ..ProptestConfig::default() })]

    /// Signatures that are nearly right reach deeper than noise does.
    #[test]
    fn nothing_panics_on_damaged_ring_signatures(
        changes in vec((any::<Index>(), any::<u8>()), 1..4), length in any::<Index>(), cut: bool,
    ) {
        for group in [Group::RingSecp256k1, Group::RingEd25519, Group::RingRistretto255] {
            let of = |name| {
                let operation = group.operation(name).expect("a row");
                inputs(group, operation, Some(2)).expect("a workload")
            };
            let good = of("verify");
            let mut signature = good.signatures[0].clone();
            for (place, byte) in &changes {
                let length = signature.len();
                signature[place.index(length)] ^= byte;
            }
            if cut {
                signature.truncate(length.index(signature.len()));
            }
            if signature == good.signatures[0] {
                continue;
            }
            let damaged = Inputs {
                signatures: vec![signature.clone(), signature],
                messages: vec![good.messages[0].clone(); 2],
                ..of("sign")
            };
            for engine in engines() {
                let Ok(suite) = engine.suite(group) else {
                    continue;
                };
                for operation in group.operations() {
                    let output = suite.output(operation, &damaged);
                    prop_assert!(!matches!(output, Err(Error::Runner(_))), "{}: {output:?}", engine.id);
                    if operation.name.contains("verify") {
                        prop_assert_ne!(output, Ok(vec![1]), "{}", engine.id);
                    }
                }
            }
        }
    }
}

#[test]
fn empty_and_unequal_lists_are_errors_or_false() {
    for engine in engines() {
        for &group in GROUPS {
            let Some(suite) = Caller::new(engine, group) else {
                continue;
            };
            let (secret, public) = suite.key_gen(&[7; 32]).unwrap();
            let signature = suite.sign(&secret, b"message").unwrap();
            assert!(suite.aggregate_signatures(&[]).is_err());
            assert!(suite.aggregate_public_keys(&[]).is_err());
            assert_ne!(suite.aggregate_verify(&[], &[], &signature), Ok(true));
            assert_ne!(suite.fast_aggregate_verify(&[], b"", &signature), Ok(true));
            assert_ne!(suite.batch_verify(&[], &[], &[]), Ok(true));
            let twice: [&[u8]; 2] = [&public, &public];
            assert_ne!(
                suite.aggregate_verify(&twice, &[b"message"], &signature),
                Ok(true)
            );
            assert_ne!(
                suite.batch_verify(&twice, &[b"message"], &[&signature]),
                Ok(true)
            );
        }
    }
}
