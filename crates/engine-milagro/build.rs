//! Records the version and features of `snowbridge-milagro-bls`.

fn main() {
    bls_build::record("snowbridge-milagro-bls", bls_build::Language::Rust);
}
