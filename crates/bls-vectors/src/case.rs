//! One case run by one engine.

use std::fmt;

use bls_api::{
    CurveOp, DuskOp, Engine, Error, Group, Inputs, Kind, Operation, PointOp, RingOp, SignatureOp,
    TransportOp,
};
use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    hex_bytes::HexBytes,
    ring_signature::RingSignature,
    vectors::{Answer, Case, VectorError, Vectors},
};

/// The folders of signature schemes that can be run, in the order of tables. Those of the other
/// groups are called after operations.
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
    /// The engine broke and gave no answer.
    Broken(String),
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
        let suite = match engine.suite(self.group) {
            Ok(suite) => suite,
            Err(absent) => return Ok(Outcome::Unsupported(absent.to_string())),
        };
        let Some(operation) = operation(self.group, &case.folder) else {
            return Ok(Outcome::Unsupported(format!(
                "no operation {}",
                case.folder
            )));
        };
        let (inputs, expected) = read(operation.kind, case)?;
        let mut got = suite.output(operation, &inputs);
        if let (Kind::Ring(RingOp::Sign { bound }), Answer::Bytes(image)) =
            (operation.kind, &expected)
        {
            // A signature is random: the case has the key image that must be in it.
            let image = image.0.clone();
            let wanted = RingSignature::new(suite, self.group, bound, inputs, image.clone());
            got = got.and_then(|signature| match wanted?.fault(&signature)? {
                None => Ok(image),
                Some(why) => Err(Error::malformed("new signature", why)),
            });
        }
        Ok(self.judge(engine, case, expected, got))
    }

    fn judge(
        &self,
        engine: &Engine,
        case: &Case,
        mut expected: Answer,
        got: Result<Vec<u8>, Error>,
    ) -> Outcome {
        let difference = self.difference(engine.id, case);
        if let Some(difference) = difference {
            expected = difference.output.clone();
        }
        let (answer, text) = match got {
            Err(Error::Unsupported(reason)) => return Outcome::Unsupported(reason.into_owned()),
            Err(error @ (Error::Runner(_) | Error::Start(_) | Error::Input(_))) => {
                return Outcome::Broken(error.to_string());
            }
            // Input that cannot be decoded is refused: false where a verdict is asked for.
            Err(error) if matches!(expected, Answer::Verdict(_)) => {
                (Answer::Verdict(false), format!("false ({error})"))
            }
            Err(error) => (Answer::Refused, error.to_string()),
            Ok(output) => {
                let answer = match (&expected, output.as_slice()) {
                    (Answer::Verdict(_), [verdict @ (0 | 1)]) => Answer::Verdict(*verdict == 1),
                    _ => Answer::Bytes(HexBytes(output)),
                };
                let text = answer.to_string();
                (answer, text)
            }
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

/// The operation that the cases of a folder are about; none where nobody knows the folder.
fn operation(group: Group, folder: &str) -> Option<&'static Operation> {
    let kind = match group {
        Group::MinPk | Group::MinSig => {
            // Messages are hashed into the group of signatures, and into no other.
            let (keys, signatures) = if group == Group::MinPk {
                ("G1", "G2")
            } else {
                ("G2", "G1")
            };
            Kind::Signature(match folder {
                "keygen" => SignatureOp::KeyGen,
                "sign" => SignatureOp::Sign,
                "verify" => SignatureOp::Verify,
                "aggregate" => SignatureOp::AggregateSignatures,
                "aggregate_verify" => SignatureOp::AggregateVerify,
                "fast_aggregate_verify" => SignatureOp::FastAggregateVerify,
                "batch_verify" => SignatureOp::BatchVerify,
                _ => match folder.rsplit_once('_')? {
                    ("deserialization", group) if group == keys => SignatureOp::DecodePublicKey,
                    ("deserialization", group) if group == signatures => {
                        SignatureOp::DecodeSignature
                    }
                    ("hash_to", group) if group == signatures => SignatureOp::HashToCurve,
                    _ => return None,
                },
            })
        }
        Group::Dusk | Group::DuskV2 => Kind::Dusk(match (folder, group) {
            // The successor's `sign` is what was `sign_vulnerable` before.
            ("sign", Group::DuskV2) | ("sign_vulnerable", Group::Dusk) => DuskOp::SignSingle,
            ("sign_multisig", Group::DuskV2) | ("sign", _) => DuskOp::SignMultisig,
            ("verify", _) => DuskOp::Verify,
            ("aggregate", _) => DuskOp::AddSignatures,
            ("aggregate_public_keys", Group::DuskV2) => DuskOp::AggregatePublicKeys,
            ("aggregate_public_keys", _) => DuskOp::AddPublicKeys,
            ("deserialization_G1", _) => DuskOp::DecodeSignature,
            ("deserialization_G2", _) => DuskOp::DecodePublicKey,
            _ => return None,
        }),
        Group::Curve => Kind::Curve(match folder {
            "deserialization_G1" => CurveOp::G1(PointOp::Decode),
            "deserialization_G2" => CurveOp::G2(PointOp::Decode),
            "hash_to_G1" => CurveOp::G1(PointOp::Hash),
            "hash_to_G2" => CurveOp::G2(PointOp::Hash),
            _ => return group.operation(folder).ok(),
        }),
        Group::Eip2537
        | Group::Transport
        | Group::Classic
        | Group::RingSecp256k1
        | Group::RingEd25519
        | Group::RingRistretto255 => return group.operation(folder).ok(),
    };
    group.row(kind)
}

/// What a case gives to its operation, and what it expects.
fn read(kind: Kind, case: &Case) -> Result<(Inputs, Answer), VectorError> {
    let none = Inputs::default();
    Ok(match kind {
        Kind::Signature(SignatureOp::KeyGen) => {
            let Of { input, output } = parse::<Of<KeyGenInput, Option<KeyPair>>>(case)?;
            if !input.key_info.0.is_empty() {
                let why = "KeyGen with key_info is not measured";
                return Err(malformed(case, serde::de::Error::custom(why)));
            }
            let ikm = input.ikm.0;
            let pair = output.map(|pair| HexBytes([pair.privkey.0, pair.pubkey.0].concat()));
            (Inputs { ikm, ..none }, pair.into())
        }
        Kind::Classic(_) | Kind::Ring(_) => {
            let Of { input, output } = parse::<Of<Inputs, Answer>>(case)?;
            (input, output)
        }
        Kind::Curve(_) | Kind::Precompile(_) if !FOLDERS.contains(&case.folder.as_str()) => {
            let Of { input, output } = parse::<Of<Inputs, Answer>>(case)?;
            (input, output)
        }
        Kind::Signature(SignatureOp::HashToCurve)
        | Kind::Curve(CurveOp::G1(PointOp::Hash) | CurveOp::G2(PointOp::Hash)) => {
            let Of { input, output } = parse::<Of<HashInput, Coordinates>>(case)?;
            let dst = if case.folder.ends_with("G1") {
                RFC9380_G1
            } else {
                RFC9380_G2
            };
            let inputs = Inputs {
                messages: vec![input.msg.into_bytes()],
                dst: dst.to_vec(),
                ..none
            };
            let point = compress(&output).map_err(|source| malformed(case, source))?;
            (inputs, Answer::Bytes(point))
        }
        Kind::Signature(SignatureOp::Sign)
        | Kind::Dusk(DuskOp::SignSingle | DuskOp::SignMultisig)
        | Kind::Transport(TransportOp::Sign(_) | TransportOp::SignVulnerable) => {
            let Of { input, output } = parse::<Of<SignInput, Option<HexBytes>>>(case)?;
            let inputs = Inputs {
                secret_keys: vec![input.privkey.0],
                messages: vec![input.message.0],
                ..none
            };
            (inputs, output.into())
        }
        Kind::Signature(SignatureOp::AggregateSignatures)
        | Kind::Dusk(DuskOp::AddSignatures)
        | Kind::Transport(TransportOp::AggregateSignatures(_)) => {
            let Of { input, output } = parse::<Of<Vec<HexBytes>, Option<HexBytes>>>(case)?;
            let signatures = plain(input);
            (Inputs { signatures, ..none }, output.into())
        }
        Kind::Dusk(DuskOp::AggregatePublicKeys | DuskOp::AddPublicKeys)
        | Kind::Transport(TransportOp::AggregatePublicKeys(_)) => {
            let Of { input, output } = parse::<Of<Vec<HexBytes>, Option<HexBytes>>>(case)?;
            let public_keys = plain(input);
            (
                Inputs {
                    public_keys,
                    ..none
                },
                output.into(),
            )
        }
        Kind::Signature(SignatureOp::DecodePublicKey) | Kind::Dusk(DuskOp::DecodePublicKey) => {
            let (public_keys, expected) = read_point(case)?;
            (
                Inputs {
                    public_keys,
                    ..none
                },
                expected,
            )
        }
        Kind::Signature(SignatureOp::DecodeSignature) | Kind::Dusk(DuskOp::DecodeSignature) => {
            let (signatures, expected) = read_point(case)?;
            (Inputs { signatures, ..none }, expected)
        }
        Kind::Curve(CurveOp::G1(PointOp::Decode)) => {
            let (g1, expected) = read_point(case)?;
            (Inputs { g1, ..none }, expected)
        }
        Kind::Curve(CurveOp::G2(PointOp::Decode)) => {
            let (g2, expected) = read_point(case)?;
            (Inputs { g2, ..none }, expected)
        }
        _ => {
            let (inputs, verdict) = read_signed(kind, case)?;
            (inputs, Answer::Verdict(verdict))
        }
    })
}

/// A case about one encoded point: its output is the same point, or a refusal.
fn read_point(case: &Case) -> Result<(Vec<Vec<u8>>, Answer), VectorError> {
    let Of { input, output } = parse::<Of<PointInput, bool>>(case)?;
    let expected = output.then(|| input.pubkey.clone());
    Ok((vec![input.pubkey.0], expected.into()))
}

/// A case about keys, messages and signatures: its output is a verdict.
fn read_signed(kind: Kind, case: &Case) -> Result<(Inputs, bool), VectorError> {
    let none = Inputs::default();
    Ok(match kind {
        Kind::Signature(SignatureOp::AggregateVerify) => {
            let Of { input, output } = parse::<Of<AggregateVerifyInput, bool>>(case)?;
            let inputs = Inputs {
                public_keys: plain(input.pubkeys),
                messages: plain(input.messages),
                signatures: vec![input.signature.0],
                ..none
            };
            (inputs, output)
        }
        Kind::Signature(SignatureOp::FastAggregateVerify) => {
            let Of { input, output } = parse::<Of<FastAggregateVerifyInput, bool>>(case)?;
            let inputs = Inputs {
                public_keys: plain(input.pubkeys),
                messages: vec![input.message.0],
                signatures: vec![input.signature.0],
                ..none
            };
            (inputs, output)
        }
        Kind::Signature(SignatureOp::BatchVerify) => {
            let Of { input, output } = parse::<Of<BatchVerifyInput, bool>>(case)?;
            let inputs = Inputs {
                coefficients: coefficients(input.signatures.len()),
                public_keys: plain(input.pubkeys),
                messages: plain(input.messages),
                signatures: plain(input.signatures),
                ..none
            };
            (inputs, output)
        }
        _ => {
            let Of { input, output } = parse::<Of<VerifyInput, bool>>(case)?;
            let inputs = Inputs {
                public_keys: vec![input.pubkey.0],
                messages: vec![input.message.0],
                signatures: vec![input.signature.0],
                ..none
            };
            (inputs, output)
        }
    })
}

fn plain(list: Vec<HexBytes>) -> Vec<Vec<u8>> {
    list.into_iter().map(|bytes| bytes.0).collect()
}

/// Odd multiples of a large odd constant: none is zero and no two are equal.
fn coefficients(count: usize) -> Vec<u64> {
    (0..count as u64)
        .map(|index| 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(2 * index + 1))
        .collect()
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
