//! The inputs of the benchmarks and their outputs, both from the oracle.

use std::sync::OnceLock;

use bls_api::{DuskOp, Error, Group, Inputs, Kind, Operation, SignatureOp};
use serde::Deserialize;

use crate::{hex_bytes::HexBytes, vectors::embedded_json};

/// The inputs of `min_pk` or `min_sig`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bls {
    /// The message that all sign, 32 bytes.
    common_message: HexBytes,
    signers: Vec<Signer>,
    /// Sums over the first signers, one for each value of the parameter.
    aggregates: Vec<Sums>,
}

/// In the file: a list of its fields in this order.
#[derive(Deserialize)]
struct Signer {
    /// Key material, 32 bytes.
    ikm: HexBytes,
    /// KeyGen of `ikm`.
    secret_key: HexBytes,
    public_key: HexBytes,
    /// This signer's own message, 32 bytes.
    message: HexBytes,
    /// The signature of `message`.
    signature: HexBytes,
    /// The signature of the common message; only its sums are an input, so far.
    #[allow(dead_code, reason = "names a column of the file")]
    common_signature: HexBytes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sums {
    signers: u32,
    pubkey: HexBytes,
    signature: HexBytes,
    common_signature: HexBytes,
}

/// The inputs of `dusk` or `dusk_v2`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dusk {
    /// The message that all sign, 100 bytes.
    message: HexBytes,
    signers: Vec<DuskSigner>,
    public_keys: Vec<DuskAggregate>,
    signatures: Vec<DuskAggregate>,
}

/// In the file: a list of its fields in this order.
#[derive(Deserialize)]
struct DuskSigner {
    /// 32 bytes, little-endian.
    secret_key: HexBytes,
    public_key: HexBytes,
    /// Of the message, with the factor for the public key.
    multi_signature: HexBytes,
    /// Of the message, without it.
    single_signature: HexBytes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DuskAggregate {
    /// The operation's parameter, called after what it counts.
    #[serde(alias = "added", alias = "signers")]
    count: u32,
    output: HexBytes,
}

fn bls(group: Group) -> &'static Bls {
    static MIN_PK: OnceLock<Bls> = OnceLock::new();
    static MIN_SIG: OnceLock<Bls> = OnceLock::new();
    let loaded = if group == Group::MinPk {
        &MIN_PK
    } else {
        &MIN_SIG
    };
    loaded.get_or_init(|| embedded_json(&format!("workload/{group}.json")))
}

fn dusk(group: Group) -> &'static Dusk {
    static DUSK: OnceLock<Dusk> = OnceLock::new();
    static DUSK_V2: OnceLock<Dusk> = OnceLock::new();
    let loaded = if group == Group::Dusk {
        &DUSK
    } else {
        &DUSK_V2
    };
    loaded.get_or_init(|| embedded_json(&format!("workload/{group}.json")))
}

/// The output of an operation that verifies.
pub(crate) const ACCEPTED: [u8; 1] = [1];
pub(crate) const REFUSED: [u8; 1] = [0];

/// The inputs of an id: the same bytes for every engine and every run.
pub fn inputs(group: Group, operation: &Operation, param: Option<u32>) -> Result<Inputs, Error> {
    match operation.kind {
        Kind::Signature(op) => bls(group).inputs(op, param.unwrap_or(1)),
        Kind::Dusk(op) => dusk(group).inputs(op, param.unwrap_or(1)),
    }
}

/// What the oracle says that comes out.
pub fn expected_output(
    group: Group,
    operation: &Operation,
    param: Option<u32>,
) -> Result<Vec<u8>, Error> {
    match operation.kind {
        Kind::Signature(op) => bls(group).output(op, param.unwrap_or(1)),
        Kind::Dusk(op) => dusk(group).output(op, param.unwrap_or(1)),
    }
}

/// The inputs with one bit of the last message flipped: every signature still decodes, and none
/// verifies.
pub(crate) fn damaged(mut inputs: Inputs) -> Inputs {
    if let Some(byte) = inputs.messages.last_mut().and_then(|last| last.last_mut()) {
        *byte ^= 1;
    }
    inputs
}

impl Bls {
    fn signers(&self, count: u32) -> Result<&[Signer], Error> {
        let signers = self.signers.get(..count as usize);
        signers.ok_or(Error::Input("not that many signers"))
    }

    fn sums(&self, count: u32) -> Result<&Sums, Error> {
        let sums = self.aggregates.iter().find(|sums| sums.signers == count);
        sums.ok_or(Error::Input("no sums over so many signers"))
    }

