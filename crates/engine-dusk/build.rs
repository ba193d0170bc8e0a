//! Records the version and features of dusk-bls12_381-sign.

fn main() {
    bls_build::record("dusk-bls12_381-sign", bls_build::Language::Rust);
}
