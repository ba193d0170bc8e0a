//! Records the version and features of `bls12_381`.

fn main() {
    bls_build::record("bls12_381", bls_build::Language::Rust);
}
