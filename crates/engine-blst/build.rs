//! Records the version and features of blst and the compiler that builds it.

fn main() {
    bls_build::record("blst", bls_build::Language::C);
}
