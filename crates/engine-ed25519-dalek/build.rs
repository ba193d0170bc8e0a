//! Records the version and features of `ed25519-dalek`.

fn main() {
    bls_build::record("ed25519-dalek", bls_build::Language::Rust);
}
