//! The vectors of go-ethereum for the precompiles of EIP-2537, as they lie in its source.

use std::{fs, path::Path};

use bls_api::{Group, Inputs, Kind, PrecompileOp};
use serde::Deserialize;
use serde_json::json;

use crate::{
    hex_bytes::HexBytes,
    vectors::{Case, VectorError, Vectors},
};

/// Files with calls that succeed, by the operation that they are about. For each there is another
/// whose name begins with `fail-`.
const FILES: &[(&str, PrecompileOp)] = &[
    ("blsG1Add.json", PrecompileOp::G1Add),
    ("blsG1Mul.json", PrecompileOp::G1Mul),
    ("blsG1MultiExp.json", PrecompileOp::G1Msm),
    ("blsG2Add.json", PrecompileOp::G2Add),
    ("blsG2Mul.json", PrecompileOp::G2Mul),
    ("blsG2MultiExp.json", PrecompileOp::G2Msm),
    ("blsPairing.json", PrecompileOp::PairingCheck),
    ("blsMapG1.json", PrecompileOp::MapFpToG1),
    ("blsMapG2.json", PrecompileOp::MapFp2ToG2),
];

/// What go-ethereum charges for a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedCall {
    /// As it is called there.
    pub name: String,
    /// The precompile.
    pub op: PrecompileOp,
    /// The length of the call's input.
    pub input_length: usize,
    /// By the schedule of its version.
    pub gas: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Call {
    input: HexBytes,
    expected: HexBytes,
    name: String,
    gas: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct FailingCall {
    input: HexBytes,
    name: String,
}

/// Reads `core/vm/testdata/precompiles` of go-ethereum 1.15 or later.
pub fn go_ethereum(directory: &Path) -> Result<(Vectors, Vec<PricedCall>), VectorError> {
    let mut cases = Vec::new();
    let mut priced = Vec::new();
    for &(file, op) in FILES {
        let row = Group::Eip2537.row(Kind::Precompile(op));
        let folder = row.map(|row| row.name).unwrap_or_default();
        let calls: Vec<Call> = read(&directory.join(file))?;
        for call in calls {
            priced.push(PricedCall {
                name: call.name.clone(),
                op,
                input_length: call.input.0.len(),
                gas: call.gas,
            });
            cases.push(case(folder, call.name, call.input, Some(call.expected)));
        }
        let calls: Vec<FailingCall> = read(&directory.join(format!("fail-{file}")))?;
        cases.extend(
            calls
                .into_iter()
                .map(|call| case(folder, call.name, call.input, None)),
        );
    }
    Ok((Vectors::new(Group::Eip2537, cases), priced))
}

fn case(folder: &str, name: String, input: HexBytes, output: Option<HexBytes>) -> Case {
    let inputs = Inputs {
        input: input.0,
        ..Inputs::default()
    };
    let output = output.map(|bytes| hex::encode(bytes.0));
    Case {
        folder: folder.to_owned(),
        name,
        json: json!({ "input": inputs, "output": output })
            .to_string()
            .into_bytes(),
    }
}

fn read<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Vec<T>, VectorError> {
    let bytes = fs::read(path).map_err(|source| VectorError::Io {
        path: path.to_owned(),
        source,
    })?;
    serde_json::from_slice(&bytes).map_err(|source| VectorError::File {
        path: path.to_owned(),
        source,
    })
}
