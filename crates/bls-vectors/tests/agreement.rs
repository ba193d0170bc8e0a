//! Random keys and messages: all engines of a group make the same bytes and the same verdicts,
//! on what is right and on what was damaged.

#[path = "common/cases.rs"]
mod cases;
mod common;

use bls_api::{Error, Group};
use bls_engines::engines;
use cases::cases;
use common::Caller;
use proptest::{collection::vec, prelude::*, sample::Index, test_runner::FileFailurePersistence};

const GROUPS: [Group; 2] = [Group::MinPk, Group::MinSig];

fn callers(group: Group) -> Vec<Caller> {
    let callers = engines()
        .iter()
        .filter_map(|engine| Caller::new(engine, group));
    callers.collect()
}

/// What every engine answers that has the operation, once it is known that they all answer the
/// same; refusals are equal whatever their words.
fn agreed<T: PartialEq + std::fmt::Debug>(
    group: Group,
    ask: impl Fn(Caller) -> Result<T, Error>,
) -> Result<Option<T>, TestCaseError> {
    let mut agreed = None;
    let mut engines = 0;
    for caller in callers(group) {
        let answer = match ask(caller) {
            Err(Error::Unsupported(_)) => continue,
            Err(error @ (Error::Runner(_) | Error::Start(_) | Error::Input(_))) => {
                return Err(TestCaseError::fail(format!("{}: {error}", caller.engine)));
            }
            answer => answer.ok(),
        };
        engines += 1;
        match &agreed {
            None => agreed = Some(answer),
            Some(first) => prop_assert_eq!(&answer, first, "{}: {}", group, caller.engine),
        }
    }
    prop_assert!(engines >= 3, "nothing to compare");
    Ok(agreed.flatten())
}

fn expect<T>(answer: Option<T>) -> Result<T, TestCaseError> {
    answer.ok_or_else(|| TestCaseError::fail("refused by all engines"))
}

fn message() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![vec(any::<u8>(), 0..=64), vec(any::<u8>(), 0..=4096)]
}

