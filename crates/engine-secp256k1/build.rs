//! Records the version and features of `secp256k1`, the compiler that builds libsecp256k1, and
//! whether that takes its assembly.

fn main() {
    bls_build::record("secp256k1", bls_build::Language::C);
    // The crate's own build leaves it out; flags from the environment may ask for it.
    let compiler = cc::Build::new().get_compiler();
    let assembly = compiler.cflags_env();
    let assembly = assembly.to_string_lossy().contains("-DUSE_ASM_X86_64");
    println!("cargo::rustc-env=LIBRARY_ASSEMBLY={assembly}");
}
