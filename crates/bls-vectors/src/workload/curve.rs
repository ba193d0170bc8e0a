//! The inputs of `curve`.

use std::{collections::BTreeMap, sync::OnceLock};

use bls_api::{CurveOp, Error, Inputs, PointOp};
use serde::Deserialize;

use super::ACCEPTED;
use crate::{
    hex_bytes::HexBytes,
    vectors::{embedded_file, embedded_json},
};

/// The file, and the lists beside it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Curve {
    /// 32 bytes.
    message: HexBytes,
    /// The tag under which the message is hashed.
    dst: HexBytes,
    g1: Points,
    g2: Points,
    /// For each number of pairs the point of G1 whose pairing with `generator` cancels those of
    /// the first pairs but one.
    balances: BTreeMap<u32, HexBytes>,
    /// The generator of G2.
    generator: HexBytes,
}

/// What comes out in one group, for the first points and scalars of the lists.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    /// Of the first two.
    sum: HexBytes,
    sum_uncompressed: HexBytes,
    /// The first point.
    uncompressed: HexBytes,
    multiple: HexBytes,
    /// By 2^256 - 1.
    worst: HexBytes,
    hash: HexBytes,
    field_element: HexBytes,
    mapped: HexBytes,
    /// For each number of points.
    msm: BTreeMap<u32, HexBytes>,
    /// A point of the curve that is not in the subgroup.
    outside: HexBytes,
}

pub(super) fn curve() -> &'static Curve {
    static CURVE: OnceLock<Curve> = OnceLock::new();
    CURVE.get_or_init(|| embedded_json("workload/curve.json"))
}

/// The first items of a list of the oracle.
fn list(name: &str, item_length: usize, count: u32) -> Result<Vec<Vec<u8>>, Error> {
    let items = embedded_file(name).chunks_exact(item_length);
    let list: Vec<_> = items.take(count as usize).map(<[u8]>::to_vec).collect();
    if list.len() < count as usize {
        return Err(Error::Input("not that many points"));
    }
    Ok(list)
}

fn g1(count: u32) -> Result<Vec<Vec<u8>>, Error> {
    list("workload/curve_g1.bin", 48, count)
}

fn g2(count: u32) -> Result<Vec<Vec<u8>>, Error> {
    list("workload/curve_g2.bin", 96, count)
}

fn scalars(count: u32) -> Result<Vec<Vec<u8>>, Error> {
    list("workload/curve_scalars.bin", 32, count)
}

fn of(values: &BTreeMap<u32, HexBytes>, count: u32) -> Result<&[u8], Error> {
    let value = values.get(&count).map(|bytes| bytes.0.as_slice());
    value.ok_or(Error::Input("the oracle has no such number of points"))
}

impl Curve {
    pub(super) fn inputs(&self, op: CurveOp, count: u32) -> Result<Inputs, Error> {
        let none = Inputs::default();
        match op {
            CurveOp::G1(op) => Ok(Inputs {
                g1: g1(read_by(op, count))?,
                ..self.with_points(op, &self.g1, count)?
            }),
            CurveOp::G2(op) => Ok(Inputs {
                g2: g2(read_by(op, count))?,
                ..self.with_points(op, &self.g2, count)?
            }),
            CurveOp::MillerLoop | CurveOp::FinalExp | CurveOp::Pairing => self.pairs(2),
            CurveOp::MultiPairing | CurveOp::MultiPairingMt if count == 1 => Ok(Inputs {
                g1: g1(1)?,
                g2: g2(1)?,
                ..none
            }),
            CurveOp::MultiPairing | CurveOp::MultiPairingMt => self.pairs(count),
        }
    }

    fn with_points(&self, op: PointOp, points: &Points, count: u32) -> Result<Inputs, Error> {
        let mut inputs = Inputs::default();
        match op {
            PointOp::Mul => inputs.scalars = scalars(1)?,
            PointOp::MulWorst => inputs.scalars = vec![vec![0xff; 32]],
            PointOp::Msm | PointOp::MsmMt => inputs.scalars = scalars(count)?,
            PointOp::DecodeUncompressed => inputs.input.clone_from(&points.uncompressed.0),
            PointOp::Hash => {
                inputs.messages = vec![self.message.0.clone()];
                inputs.dst.clone_from(&self.dst.0);
            }
            PointOp::Map => inputs.input.clone_from(&points.field_element.0),
            PointOp::Add
            | PointOp::SubgroupCheck
            | PointOp::Decode
            | PointOp::DecodeUnchecked
            | PointOp::EncodeUncompressed => {}
        }
        Ok(inputs)
    }

    /// Pairs the product of whose pairings is one.
    fn pairs(&self, count: u32) -> Result<Inputs, Error> {
        let mut inputs = Inputs {
            g1: g1(count - 1)?,
            g2: g2(count - 1)?,
            ..Inputs::default()
        };
        inputs.g1.push(of(&self.balances, count)?.to_vec());
        inputs.g2.push(self.generator.0.clone());
        Ok(inputs)
    }

    pub(super) fn output(&self, op: CurveOp, count: u32) -> Result<Vec<u8>, Error> {
        match op {
            CurveOp::G1(op) => self.g1.output(op, count, || g1(1)),
            CurveOp::G2(op) => self.g2.output(op, count, || g2(1)),
            CurveOp::MillerLoop | CurveOp::FinalExp | CurveOp::Pairing => Ok(ACCEPTED.to_vec()),
            // One pairing of two points other than the identity is never one.
            CurveOp::MultiPairing | CurveOp::MultiPairingMt => Ok(vec![u8::from(count > 1)]),
        }
    }

    /// Makes inputs whose output is a verdict wrong.
    pub(super) fn damage(&self, op: CurveOp, inputs: &mut Inputs) {
        match op {
            CurveOp::G1(_) => inputs.g1 = vec![self.g1.outside.0.clone()],
            CurveOp::G2(_) => inputs.g2 = vec![self.g2.outside.0.clone()],
            _ => inputs.g1.swap(0, 1),
        }
    }
}

/// How many points an operation reads.
fn read_by(op: PointOp, count: u32) -> u32 {
    match op {
        PointOp::Add | PointOp::EncodeUncompressed => 2,
        PointOp::Mul
        | PointOp::MulWorst
        | PointOp::SubgroupCheck
        | PointOp::Decode
        | PointOp::DecodeUnchecked => 1,
        PointOp::Msm | PointOp::MsmMt => count,
        PointOp::DecodeUncompressed | PointOp::Hash | PointOp::Map => 0,
    }
}

impl Points {
    fn output(
        &self,
        op: PointOp,
        count: u32,
        first: impl Fn() -> Result<Vec<Vec<u8>>, Error>,
    ) -> Result<Vec<u8>, Error> {
        Ok(match op {
            PointOp::Add => self.sum.0.clone(),
            PointOp::Mul => self.multiple.0.clone(),
            PointOp::MulWorst => self.worst.0.clone(),
            PointOp::Msm | PointOp::MsmMt => of(&self.msm, count)?.to_vec(),
            PointOp::SubgroupCheck => ACCEPTED.to_vec(),
            PointOp::Decode | PointOp::DecodeUnchecked | PointOp::DecodeUncompressed => {
                first()?.concat()
            }
            PointOp::EncodeUncompressed => self.sum_uncompressed.0.clone(),
            PointOp::Hash => self.hash.0.clone(),
            PointOp::Map => self.mapped.0.clone(),
        })
    }
}
