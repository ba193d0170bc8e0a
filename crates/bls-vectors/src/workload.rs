//! The inputs of the benchmarks and their outputs, both from the oracle.

use std::sync::OnceLock;

use bls_api::{
    BlsWorkload, DuskOp, DuskWorkload, Error, Group, Kind, Operation, SignatureOp, Signer, Sums,
    Workload,
};
use serde::Deserialize;

use crate::{hex_bytes::HexBytes, vectors::embedded_json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BlsFile {
    common_message: HexBytes,
    signers: Vec<[HexBytes; 6]>,
    aggregates: Vec<BlsAggregate>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BlsAggregate {
    signers: usize,
    pubkey: HexBytes,
    signature: HexBytes,
    common_signature: HexBytes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DuskFile {
    message: HexBytes,
    signers: Vec<[HexBytes; 4]>,
    public_keys: Vec<DuskAggregate>,
    signatures: Vec<DuskAggregate>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DuskAggregate {
    /// The operation's parameter, called after what it counts.
    #[serde(alias = "added", alias = "signers")]
    count: u32,
    output: HexBytes,
}

struct Dusk {
    workload: DuskWorkload,
    public_keys: Vec<DuskAggregate>,
    signatures: Vec<DuskAggregate>,
}

fn bls(group: Group) -> &'static BlsWorkload {
    static MIN_PK: OnceLock<BlsWorkload> = OnceLock::new();
    static MIN_SIG: OnceLock<BlsWorkload> = OnceLock::new();
    let loaded = if group == Group::MinPk {
        &MIN_PK
    } else {
        &MIN_SIG
    };
    loaded.get_or_init(|| {
        let file: BlsFile = embedded_json(&format!("workload/{group}.json"));
        let signer = |row: [HexBytes; 6]| {
            let [
                ikm,
                secret_key,
                public_key,
                message,
                signature,
                common_signature,
            ] = row.map(|bytes| bytes.0);
            Signer {
                ikm,
                secret_key,
                public_key,
                message,
                signature,
                common_signature,
            }
        };
        let sums = |row: BlsAggregate| Sums {
            signers: row.signers,
            public_key: row.pubkey.0,
            signature: row.signature.0,
            common_signature: row.common_signature.0,
        };
        BlsWorkload {
            common_message: file.common_message.0,
            signers: file.signers.into_iter().map(signer).collect(),
            sums: file.aggregates.into_iter().map(sums).collect(),
        }
    })
}

fn dusk(group: Group) -> &'static Dusk {
    static DUSK: OnceLock<Dusk> = OnceLock::new();
    static DUSK_V2: OnceLock<Dusk> = OnceLock::new();
    let loaded = if group == Group::Dusk {
        &DUSK
    } else {
        &DUSK_V2
    };
    loaded.get_or_init(|| {
        let file: DuskFile = embedded_json(&format!("workload/{group}.json"));
        let column = |index: usize| {
            file.signers
                .iter()
                .map(|row| row[index].0.clone())
                .collect()
        };
        Dusk {
            workload: DuskWorkload {
                message: file.message.0.clone(),
                secret_keys: column(0),
                public_keys: column(1),
                signatures: column(2),
                single_signatures: column(3),
            },
            public_keys: file.public_keys,
            signatures: file.signatures,
        }
    })
}

/// The inputs of a group: the same bytes for every engine and every run.
#[must_use]
pub fn workload(group: Group) -> Workload {
    match group {
        Group::MinPk | Group::MinSig => Workload::Bls(bls(group)),
        Group::Dusk | Group::DuskV2 => Workload::Dusk(&dusk(group).workload),
    }
}

/// What the oracle says a job must output.
pub fn expected_output(
    group: Group,
    operation: &Operation,
    param: Option<u32>,
) -> Result<Vec<u8>, Error> {
    match operation.kind {
        Kind::Signature(op) => expected_bls(bls(group), op, param.unwrap_or(1) as usize),
        Kind::Dusk(op) => expected_dusk(dusk(group), op, param.unwrap_or(1)),
    }
}

/// The output of an operation that verifies.
pub(crate) const ACCEPTED: [u8; 1] = [1];
pub(crate) const REFUSED: [u8; 1] = [0];

/// The inputs for the first signers with one bit of the last message, and of the message that all
/// sign, flipped: every signature decodes, and none of the lists verifies.
pub(crate) fn damaged_workload(group: Group, param: Option<u32>) -> Workload {
    let flip = |message: &mut Vec<u8>| {
        if let Some(byte) = message.last_mut() {
            *byte ^= 1;
        }
    };
    // Jobs borrow their inputs for good; a damaged set is made a few times per process.
    match group {
        Group::MinPk | Group::MinSig => {
            let count = param.unwrap_or(1) as usize;
            let whole = bls(group);
            let mut damaged = BlsWorkload {
                common_message: whole.common_message.clone(),
                signers: whole.signers.iter().take(count).cloned().collect(),
                sums: whole.sums.clone(),
            };
            flip(&mut damaged.common_message);
            if let Some(signer) = damaged.signers.last_mut() {
                flip(&mut signer.message);
            }
            Workload::Bls(Box::leak(Box::new(damaged)))
        }
        Group::Dusk | Group::DuskV2 => {
            let mut damaged = dusk(group).workload.clone();
            flip(&mut damaged.message);
            Workload::Dusk(Box::leak(Box::new(damaged)))
        }
    }
}

fn expected_bls(workload: &BlsWorkload, op: SignatureOp, signers: usize) -> Result<Vec<u8>, Error> {
    let first = workload.signers.first();
    let first = first.ok_or(Error::Workload("no signer"))?;
    Ok(match op {
        SignatureOp::KeyGen => [first.secret_key.as_slice(), &first.public_key].concat(),
        SignatureOp::Sign | SignatureOp::DecodeSignature => first.signature.clone(),
        SignatureOp::DecodePublicKey => first.public_key.clone(),
        SignatureOp::AggregateSignatures => workload.sums(signers)?.signature.clone(),
        SignatureOp::AggregatePublicKeys => workload.sums(signers)?.public_key.clone(),
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

fn expected_dusk(oracle: &Dusk, op: DuskOp, count: u32) -> Result<Vec<u8>, Error> {
    let first = |column: &[Vec<u8>]| {
        let first = column.first().cloned();
        first.ok_or(Error::Workload("no signer"))
    };
    let aggregate = |column: &[DuskAggregate]| {
        let row = column.iter().find(|row| row.count == count);
        row.map(|row| row.output.0.clone())
            .ok_or(Error::Workload("the oracle has no such aggregate"))
    };
    let workload = &oracle.workload;
    match op {
        DuskOp::SignMultisig => first(&workload.signatures),
        DuskOp::SignSingle => first(&workload.single_signatures),
        DuskOp::Verify => Ok(ACCEPTED.to_vec()),
        DuskOp::AggregatePublicKeys | DuskOp::AddPublicKeys => aggregate(&oracle.public_keys),
        DuskOp::AddSignatures => aggregate(&oracle.signatures),
        DuskOp::DecodePublicKey | DuskOp::DecodePublicKeyUnchecked => first(&workload.public_keys),
    }
}
