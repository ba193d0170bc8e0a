//! Records the version and features of `ark-bls12-381`.

fn main() {
    bls_build::record("ark-bls12-381", bls_build::Language::Rust);
}
