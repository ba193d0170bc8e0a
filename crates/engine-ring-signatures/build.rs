//! Records the libraries that the scheme computes with.

use bls_build::{Language, record_as};

fn main() {
    record_as("K256", "k256", Language::Rust);
    record_as("LIBSECP256K1", "secp256k1", Language::C);
    record_as("DALEK", "curve25519-dalek", Language::Rust);
}
