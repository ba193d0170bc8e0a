//! The vectors are embedded; a file that appears or disappears must rebuild them.

fn main() {
    println!("cargo::rerun-if-changed=vectors");
    println!("cargo::rerun-if-changed=build.rs");
}
