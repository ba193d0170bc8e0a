//! The code path that [`herumi_sys::init`] reports is the one mcl runs.
//!
//! mcl chooses once per process, so each case runs this test binary again as a child.

#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(not(target_arch = "x86_64"))]
#[test]
fn llvm_ir_is_reported() {
    let path = herumi_sys::init().expect("mcl initialises");
    assert!(
        path.llvm && !path.jit && !path.adx && !path.ifma,
        "{path:?}"
    );
    assert_eq!(path.to_string(), "LLVM IR, no JIT for this processor");
}
