//! Bindings to herumi's mcl, built for BLS12-381.
//!
//! [`init`] must have returned `Ok` before any other function of mcl is called. The functions and
//! types are mcl's own, under mcl's own names; the README says how they are built and what to beware
//! of.

use std::ffi::c_int;
use std::fmt;
use std::sync::OnceLock;

pub use bindings::*;

#[allow(
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::undocumented_unsafe_blocks,
    reason = "generated from C headers, whose names and documentation are mcl's"
)]
mod bindings {
    #[cfg(not(feature = "bindgen"))]
    include!("bindings.rs");
    #[cfg(feature = "bindgen")]
    include!(concat!(env!("OUT_DIR"), "/bindings.rs"));
}

/// The C++ compiler that built mcl: the first line of its `--version`; then that of clang where mcl's LLVM IR
/// was compiled.
pub const COMPILER: &str = env!("HERUMI_SYS_COMPILER");

/// Where mcl's source came from: `crate mcl_rust <version>`, or `MCL_DIR`.
pub const SOURCE: &str = env!("HERUMI_SYS_SOURCE");

/// The compiler flags mcl was built with, include paths left out.
pub const FLAGS: &str = env!("HERUMI_SYS_FLAGS");

/// Which of its code paths mcl chose, read back from mcl after it was initialised.
#[allow(
    clippy::struct_excessive_bools,
    reason = "five independent observations, not the states of one machine"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodePath {
    /// Field arithmetic runs in code that mcl generated for this CPU. Without it mcl is correct but
    /// considerably slower.
    pub jit: bool,
    /// Field multiplication runs in code that LLVM made of mcl's LLVM IR. On x86-64 mcl carries that as assembly
    /// and runs it where it generates nothing; for other processors it is compiled, and the fastest there
    /// is.
    pub llvm: bool,
    /// The generated Montgomery multiplication uses ADX. mcl wants `MCL_ADX=1` in the environment
    /// for that.
    pub adx: bool,
    /// Multi-scalar multiplication in G1 uses AVX-512 IFMA, from 128 points on.
    pub ifma: bool,
    /// The system lets mcl make memory executable. If this holds and [`jit`](Self::jit) does not,
    /// mcl sees no AVX, BMI2 and ADX.
    pub executable_memory: bool,
}

impl CodePath {
    fn read() -> Self {
        // SAFETY: these take nothing and only read what `mclBn_init`, which has returned, has set.
        unsafe {
            Self {
                jit: herumi_sys_is_generated(),
                llvm: herumi_sys_uses_llvm(),
                adx: herumi_sys_uses_adx(),
                ifma: herumi_sys_uses_ifma(),
                executable_memory: herumi_sys_may_generate(),
            }
        }
    }
}

impl fmt::Display for CodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if cfg!(not(target_arch = "x86_64")) {
            return f.write_str(if self.llvm {
                "LLVM IR, no JIT for this processor"
            } else {
                "C++ without LLVM IR: slow"
            });
        }
        f.write_str(match (self.jit, self.adx, self.executable_memory) {
            (true, true, _) => "JIT, ADX",
            (true, false, _) => "JIT, no ADX (MCL_ADX=1 not set)",
            (false, _, true) => "no JIT (no AVX, BMI2 and ADX, or MCL_CPU hides them): slow",
            (false, _, false) => "no JIT (executable memory refused): slow",
        })?;
        f.write_str(if self.ifma { ", IFMA" } else { ", no IFMA" })
    }
}

/// Why [`init`] failed. mcl's tables are then in an unknown state; do not call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InitError {
    /// mcl refused the curve, or was compiled for other sizes than the bindings say.
    #[error("mclBn_init returned {0}")]
    Init(i32),
    /// mcl kept its own serialization instead of the one of Ethereum and the BLS draft.
    #[error("mclBn_setETHserialization had no effect")]
    Serialization,
    /// mcl refused the hash-to-curve of RFC 9380.
    #[error("mclBn_setMapToMode returned {0}")]
    MapToMode(i32),
}

/// Initialises mcl for BLS12-381 with Ethereum's encodings, RFC 9380's hash-to-curve and subgroup
/// checks on decoding, and says which code paths it chose.
///
/// The first call does the work, whichever thread makes it; later ones return the same answer. mcl
/// reads `MCL_ADX` and `MCL_CPU` during that first call.
///
/// # Errors
///
/// If mcl refuses a setting.
pub fn init() -> Result<CodePath, InitError> {
    static STATE: OnceLock<Result<CodePath, InitError>> = OnceLock::new();
    *STATE.get_or_init(start)
}

fn start() -> Result<CodePath, InitError> {
    const CURVE: c_int = MCL_BLS12_381.cast_signed();
    const SIZES: c_int = MCLBN_COMPILED_TIME_VAR.cast_signed();
    const MODE: c_int = MCL_MAP_TO_MODE_HASH_TO_CURVE_07.cast_signed();

    // SAFETY: the `OnceLock` runs this on one thread while all others wait, which is what these
    // functions ask for; they take plain numbers.
    unsafe {
        match mclBn_init(CURVE, SIZES) {
            0 => {}
            code => return Err(InitError::Init(code)),
        }
        mclBn_setETHserialization(1);
        if mclBn_getETHserialization() != 1 {
            return Err(InitError::Serialization);
        }
        match mclBn_setMapToMode(MODE) {
            0 => {}
            code => return Err(InitError::MapToMode(code)),
        }
        mclBn_verifyOrderG1(1);
        mclBn_verifyOrderG2(1);
    }
    Ok(CodePath::read())
}

/// mcl's version, such as `3.08`.
#[must_use]
pub fn version() -> String {
    // SAFETY: returns a constant.
    let version = unsafe { mclBn_getVersion() };
    // 0xABC stands for A.BC.
    format!("{:x}.{:02x}", version >> 8, version & 0xff)
}
