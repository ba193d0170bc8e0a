//! Records the version and features of blsful.

fn main() {
    bls_build::record("blsful", bls_build::Language::Rust);
}
