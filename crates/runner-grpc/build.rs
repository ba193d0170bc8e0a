//! Records the version and features of tonic.

fn main() {
    bls_build::record("tonic", bls_build::Language::Rust);
}
