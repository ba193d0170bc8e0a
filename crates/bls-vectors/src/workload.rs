//! The inputs of the benchmarks and their outputs, both from the oracle.

mod bls;
mod classic;
mod curve;
mod dusk;
mod precompile;
mod ring;
mod transport;

use bls_api::{Error, Group, Inputs, Kind, Operation, TransportOp};

use self::{
    bls::bls, classic::classic, curve::curve, dusk::dusk, precompile::precompiles, ring::ring,
    transport::transport,
};

/// The output of an operation that verifies.
const ACCEPTED: [u8; 1] = [1];

/// The inputs of an id: the same bytes for every engine and every run.
pub fn inputs(group: Group, operation: &Operation, param: Option<u32>) -> Result<Inputs, Error> {
    match operation.kind {
        Kind::Signature(op) => bls(group).inputs(op, param.unwrap_or(1)),
        Kind::Dusk(op) => dusk(group).inputs(op, param.unwrap_or(1)),
        Kind::Curve(op) => curve().inputs(op, param.unwrap_or(1)),
        Kind::Precompile(op) => precompiles().inputs(op, param.unwrap_or(1)),
        Kind::Transport(op) => transport().inputs(op, param.unwrap_or(1)),
        Kind::Classic(op) => classic().inputs(op, param.unwrap_or(1)),
        Kind::Ring(op) => ring(group).inputs(group, op, param.unwrap_or(1)),
    }
}

/// What the oracle says that comes out; of a ring signature, which is random, the key image.
pub fn expected_output(
    group: Group,
    operation: &Operation,
    param: Option<u32>,
) -> Result<Vec<u8>, Error> {
    match operation.kind {
        Kind::Signature(op) => bls(group).output(op, param.unwrap_or(1)),
        Kind::Dusk(op) => dusk(group).output(op, param.unwrap_or(1)),
        Kind::Curve(op) => curve().output(op, param.unwrap_or(1)),
        Kind::Precompile(op) => precompiles().output(op, param.unwrap_or(1)),
        Kind::Transport(op) => transport().output(op, param.unwrap_or(1)),
        Kind::Classic(op) => classic().output(op, param.unwrap_or(1)),
        Kind::Ring(op) => ring(group).output(op),
    }
}

/// The inputs of an operation that accepts them, changed so that it must not, and what it puts out
/// then: every point still decodes, no equation holds. None for what does not verify.
pub(crate) fn damaged(
    group: Group,
    operation: &Operation,
    param: Option<u32>,
) -> Result<Option<(Inputs, Vec<u8>)>, Error> {
    let mut output = expected_output(group, operation, param)?;
    let accepted = match output.split_last_mut() {
        Some((last, zeros)) if *last == 1 && zeros.iter().all(|&byte| byte == 0) => last,
        _ => return Ok(None),
    };
    *accepted = 0;
    let mut inputs = inputs(group, operation, param)?;
    match operation.kind {
        Kind::Transport(TransportOp::SwitchToIpc) => return Ok(None),
        Kind::Signature(_)
        | Kind::Dusk(_)
        | Kind::Transport(_)
        | Kind::Classic(_)
        | Kind::Ring(_) => {
            flip_last_bit(&mut inputs.messages);
        }
        Kind::Curve(op) => curve().damage(op, &mut inputs),
        Kind::Precompile(_) => precompile::swap_points(&mut inputs.input),
    }
    Ok(Some((inputs, output)))
}

fn flip_last_bit(messages: &mut [Vec<u8>]) {
    if let Some(byte) = messages.last_mut().and_then(|last| last.last_mut()) {
        *byte ^= 1;
    }
}
