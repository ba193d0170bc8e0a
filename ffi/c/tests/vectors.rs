//! What the oracle says is no point is refused as such. Whether the schemes compute what they should
//! is the gate's to say (`bls-vectors`).

use std::{collections::BTreeMap, fs, path::Path};

use bls_schemes::Scheme;
use blsbench_c::{
    AggregateKeyHandle, BLSBENCH_SCHEME_DUSK, BLSBENCH_SCHEME_DUSK_V2, BLSBENCH_SCHEME_MIN_PK,
    PublicKeyHandle, SignatureHandle, Status, blsbench_aggregate_key_decode,
    blsbench_aggregate_key_free, blsbench_public_key_decode, blsbench_public_key_free,
    blsbench_signature_decode, blsbench_signature_free,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    /// `pubkey` or `signature`, and its bytes in hexadecimal.
    input: BTreeMap<String, String>,
    /// Whether it is a point of the group.
    output: bool,
}

fn cases(scheme: Scheme) -> Vec<Case> {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/bls-vectors/vectors");
    let folders = ["deserialization_G1", "deserialization_G2"];
    let folders = folders.map(|folder| vectors.join(scheme.name()).join(folder));
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("vectors"));
    let texts = files.map(|file| fs::read(file.expect("a vector").path()).expect("a vector"));
    texts
        .map(|text| serde_json::from_slice(&text).expect("a case"))
        .collect()
}

/// As a public key and as an aggregate key.
fn decode_key(scheme: u32, bytes: &[u8]) -> Vec<Status> {
    let mut public = PublicKeyHandle { id: 0 };
    let mut aggregate = AggregateKeyHandle { id: 0 };
    let (pointer, length) = (bytes.as_ptr(), bytes.len());
    // SAFETY: the pointers are to the bytes, so many, and to the handles.
    let answers = unsafe {
        vec![
            blsbench_public_key_decode(scheme, pointer, length, &raw mut public),
            blsbench_aggregate_key_decode(scheme, pointer, length, &raw mut aggregate),
        ]
    };
    let freed = [
        blsbench_public_key_free(public),
        blsbench_aggregate_key_free(aggregate),
    ];
    for (answer, freed) in answers.iter().zip(freed) {
        assert_eq!(*answer == Status::OK, freed == Status::OK);
    }
    answers
}

fn decode_signature(scheme: u32, bytes: &[u8]) -> Vec<Status> {
    let mut signature = SignatureHandle { id: 0 };
    // SAFETY: the pointers are to the bytes, so many, and to the handle.
    let answer = unsafe {
        blsbench_signature_decode(scheme, bytes.as_ptr(), bytes.len(), &raw mut signature)
    };
    let freed = blsbench_signature_free(signature);
    assert_eq!(answer == Status::OK, freed == Status::OK);
    vec![answer]
}

#[test]
fn points() {
    let schemes = [
        (Scheme::Dusk, BLSBENCH_SCHEME_DUSK),
        (Scheme::DuskV2, BLSBENCH_SCHEME_DUSK_V2),
        (Scheme::MinPk, BLSBENCH_SCHEME_MIN_PK),
    ];
    for (scheme, number) in schemes {
        let cases = cases(scheme);
        assert!(!cases.is_empty());
        for Case { input, output } in cases {
            let (kind, text) = input.first_key_value().expect("an input");
            let bytes = hex::decode(text.trim_start_matches("0x")).expect("hexadecimal");
            let (length, answers) = if kind == "pubkey" {
                (scheme.public_key_length(), decode_key(number, &bytes))
            } else {
                (scheme.signature_length(), decode_signature(number, &bytes))
            };
            // The identity is a point, and no key.
            let no_key = kind == "pubkey" && bytes.first() == Some(&0xc0);
            let expected = if output && !no_key {
                Status::OK
            } else if bytes.len() == length {
                Status::MALFORMED
            } else {
                Status::LENGTH
            };
            for answer in answers {
                assert_eq!(answer, expected, "{scheme} {text}");
            }
        }
    }
}
