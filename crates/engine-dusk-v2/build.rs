//! Records the version and features of bls12_381-bls.

fn main() {
    bls_build::record("bls12_381-bls", bls_build::Language::Rust);
}
