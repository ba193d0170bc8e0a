//! `cargo +nightly fuzz run from_bytes`: whatever is read is written as it was, and both implementations
//! of secp256k1 read and verify alike.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ring_signatures::{Curve, Ed25519, Error, K256, Libsecp256k1, Signature, Variant};

fuzz_target!(|bytes: &[u8]| {
    assert_eq!(read::<K256>(bytes), read::<Libsecp256k1>(bytes));
    let _ = read::<Ed25519>(bytes);
});

fn read<C: Curve>(bytes: &[u8]) -> Result<bool, Error> {
    let signature = Signature::<C>::from_bytes(Variant::RingGo, bytes)?;
    assert_eq!(signature.to_bytes(), bytes);
    Ok(signature.verify(&[0; 32]))
}
