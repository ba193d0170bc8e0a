//! The inputs of `min_pk` and `min_sig`.

use std::sync::OnceLock;

use bls_api::{Error, Group, Inputs, SignatureOp};
use serde::Deserialize;

use super::ACCEPTED;
use crate::{hex_bytes::HexBytes, vectors::embedded_json};

/// The inputs of `min_pk` or `min_sig`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bls {
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

pub(super) fn bls(group: Group) -> &'static Bls {
    static MIN_PK: OnceLock<Bls> = OnceLock::new();
    static MIN_SIG: OnceLock<Bls> = OnceLock::new();
    let loaded = if group == Group::MinPk {
        &MIN_PK
    } else {
        &MIN_SIG
    };
    loaded.get_or_init(|| embedded_json(&format!("workload/{group}.json")))
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

    pub(super) fn inputs(&self, op: SignatureOp, count: u32) -> Result<Inputs, Error> {
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

    pub(super) fn output(&self, op: SignatureOp, count: u32) -> Result<Vec<u8>, Error> {
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
