//! The schemes of bls-schemes behind a C ABI.
