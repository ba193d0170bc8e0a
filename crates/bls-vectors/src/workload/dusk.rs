//! The inputs of `dusk` and `dusk_v2`.

use std::sync::OnceLock;

use bls_api::{DuskOp, Error, Group, Inputs};
use serde::Deserialize;

use super::ACCEPTED;
use crate::{hex_bytes::HexBytes, vectors::embedded_json};

/// The inputs of `dusk` or `dusk_v2`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Dusk {
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

pub(super) fn dusk(group: Group) -> &'static Dusk {
    static DUSK: OnceLock<Dusk> = OnceLock::new();
    static DUSK_V2: OnceLock<Dusk> = OnceLock::new();
    let loaded = if group == Group::Dusk {
        &DUSK
    } else {
        &DUSK_V2
    };
    loaded.get_or_init(|| embedded_json(&format!("workload/{group}.json")))
}

impl Dusk {
    pub(super) fn inputs(&self, op: DuskOp, count: u32) -> Result<Inputs, Error> {
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

    pub(super) fn output(&self, op: DuskOp, count: u32) -> Result<Vec<u8>, Error> {
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
