//! One case run by one engine.

use std::fmt;

use bls_api::{Engine, Error, Group, MultiSuite, Suite};
use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    hex_bytes::{HexBytes, slices},
    vectors::{Answer, Case, VectorError, Vectors},
};

/// The folders that can be run, in the order of tables.
pub const FOLDERS: &[&str] = &[
    "keygen",
    "sign",
    "sign_vulnerable",
    "sign_multisig",
    "verify",
    "aggregate",
    "aggregate_public_keys",
    "aggregate_verify",
    "fast_aggregate_verify",
    "batch_verify",
    "deserialization_G1",
    "deserialization_G2",
    "hash_to_G1",
    "hash_to_G2",
];

/// The tags of RFC 9380 appendix J, under which the cases of `hash_to_G1` and `hash_to_G2` are
/// made.
const RFC9380_G1: &[u8] = b"QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_";
const RFC9380_G2: &[u8] = b"QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";

/// What came of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The expected answer; or a known and legitimate difference, with its reason.
    Passed(Option<String>),
    /// Another answer.
    Failed {
        /// What the vector says.
        expected: String,
        /// What the engine said.
        got: String,
    },
    /// The engine has no such operation, or nobody knows the folder.
    Unsupported(String),
}

#[derive(Deserialize)]
struct Of<I, O> {
    input: I,
    output: O,
}

#[derive(Deserialize)]
struct KeyGenInput {
    ikm: HexBytes,
    key_info: HexBytes,
}

#[derive(Deserialize)]
struct KeyPair {
    privkey: HexBytes,
    pubkey: HexBytes,
}

#[derive(Deserialize)]
struct SignInput {
    privkey: HexBytes,
    message: HexBytes,
}

#[derive(Deserialize)]
struct VerifyInput {
    pubkey: HexBytes,
    message: HexBytes,
    signature: HexBytes,
}

#[derive(Deserialize)]
struct AggregateVerifyInput {
    pubkeys: Vec<HexBytes>,
    messages: Vec<HexBytes>,
    signature: HexBytes,
}

#[derive(Deserialize)]
struct FastAggregateVerifyInput {
    pubkeys: Vec<HexBytes>,
    message: HexBytes,
    signature: HexBytes,
}

#[derive(Deserialize)]
struct BatchVerifyInput {
    pubkeys: Vec<HexBytes>,
    messages: Vec<HexBytes>,
    signatures: Vec<HexBytes>,
}

/// One point. The folder says of which group it is; published sets disagree about its name.
#[derive(Deserialize)]
struct PointInput {
    #[serde(alias = "signature")]
    pubkey: HexBytes,
}

#[derive(Deserialize)]
struct HashInput {
    msg: String,
}

#[derive(Deserialize)]
struct Coordinates {
    x: String,
    y: String,
}

impl Vectors {
    /// Runs one case. An `Err` means that the vector is unreadable, not that the engine is wrong.
    pub fn run(&self, engine: &Engine, case: &Case) -> Result<Outcome, VectorError> {
        let run = match self.group {
            group @ (Group::Dusk | Group::DuskV2) => engine
                .multi_suite(group)
                .map(|suite| run_dusk(group, suite, case)),
            group => engine.suite(group).map(|suite| run_bls(group, suite, case)),
        };
        Ok(match run {
            Err(absent) => Outcome::Unsupported(absent.to_string()),
            Ok(run) => match run? {
                None => Outcome::Unsupported(format!("no operation {}", case.folder)),
                Some((expected, got)) => self.judge(engine, case, expected, got),
            },
        })
    }

    fn judge(
        &self,
        engine: &Engine,
        case: &Case,
        mut expected: Answer,
        got: Result<Answer, Error>,
    ) -> Outcome {
        let difference = self.difference(engine.id, case);
        if let Some(difference) = difference {
            expected = difference.output.clone();
        }
        let (answer, text) = match got {
            Ok(answer) => (answer.clone(), answer.to_string()),
            Err(Error::Unsupported(reason)) => return Outcome::Unsupported(reason.to_owned()),
            // Input that cannot be decoded is refused: false where a verdict is asked for.
            Err(error) if matches!(expected, Answer::Verdict(_)) => {
                (Answer::Verdict(false), format!("false ({error})"))
            }
            Err(error) => (Answer::Refused, error.to_string()),
        };
        if answer == expected {
            return Outcome::Passed(difference.map(|known| known.why.clone()));
        }
        Outcome::Failed {
            expected: expected.to_string(),
            got: text,
        }
    }
}

