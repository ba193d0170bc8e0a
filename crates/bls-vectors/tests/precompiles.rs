//! Calls of the precompiles, right and damaged: every engine returns the same bytes, or all refuse.

#[path = "common/cases.rs"]
mod cases;

use std::{
    cell::Cell,
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
};

use bls_api::{Error, Group, Inputs, Kind, Operation, PrecompileOp};
use bls_engines::engines;
use bls_vectors::Vectors;
use cases::cases;
use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
    test_runner::{FileFailurePersistence, TestRunner},
};

/// A field element in a call.
const WORD: usize = 64;
const G1_POINT: usize = 2 * WORD;
const G2_POINT: usize = 4 * WORD;

/// The field's characteristic as a word.
const P: &str = "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffff\
                 b9feffffffffaaab";

fn row(op: PrecompileOp) -> &'static Operation {
    let row = Group::Eip2537.row(Kind::Precompile(op));
    row.expect("a row of the table")
}

/// The points in the committed calls of a precompile that succeed, or in the others, where what is
/// not on the curve is among them.
fn points(op: PrecompileOp, length: usize, succeeds: bool) -> Vec<Vec<u8>> {
    let mut points = BTreeSet::new();
    for case in Vectors::embedded(Group::Eip2537).cases {
        let json: serde_json::Value = serde_json::from_slice(&case.json).expect("a case");
        if case.folder == row(op).name && json["output"].is_null() != succeeds {
            let input = json["input"]["input"].as_str().unwrap_or_default();
            let input = hex::decode(input).expect("digits");
            let calls = input.chunks_exact(op.pair_length().unwrap_or(length));
            points.extend(calls.map(|call| call[..length].to_vec()));
        }
    }
    assert!(points.len() >= 5, "{}", points.len());
    points.into_iter().collect()
}

/// Mostly points of the subgroup, some others of the curve, a few that are not on it.
fn some_points(
    add: PrecompileOp,
    msm: PrecompileOp,
    length: usize,
) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        12 => select(points(msm, length, true)),
        2 => select(points(add, length, true)),
        1 => select(points(add, length, false)),
    ]
}

fn g1() -> impl Strategy<Value = Vec<u8>> {
    some_points(PrecompileOp::G1Add, PrecompileOp::G1Msm, G1_POINT)
}

fn g2() -> impl Strategy<Value = Vec<u8>> {
    some_points(PrecompileOp::G2Add, PrecompileOp::G2Msm, G2_POINT)
}

fn scalar() -> impl Strategy<Value = Vec<u8>> {
    let small = any::<u8>().prop_map(|last| [vec![0; 31], vec![last]].concat());
    prop_oneof![vec(any::<u8>(), 32), small, Just(vec![0xff; 32])]
}

fn element(words: usize) -> impl Strategy<Value = Vec<u8>> {
    let word = (0..0x1a_u8, vec(any::<u8>(), 47))
        .prop_map(|(first, rest)| [vec![0; 16], vec![first], rest].concat());
    vec(word, words).prop_map(|words| words.concat())
}

fn pairs(
    first: impl Strategy<Value = Vec<u8>>,
    second: impl Strategy<Value = Vec<u8>>,
) -> impl Strategy<Value = Vec<u8>> {
    vec((first, second), 1..=3).prop_map(|pairs| {
        let pairs: Vec<_> = pairs.into_iter().map(|(a, b)| [a, b].concat()).collect();
        pairs.concat()
    })
}

#[derive(Debug, Clone)]
enum Damage {
    None,
    FlipBit(Index, u8),
    SetByte(Index, u8),
    Truncate(Index),
    Append(Vec<u8>),
    SwapWords(Index, Index),
    ClearWord(Index),
    /// The same element of the field, not below p.
    AddP(Index),
    /// A bit where zeros must be.
    Padding(Index, u8),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        4 => Just(Damage::None),
        1 => any::<(Index, u8)>().prop_map(|(at, bit)| Damage::FlipBit(at, bit % 8)),
        1 => any::<(Index, u8)>().prop_map(|(at, value)| Damage::SetByte(at, value)),
        1 => any::<Index>().prop_map(Damage::Truncate),
        1 => vec(any::<u8>(), 1..200).prop_map(Damage::Append),
        1 => any::<(Index, Index)>().prop_map(|(a, b)| Damage::SwapWords(a, b)),
        1 => any::<Index>().prop_map(Damage::ClearWord),
        1 => any::<Index>().prop_map(Damage::AddP),
        1 => any::<(Index, u8)>().prop_map(|(at, value)| Damage::Padding(at, value)),
    ]
}

