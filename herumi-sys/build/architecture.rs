//! The processors that mcl is built for, and whether the compilers did so.

use std::fmt;
use std::fs;
use std::path::PathBuf;

use object::{Architecture, Object as _};

use crate::cargo_env;

/// One whose code paths somebody has built.
#[derive(Clone, Copy)]
pub(crate) enum Arch {
    X86_64,
    Aarch64,
}

impl Arch {
    /// Refuses any other, instead of letting the assembler fail on it.
    pub(crate) fn target() -> Result<Self, String> {
        match cargo_env("CARGO_CFG_TARGET_ARCH")?.as_str() {
            "x86_64" => Ok(Self::X86_64),
            "aarch64" => Ok(Self::Aarch64),
            other => Err(format!(
                "herumi-sys builds for x86_64 and aarch64, not for {other}: nobody has tried mcl's LLVM \
                 IR (src/base64.ll, src/bint64.ll; src/base32.ll where a word has 32 bits) there"
            )),
        }
    }
}

impl fmt::Display for Arch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X86_64 => "x86_64",
            Self::Aarch64 => "aarch64",
        })
    }
}

/// A compiler for another machine works without a word, and the linker then says that symbols are
/// missing.
pub(crate) fn check(objects: &[PathBuf], target: Arch) -> Result<(), String> {
    for path in objects {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let found = object::File::parse(&*bytes)
            .map_err(|error| {
                format!(
                    "{} is no object file ({error}): is link-time optimisation among the flags for C++?",
                    path.display()
                )
            })?
            .architecture();
        let right = match target {
            Arch::X86_64 => found == Architecture::X86_64,
            Arch::Aarch64 => found == Architecture::Aarch64,
        };
        if !right {
            let triple = cargo_env("TARGET")?;
            let variable = triple.replace('-', "_");
            return Err(format!(
                "{} is code for {found:?}, and the target is {triple}: set CC_{variable} and \
                 CXX_{variable} to compilers for {target} (target-configs/{triple}.toml does, if it is \
                 there)",
                path.display()
            ));
        }
    }
    Ok(())
}
