//! The inputs of `transport`.

use std::sync::OnceLock;

use bls_api::{DuskOp, Error, Group, Inputs, SignatureOp, TransportOp};
use serde::Deserialize;

use super::{ACCEPTED, bls::bls, dusk::dusk};
use crate::{
    hex_bytes::HexBytes,
    vectors::{embedded_file, embedded_json},
};

/// Lengths of the messages that the oracle has signed.
const LENGTHS: [u32; 3] = [32, 1024, 65_536];

/// The inputs of `transport`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Transport {
    signers: Signers,
    min_pk_sums: Vec<Sums>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Signers {
    dusk: Signer,
    dusk_v2: Signer,
    min_pk: Signer,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Signer {
    secret_key: HexBytes,
    /// Of this signer alone.
    aggregate_key: HexBytes,
    /// Of the messages of [`LENGTHS`].
    signatures: [HexBytes; 3],
    /// Of the same without the factor for the public key; for dusk alone.
    vulnerable_signatures: Option<[HexBytes; 3]>,
}

/// Sums over the first signers of `min_pk`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sums {
    /// The operation's parameter.
    count: u32,
    /// Of so many.
    public_key: HexBytes,
    /// Of so many, added to one before them.
    signature: HexBytes,
}

pub(super) fn transport() -> &'static Transport {
    static TRANSPORT: OnceLock<Transport> = OnceLock::new();
    TRANSPORT.get_or_init(|| embedded_json("workload/transport.json"))
}

impl Transport {
    pub(super) fn inputs(&self, op: TransportOp, param: u32) -> Result<Inputs, Error> {
        match op {
            TransportOp::NullCall => Ok(Inputs {
                messages: vec![payload(param)?],
                ..Inputs::default()
            }),
            TransportOp::Sign(scheme) => self.sign(scheme, param),
            TransportOp::SignVulnerable => self.sign(Group::Dusk, param),
            TransportOp::Verify(scheme) => self.verify(scheme, param),
            TransportOp::AggregatePublicKeys(Group::MinPk) => {
                bls(Group::MinPk).inputs(SignatureOp::AggregatePublicKeys, param)
            }
            TransportOp::AggregatePublicKeys(scheme) => {
                dusk(scheme).inputs(aggregation(scheme), param)
            }
            TransportOp::AggregateSignatures(Group::MinPk) => {
                bls(Group::MinPk).inputs(SignatureOp::AggregateSignatures, param + 1)
            }
            TransportOp::AggregateSignatures(scheme) => {
                dusk(scheme).inputs(DuskOp::AddSignatures, param)
            }
            TransportOp::SignInFlight | TransportOp::SignBatch => Ok(Inputs {
                coefficients: vec![param.into()],
                ..self.sign(Group::MinPk, LENGTHS[0])?
            }),
            TransportOp::VerifyInFlight | TransportOp::VerifyBatch => Ok(Inputs {
                coefficients: vec![param.into()],
                ..self.verify(Group::MinPk, LENGTHS[0])?
            }),
            TransportOp::SwitchToIpc => Ok(Inputs::default()),
        }
    }

    pub(super) fn output(&self, op: TransportOp, param: u32) -> Result<Vec<u8>, Error> {
        match op {
            TransportOp::NullCall => Ok(u64::from(param).to_be_bytes().to_vec()),
            TransportOp::Sign(scheme) => self.signature(scheme, param),
            TransportOp::SignVulnerable => {
                let signatures = self.signer(Group::Dusk)?.vulnerable_signatures.as_ref();
                let signatures = signatures.ok_or(Error::Input("no such signatures"))?;
                Ok(signatures[index(param)?].0.clone())
            }
            TransportOp::AggregatePublicKeys(Group::MinPk) => {
                Ok(self.min_pk_sums(param)?.public_key.0.clone())
            }
            TransportOp::AggregatePublicKeys(scheme) => {
                dusk(scheme).output(aggregation(scheme), param)
            }
            TransportOp::AggregateSignatures(Group::MinPk) => {
                Ok(self.min_pk_sums(param)?.signature.0.clone())
            }
            TransportOp::AggregateSignatures(scheme) => {
                dusk(scheme).output(DuskOp::AddSignatures, param)
            }
            TransportOp::SignInFlight | TransportOp::SignBatch => {
                self.signature(Group::MinPk, LENGTHS[0])
            }
            TransportOp::Verify(_)
            | TransportOp::VerifyInFlight
            | TransportOp::VerifyBatch
            | TransportOp::SwitchToIpc => Ok(ACCEPTED.to_vec()),
        }
    }

    fn signer(&self, scheme: Group) -> Result<&Signer, Error> {
        match scheme {
            Group::Dusk => Ok(&self.signers.dusk),
            Group::DuskV2 => Ok(&self.signers.dusk_v2),
            Group::MinPk => Ok(&self.signers.min_pk),
            _ => Err(Error::Input("no scheme that goes over borders")),
        }
    }

    fn sign(&self, scheme: Group, length: u32) -> Result<Inputs, Error> {
        Ok(Inputs {
            secret_keys: vec![self.signer(scheme)?.secret_key.0.clone()],
            messages: vec![payload(length)?],
            ..Inputs::default()
        })
    }

    fn verify(&self, scheme: Group, length: u32) -> Result<Inputs, Error> {
        Ok(Inputs {
            public_keys: vec![self.signer(scheme)?.aggregate_key.0.clone()],
            messages: vec![payload(length)?],
            signatures: vec![self.signature(scheme, length)?],
            ..Inputs::default()
        })
    }

    fn signature(&self, scheme: Group, length: u32) -> Result<Vec<u8>, Error> {
        Ok(self.signer(scheme)?.signatures[index(length)?].0.clone())
    }

    fn min_pk_sums(&self, count: u32) -> Result<&Sums, Error> {
        let sums = self.min_pk_sums.iter().find(|sums| sums.count == count);
        sums.ok_or(Error::Input("no sums over so many signers"))
    }
}

/// The parameter of dusk's library counts the keys that are added to the first.
fn aggregation(scheme: Group) -> DuskOp {
    if scheme == Group::Dusk {
        DuskOp::AddPublicKeys
    } else {
        DuskOp::AggregatePublicKeys
    }
}

fn payload(length: u32) -> Result<Vec<u8>, Error> {
    let all = embedded_file("workload/transport_payload.bin");
    let payload = all.get(..length as usize);
    payload
        .map(<[u8]>::to_vec)
        .ok_or(Error::Input("not that much payload"))
}

fn index(length: u32) -> Result<usize, Error> {
    let index = LENGTHS.iter().position(|&known| known == length);
    index.ok_or(Error::Input("no signature of a message of this length"))
}