impl Damage {
    fn apply(&self, mut input: Vec<u8>) -> Vec<u8> {
        let words = input.len() / WORD;
        let word = |at: &Index| {
            let start = at.index(words) * WORD;
            start..start + WORD
        };
        match self {
            Self::None => {}
            Self::FlipBit(at, bit) => {
                let at = at.index(input.len());
                input[at] ^= 1 << bit;
            }
            Self::SetByte(at, value) => {
                let at = at.index(input.len());
                input[at] = *value;
            }
            Self::Truncate(at) => input.truncate(at.index(input.len())),
            Self::Append(bytes) => input.extend(bytes),
            Self::SwapWords(a, b) => {
                let (a, b) = (word(a), word(b));
                let first = input[a.clone()].to_vec();
                input.copy_within(b.clone(), a.start);
                input[b].copy_from_slice(&first);
            }
            Self::ClearWord(at) => input[word(at)].fill(0),
            Self::AddP(at) => {
                let p = hex::decode(P).expect("digits");
                let word = &mut input[word(at)];
                let mut carry = 0;
                for (byte, p) in word.iter_mut().rev().zip(p.iter().rev()) {
                    let sum = u16::from(*byte) + u16::from(*p) + carry;
                    *byte = sum.to_le_bytes()[0];
                    carry = sum >> 8;
                }
            }
            Self::Padding(at, value) => input[word(at).start] = *value,
        }
        input
    }
}

/// What all engines that have the operation answer: bytes, or a refusal, whatever its words.
fn agreed(op: PrecompileOp, input: Vec<u8>) -> Result<Option<Vec<u8>>, TestCaseError> {
    let inputs = Inputs {
        input,
        ..Inputs::default()
    };
    let mut agreed: Option<(&str, Option<Vec<u8>>)> = None;
    let mut answers = 0;
    for engine in engines() {
        let Ok(suite) = engine.suite(Group::Eip2537) else {
            continue;
        };
        let answer = catch_unwind(AssertUnwindSafe(|| suite.output(row(op), &inputs)));
        let answer = match answer {
            Ok(Err(Error::Unsupported(_))) => continue,
            Ok(Ok(output)) => Some(output),
            Ok(Err(Error::Malformed { .. })) => None,
            other => return Err(TestCaseError::fail(format!("{}: {other:?}", engine.id))),
        };
        answers += 1;
        match &agreed {
            None => agreed = Some((engine.id, answer)),
            Some((first, known)) => {
                prop_assert_eq!(&answer, known, "{} against {}", engine.id, first);
            }
        }
    }
    prop_assert!(answers >= 3, "nothing to compare");
    Ok(agreed.and_then(|(_, answer)| answer))
}

/// Tries so many calls; some of them must be right, and some must be refused.
fn compare(whole: u32, calls: impl Strategy<Value = (PrecompileOp, Vec<u8>)>) {
    let persistence = FileFailurePersistence::WithSource("regressions");
    let cases = cases(whole);
    let mut runner = TestRunner::new(ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(persistence)),
        source_file: Some(file!()),
        ..ProptestConfig::default()
    });
    let (accepted, refused) = (Cell::new(0), Cell::new(0));
    let result = runner.run(&(calls, damage()), |((op, input), damage)| {
        let answer = agreed(op, damage.apply(input))?;
        let count = if answer.is_some() {
            &accepted
        } else {
            &refused
        };
        count.set(count.get() + 1);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    let (accepted, refused) = (accepted.get(), refused.get());
    assert!(
        accepted.min(refused) >= cases / 20,
        "{accepted} accepted, {refused} refused"
    );
}

#[test]
fn additions() {
    let g1 = (g1(), g1()).prop_map(|(a, b)| (PrecompileOp::G1Add, [a, b].concat()));
    let g2 = (g2(), g2()).prop_map(|(a, b)| (PrecompileOp::G2Add, [a, b].concat()));
    compare(8_000, prop_oneof![g1, g2]);
}

#[test]
fn multiples() {
    let in_g1 = select(vec![PrecompileOp::G1Mul, PrecompileOp::G1Msm]);
    let in_g2 = select(vec![PrecompileOp::G2Mul, PrecompileOp::G2Msm]);
    let calls = prop_oneof![
        (in_g1, pairs(g1(), scalar())),
        (in_g2, pairs(g2(), scalar())),
    ];
    compare(5_000, calls);
}

#[test]
fn pairings() {
    let calls = pairs(g1(), g2()).prop_map(|input| (PrecompileOp::PairingCheck, input));
    compare(3_000, calls);
}

#[test]
fn maps() {
    let g1 = element(1).prop_map(|input| (PrecompileOp::MapFpToG1, input));
    let g2 = element(2).prop_map(|input| (PrecompileOp::MapFp2ToG2, input));
    compare(4_000, prop_oneof![g1, g2]);
}
