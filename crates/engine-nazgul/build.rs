//! Records the version and features of `nazgul`.

fn main() {
    bls_build::record("nazgul", bls_build::Language::Rust);
}