/// Flips one bit, cuts, extends or replaces.
fn damaged(mut bytes: Vec<u8>, how: u8, place: Index, value: u8) -> Vec<u8> {
    match how % 4 {
        0 if !bytes.is_empty() => {
            let at = place.index(bytes.len());
            bytes[at] ^= 1 << (value % 8);
        }
        1 if !bytes.is_empty() => bytes.truncate(place.index(bytes.len())),
        2 if !bytes.is_empty() => {
            let at = place.index(bytes.len());
            bytes[at] = bytes[at].wrapping_add(value | 1);
        }
        _ => bytes.push(value),
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(60),
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn keys_signatures_and_verdicts(
        ikm in vec(any::<u8>(), 0..=80),
        message in message(),
        other in message(),
    ) {
        for group in GROUPS {
            let keys = agreed(group, |caller| caller.key_gen(&ikm))?;
            prop_assert_eq!(keys.is_some(), ikm.len() >= 32);
            let Some((secret, public)) = keys else { continue };
            let signature = expect(agreed(group, |caller| caller.sign(&secret, &message))?)?;
            let right = agreed(group, |caller| caller.verify(&public, &message, &signature))?;
            prop_assert_eq!(right, Some(true));
            let wrong = agreed(group, |caller| caller.verify(&public, &other, &signature))?;
            prop_assert_eq!(wrong, Some(other == message));
            prop_assert_eq!(agreed(group, |caller| caller.decode_public_key(&public))?, Some(public));
            prop_assert_eq!(
                agreed(group, |caller| caller.decode_signature(&signature))?,
                Some(signature)
            );
        }
    }

    #[test]
    fn damaged_keys_signatures_and_messages(
        ikm in vec(any::<u8>(), 32),
        message in message(),
        how in any::<u8>(),
        place in any::<Index>(),
        value in any::<u8>(),
    ) {
        for group in GROUPS {
            let (secret, public) = expect(agreed(group, |caller| caller.key_gen(&ikm))?)?;
            let signature = expect(agreed(group, |caller| caller.sign(&secret, &message))?)?;
            let bad_key = damaged(public.clone(), how, place, value);
            let bad_signature = damaged(signature.clone(), how, place, value);
            let bad_message = damaged(message.clone(), how, place, value);
            let bad_secret = damaged(secret, how, place, value);
            for (key, message, signature) in [
                (&bad_key, &message, &signature),
                (&public, &message, &bad_signature),
                (&public, &bad_message, &signature),
            ] {
                let verdict = agreed(group, |caller| caller.verify(key, message, signature))?;
                prop_assert_ne!(verdict, Some(true));
            }
            agreed(group, |caller| caller.decode_public_key(&bad_key))?;
            agreed(group, |caller| caller.decode_signature(&bad_signature))?;
            agreed(group, |caller| caller.sign(&bad_secret, &message))?;
        }
    }

    #[test]
    fn bytes_that_are_nearly_points(
        first in any::<u8>(),
        rest in vec(any::<u8>(), 95),
        zeros in any::<bool>(),
        last in any::<u8>(),
    ) {
        // Flags are in the first byte: all of its values, over random and over zero coordinates.
        let mut bytes = if zeros { vec![0; 96] } else { rest };
        bytes.resize(96, last);
        bytes[0] = first;
        for length in [48, 96] {
            let mut bytes = bytes[..length].to_vec();
            if let Some(end) = bytes.last_mut() {
                *end = last;
            }
            for group in GROUPS {
                agreed(group, |caller| caller.decode_public_key(&bytes))?;
                agreed(group, |caller| caller.decode_signature(&bytes))?;
            }
        }
    }

    #[test]
    fn many_signers(
        ikms in vec(vec(any::<u8>(), 32), 0..=4),
        messages in vec(message(), 4),
        damage in any::<bool>(),
        victim in any::<Index>(),
    ) {
        for group in GROUPS {
            let mut publics = Vec::new();
            let mut signatures = Vec::new();
            let mut common = Vec::new();
            for (ikm, message) in ikms.iter().zip(&messages) {
                let (secret, public) = expect(agreed(group, |caller| caller.key_gen(ikm))?)?;
                signatures.push(expect(agreed(group, |caller| caller.sign(&secret, message))?)?);
                common.push(expect(agreed(group, |caller| caller.sign(&secret, &messages[0]))?)?);
                publics.push(public);
            }
            let damage = damage && signatures.len() > 1;
            if damage {
                // A valid signature, of another signer: only the equation can tell.
                let at = victim.index(signatures.len());
                let from = (at + 1) % signatures.len();
                signatures[at] = signatures[from].clone();
                common[at] = common[from].clone();
            }
            let messages: Vec<&[u8]> = messages[..publics.len()].iter().map(Vec::as_slice).collect();
            let publics: Vec<&[u8]> = publics.iter().map(Vec::as_slice).collect();
            let signatures: Vec<&[u8]> = signatures.iter().map(Vec::as_slice).collect();
            let common: Vec<&[u8]> = common.iter().map(Vec::as_slice).collect();
            agreed(group, |caller| caller.aggregate_public_keys(&publics))?;
            let batch =
                agreed(group, |caller| caller.batch_verify(&publics, &messages, &signatures))?;
            let sum = agreed(group, |caller| caller.aggregate_signatures(&signatures))?;
            let common_sum = agreed(group, |caller| caller.aggregate_signatures(&common))?;
            prop_assert_eq!(sum.is_some(), !publics.is_empty());
            let (Some(sum), Some(common_sum)) = (sum, common_sum) else { continue };
            let same_signer = damage && ikms.windows(2).all(|pair| pair[0] == pair[1]);
            prop_assume!(!same_signer);
            let all = agreed(group, |caller| caller.aggregate_verify(&publics, &messages, &sum))?;
            let fast = agreed(group, |caller| {
                caller.fast_aggregate_verify(&publics, messages[0], &common_sum)
            })?;
            prop_assert_eq!((batch, all, fast), (Some(!damage), Some(!damage), Some(!damage)));
        }
    }

    #[test]
    fn hashes_to_the_curve_under_any_tag(
        message in message(),
        tag in vec(any::<u8>(), 1..=255),
    ) {
        for group in GROUPS {
            expect(agreed(group, |caller| caller.hash_to_curve(&message, &tag))?)?;
        }
    }
}
