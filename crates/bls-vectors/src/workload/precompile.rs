//! The inputs of `eip2537`.

use std::{collections::BTreeMap, sync::OnceLock};

use bls_api::{Error, Inputs, PrecompileOp};
use serde::Deserialize;

use crate::{hex_bytes::HexBytes, vectors::embedded_json};

/// Calls of each precompile.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Precompiles {
    g1add: Call,
    g1mul: Call,
    g2add: Call,
    g2mul: Call,
    map_fp_to_g1: Call,
    map_fp2_to_g2: Call,
    ecrecover: Call,
    g1msm: Msm,
    g2msm: Msm,
    pairing_check: Pairing,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    input: HexBytes,
    output: HexBytes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Msm {
    /// As many pairs as are measured at most.
    input: HexBytes,
    /// For the first pairs, by their number.
    outputs: BTreeMap<u32, HexBytes>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairing {
    /// As many pairs as are measured at most.
    input: HexBytes,
    /// For each number of pairs the pair that cancels the first ones but one.
    balances: BTreeMap<u32, HexBytes>,
}

/// A point of G1 in a call.
const G1_POINT: usize = 128;

pub(super) fn precompiles() -> &'static Precompiles {
    static PRECOMPILES: OnceLock<Precompiles> = OnceLock::new();
    PRECOMPILES.get_or_init(|| embedded_json("workload/eip2537.json"))
}

impl Precompiles {
    pub(super) fn inputs(&self, op: PrecompileOp, count: u32) -> Result<Inputs, Error> {
        let input = match op {
            PrecompileOp::G1Msm => pairs(op, &self.g1msm.input, count)?.to_vec(),
            PrecompileOp::G2Msm => pairs(op, &self.g2msm.input, count)?.to_vec(),
            PrecompileOp::PairingCheck if count == 1 => {
                pairs(op, &self.pairing_check.input, 1)?.to_vec()
            }
            PrecompileOp::PairingCheck => [
                pairs(op, &self.pairing_check.input, count - 1)?,
                of(&self.pairing_check.balances, count)?,
            ]
            .concat(),
            _ => self.call(op)?.input.0.clone(),
        };
        Ok(Inputs {
            input,
            ..Inputs::default()
        })
    }

    pub(super) fn output(&self, op: PrecompileOp, count: u32) -> Result<Vec<u8>, Error> {
        match op {
            PrecompileOp::G1Msm => of(&self.g1msm.outputs, count).map(<[u8]>::to_vec),
            PrecompileOp::G2Msm => of(&self.g2msm.outputs, count).map(<[u8]>::to_vec),
            PrecompileOp::PairingCheck => {
                // One pairing of two points other than the identity is never one.
                let mut output = vec![0; 32];
                output[31] = u8::from(count > 1);
                Ok(output)
            }
            _ => Ok(self.call(op)?.output.0.clone()),
        }
    }

    fn call(&self, op: PrecompileOp) -> Result<&Call, Error> {
        match op {
            PrecompileOp::G1Add => Ok(&self.g1add),
            PrecompileOp::G1Mul => Ok(&self.g1mul),
            PrecompileOp::G2Add => Ok(&self.g2add),
            PrecompileOp::G2Mul => Ok(&self.g2mul),
            PrecompileOp::MapFpToG1 => Ok(&self.map_fp_to_g1),
            PrecompileOp::MapFp2ToG2 => Ok(&self.map_fp2_to_g2),
            PrecompileOp::EcRecover => Ok(&self.ecrecover),
            PrecompileOp::G1Msm | PrecompileOp::G2Msm | PrecompileOp::PairingCheck => {
                Err(Error::Input("a list of pairs"))
            }
        }
    }
}

/// Exchanges the points of G1 of the first two pairs of a pairing check.
pub(super) fn swap_points(input: &mut [u8]) {
    let pair = PrecompileOp::PairingCheck.pair_length().unwrap_or_default();
    let (first, others) = input.split_at_mut(pair);
    first[..G1_POINT].swap_with_slice(&mut others[..G1_POINT]);
}

fn pairs(op: PrecompileOp, input: &HexBytes, count: u32) -> Result<&[u8], Error> {
    let length = op.pair_length().unwrap_or_default() * count as usize;
    let pairs = input.0.get(..length);
    pairs.ok_or(Error::Input("not that many pairs"))
}

fn of(values: &BTreeMap<u32, HexBytes>, count: u32) -> Result<&[u8], Error> {
    let value = values.get(&count).map(|bytes| bytes.0.as_slice());
    value.ok_or(Error::Input("the oracle has no such number of pairs"))
}
