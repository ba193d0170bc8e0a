//! Records the version of the C ABI.

fn main() {
    bls_build::record("blsbench-c", bls_build::Language::Rust);
}
