//! Records the version and features of `miracl_core_bls12381`.

fn main() {
    bls_build::record("miracl_core_bls12381", bls_build::Language::Rust);
}
