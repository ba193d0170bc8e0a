//! The inputs of one operation, as bytes.

use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, hex::Hex, serde_as};

use crate::Error;

/// What an operation is given, everything encoded. Which fields it reads is said beside the
/// operation ([`crate::SignatureOp`], [`crate::DuskOp`], [`crate::CurveOp`],
/// [`crate::PrecompileOp`], [`crate::TransportOp`], [`crate::ClassicOp`], [`crate::RingOp`]); the
/// others are empty.
///
/// Points are compressed unless said otherwise. As JSON, bytes are hexadecimal and coefficients decimal text, and empty
/// fields may be left out.
#[serde_as]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Inputs {
    /// Key material of KeyGen.
    #[serde_as(as = "Hex")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ikm: Vec<u8>,
    /// A domain separation tag, for hashing under another than the suite's.
    #[serde_as(as = "Hex")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dst: Vec<u8>,
    /// Secret keys, 32 bytes each.
    #[serde_as(as = "Vec<Hex>")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub secret_keys: Vec<Vec<u8>>,
    /// Public keys.
    #[serde_as(as = "Vec<Hex>")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub public_keys: Vec<Vec<u8>>,
    /// Messages of any length.
    #[serde_as(as = "Vec<Hex>")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Vec<u8>>,
    /// Signatures.
    #[serde_as(as = "Vec<Hex>")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Vec<u8>>,
    /// Coefficients of batch verification, none of them zero. They are given, so that two runs do
    /// the same work; one who verifies for real must draw them at random. For calls in flight, their
    /// number.
    #[serde_as(as = "Vec<DisplayFromStr>")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub coefficients: Vec<u64>,
    /// Points of G1.
    #[serde_as(as = "Vec<Hex>")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub g1: Vec<Vec<u8>>,
    /// Points of G2.
    #[serde_as(as = "Vec<Hex>")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub g2: Vec<Vec<u8>>,
    /// Scalars, 32 bytes each, big-endian, of any value.
    #[serde_as(as = "Vec<Hex>")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scalars: Vec<Vec<u8>>,
    /// The input of a precompile, an element of a field, an uncompressed point, or the auxiliary bytes
    /// of BIP-340.
    #[serde_as(as = "Hex")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub input: Vec<u8>,
}

impl Inputs {
    /// The first secret key.
    pub fn secret_key(&self) -> Result<&[u8], Error> {
        first(&self.secret_keys, "no secret key")
    }

    /// The first public key.
    pub fn public_key(&self) -> Result<&[u8], Error> {
        first(&self.public_keys, "no public key")
    }

    /// The first message.
    pub fn message(&self) -> Result<&[u8], Error> {
        first(&self.messages, "no message")
    }

    /// The first signature.
    pub fn signature(&self) -> Result<&[u8], Error> {
        first(&self.signatures, "no signature")
    }
}

/// The first of a list, or an error that says what is absent.
pub(crate) fn first<'a>(items: &'a [Vec<u8>], absent: &'static str) -> Result<&'a [u8], Error> {
    items.first().map(Vec::as_slice).ok_or(Error::Input(absent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_strict_and_keeps_large_coefficients() {
        let inputs = Inputs {
            messages: vec![vec![], vec![0xab]],
            coefficients: vec![u64::MAX],
            ..Inputs::default()
        };
        let json = serde_json::to_string(&inputs).unwrap();
        assert_eq!(
            json,
            r#"{"messages":["","ab"],"coefficients":["18446744073709551615"]}"#
        );
        assert_eq!(serde_json::from_str::<Inputs>(&json).unwrap(), inputs);
        for bad in [
            r#"{"message":""}"#,
            r#"{"messages":["a"]}"#,
            r#"{"messages":["0x00"]}"#,
        ] {
            assert!(serde_json::from_str::<Inputs>(bad).is_err(), "{bad}");
        }
    }
}
