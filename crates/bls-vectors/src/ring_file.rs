//! Ring signatures made elsewhere, in one file.

use std::{fs, path::Path};

use bls_api::{Group, Inputs};
use serde::{Deserialize, Serialize, de::Error as _};
use serde_json::json;

use crate::{
    hex_bytes::HexBytes,
    vectors::{Answer, Case, Difference, VectorError, Vectors},
};

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    signatures: Vec<Signed>,
    #[serde(default)]
    links: Vec<Link>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Signed {
    curve: Curve,
    kind: String,
    /// Of the signer in the ring.
    index: usize,
    /// Missing or empty where the signature is not by `index`.
    #[serde(default)]
    secret_key: HexBytes,
    message: HexBytes,
    signature: HexBytes,
    valid: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Link {
    curve: Curve,
    a: HexBytes,
    b: HexBytes,
    linked: bool,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Curve {
    Secp256k1,
    Ed25519,
}

/// The cases of a file of ring-go's signatures, by curve: of each its verdict and, where the secret key is
/// there, the public key and the key image, and a new signature by that key. docs/RING.md has the format.
pub fn ring_file(path: &Path) -> Result<Vec<Vectors>, VectorError> {
    let text = fs::read(path).map_err(|source| VectorError::Io {
        path: path.to_owned(),
        source,
    })?;
    let malformed = |source| VectorError::File {
        path: path.to_owned(),
        source,
    };
    let file: File = serde_json::from_slice(&text).map_err(malformed)?;
    let mut sets = Vec::new();
    for curve in [Curve::Secp256k1, Curve::Ed25519] {
        let mut cases = Vec::new();
        let signatures = file.signatures.iter().enumerate();
        for (place, signature) in signatures.filter(|(_, each)| each.curve == curve) {
            let made = signature.cases(place).map_err(|why| {
                let why = format!("signatures[{place}]: {why}");
                malformed(serde_json::Error::custom(why))
            })?;
            cases.extend(made);
        }
        let mut differences = Vec::new();
        let links = file.links.iter().enumerate();
        for (place, link) in links.filter(|(_, link)| link.curve == curve) {
            let name = format!("{place:04}");
            if link.linked && curve.image(&link.a) != curve.image(&link.b) {
                differences.push(Difference {
                    group: curve.group().to_string(),
                    engine: "ring_go_0_1".to_owned(),
                    case: format!("linked/{name}"),
                    output: Answer::Verdict(false),
                    why: "this release compares key images without the cofactor".to_owned(),
                });
            }
            let inputs = Inputs {
                signatures: vec![link.a.0.clone(), link.b.0.clone()],
                ..Inputs::default()
            };
            cases.push(case("linked", name, &inputs, link.linked));
        }
        if !cases.is_empty() {
            sets.push(Vectors::new(curve.group(), cases).with_differences(differences));
        }
    }
    Ok(sets)
}

impl Curve {
    fn group(self) -> Group {
        match self {
            Self::Secp256k1 => Group::RingSecp256k1,
            Self::Ed25519 => Group::RingEd25519,
        }
    }

    fn point_length(self) -> usize {
        match self {
            Self::Secp256k1 => 33,
            Self::Ed25519 => 32,
        }
    }

    /// The key image of a signature, if it is long enough to have one.
    fn image(self, signature: &HexBytes) -> Option<&[u8]> {
        signature.0.get(4 + 32..4 + 32 + self.point_length())
    }
}

impl Signed {
    fn cases(&self, place: usize) -> Result<Vec<Case>, &'static str> {
        let name = format!("{place:04}_{}", self.kind);
        let messages = vec![self.message.0.clone()];
        let signatures = vec![self.signature.0.clone()];
        let verify = Inputs {
            messages: messages.clone(),
            signatures: signatures.clone(),
            ..Inputs::default()
        };
        let mut cases = vec![case("verify", name.clone(), &verify, self.valid)];
        if self.secret_key.0.is_empty() {
            return Ok(cases);
        }
        let point = self.curve.point_length();
        let entries = self.signature.0.get(4 + 32 + point..);
        let (entries, image) = entries
            .zip(self.curve.image(&self.signature))
            .ok_or("a signature without an image")?;
        let members = entries.chunks(32 + point).map(|entry| entry.get(32..));
        let ring: Option<Vec<_>> = members.map(|key| key.map(<[u8]>::to_vec)).collect();
        let ring = ring.ok_or("a member without a key")?;
        let public = ring.get(self.index).ok_or("an Index outside the ring")?;
        let key_image = Inputs {
            secret_keys: vec![self.secret_key.0.clone()],
            ..Inputs::default()
        };
        let pair = hex::encode([public, image].concat());
        cases.push(case("key_image", name.clone(), &key_image, pair));
        let sign = Inputs {
            secret_keys: vec![self.secret_key.0.clone()],
            public_keys: ring,
            messages,
            signatures,
            ..Inputs::default()
        };
        cases.push(case("sign", name, &sign, hex::encode(image)));
        Ok(cases)
    }
}

fn case(folder: &str, name: String, inputs: &Inputs, output: impl Serialize) -> Case {
    let json = json!({"input": inputs, "output": output});
    Case {
        folder: folder.to_owned(),
        name,
        json: json.to_string().into_bytes(),
    }
}
