//! The inputs of the groups of ring signatures.

use std::{collections::BTreeMap, convert::Infallible, sync::OnceLock};

use bls_api::{Error, Group, Inputs, MANY_SIGNATURES, RingOp};
use rand_core_010::{TryCryptoRng, TryRng};
use ring_signatures::{Curve, Ed25519, K256, Ring, SecretKey, Variant};
use serde::Deserialize;

use super::ACCEPTED;
use crate::{hex_bytes::HexBytes, vectors::embedded_json};

/// The inputs of one group.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rings {
    /// Of a member of every ring, 32 bytes.
    secret_key: HexBytes,
    /// Of the secret key.
    key_image: HexBytes,
    /// 32 bytes each; the first is signed in every ring.
    messages: Vec<HexBytes>,
    /// The public keys of the longest ring; the others are its first members.
    ring: Vec<HexBytes>,
    signatures: Signatures,
    #[serde(default)]
    bound_signatures: Signatures,
}

/// For each number of members, signatures of the first messages.
type Signatures = BTreeMap<u32, Vec<HexBytes>>;

pub(super) fn ring(group: Group) -> &'static Rings {
    static SECP256K1: OnceLock<Rings> = OnceLock::new();
    static ED25519: OnceLock<Rings> = OnceLock::new();
    static RISTRETTO255: OnceLock<Rings> = OnceLock::new();
    let loaded = match group {
        Group::RingSecp256k1 => &SECP256K1,
        Group::RingEd25519 => &ED25519,
        _ => &RISTRETTO255,
    };
    loaded.get_or_init(|| embedded_json(&format!("workload/{group}.json")))
}

impl Rings {
    pub(super) fn inputs(&self, group: Group, op: RingOp, members: u32) -> Result<Inputs, Error> {
        let message = || self.messages.first().map(|message| message.0.clone());
        let none = Inputs::default();
        Ok(match op {
            RingOp::Sign { .. } => Inputs {
                public_keys: self.members(members)?,
                secret_keys: vec![self.secret_key.0.clone()],
                messages: message().into_iter().collect(),
                ..none
            },
            RingOp::Verify { bound } | RingOp::VerifyPrepared { bound } => Inputs {
                messages: message().into_iter().collect(),
                signatures: self.signatures(bound, members)?[..1].to_vec(),
                ..none
            },
            RingOp::VerifyMany { bound } => {
                let (messages, signatures) = match group {
                    Group::RingSecp256k1 => self.sign_many::<K256>(bound, members)?,
                    Group::RingEd25519 => self.sign_many::<Ed25519>(bound, members)?,
                    _ => self.repeated(bound, members)?,
                };
                Inputs {
                    messages,
                    signatures,
                    ..none
                }
            }
            RingOp::KeyImage | RingOp::Linked => return Err(Error::Input("no benchmark")),
        })
    }

    pub(super) fn output(&self, op: RingOp) -> Result<Vec<u8>, Error> {
        match op {
            RingOp::Sign { .. } => Ok(self.key_image.0.clone()),
            RingOp::Verify { .. } | RingOp::VerifyPrepared { .. } | RingOp::VerifyMany { .. } => {
                Ok(ACCEPTED.to_vec())
            }
            RingOp::KeyImage | RingOp::Linked => Err(Error::Input("no benchmark")),
        }
    }

    fn members(&self, count: u32) -> Result<Vec<Vec<u8>>, Error> {
        let members = self.ring.get(..count as usize);
        let members = members.ok_or(Error::Input("not that many members"))?;
        Ok(members.iter().map(|key| key.0.clone()).collect())
    }

    /// At least one.
    fn signatures(&self, bound: bool, members: u32) -> Result<Vec<Vec<u8>>, Error> {
        let signatures = if bound {
            &self.bound_signatures
        } else {
            &self.signatures
        };
        let of_size = signatures.get(&members).filter(|list| !list.is_empty());
        let of_size = of_size.ok_or(Error::Input("the oracle has no such signature"))?;
        Ok(of_size.iter().map(|bytes| bytes.0.clone()).collect())
    }

    /// The oracle's few signatures, again and again: what verifies them remembers none.
    fn repeated(&self, bound: bool, members: u32) -> Result<Lists, Error> {
        let signatures = self.signatures(bound, members)?;
        let signed = self.messages.iter().map(|bytes| &bytes.0).zip(&signatures);
        let signed = signed.cycle().take(MANY_SIGNATURES);
        Ok(signed
            .map(|(message, signature)| (message.clone(), signature.clone()))
            .unzip())
    }

    /// Signatures of as many messages, made now: as data they would be megabytes.
    fn sign_many<C: Curve>(&self, bound: bool, members: u32) -> Result<Lists, Error> {
        let variant = if bound {
            Variant::Bound
        } else {
            Variant::RingGo
        };
        let wrong = |_: ring_signatures::Error| Error::Input("a ring that is none");
        let short = |_| Error::Input("not 32 bytes");
        let ring = Ring::<C>::new(&self.members(members)?)
            .map_err(wrong)?
            .prepare();
        let secret = self.secret_key.0.as_slice().try_into().map_err(short)?;
        let secret = SecretKey::from_bytes(secret).map_err(wrong)?;
        let first = self.messages.first().map(|message| message.0.as_slice());
        let first: [u8; 32] = first.unwrap_or_default().try_into().map_err(short)?;
        let signed = (0_u8..).take(MANY_SIGNATURES).map(|index| {
            let mut message = first;
            message[0] ^= index;
            let signature = ring.sign(variant, &secret, &message, &mut Zeros);
            Ok((message.to_vec(), signature.map_err(wrong)?.to_bytes()))
        });
        let signed: Vec<_> = signed.collect::<Result<_, Error>>()?;
        Ok(signed.into_iter().unzip())
    }
}

/// Messages and their signatures.
type Lists = (Vec<Vec<u8>>, Vec<Vec<u8>>);

/// No random numbers: two runs see the same signatures, whose nonces depend on their messages.
struct Zeros;

impl TryRng for Zeros {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(0)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill(0);
        Ok(())
    }
}

impl TryCryptoRng for Zeros {}