/// What was expected, and what came.
type Pair = (Answer, Result<Answer, Error>);

/// None where nobody knows the folder.
fn run_bls(group: Group, suite: &dyn Suite, case: &Case) -> Result<Option<Pair>, VectorError> {
    let run = match case.folder.as_str() {
        "keygen" => key_gen(case, suite),
        "sign" => sign(case, |key, message| suite.sign(key, message)),
        "verify" => verify(case, |key, message, signature| {
            suite.verify(key, message, signature)
        }),
        "aggregate" => add(case, |signatures| suite.aggregate_signatures(signatures)),
        "aggregate_verify" => {
            let Of { input, output } = parse::<Of<AggregateVerifyInput, bool>>(case)?;
            let got = suite.aggregate_verify(
                &slices(&input.pubkeys),
                &slices(&input.messages),
                &input.signature.0,
            );
            Ok((Answer::Verdict(output), got.map(Answer::Verdict)))
        }
        "fast_aggregate_verify" => {
            let Of { input, output } = parse::<Of<FastAggregateVerifyInput, bool>>(case)?;
            let got = suite.fast_aggregate_verify(
                &slices(&input.pubkeys),
                &input.message.0,
                &input.signature.0,
            );
            Ok((Answer::Verdict(output), got.map(Answer::Verdict)))
        }
        "batch_verify" => {
            let Of { input, output } = parse::<Of<BatchVerifyInput, bool>>(case)?;
            let got = suite.batch_verify(
                &slices(&input.pubkeys),
                &slices(&input.messages),
                &slices(&input.signatures),
            );
            Ok((Answer::Verdict(output), got.map(Answer::Verdict)))
        }
        "deserialization_G1" | "deserialization_G2" => {
            if (group == Group::MinPk) == (case.folder == "deserialization_G1") {
                decode(case, |bytes| suite.decode_public_key(bytes))
            } else {
                decode(case, |bytes| suite.decode_signature(bytes))
            }
        }
        // Messages are hashed into the group of signatures, and into no other.
        "hash_to_G1" if group == Group::MinSig => hash_to_curve(case, suite, RFC9380_G1),
        "hash_to_G2" if group == Group::MinPk => hash_to_curve(case, suite, RFC9380_G2),
        _ => return Ok(None),
    };
    run.map(Some)
}

/// None where nobody knows the folder.
fn run_dusk(
    group: Group,
    suite: &dyn MultiSuite,
    case: &Case,
) -> Result<Option<Pair>, VectorError> {
    // The successor's `sign` is what was `sign_vulnerable` before.
    let (single, multisig) = match group {
        Group::DuskV2 => ("sign", "sign_multisig"),
        _ => ("sign_vulnerable", "sign"),
    };
    let run = match case.folder.as_str() {
        folder if folder == single => sign(case, |key, message| suite.sign_single(key, message)),
        folder if folder == multisig => {
            sign(case, |key, message| suite.sign_multisig(key, message))
        }
        "verify" => verify(case, |key, message, signature| {
            suite.verify(key, message, signature)
        }),
        "aggregate" => add(case, |signatures| suite.aggregate_signatures(signatures)),
        "aggregate_public_keys" => add(case, |keys| suite.aggregate_public_keys(keys)),
        "deserialization_G1" => decode(case, |bytes| suite.decode_signature(bytes)),
        "deserialization_G2" => decode(case, |bytes| suite.decode_public_key(bytes)),
        _ => return Ok(None),
    };
    run.map(Some)
}

fn key_gen(case: &Case, suite: &dyn Suite) -> Result<Pair, VectorError> {
    let Of { input, output } = parse::<Of<KeyGenInput, Option<KeyPair>>>(case)?;
    let expected = output.map(|pair| HexBytes([pair.privkey.0, pair.pubkey.0].concat()));
    let got = if input.key_info.0.is_empty() {
        suite
            .key_gen(&input.ikm.0)
            .map(|(secret, public)| [secret, public].concat())
    } else {
        Err(Error::Unsupported("KeyGen with key_info"))
    };
    Ok((expected.into(), got.map(Answer::from)))
}

