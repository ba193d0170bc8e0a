//! The inputs of `classic`.

use std::sync::OnceLock;

use bls_api::{ClassicOp, ClassicScheme, Error, Inputs};
use serde::Deserialize;

use super::ACCEPTED;
use crate::{hex_bytes::HexBytes, vectors::embedded_json};

/// Signers of each scheme with a message of 32 bytes each, and the first with a long message.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Classic {
    /// Of BIP-340.
    auxiliary: HexBytes,
    ed25519: Vec<Signer>,
    ed25519_long: Vec<Signer>,
    ecdsa_p256: Vec<Signer>,
    ecdsa_p256_long: Vec<Signer>,
    ecdsa_secp256k1: Vec<Signer>,
    ecdsa_secp256k1_long: Vec<Signer>,
    bip340: Vec<Signer>,
    bip340_long: Vec<Signer>,
}

/// In the file: a list of its fields in this order.
#[derive(Deserialize)]
struct Signer {
    secret_key: HexBytes,
    public_key: HexBytes,
    message: HexBytes,
    signature: HexBytes,
}

pub(super) fn classic() -> &'static Classic {
    static CLASSIC: OnceLock<Classic> = OnceLock::new();
    CLASSIC.get_or_init(|| embedded_json("workload/classic.json"))
}

impl Classic {
    pub(super) fn inputs(&self, op: ClassicOp, param: u32) -> Result<Inputs, Error> {
        let signers = self.signers(op, param)?;
        let column = |field: fn(&Signer) -> &HexBytes| {
            let values = signers.iter().map(|signer| field(signer).0.clone());
            values.collect::<Vec<_>>()
        };
        let secret_keys = || column(|signer| &signer.secret_key);
        let messages = || column(|signer| &signer.message);
        let none = Inputs::default();
        Ok(match op {
            ClassicOp::KeyGen(_) => Inputs {
                secret_keys: secret_keys(),
                ..none
            },
            ClassicOp::Sign(scheme) => Inputs {
                secret_keys: secret_keys(),
                messages: messages(),
                input: match scheme {
                    ClassicScheme::Bip340 => self.auxiliary.0.clone(),
                    _ => Vec::new(),
                },
                ..none
            },
            ClassicOp::Verify(_) | ClassicOp::VerifyBytes(_) | ClassicOp::BatchVerify(_) => {
                Inputs {
                    public_keys: column(|signer| &signer.public_key),
                    messages: messages(),
                    signatures: column(|signer| &signer.signature),
                    ..none
                }
            }
        })
    }

    pub(super) fn output(&self, op: ClassicOp, param: u32) -> Result<Vec<u8>, Error> {
        let first = self.signers(op, param)?.first();
        let first = first.ok_or(Error::Input("no signer"))?;
        Ok(match op {
            ClassicOp::KeyGen(_) => first.public_key.0.clone(),
            ClassicOp::Sign(_) => first.signature.0.clone(),
            ClassicOp::Verify(_) | ClassicOp::VerifyBytes(_) | ClassicOp::BatchVerify(_) => {
                ACCEPTED.to_vec()
            }
        })
    }

    /// One, whose message is `param` bytes long; or as many as that.
    fn signers(&self, op: ClassicOp, param: u32) -> Result<&[Signer], Error> {
        let (short, long) = match op.scheme() {
            ClassicScheme::Ed25519 => (&self.ed25519, &self.ed25519_long),
            ClassicScheme::EcdsaP256 => (&self.ecdsa_p256, &self.ecdsa_p256_long),
            ClassicScheme::EcdsaSecp256k1 => (&self.ecdsa_secp256k1, &self.ecdsa_secp256k1_long),
            ClassicScheme::Bip340 => (&self.bip340, &self.bip340_long),
        };
        let signers = match (op, param) {
            (ClassicOp::BatchVerify(_), count) => short.get(..count as usize),
            (ClassicOp::KeyGen(_), _) | (_, 32) => short.get(..1),
            (_, 1024) => long.get(..1),
            _ => None,
        };
        signers.ok_or(Error::Input("the oracle has nothing of this size"))
    }
}
