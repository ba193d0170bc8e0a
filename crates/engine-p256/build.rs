//! Records the version and features of `p256`.

fn main() {
    bls_build::record("p256", bls_build::Language::Rust);
}