fn sign(
    case: &Case,
    sign: impl Fn(&[u8], &[u8]) -> Result<Vec<u8>, Error>,
) -> Result<Pair, VectorError> {
    let Of { input, output } = parse::<Of<SignInput, Option<HexBytes>>>(case)?;
    let got = sign(&input.privkey.0, &input.message.0);
    Ok((output.into(), got.map(Answer::from)))
}

fn verify(
    case: &Case,
    verify: impl Fn(&[u8], &[u8], &[u8]) -> Result<bool, Error>,
) -> Result<Pair, VectorError> {
    let Of { input, output } = parse::<Of<VerifyInput, bool>>(case)?;
    let got = verify(&input.pubkey.0, &input.message.0, &input.signature.0);
    Ok((Answer::Verdict(output), got.map(Answer::Verdict)))
}

fn add(case: &Case, add: impl Fn(&[&[u8]]) -> Result<Vec<u8>, Error>) -> Result<Pair, VectorError> {
    let Of { input, output } = parse::<Of<Vec<HexBytes>, Option<HexBytes>>>(case)?;
    let got = add(&slices(&input));
    Ok((output.into(), got.map(Answer::from)))
}

fn decode(
    case: &Case,
    decode: impl Fn(&[u8]) -> Result<Vec<u8>, Error>,
) -> Result<Pair, VectorError> {
    let Of { input, output } = parse::<Of<PointInput, bool>>(case)?;
    let got = decode(&input.pubkey.0).map(|_| Answer::Verdict(true));
    Ok((Answer::Verdict(output), got))
}

fn hash_to_curve(case: &Case, suite: &dyn Suite, tag: &[u8]) -> Result<Pair, VectorError> {
    let Of { input, output } = parse::<Of<HashInput, Coordinates>>(case)?;
    let expected = compress(&output).map_err(|source| malformed(case, source))?;
    let got = suite.hash_to_curve(input.msg.as_bytes(), tag);
    Ok((expected.into(), got.map(Answer::from)))
}

fn parse<T: DeserializeOwned>(case: &Case) -> Result<T, VectorError> {
    serde_json::from_slice(&case.json).map_err(|source| malformed(case, source))
}

fn malformed(case: &Case, source: serde_json::Error) -> VectorError {
    VectorError::Malformed {
        folder: case.folder.clone(),
        name: case.name.clone(),
        source,
    }
}

/// The compressed encoding of a point that a vector gives by its coordinates, each `c0` or
/// `c0,c1` (draft-irtf-cfrg-pairing-friendly-curves-11 appendix C).
fn compress(point: &Coordinates) -> Result<HexBytes, serde_json::Error> {
    /// (p - 1) / 2, big-endian: a y above it has the sign bit.
    const HALF: &str = "0d0088f51cbff34d258dd3db21a5d66bb23ba5c279c2895fb39869507b587b120\
                        f55ffff58a9ffffdcff7fffffffd555";
    let coordinates = |text: &str| -> Result<Vec<HexBytes>, serde_json::Error> {
        text.split(',')
            .map(|part| part.trim().trim_start_matches("0x"))
            .map(|digits| serde_json::from_value(format!("{digits:0>96}").into()))
            .collect()
    };
    let half: HexBytes = serde_json::from_value(HALF.into())?;
    let mut x = coordinates(&point.x)?;
    let mut y = coordinates(&point.y)?;
    // The coefficient of the higher power comes first, and decides the sign unless it is zero.
    x.reverse();
    y.reverse();
    let deciding = y.iter().find(|part| part.0.iter().any(|&byte| byte != 0));
    let mut bytes: Vec<u8> = x.into_iter().flat_map(|part| part.0).collect();
    if let Some(first) = bytes.first_mut() {
        *first |= 0x80;
        if deciding.is_some_and(|part| part.0 > half.0) {
            *first |= 0x20;
        }
    }
    Ok(HexBytes(bytes))
}

impl From<Vec<u8>> for Answer {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(HexBytes(bytes))
    }
}

impl From<HexBytes> for Answer {
    fn from(bytes: HexBytes) -> Self {
        Self::Bytes(bytes)
    }
}

impl From<Option<HexBytes>> for Answer {
    fn from(bytes: Option<HexBytes>) -> Self {
        bytes.map_or(Self::Refused, Self::Bytes)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Verdict(verdict) => write!(f, "{verdict}"),
            Self::Bytes(bytes) => write!(f, "{bytes:?}"),
            Self::Refused => f.write_str("refused"),
        }
    }
}
