//! Which of blst's field arithmetic is linked into this program, and whether the processor has what that
//! needs.

use std::sync::LazyLock;

use bls_api::Error;

/// An error where blst would die of an illegal instruction. Whatever calls blst asks first.
pub fn usable() -> Result<(), Error> {
    static LACKS: LazyLock<Option<&str>> = LazyLock::new(lacks);
    LACKS.map_or(Ok(()), |why| Err(Error::Start(why.to_owned())))
}

/// blst chooses at build time (from the build host, unless `target-cpu` or a feature says otherwise)
/// and leaves no way to ask.
pub(crate) fn code_path() -> Result<String, Error> {
    usable()?;
    Ok(described().to_owned())
}

#[cfg(all(target_arch = "x86_64", not(target_vendor = "apple")))]
mod x86_64 {
    use std::{
        arch::{asm, x86_64::__cpuid_count},
        env,
    };

    /// The address of a symbol, null where the program does not have it. The compiler would take the
    /// address of a `static` for granted, and a program may have been stripped of the names.
    macro_rules! is_linked {
        ($symbol:literal) => {{
            let address: usize;
            // SAFETY: loads an address that the linker has written.
            unsafe {
                asm!(
                    concat!(".weak ", $symbol),
                    concat!("mov {}, qword ptr [rip + ", $symbol, "@GOTPCREL]"),
                    out(reg) address,
                    options(nostack, preserves_flags, readonly)
                );
            }
            address != 0
        }};
    }

    /// Whether multiplication with ADX is linked, and that without.
    fn linked() -> (bool, bool) {
        (is_linked!("mulx_mont_384x"), is_linked!("mul_mont_384x"))
    }

    /// Asked of the processor: a build for one that has ADX takes it for granted.
    fn has_adx() -> bool {
        const ADX_IN_EBX: u32 = 1 << 19;
        __cpuid_count(7, 0).ebx & ADX_IN_EBX != 0
    }

    /// Which hides ADX, and executes it all the same. It names itself where libraries are preloaded.
    fn under_valgrind() -> bool {
        let preloaded = env::var_os("LD_PRELOAD").unwrap_or_default();
        preloaded.to_string_lossy().contains("vgpreload")
    }

    pub(super) fn lacks() -> Option<&'static str> {
        (linked() == (true, false) && !has_adx() && !under_valgrind()).then_some(
            "blst is built for processors with ADX, and this one has none: build on this machine, or with \
             `cargo --config target-configs/portable.toml`",
        )
    }

    pub(super) fn described() -> &'static str {
        match linked() {
            (true, true) => "assembly, ADX where the CPU has it (portable build)",
            (true, false) => "assembly, ADX (chosen at build time)",
            (false, true) => "assembly, no ADX",
            (false, false) => "unknown: the program has no symbols of blst's assembly",
        }
    }
}

#[cfg(all(target_arch = "x86_64", not(target_vendor = "apple")))]
use x86_64::{described, lacks};

#[cfg(not(all(target_arch = "x86_64", not(target_vendor = "apple"))))]
fn lacks() -> Option<&'static str> {
    None
}

#[cfg(not(all(target_arch = "x86_64", not(target_vendor = "apple"))))]
fn described() -> &'static str {
    if cfg!(target_arch = "aarch64") {
        // There is one, and no build without it.
        "assembly for ARMv8"
    } else {
        "unknown: nobody has looked at blst for this target"
    }
}
