//! Why the README says to pass the domain separation tag with every call.

use herumi_sys::*;

/// Alone in its process, since the tag is a global of mcl.
///
/// When an upgrade of mcl makes this fail, the warning in the README can go.
#[test]
fn mcl_cuts_the_default_dst_of_g2_to_the_length_of_g1s() {
    const LONG: &str = "QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";
    const G1S_LENGTH: usize = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_".len();
    init().expect("mcl initialises");

    let mut by_default = mclBnG2::default();
    // SAFETY: mcl is initialised, this is its only thread, and each length is its buffer's; an
    // empty message is never read.
    unsafe {
        assert_eq!(mclBnG2_setDst(LONG.as_ptr().cast(), LONG.len()), 0);
        mclBnG2_hashAndMapTo(&raw mut by_default, LONG.as_ptr().cast(), 0);
    }
    let is_hash_with = |dst: &str| {
        let mut point = mclBnG2::default();
        let message = dst.as_ptr().cast();
        let tag = dst.as_ptr().cast();
        // SAFETY: as above.
        unsafe {
            mclBnG2_hashAndMapToWithDst(&raw mut point, message, 0, tag, dst.len());
            mclBnG2_isEqual(&raw const point, &raw const by_default) == 1
        }
    };
    assert!(!is_hash_with(LONG));
    assert!(is_hash_with(&LONG[..G1S_LENGTH]));
}
