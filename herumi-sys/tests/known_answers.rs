//! Values that RFC 9380 and Ethereum's test vectors publish.

mod common;

use std::ffi::{c_char, c_int, c_void};

use common::{G1, G2, encode, parse, unhex};
use herumi_sys::*;

type HashWithDst<T> =
    unsafe extern "C" fn(*mut T, *const c_void, usize, *const c_char, usize) -> c_int;

fn hash<T: Default>(hash: HashWithDst<T>, message: &[u8], dst: &str) -> T {
    init().expect("mcl initialises");
    let mut point = T::default();
    // SAFETY: mcl is initialised, and both lengths are those of their buffers.
    let code = unsafe {
        hash(
            &raw mut point,
            message.as_ptr().cast(),
            message.len(),
            dst.as_ptr().cast(),
            dst.len(),
        )
    };
    assert_eq!(code, 0);
    point
}

/// RFC 9380, appendix J.10.1, compressed.
#[test]
fn hash_to_g2_of_rfc_9380() {
    for (message, expected) in [
        (
            "",
            "a5cb8437535e20ecffaef7752baddf98034139c38452458baeefab379ba13dff5bf5dd71b72418717047f5b0f37da03d\
             0141ebfbdca40eb85b87142e130ab689c673cf60f1a3e98d69335266f30d9b8d4ac44c1038e9dcdd5393faf5c41fb78a",
        ),
        (
            "abc",
            "939cddbccdc5e91b9623efd38c49f81a6f83f175e80b06fc374de9eb4b41dfe4ca3a230ed250fbe3a2acf73a41177fd8\
             02c2d18e033b960562aae3cab37a27ce00d80ccd5ba4b7fe0e7a210245129dbec7780ccc7954725f4168aff2787776e6",
        ),
    ] {
        let dst = "QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";
        let point = hash(mclBnG2_hashAndMapToWithDst, message.as_bytes(), dst);
        assert_eq!(
            encode(mclBnG2_serialize, &point),
            unhex(expected),
            "{message:?}"
        );
    }
}

/// RFC 9380, appendix J.9.1, compressed.
#[test]
fn hash_to_g1_of_rfc_9380() {
    for (message, expected) in [
        (
            "",
            "852926add2207b76ca4fa57a8734416c8dc95e24501772c814278700eed6d1e4e8cf62d9c09db0fac349612b759e79a1",
        ),
        (
            "abc",
            "83567bc5ef9c690c2ab2ecdf6a96ef1c139cc0b2f284dca0a9a7943388a49a3aee664ba5379a7655d3c68900be2f6903",
        ),
    ] {
        let dst = "QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_";
        let point = hash(mclBnG1_hashAndMapToWithDst, message.as_bytes(), dst);
        assert_eq!(
            encode(mclBnG1_serialize, &point),
            unhex(expected),
            "{message:?}"
        );
    }
}

/// The first case of Ethereum's consensus vectors for `sign`.
#[test]
fn sign_and_verify_of_ethereum() {
    let secret = parse(
        mclBnFr_deserialize,
        "263dbd792f5b1be47ed85f8938c0f29586af0d3ac7b977f21c278fe1462040e3",
    );
    let g1 = parse(mclBnG1_deserialize, G1);
    let message = hash(
        mclBnG2_hashAndMapToWithDst,
        &[0; 32],
        "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_",
    );

    let mut public_key = mclBnG1::default();
    let mut signature = mclBnG2::default();
    // SAFETY: mcl is initialised, and all pointers are to live values.
    unsafe {
        mclBnG1_mul(&raw mut public_key, &raw const g1, &raw const secret);
        mclBnG2_mul(&raw mut signature, &raw const message, &raw const secret);
    }
    assert_eq!(
        encode(mclBnG1_serialize, &public_key),
        unhex(
            "a491d1b0ecd9bb917989f0e74f0dea0422eac4a873e5e2644f368dffb9a6e20fd6e10c1b77654d067c0618f6e5a7f79a"
        )
    );
    assert_eq!(
        encode(mclBnG2_serialize, &signature),
        unhex(
            "b6ed936746e01f8ecf281f020953fbf1f01debd5657c4a383940b020b26507f6076334f91e2366c96e9ab279fb515809\
         0352ea1c5b0c9274504f4f0e7053af24802e51e4568d164fe986834f41e55c8e850ce1f98458c0cfc9ab380b55285a55"
        )
    );

    assert!(pairs_to_one(
        [negate(&g1), public_key],
        [signature, message]
    ));
    assert!(!pairs_to_one([negate(&g1), g1], [signature, message]));
}

/// A pair with the identity contributes nothing, wherever it stands.
#[test]
fn identity_pairs_are_skipped() {
    let g1 = parse(mclBnG1_deserialize, G1);
    let g2 = parse(mclBnG2_deserialize, G2);
    let (zero1, zero2) = (mclBnG1::default(), mclBnG2::default());

    assert!(pairs_to_one([], []));
    assert!(pairs_to_one([zero1, g1], [g2, zero2]));
    assert!(!pairs_to_one([zero1, g1], [g2, g2]));
    // mcl works in chunks of 16 pairs, and the first chunk starts the product.
    let mut points = [zero1; 40];
    points[20] = g1;
    points[39] = negate(&g1);
    assert!(pairs_to_one(points, [g2; 40]));
    points[39] = zero1;
    assert!(!pairs_to_one(points, [g2; 40]));
}

fn negate(point: &mclBnG1) -> mclBnG1 {
    let mut negated = mclBnG1::default();
    // SAFETY: mcl is initialised, and both pointers are to live values.
    unsafe { mclBnG1_neg(&raw mut negated, point) };
    negated
}

fn pairs_to_one<const N: usize>(p: [mclBnG1; N], q: [mclBnG2; N]) -> bool {
    init().expect("mcl initialises");
    let mut product = mclBnGT::default();
    let mut result = mclBnGT::default();
    // SAFETY: mcl is initialised, and both arrays have N points.
    unsafe {
        mclBn_millerLoopVec(&raw mut product, p.as_ptr(), q.as_ptr(), N);
        mclBn_finalExp(&raw mut result, &raw const product);
        mclBnGT_isOne(&raw const result) == 1
    }
}
