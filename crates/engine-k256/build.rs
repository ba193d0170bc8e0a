//! Records the version and features of `k256`.

fn main() {
    bls_build::record("k256", bls_build::Language::Rust);
}