    fn inputs(&self, op: SignatureOp, count: u32) -> Result<Inputs, Error> {
        let signers = self.signers(count)?;
        let column = |field: fn(&Signer) -> &HexBytes| -> Vec<Vec<u8>> {
            signers
                .iter()
                .map(|signer| field(signer).0.clone())
                .collect()
        };
        let mut inputs = Inputs::default();
        match op {
            SignatureOp::KeyGen => {
                inputs.ikm = column(|signer| &signer.ikm).concat();
            }
            SignatureOp::HashToCurve => return Err(Error::Input("no benchmark")),
            SignatureOp::Sign => {
                inputs.secret_keys = column(|signer| &signer.secret_key);
                inputs.messages = column(|signer| &signer.message);
            }
            SignatureOp::Verify | SignatureOp::VerifyBytes | SignatureOp::VerifyMt => {
                inputs.public_keys = column(|signer| &signer.public_key);
                inputs.messages = column(|signer| &signer.message);
                inputs.signatures = column(|signer| &signer.signature);
            }
            SignatureOp::DecodePublicKey | SignatureOp::AggregatePublicKeys => {
                inputs.public_keys = column(|signer| &signer.public_key);
            }
            SignatureOp::DecodeSignature | SignatureOp::AggregateSignatures => {
                inputs.signatures = column(|signer| &signer.signature);
            }
            SignatureOp::AggregateVerify | SignatureOp::AggregateVerifyMt => {
                inputs.public_keys = column(|signer| &signer.public_key);
                inputs.messages = column(|signer| &signer.message);
                inputs.signatures = vec![self.sums(count)?.signature.0.clone()];
            }
            SignatureOp::FastAggregateVerify => {
                inputs.public_keys = column(|signer| &signer.public_key);
                inputs.messages = vec![self.common_message.0.clone()];
                inputs.signatures = vec![self.sums(count)?.common_signature.0.clone()];
            }
            SignatureOp::VerifyAggregatedKey => {
                inputs.public_keys = vec![self.sums(count)?.pubkey.0.clone()];
                inputs.messages = vec![self.common_message.0.clone()];
                inputs.signatures = vec![self.sums(count)?.common_signature.0.clone()];
            }
            SignatureOp::BatchVerify | SignatureOp::BatchVerifyMt => {
                inputs.public_keys = column(|signer| &signer.public_key);
                inputs.messages = column(|signer| &signer.message);
                inputs.signatures = column(|signer| &signer.signature);
                inputs.coefficients = signers.iter().map(Signer::coefficient).collect();
            }
        }
        Ok(inputs)
    }

    fn output(&self, op: SignatureOp, count: u32) -> Result<Vec<u8>, Error> {
        let [first, ..] = self.signers(count)? else {
            return Err(Error::Input("no signer"));
        };
        Ok(match op {
            SignatureOp::KeyGen => [first.secret_key.0.as_slice(), &first.public_key.0].concat(),
            SignatureOp::HashToCurve => return Err(Error::Input("no benchmark")),
            SignatureOp::Sign | SignatureOp::DecodeSignature => first.signature.0.clone(),
            SignatureOp::DecodePublicKey => first.public_key.0.clone(),
            SignatureOp::AggregateSignatures => self.sums(count)?.signature.0.clone(),
            SignatureOp::AggregatePublicKeys => self.sums(count)?.pubkey.0.clone(),
            SignatureOp::Verify
            | SignatureOp::VerifyBytes
            | SignatureOp::VerifyMt
            | SignatureOp::AggregateVerify
            | SignatureOp::AggregateVerifyMt
            | SignatureOp::FastAggregateVerify
            | SignatureOp::VerifyAggregatedKey
            | SignatureOp::BatchVerify
            | SignatureOp::BatchVerifyMt => ACCEPTED.to_vec(),
        })
    }
}

impl Signer {
    /// The coefficient of this signer in batch verification.
    fn coefficient(&self) -> u64 {
        let first = self.ikm.0.first_chunk().copied().unwrap_or_default();
        u64::from_be_bytes(first) | 1
    }
}

impl Dusk {
    fn inputs(&self, op: DuskOp, count: u32) -> Result<Inputs, Error> {
        let column = |count: u32, field: fn(&DuskSigner) -> &HexBytes| {
            let signers = self.signers.get(..count as usize);
            let signers = signers.ok_or(Error::Input("not that many signers"))?;
            Ok(signers
                .iter()
                .map(|signer| field(signer).0.clone())
                .collect::<Vec<_>>())
        };
        let mut inputs = Inputs::default();
        match op {
            DuskOp::SignSingle | DuskOp::SignMultisig => {
                inputs.secret_keys = column(1, |signer| &signer.secret_key)?;
                inputs.messages = vec![self.message.0.clone()];
            }
            DuskOp::Verify => {
                inputs.public_keys = column(1, |signer| &signer.public_key)?;
                inputs.messages = vec![self.message.0.clone()];
                inputs.signatures = column(1, |signer| &signer.single_signature)?;
            }
            DuskOp::AggregatePublicKeys => {
                inputs.public_keys = column(count, |signer| &signer.public_key)?;
            }
            DuskOp::AddPublicKeys => {
                inputs.public_keys = column(count + 1, |signer| &signer.public_key)?;
            }
            DuskOp::AddSignatures => {
                inputs.signatures = column(count + 1, |signer| &signer.multi_signature)?;
            }
            DuskOp::DecodePublicKey | DuskOp::DecodePublicKeyUnchecked => {
                inputs.public_keys = column(1, |signer| &signer.public_key)?;
            }
            DuskOp::DecodeSignature => return Err(Error::Input("no benchmark")),
        }
        Ok(inputs)
    }

    fn output(&self, op: DuskOp, count: u32) -> Result<Vec<u8>, Error> {
        let first = self.signers.first().ok_or(Error::Input("no signer"))?;
        let aggregate = |rows: &[DuskAggregate]| {
            let row = rows.iter().find(|row| row.count == count);
            row.map(|row| row.output.0.clone())
                .ok_or(Error::Input("the oracle has no such aggregate"))
        };
        match op {
            DuskOp::SignSingle => Ok(first.single_signature.0.clone()),
            DuskOp::SignMultisig => Ok(first.multi_signature.0.clone()),
            DuskOp::Verify => Ok(ACCEPTED.to_vec()),
            DuskOp::AggregatePublicKeys | DuskOp::AddPublicKeys => aggregate(&self.public_keys),
            DuskOp::AddSignatures => aggregate(&self.signatures),
            DuskOp::DecodePublicKey | DuskOp::DecodePublicKeyUnchecked => {
                Ok(first.public_key.0.clone())
            }
            DuskOp::DecodeSignature => Err(Error::Input("no benchmark")),
        }
    }
}
